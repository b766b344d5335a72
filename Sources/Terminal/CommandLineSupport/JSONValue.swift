import JSON

/// A value to encode as JSON; objects keep the order of their members.
package enum JSONValue {
    case string(String)
    case number(Double)
    case integer(Int)
    case bool(Bool)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])
    case null

    /// The value as JSON, on one line.
    package var text: String {
        var output: [UInt8] = []
        write(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .string(let text): output.append(jsonString: text)
        case .number(let number): output += (number.isFinite ? Self.decimal(number) : "null").utf8
        case .integer(let number): output += String(number).utf8
        case .bool(let flag): output += (flag ? "true" : "false").utf8
        case .null: output += "null".utf8
        case .array(let values):
            output += "[".utf8
            for (index, value) in values.enumerated() {
                if index > 0 { output += ",".utf8 }
                value.write(to: &output)
            }
            output += "]".utf8
        case .object(let members):
            output += "{".utf8
            for (index, member) in members.enumerated() {
                if index > 0 { output += ",".utf8 }
                output.append(jsonString: member.key)
                output += ":".utf8
                member.value.write(to: &output)
            }
            output += "}".utf8
        }
    }

    /// Returns a whole number without a decimal point and any other as Swift prints it, which is valid JSON.
    private static func decimal(_ number: Double) -> String {
        Int(exactly: number).map { String($0) } ?? String(number)
    }
}
