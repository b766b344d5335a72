import JSON

extension JSONReader {
    /// Reads a text, or only the fields that the rule changes, and returns it with Lottie's own keys.
    mutating func readThemeText() throws(JSONError) -> String {
        if try peekKind() == .string { return "{\"t\":\(String(decoding: try readRawValue(), as: UTF8.self))}" }
        var fields: [String] = []
        try readObject("a text") { reader, key throws(JSONError) in
            guard let name = Self.textFields.first(where: { $0.theme ~= key })?.format else {
                return try reader.skipValue()
            }
            switch name {
            case "j": fields.append("\"j\":\(Self.number(of: try reader.readString(), among: Self.justifications))")
            case "ca": fields.append("\"ca\":\(Self.number(of: try reader.readString(), among: Self.caps))")
            default: fields.append("\"\(name)\":\(String(decoding: try reader.readRawValue(), as: UTF8.self))")
            }
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private static let textFields: [(theme: JSONKey, format: String)] = [
        ("text", "t"), ("fontName", "f"), ("fontSize", "s"), ("fillColor", "fc"), ("strokeColor", "sc"),
        ("strokeWidth", "sw"), ("strokeOverFill", "of"), ("lineHeight", "lh"), ("tracking", "tr"), ("justify", "j"),
        ("textCaps", "ca"), ("baselineShift", "ls"), ("wrapSize", "sz"), ("wrapPosition", "ps"),
    ]

    private static let justifications = [
        "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter", "JustifyLastFull",
    ]

    private static let caps = ["Regular", "AllCaps", "SmallCaps"]

    /// Returns Lottie's number for a keyword, 0 if the keyword is unknown.
    private static func number(of word: String, among words: [String]) -> Int { words.firstIndex(of: word) ?? 0 }
}
