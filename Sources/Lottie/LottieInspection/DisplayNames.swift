/// The names of enumeration cases in words, derived from the case names so that new cases need no table.
package enum DisplayNames {
    /// Returns the name of a value's case in words, such as `gaussian blur` for `.gaussianBlur(…)`.
    static func name(of value: some Any) -> String {
        let name = Mirror(reflecting: value).children.first?.label ?? String(describing: value)
        var words = ""
        for character in name {
            if character.isUppercase { words += " " }
            words += character.lowercased()
        }
        return words
    }

    /// Returns a count with its noun, such as `1 mask` or `2 masks`.
    package static func counted(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
}
