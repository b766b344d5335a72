import TerminalText

extension [UInt8] {
    /// Appends a text as a JSON string with its quotation marks.
    ///
    /// Characters that control a terminal, or reorder or hide text (see ``ReviewedScalars``), are written as `\uXXXX`.
    /// The value is the same, and the bytes are safe to display.
    ///
    /// - SeeAlso: RFC 8259, section 7.
    package mutating func append(jsonString text: String) {
        append(UInt8(ascii: "\""))
        let isPlain = text.utf8.allSatisfy {
            0x20 <= $0 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain {
            append(contentsOf: text.utf8)
        } else {
            for (scalar, verdict) in ReviewedScalars(text) { append(jsonScalar: scalar, isShown: verdict == .shown) }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends a value as JSON without white space.
    package mutating func append(_ value: JSONValue) {
        switch value {
        case .string(let text): append(jsonString: text)
        // A whole number has no decimal point; any other is printed as Swift prints it, which is valid JSON.
        case .number(let number):
            self += (number.isFinite ? Int(exactly: number).map { String($0) } ?? String(number) : "null").utf8
        case .integer(let number): self += String(number).utf8
        case .bool(let flag): self += (flag ? "true" : "false").utf8
        case .null: self += "null".utf8
        case .array(let values):
            append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(value)
            }
            append(UInt8(ascii: "]"))
        case .object(let members):
            append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(jsonString: member.key)
                append(UInt8(ascii: ":"))
                append(member.value)
            }
            append(UInt8(ascii: "}"))
        }
    }

    private mutating func append(jsonScalar scalar: Unicode.Scalar, isShown: Bool) {
        switch scalar {
        case "\"", "\\":
            append(UInt8(ascii: "\\"))
            append(UInt8(truncatingIfNeeded: scalar.value))
        case "\n": append(contentsOf: #"\n"#.utf8)
        case "\r": append(contentsOf: #"\r"#.utf8)
        case "\t": append(contentsOf: #"\t"#.utf8)
        case _ where isShown: append(contentsOf: String(scalar).utf8)
        default:
            for unit in String(scalar).utf16 { append(escapedUnit: unit) }
        }
    }

    private mutating func append(escapedUnit unit: UInt16) {
        append(contentsOf: #"\u"#.utf8)
        let digits = String(unit, radix: 16)
        for _ in digits.utf8.count..<4 { append(UInt8(ascii: "0")) }
        append(contentsOf: digits.utf8)
    }
}
