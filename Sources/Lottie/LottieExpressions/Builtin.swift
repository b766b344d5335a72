/// A function or object of ECMAScript, or one that After Effects adds and that does not depend on a document.
public enum Builtin: String, CaseIterable, Sendable {
    // Constants
    case notANumber = "NaN"
    case infinity = "Infinity"
    /// The value of a variable before its declaration, which no script can get.
    case undeclared = "before.declaration"

    // Objects and functions
    case math = "Math"
    case numberType = "Number"
    case stringType = "String"
    case booleanType = "Boolean"
    case array = "Array"
    case object = "Object"
    case function = "Function"
    case error = "Error"
    case typeError = "TypeError"
    case rangeError = "RangeError"
    case referenceError = "ReferenceError"
    case syntaxError = "SyntaxError"
    case evalError = "EvalError"
    case uriError = "URIError"
    case regularExpression = "RegExp"
    case date = "Date"
    case parseInt, parseFloat, isNaN, isFinite

    // After Effects
    case sum, add, sub, mul, div, mod
    case bmSum = "$bm_sum"
    case bmAdd = "$bm_add"
    case bmSub = "$bm_sub"
    case bmMul = "$bm_mul"
    case bmDiv = "$bm_div"
    case bmMod = "$bm_mod"
    case bmNegate = "$bm_neg"
    case bmIsArray = "$bm_isInstanceOfArray"
    case clamp, linear, ease, easeIn, easeOut, length, normalize, dot, cross, lookAt
    case degreesToRadians, radiansToDegrees
    case degreesToRadiansOld = "degrees_to_radians"
    case radiansToDegreesOld = "radians_to_degrees"
    case random, gaussRandom, noise, seedRandom, rgbToHsl, hslToRgb, hexToRgb

    // Members of Math
    case mathE = "Math.E"
    case mathPi = "Math.PI"
    case mathLn2 = "Math.LN2"
    case mathLn10 = "Math.LN10"
    case mathLog2e = "Math.LOG2E"
    case mathLog10e = "Math.LOG10E"
    case mathSqrt2 = "Math.SQRT2"
    case mathSqrtHalf = "Math.SQRT1_2"
    case mathAbs = "Math.abs"
    case mathAcos = "Math.acos"
    case mathAcosh = "Math.acosh"
    case mathAsin = "Math.asin"
    case mathAsinh = "Math.asinh"
    case mathAtan = "Math.atan"
    case mathAtan2 = "Math.atan2"
    case mathAtanh = "Math.atanh"
    case mathCbrt = "Math.cbrt"
    case mathCeil = "Math.ceil"
    case mathClz32 = "Math.clz32"
    case mathCos = "Math.cos"
    case mathCosh = "Math.cosh"
    case mathExp = "Math.exp"
    case mathExpm1 = "Math.expm1"
    case mathFloor = "Math.floor"
    case mathFround = "Math.fround"
    case mathHypot = "Math.hypot"
    case mathImul = "Math.imul"
    case mathLog = "Math.log"
    case mathLog10 = "Math.log10"
    case mathLog1p = "Math.log1p"
    case mathLog2 = "Math.log2"
    case mathMax = "Math.max"
    case mathMin = "Math.min"
    case mathPow = "Math.pow"
    case mathRandom = "Math.random"
    case mathRound = "Math.round"
    case mathSign = "Math.sign"
    case mathSin = "Math.sin"
    case mathSinh = "Math.sinh"
    case mathSqrt = "Math.sqrt"
    case mathTan = "Math.tan"
    case mathTanh = "Math.tanh"
    case mathTrunc = "Math.trunc"

    // Members of the types
    case numberMax = "Number.MAX_VALUE"
    case numberMin = "Number.MIN_VALUE"
    case numberEpsilon = "Number.EPSILON"
    case numberMaxSafe = "Number.MAX_SAFE_INTEGER"
    case numberMinSafe = "Number.MIN_SAFE_INTEGER"
    case numberNaN = "Number.NaN"
    case numberInfinity = "Number.POSITIVE_INFINITY"
    case numberNegativeInfinity = "Number.NEGATIVE_INFINITY"
    case numberIsInteger = "Number.isInteger"
    case numberIsSafeInteger = "Number.isSafeInteger"
    case numberIsFinite = "Number.isFinite"
    case numberIsNaN = "Number.isNaN"
    case numberParseFloat = "Number.parseFloat"
    case numberParseInt = "Number.parseInt"
    case stringFromCharCode = "String.fromCharCode"
    case stringFromCodePoint = "String.fromCodePoint"
    case arrayIsArray = "Array.isArray"
    case arrayFrom = "Array.from"
    case arrayOf = "Array.of"
    case objectKeys = "Object.keys"
    case objectValues = "Object.values"
    case objectEntries = "Object.entries"
    case objectAssign = "Object.assign"
    case objectCreate = "Object.create"
    case objectFreeze = "Object.freeze"
    case objectFromEntries = "Object.fromEntries"
    case objectHasOwn = "Object.hasOwn"
    case objectIs = "Object.is"
    case objectIsExtensible = "Object.isExtensible"
    case objectIsFrozen = "Object.isFrozen"
    case objectIsSealed = "Object.isSealed"
    case objectNames = "Object.getOwnPropertyNames"
    case objectPreventExtensions = "Object.preventExtensions"
    case objectPrototype = "Object.getPrototypeOf"
    case objectSeal = "Object.seal"

    // Prototypes, which can be read and not changed
    case arrayPrototype = "Array.prototype"
    case booleanPrototype = "Boolean.prototype"
    case functionPrototype = "Function.prototype"
    case numberPrototype = "Number.prototype"
    case plainPrototype = "Object.prototype"
    case patternPrototype = "RegExp.prototype"
    case stringPrototype = "String.prototype"
    case objectToString = "plain.toString"

    // Methods of all values, numbers and functions
    case valueToString = "value.toString"
    case valueOf = "value.valueOf"
    case hasOwnProperty = "value.hasOwnProperty"
    case isPrototypeOf = "value.isPrototypeOf"
    case isEnumerable = "value.propertyIsEnumerable"
    case valueToLocaleString = "value.toLocaleString"
    case toExponential = "number.toExponential"
    case numberToLocaleString = "number.toLocaleString"
    case toFixed = "number.toFixed"
    case toPrecision = "number.toPrecision"
    case numberToString = "number.toString"
    case functionCall = "function.call"
    case functionApply = "function.apply"
    case functionBind = "function.bind"

    // Methods of strings
    case stringAt = "text.at"
    case charAt = "text.charAt"
    case charCodeAt = "text.charCodeAt"
    case codePointAt = "text.codePointAt"
    case stringConcat = "text.concat"
    case endsWith = "text.endsWith"
    case stringIncludes = "text.includes"
    case stringIndexOf = "text.indexOf"
    case stringLastIndexOf = "text.lastIndexOf"
    case padEnd = "text.padEnd"
    case padStart = "text.padStart"
    case repeated = "text.repeat"
    case replace = "text.replace"
    case replaceAll = "text.replaceAll"
    case stringSlice = "text.slice"
    case split = "text.split"
    case startsWith = "text.startsWith"
    case substr = "text.substr"
    case substring = "text.substring"
    case toLowerCase = "text.toLowerCase"
    case toUpperCase = "text.toUpperCase"
    case trim = "text.trim"
    case trimLeft = "text.trimLeft"
    case trimRight = "text.trimRight"
    case trimStart = "text.trimStart"
    case trimEnd = "text.trimEnd"

    case stringMatch = "text.match"
    case matchAll = "text.matchAll"
    case search = "text.search"

    // Methods of regular expressions
    case patternExec = "pattern.exec"
    case patternTest = "pattern.test"
    case patternToString = "pattern.toString"

    // Members and methods of dates
    case dateNow = "Date.now"
    case dateUTC = "Date.UTC"
    case dateParse = "Date.parse"

    // Methods of arrays
    case arrayAt = "array.at"
    case arrayConcat = "array.concat"
    case copyWithin = "array.copyWithin"
    case arrayEntries = "array.entries"
    case every = "array.every"
    case fill = "array.fill"
    case filter = "array.filter"
    case find = "array.find"
    case findIndex = "array.findIndex"
    case findLast = "array.findLast"
    case findLastIndex = "array.findLastIndex"
    case flat = "array.flat"
    case flatMap = "array.flatMap"
    case forEach = "array.forEach"
    case arrayIncludes = "array.includes"
    case arrayIndexOf = "array.indexOf"
    case join = "array.join"
    case arrayKeys = "array.keys"
    case arrayLastIndexOf = "array.lastIndexOf"
    case map = "array.map"
    case pop = "array.pop"
    case push = "array.push"
    case reduce = "array.reduce"
    case reduceRight = "array.reduceRight"
    case reverse = "array.reverse"
    case shift = "array.shift"
    case slice = "array.slice"
    case some = "array.some"
    case sort = "array.sort"
    case splice = "array.splice"
    case unshift = "array.unshift"
    case arrayValues = "array.values"
}

extension Builtin {
    /// The built-in globals, by name.
    static let globals: [String: Builtin] = {
        var all: [String: Builtin] = [:]
        for builtin in allCases where !builtin.rawValue.contains(".") { all[builtin.rawValue] = builtin }
        return all
    }()

    static let valueMethods = members(of: "value.")
    static let numberMethods = members(of: "number.")
    static let functionMethods = members(of: "function.")
    static let stringMethods = members(of: "text.")
    static let arrayMethods = members(of: "array.")
    static let patternMethods = members(of: "pattern.")

    /// The members of the built-in objects.
    static let members: [Builtin: [String: Builtin]] = [
        .math: members(of: "Math."), .numberType: members(of: "Number."), .stringType: members(of: "String."),
        .array: members(of: "Array."), .object: members(of: "Object."), .date: members(of: "Date."),
        .booleanType: members(of: "Boolean."), .function: members(of: "Function."),
        .regularExpression: members(of: "RegExp."),
        .arrayPrototype: arrayMethods, .functionPrototype: functionMethods, .stringPrototype: stringMethods,
        .numberPrototype: numberMethods, .patternPrototype: patternMethods,
        .plainPrototype: valueMethods.merging(members(of: "plain.")) { $1 },
    ]

    /// The types whose objects have the members of a prototype.
    static let constructors: [Builtin: Builtin] = [
        .arrayPrototype: .array, .booleanPrototype: .booleanType, .functionPrototype: .function,
        .numberPrototype: .numberType, .plainPrototype: .object, .patternPrototype: .regularExpression,
        .stringPrototype: .stringType,
    ]

    /// The types of errors.
    static let errors: Set<Builtin> = [
        .error, .typeError, .rangeError, .referenceError, .syntaxError, .evalError, .uriError,
    ]

    /// Whether the value is an object that is no function.
    var isPlainObject: Bool { self == .math || self != .functionPrototype && Self.constructors[self] != nil }

    /// The name of a function, without that of the object that it is a member of.
    var functionName: String { String(rawValue.split(separator: ".").last ?? "") }

    private static func members(of prefix: String) -> [String: Builtin] {
        var all: [String: Builtin] = [:]
        for builtin in allCases where builtin.rawValue.hasPrefix(prefix) {
            all[String(builtin.rawValue.dropFirst(prefix.count))] = builtin
        }
        return all
    }

    /// The value of the global with this name.
    var value: ScriptValue { constant.map { .number($0) } ?? .builtin(self) }

    /// The value of a numeric constant; `nil` for functions and objects.
    var constant: Double? {
        switch self {
        case .notANumber: .nan
        case .infinity: .infinity
        case .mathE: 2.718281828459045
        case .mathPi: .pi
        case .mathLn2: 0.6931471805599453
        case .mathLn10: 2.302585092994046
        case .mathLog2e: 1.4426950408889634
        case .mathLog10e: 0.4342944819032518
        case .mathSqrt2: 1.4142135623730951
        case .mathSqrtHalf: 0.7071067811865476
        case .numberNaN: .nan
        case .numberInfinity: .infinity
        case .numberNegativeInfinity: -.infinity
        case .numberMax: .greatestFiniteMagnitude
        case .numberMin: .leastNonzeroMagnitude
        case .numberEpsilon: .ulpOfOne
        case .numberMaxSafe: 9_007_199_254_740_991
        case .numberMinSafe: -9_007_199_254_740_991
        default: nil
        }
    }
}
