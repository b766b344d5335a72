/// A value to be written as JSON; members keep their order.
package enum JSONValue {
    case text(String)
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([(key: String, value: JSONValue)])
    case null

    /// The value on one line.
    package var text: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .text(let text): Self.quote(text, to: &output)
        case .number(let number): output += number.isFinite ? Self.decimal(number) : "null"
        case .integer(let number): output += String(number)
        case .flag(let flag): output += flag ? "true" : "false"
        case .null: output += "null"
        case .list(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { output += "," }
                Self.quote(member.key, to: &output)
                output += ":"
                member.value.write(to: &output)
            }
            output += "}"
        }
    }

    /// A whole number without a fraction, any other as Swift writes it, which is JSON's form too.
    private static func decimal(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }

    private static func quote(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
