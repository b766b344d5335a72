import CPlatform

extension ScriptMachine {
    /// Calls a built-in function with the receiver `this`.
    func call(
        _ builtin: Builtin, on this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        if let value = try callMathFunction(builtin, arguments) { return value }
        if let value = try callVectorFunction(builtin, arguments) { return value }
        if let value = try callRandomFunction(builtin, arguments) { return value }
        if let value = try callGeneralFunction(builtin, on: this, arguments) { return value }
        if builtin.rawValue.hasPrefix("text.") {
            if isNullish(this) { throw typeError("\(description(of: this)) is no text") }
            if let expression = try searchedExpression(builtin, arguments[0]),
                let value = try callStringMethod(builtin, string(this), with: expression, arguments)
            {
                return value
            }
            return try callStringMethod(builtin, string(this), arguments)
        }
        if builtin.rawValue.hasPrefix("pattern.") { return try callPatternMethod(builtin, this, arguments) }
        if builtin.rawValue.hasPrefix("array.") { return try callArrayMethod(builtin, this, arguments) }
        throw typeError("\(builtin.rawValue) is no function")
    }

    /// Returns the regular expression that a method of texts searches: its argument, or one made of it by the methods
    /// that search nothing else.
    private func searchedExpression(
        _ builtin: Builtin, _ value: ScriptValue
    ) throws(ScriptFailure) -> RegularExpression? {
        if let known = regularExpression(value) { return known }
        guard [.search, .stringMatch, .matchAll].contains(builtin) else { return nil }
        let source = isUndefined(value) ? "(?:)" : try string(value)
        return regularExpression(try makePattern(source, builtin == .matchAll ? "g" : ""))
    }

    /// Creates an object with a built-in constructor.
    func construct(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        switch builtin {
        case .array, .object, .numberType, .stringType, .booleanType:
            return try call(builtin, on: .undefined, arguments)
        case .regularExpression: return try constructPattern(arguments)
        case .date: return .object(DateObject(milliseconds: try constructedTime(arguments)))
        case _ where Builtin.errors.contains(builtin): return try call(builtin, on: .undefined, arguments)
        default: throw typeError("\(builtin.rawValue) makes no objects")
        }
    }

    private func callMathFunction(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue? {
        guard let function = MathFunctions.all[builtin] else {
            switch builtin {
            case .mathAtan2: return .number(atan2(try number(arguments[0]), try number(arguments[1])))
            case .mathPow: return .number(NumberFunctions.power(try number(arguments[0]), try number(arguments[1])))
            case .mathMax, .mathMin:
                var result = builtin == .mathMax ? -Double.infinity : .infinity
                for index in 0..<arguments.count {
                    let value = try number(arguments[index])
                    if value.isNaN || result.isNaN {
                        result = .nan
                    } else {
                        result = builtin == .mathMax ? max(result, value) : min(result, value)
                    }
                }
                return .number(result)
            case .mathHypot:
                var numbers: [Double] = []
                for index in 0..<arguments.count { numbers.append(try number(arguments[index])) }
                return .number(MathFunctions.hypotenuse(numbers))
            case .mathImul:
                let product = int32(try number(arguments[0])).multipliedFullWidth(by: int32(try number(arguments[1])))
                return .number(Double(Int32(truncatingIfNeeded: product.low)))
            case .mathClz32: return .number(Double(int32(try number(arguments[0])).leadingZeroBitCount))
            default: return nil
            }
        }
        return .number(function(try number(arguments[0])))
    }

    private func callGeneralFunction(
        _ builtin: Builtin, on this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue? {
        switch builtin {
        case .parseInt, .numberParseInt: return .number(try parseInt(arguments))
        case .parseFloat, .numberParseFloat:
            let bytes = Array(try string(arguments[0]).trimmingWhitespace.utf8)
            if let length = Self.decimalLength(bytes) { return .number(Lexer.number(bytes[..<length])) }
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix("-Infinity") { return .number(-.infinity) }
            return .number(text.hasPrefix("Infinity") || text.hasPrefix("+Infinity") ? .infinity : .nan)
        case .isNaN: return .bool(try number(arguments[0]).isNaN)
        case .isFinite: return .bool(try number(arguments[0]).isFinite)
        case .numberIsNaN, .numberIsFinite, .numberIsInteger, .numberIsSafeInteger:
            guard case .number(let number) = arguments[0] else { return .bool(false) }
            if builtin == .numberIsNaN { return .bool(number.isNaN) }
            if builtin == .numberIsSafeInteger, abs(number) > 9_007_199_254_740_991 { return .bool(false) }
            return .bool(number.isFinite && (builtin == .numberIsFinite || number == number.rounded()))
        case .numberType: return .number(arguments.count == 0 ? 0 : try number(arguments[0]))
        case .stringType: return arguments.count == 0 ? .string("") : try makeString(string(arguments[0]))
        case .booleanType: return .bool(isTruthy(arguments[0]))
        case .array: return try constructArray(arguments)
        case .object:
            if case .object = arguments[0] { return arguments[0] }
            return .object(ScriptRecord())
        case .error, .typeError, .rangeError, .referenceError, .syntaxError, .evalError, .uriError:
            let message = isUndefined(arguments[0]) ? "" : try string(arguments[0])
            return .object(ScriptRecord(errorOf: builtin, message))
        case .regularExpression: return try constructPattern(arguments)
        case .date: return try makeString(DateObject(milliseconds: compositionTime()).text)
        case .dateNow: return .number(try compositionTime())
        case .dateUTC: return .number(try time(ofFields: arguments))
        case .dateParse: return .number(Self.time(in: try string(arguments[0])) ?? .nan)
        case .valueToString: return try makeString(string(this))
        case .valueToLocaleString:
            guard arguments.count == 0 else { throw typeError("toLocaleString takes no arguments here") }
            return try makeString(string(this))
        case .valueOf: return try primitive(this)
        case .objectToString: return .string("[object \(try className(of: this))]")
        case .numberToString, .toFixed, .toPrecision, .toExponential, .numberToLocaleString:
            return try callNumberMethod(builtin, this, arguments)
        case .functionCall: return try invoke(this, Array(arguments.all.dropFirst()), this: arguments[0])
        case .functionApply:
            return try invoke(this, isNullish(arguments[1]) ? [] : values(in: arguments[1]), this: arguments[0])
        case .functionBind: return .object(try BoundFunction(this, arguments, in: self))
        case .stringFromCharCode:
            var units: [UInt16] = []
            for index in 0..<arguments.count { units.append(UInt16(truncatingIfNeeded: try integer(arguments[index]))) }
            return try makeString(String(decoding: units, as: UTF16.self))
        case .stringFromCodePoint: return try makeText(ofCodePoints: arguments)
        default: return try callObjectFunction(builtin, on: this, arguments)
        }
    }

    private func parseInt(_ arguments: Arguments) throws(ScriptFailure) -> Double {
        var digits = try string(arguments[0]).trimmingWhitespace[...]
        var sign = 1.0
        if digits.first == "-" { sign = -1 }
        if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
        var radix = try integer(arguments[1])
        if radix == 0 || radix == 16, digits.lowercased().hasPrefix("0x") {
            digits = digits.dropFirst(2)
            radix = 16
        }
        if radix == 0 { radix = 10 }
        guard radix >= 2, radix <= 36 else { return .nan }
        return sign * Self.wholeNumber(digits, radix: radix, isStrict: false)
    }

    private func constructArray(_ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        if arguments.count == 1, case .number(let length) = arguments[0] {
            guard let count = Int(exactly: length), count >= 0 else { throw rangeError("no length of a list") }
            try spend(memory: count)
            return .object(ScriptArray(Array(repeating: .undefined, count: count)))
        }
        return try makeArray(arguments.all)
    }

    private func callNumberMethod(
        _ builtin: Builtin, _ this: ScriptValue, _ arguments: Arguments
    ) throws(ScriptFailure) -> ScriptValue {
        let number = try number(this)
        let count = try integer(arguments[0])
        switch builtin {
        case .numberToLocaleString:
            guard arguments.count == 0 else { throw typeError("toLocaleString takes no arguments here") }
            try spend(steps: NumberFormatting.cost(of: number))
            return try makeString(NumberFormatting.grouped(number))
        case .toExponential:
            guard !number.isFinite || (count >= 0 && count <= 100) else {
                throw rangeError("toExponential takes 0 to 100 digits")
            }
            try spend(steps: NumberFormatting.cost(of: number))
            return try makeString(
                NumberFormatting.exponential(number, digits: isUndefined(arguments[0]) ? nil : count))
        case .toFixed:
            guard count >= 0, count <= 100 else { throw rangeError("toFixed takes 0 to 100 digits") }
            try spend(steps: NumberFormatting.cost(of: number))
            return try makeString(NumberFormatting.fixed(number, digits: count))
        case .toPrecision:
            if case .undefined = arguments[0] { return try makeString(NumberFormatting.string(number)) }
            guard !number.isFinite || (count >= 1 && count <= 100) else {
                throw rangeError("toPrecision takes 1 to 100 digits")
            }
            try spend(steps: NumberFormatting.cost(of: number))
            return try makeString(NumberFormatting.precise(number, digits: count))
        default:
            if isUndefined(arguments[0]) || count == 10 { return try makeString(NumberFormatting.string(number)) }
            guard count >= 2, count <= 36 else { throw rangeError("toString takes a radix of 2 to 36") }
            return try makeString(NumberFormatting.string(number, radix: count))
        }
    }
}

/// The functions of one number.
enum MathFunctions {
    static let all: [Builtin: @Sendable (Double) -> Double] = [
        .mathAbs: { abs($0) }, .mathAcos: { acos($0) }, .mathAsin: { asin($0) }, .mathAtan: { atan($0) },
        .mathAcosh: { acosh($0) }, .mathAsinh: { asinh($0) }, .mathAtanh: { atanh($0) },
        .mathExpm1: { expm1($0) }, .mathLog1p: { log1p($0) }, .mathFround: { Double(Float($0)) },
        .mathCbrt: { MathFunctions.cubeRoot($0) }, .mathCeil: { $0.rounded(.up) }, .mathCos: { cos($0) },
        .mathCosh: { cosh($0) },
        .mathExp: { exp($0) }, .mathFloor: { $0.rounded(.down) }, .mathLog: { log($0) }, .mathLog10: { log10($0) },
        .mathLog2: { log2($0) }, .mathRound: { MathFunctions.rounded($0) },
        .mathSign: { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 }, .mathSin: { sin($0) }, .mathSinh: { sinh($0) },
        .mathSqrt: { $0.squareRoot() }, .mathTan: { tan($0) }, .mathTanh: { tanh($0) },
        .mathTrunc: { $0.rounded(.towardZero) },
        .degreesToRadians: { $0 * .pi / 180 }, .degreesToRadiansOld: { $0 * .pi / 180 },
        .radiansToDegrees: { $0 * 180 / .pi }, .radiansToDegreesOld: { $0 * 180 / .pi },
    ]

    /// Returns the cube root, which is exact for cubes of whole numbers.
    private static func cubeRoot(_ number: Double) -> Double {
        let root = cbrt(number)
        guard root.isFinite, root != 0 else { return root }
        return root - (root * root * root - number) / (3 * root * root)
    }

    /// Returns the square root of the sum of the squares, without an overflow on the way.
    static func hypotenuse(_ numbers: [Double]) -> Double {
        let greatest = numbers.reduce(0) { max($0, abs($1)) }
        if numbers.contains(where: \.isInfinite) { return .infinity }
        if numbers.contains(where: \.isNaN) { return .nan }
        if greatest == 0 { return 0 }
        var (sum, lost) = (0.0, 0.0)
        for number in numbers {
            let part = number / greatest
            // What the addition rounds off is added next (Kahan).
            let added = part * part - lost
            let next = sum + added
            lost = next - sum - added
            sum = next
        }
        return sum.squareRoot() * greatest
    }

    /// Returns the nearest whole number; a half is rounded up, also for negative numbers (ECMAScript, `Math.round`).
    private static func rounded(_ number: Double) -> Double {
        // Adding 0.5 first would be inexact just below 0.5 and for large numbers.
        let below = number.rounded(.down)
        let nearest = number - below >= 0.5 ? below + 1 : below
        // Negative numbers that are rounded to zero give a negative zero.
        return Double(signOf: number, magnitudeOf: nearest)
    }
}
