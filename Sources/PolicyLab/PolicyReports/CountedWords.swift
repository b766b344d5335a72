/// Numbers with their nouns.
package enum CountedWords {
    /// Returns a number with a space between groups of three digits: `12 484`.
    package static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        return digits.indices.reduce(into: "") { text, index in
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += " " }
            text.append(digits[index])
        }
    }

    /// Returns a number with its noun, in the plural unless it is 1.
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}
