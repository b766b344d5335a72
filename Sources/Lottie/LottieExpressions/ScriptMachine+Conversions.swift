import CPlatform

extension ScriptMachine {
    func isNullish(_ value: ScriptValue) -> Bool {
        switch value {
        case .undefined, .null: true
        default: false
        }
    }

    func isUndefined(_ value: ScriptValue) -> Bool {
        if case .undefined = value { true } else { false }
    }

    /// Returns whether a value counts as true.
    public func isTruthy(_ value: ScriptValue) -> Bool {
        switch value {
        case .bool(let value): value
        case .number(let number): !(number == 0 || number.isNaN)
        case .undefined, .null: false
        case .boxedString(let text): !text.string.isEmpty
        case .object, .builtin: true
        }
    }

    /// Returns the plain value of a host object; any other value is returned unchanged.
    func primitive(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        guard case .object(let object) = value else { return value }
        return try object.plainValue(in: self) ?? value
    }

    /// Returns the plain value of a host object, or the value that the methods of a script give its object.
    func operand(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        let value = try primitive(value)
        if let plain = try convertedValue(of: value) { return plain }
        return value
    }

    /// Returns a value as a number, or NaN if it cannot be converted.
    public func number(_ value: ScriptValue) throws(ScriptFailure) -> Double {
        switch value {
        case .number(let number): return number
        case .undefined: return .nan
        case .null: return 0
        case .bool(let value): return value ? 1 : 0
        case .boxedString(let text): return Self.number(in: text.string)
        case .builtin: return .nan
        case .object(let object):
            if let array = object as? ScriptArray {
                return array.elements.isEmpty ? 0 : array.elements.count == 1 ? try number(array.elements[0]) : .nan
            }
            if let plain = try object.plainValue(in: self) { return try number(plain) }
            guard let plain = try convertedValue(of: value) else { return .nan }
            return try number(plain)
        }
    }

    /// Returns the numbers of an array or of a host object with such a plain value; `nil` for any other value.
    public func vector(_ value: ScriptValue) throws(ScriptFailure) -> [Double]? {
        guard case .object(let object) = try primitive(value), let array = object as? ScriptArray else { return nil }
        try spend(steps: array.elements.count / 4)
        var numbers: [Double] = []
        numbers.reserveCapacity(array.elements.count)
        for element in array.elements { numbers.append(try number(element)) }
        return numbers
    }

    /// Returns a value as an integer, clamped to the range of `Int32`; 0 for NaN.
    func integer(_ value: ScriptValue) throws(ScriptFailure) -> Int {
        let number = try number(value)
        if number.isNaN { return 0 }
        return Int(max(-2_147_483_648, min(2_147_483_647, number.rounded(.towardZero))))
    }

    /// Returns a value as a string.
    public func string(_ value: ScriptValue) throws(ScriptFailure) -> String { try string(value, depth: 0) }

    private func string(_ value: ScriptValue, depth: Int) throws(ScriptFailure) -> String {
        switch value {
        case .boxedString(let text): return text.string
        case .number(let number): return NumberFormatting.string(number)
        case .bool(let value): return value ? "true" : "false"
        case .undefined: return "undefined"
        case .null: return "null"
        case .builtin: return "function () {}"
        case .object(let object):
            if let array = object as? ScriptArray {
                return try joined(array.elements, by: ",", depth: depth)
            }
            if let record = object as? ScriptRecord {
                guard record.isError else {
                    let plain = try convertedValue(of: value, by: ["toString", "valueOf"])
                    return try plain.map { plain throws(ScriptFailure) in try string(plain) } ?? "[object Object]"
                }
                let name =
                    try record.property("name").map { value throws(ScriptFailure) in
                        try string(value, depth: 16)
                    } ?? record.errorType.rawValue
                let message =
                    try record.property("message").map { value throws(ScriptFailure) in
                        try string(value, depth: 16)
                    } ?? ""
                // Without one of them there is no colon (ECMAScript, Error.prototype.toString).
                return message.isEmpty ? name : name.isEmpty ? message : "\(name): \(message)"
            }
            if let date = object as? DateObject { return date.text }
            if let expression = object as? RegularExpression { return expression.text }
            if let plain = try object.plainValue(in: self) { return try string(plain, depth: depth + 1) }
            return object.isCallable ? "function () {}" : "[object Object]"
        }
    }

    /// Returns the strings of the values, joined by a separator.
    func joined(_ values: [ScriptValue], by separator: String, depth: Int = 0) throws(ScriptFailure) -> String {
        // An array can contain itself.
        guard depth < 16 else { return "" }
        var text = ""
        for (index, value) in values.enumerated() {
            if index > 0 { text += separator }
            let count = text.utf8.count
            if !isNullish(value) { text += try string(value, depth: depth + 1) }
            try spend(steps: 1)
            try spend(memory: 1 + (text.utf8.count - count + separator.utf8.count) / 8)
        }
        return text
    }

    func typeName(_ value: ScriptValue) -> String {
        switch value {
        case .undefined: "undefined"
        case .null: "object"
        case .bool: "boolean"
        case .number: "number"
        case .boxedString: "string"
        case .builtin(let builtin): builtin.isPlainObject ? "object" : "function"
        case .object(let object): object is ScriptFunction ? "function" : object.typeName
        }
    }

    /// Returns the number that a whole string represents; 0 for an empty string and NaN for an invalid one.
    static func number(in text: String) -> Double {
        let trimmed = text.trimmingWhitespace
        if trimmed.isEmpty { return 0 }
        switch trimmed {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        let bytes = Array(trimmed.utf8)
        if bytes.count > 2, bytes[0] == 48, let radix = [120: 16, 111: 8, 98: 2][Int(bytes[1] | 32)] {
            return wholeNumber(trimmed.dropFirst(2), radix: radix, isStrict: true)
        }
        guard let length = decimalLength(bytes), length == bytes.count else { return .nan }
        return Lexer.number(bytes[...])
    }

    /// Returns the length of the decimal number at the start, in bytes, or `nil` if there is none.
    static func decimalLength(_ bytes: [UInt8]) -> Int? {
        var index = 0
        func isDigit(_ place: Int) -> Bool { place < bytes.count && bytes[place] >= 48 && bytes[place] <= 57 }
        if index < bytes.count, bytes[index] == 43 || bytes[index] == 45 { index += 1 }
        let first = index
        while isDigit(index) { index += 1 }
        var digits = index - first
        if index < bytes.count, bytes[index] == 46 {
            let point = index
            index += 1
            while isDigit(index) { index += 1 }
            digits += index - point - 1
            if digits == 0 { index = point }
        }
        if digits == 0 { return nil }
        if index < bytes.count, bytes[index] | 32 == 101 {
            var exponent = index + 1
            if exponent < bytes.count, bytes[exponent] == 43 || bytes[exponent] == 45 { exponent += 1 }
            if isDigit(exponent) {
                while isDigit(exponent) { exponent += 1 }
                index = exponent
            }
        }
        return index
    }

    /// Returns the integer that the digits at the start represent; NaN if there are none, or if other characters follow
    /// and `isStrict` is `true`.
    static func wholeNumber(_ digits: Substring, radix: Int, isStrict: Bool) -> Double {
        var value = 0.0
        var isEmpty = true
        for character in digits {
            guard character.isASCII, let digit = Int(String(character), radix: 36), digit < radix else {
                if isStrict { return .nan }
                break
            }
            value = value * Double(radix) + Double(digit)
            isEmpty = false
        }
        return isEmpty ? .nan : value
    }
}

extension String {
    /// The string without white space at its ends.
    var trimmingWhitespace: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

/// The conversion of numbers to strings.
enum NumberFormatting {
    /// Returns the shortest decimal representation of a number, as ECMAScript defines it.
    static func string(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        if let whole = Int(exactly: number), whole.magnitude < 1_000_000_000_000_000 { return String(whole) }
        let sign = number < 0 ? "-" : ""
        let (digits, exponent) = Self.digits(in: Array("\(number.magnitude)".utf8))
        return sign + decimalString(digits, exponent)
    }

    /// Returns the digits d₁d₂… of a decimal number and an exponent e so that the number is 0.d₁d₂… · 10^e.
    private static func digits(in text: [UInt8]) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        var exponent = 0
        var isAfterPoint = false
        var bytes = text[...]
        if let mark = bytes.firstIndex(of: 101) {
            exponent = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)) ?? 0
            bytes = bytes[..<mark]
        }
        for byte in bytes {
            if byte == 46 {
                isAfterPoint = true
            } else {
                digits.append(byte)
                if !isAfterPoint { exponent += 1 }
            }
        }
        let zeros = digits.prefix { $0 == 48 }.count
        digits.removeFirst(zeros)
        exponent -= zeros
        while digits.last == 48 { digits.removeLast() }
        return (digits, exponent)
    }

    /// Returns the number 0.d₁d₂… · 10^exponent as text, without an exponent if it has at most `maxDigits` digits before
    /// the point and is not very small.
    private static func decimalString(_ digits: [UInt8], _ exponent: Int, maxDigits: Int = 21) -> String {
        func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
        if exponent > 0, exponent <= maxDigits {
            if digits.count <= exponent { return text(digits) + String(repeating: "0", count: exponent - digits.count) }
            return text(digits[..<exponent]) + "." + text(digits[exponent...])
        }
        if exponent <= 0, exponent > -6 { return "0." + String(repeating: "0", count: -exponent) + text(digits) }
        let power = exponent - 1
        let mantissa = digits.count > 1 ? text(digits[..<1]) + "." + text(digits[1...]) : text(digits)
        return mantissa + (power < 0 ? "e-" : "e+") + String(abs(power))
    }

    /// Returns the number with the given number of digits after the decimal point; of two equally near results, the
    /// greater magnitude (ECMAScript, `Number.prototype.toFixed`).
    static func fixed(_ number: Double, digits count: Int) -> String {
        guard number.isFinite, abs(number) < 1e21 else { return string(number) }
        var (digits, exponent) = exactDigits(of: number.magnitude)
        let kept = exponent + count
        round(&digits, &exponent, to: kept)
        // A number below 1 has a zero before the point.
        digits.insert(contentsOf: repeatElement(48, count: max(0, count + 1 - digits.count)), at: 0)
        let whole = String(decoding: digits.dropLast(count), as: UTF8.self)
        let fraction = count > 0 ? "." + String(decoding: digits.suffix(count), as: UTF8.self) : ""
        return (number < 0 ? "-" : "") + whole + fraction
    }

    /// Returns the number with the given number of significant digits; of two equally near results, the greater
    /// magnitude (ECMAScript, `Number.prototype.toPrecision`).
    static func precise(_ number: Double, digits count: Int) -> String {
        guard number.isFinite else { return string(number) }
        var (digits, exponent) = exactDigits(of: number.magnitude)
        round(&digits, &exponent, to: count)
        // The first digit of zero is before the point.
        if number == 0 { exponent = 1 }
        return (number < 0 ? "-" : "") + decimalString(Array(digits.prefix(count)), exponent, maxDigits: count)
    }

    /// Returns the cost of all digits of a number, in steps.
    static func cost(of number: Double) -> Int { 100 + decimalPlaces(of: number) / 2 }

    /// Returns the number of digits after the decimal point of a number that is written exactly.
    private static func decimalPlaces(of number: Double) -> Int {
        number.isFinite && number != 0 ? max(0, number.significandWidth - Int(number.exponent)) : 0
    }

    /// Returns all digits of a finite number that is not negative, in the form of `digits(in:)`.
    ///
    /// Fewer digits would already be rounded, and a half in the wrong direction.
    private static func exactDigits(of number: Double) -> (digits: [UInt8], exponent: Int) {
        let places = decimalPlaces(of: number)
        // The greatest number has 309 digits before the point.
        var buffer = [CChar](repeating: 0, count: 312 + places)
        let count = withVaList([Int32(places), number]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
        return digits(in: buffer.prefix(max(0, min(Int(count), buffer.count - 1))).map { UInt8(bitPattern: $0) })
    }

    /// Rounds the number 0.d₁d₂… · 10^exponent to its first `count` digits, a half up; missing digits become zeros.
    ///
    /// If the result has more digits before the point, it has `count` + 1 digits.
    private static func round(_ digits: inout [UInt8], _ exponent: inout Int, to count: Int) {
        guard count >= 0 else {
            digits = []
            return
        }
        let isUp = count < digits.count && digits[count] >= 53
        digits = Array(digits.prefix(count)) + repeatElement(48, count: max(0, count - digits.count))
        guard isUp else { return }
        var index = count
        while index > 0, digits[index - 1] == 57 {
            index -= 1
            digits[index] = 48
        }
        if index > 0 {
            digits[index - 1] += 1
        } else {
            digits.insert(49, at: 0)
            exponent += 1
        }
    }

    /// Returns the number with one digit before the point and an exponent; of two equally near results, the greater
    /// magnitude (ECMAScript, `Number.prototype.toExponential`).
    ///
    /// - Parameter count: The number of digits after the point; `nil` for as many as the number needs.
    static func exponential(_ number: Double, digits count: Int?) -> String {
        guard number.isFinite else { return string(number) }
        var (digits, exponent) =
            count == nil ? digits(in: Array("\(number.magnitude)".utf8)) : exactDigits(of: number.magnitude)
        if let count { round(&digits, &exponent, to: count + 1) }
        if number == 0 { exponent = 1 }
        let kept = digits.isEmpty ? [48] : Array(digits.prefix(count.map { $0 + 1 } ?? digits.count))
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let mantissa = text(kept[..<1]) + (kept.count > 1 ? "." + text(kept[1...]) : "")
        let power = exponent - 1
        return (number < 0 ? "-" : "") + mantissa + (power < 0 ? "e-" : "e+") + String(abs(power))
    }

    /// Returns the number as browsers write it in English: groups of three digits, and up to three digits after the
    /// point.
    static func grouped(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-∞" : "∞" }
        guard abs(number) < 1e21 else { return string(number) }
        let parts = fixed(number.magnitude, digits: 3).split(separator: ".")
        var fraction = parts.count > 1 ? parts[1] : ""
        while fraction.last == "0" { fraction.removeLast() }
        var whole = ""
        for (place, digit) in (parts.first ?? "0").enumerated() {
            if place > 0, ((parts.first?.count ?? 1) - place) % 3 == 0 { whole += "," }
            whole.append(digit)
        }
        return (number.sign == .minus ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Returns the number in a radix from 2 to 36, with as many digits after the point as tell it from its neighbours.
    static func string(_ number: Double, radix: Int) -> String {
        guard number.isFinite, abs(number) < 9e15 else { return string(number) }
        var whole = number.magnitude.rounded(.down)
        var rest = number.magnitude - whole
        let base = Double(radix)
        // Half the distance to the next number.
        var precision = max(number.magnitude.ulp / 2, .leastNonzeroMagnitude)
        var digits: [Int] = []
        while rest >= precision {
            rest *= base
            precision *= base
            let digit = rest.rounded(.down)
            digits.append(Int(digit))
            rest -= digit
            guard rest > 0.5 || (rest == 0.5 && digits[digits.count - 1] % 2 == 1), rest + precision > 1 else {
                continue
            }
            // The last digit is rounded up, and carries into those before it.
            while let last = digits.popLast() {
                if last + 1 < radix {
                    digits.append(last + 1)
                    break
                }
                if digits.isEmpty { whole += 1 }
            }
            break
        }
        let fraction = digits.map { String($0, radix: radix) }.joined()
        return (number < 0 ? "-" : "") + String(Int(whole), radix: radix) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
