/// A line of text with placeholders in braces, such as `thank you {name}`.
struct LineTemplate {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Returns the line with its placeholders replaced. A placeholder without a value stays unchanged.
    func filled(_ values: [String: String]) -> String {
        var line = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            line += rest[..<open]
            let place = rest[rest.index(after: open)..<close]
            line += values[String(place)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return line + rest
    }
}
