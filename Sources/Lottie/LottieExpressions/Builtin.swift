/// A function or object of ECMAScript, or one that After Effects adds and that does not depend on a document.
public enum Builtin: String, CaseIterable, Sendable {
    // Constants
    case notANumber = "NaN"
    case infinity = "Infinity"

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
    case mathAsin = "Math.asin"
    case mathAtan = "Math.atan"
    case mathAtan2 = "Math.atan2"
    case mathCbrt = "Math.cbrt"
    case mathCeil = "Math.ceil"
    case mathCos = "Math.cos"
    case mathCosh = "Math.cosh"
    case mathExp = "Math.exp"
    case mathFloor = "Math.floor"
    case mathHypot = "Math.hypot"
    case mathLog = "Math.log"
    case mathLog10 = "Math.log10"
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
    case numberIsInteger = "Number.isInteger"
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
    case objectIs = "Object.is"
    case objectIsFrozen = "Object.isFrozen"
    case objectNames = "Object.getOwnPropertyNames"
    case objectPrototype = "Object.getPrototypeOf"

    // Methods of all values, numbers and functions
    case valueToString = "value.toString"
    case valueOf = "value.valueOf"
    case hasOwnProperty = "value.hasOwnProperty"
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
    ]

    private static func members(of prefix: String) -> [String: Builtin] {
        var all: [String: Builtin] = [:]
        for builtin in allCases where builtin.rawValue.hasPrefix(prefix) {
            all[String(builtin.rawValue.dropFirst(prefix.count))] = builtin
        }
        return all
    }

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
        case .numberMax: .greatestFiniteMagnitude
        case .numberMin: .leastNonzeroMagnitude
        case .numberEpsilon: .ulpOfOne
        case .numberMaxSafe: 9_007_199_254_740_991
        case .numberMinSafe: -9_007_199_254_740_991
        default: nil
        }
    }
}
