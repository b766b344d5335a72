/// Words for the cases of enumerations, so that new ones have theirs at once.
enum Words {
    /// The name of a value's case in words: `gaussian blur` for `.gaussianBlur(…)`.
    static func of(_ value: some Any) -> String {
        let name = Mirror(reflecting: value).children.first?.label ?? String(describing: value)
        var words = ""
        for character in name {
            if character.isUppercase { words += " " }
            words += character.lowercased()
        }
        return words
    }

    /// `1 mask`, `2 masks`.
    static func count(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}
