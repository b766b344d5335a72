import TerminalCells

/// Text in lines that fit on a terminal of 80 columns.
package enum WrappedText {
    /// The greatest width of a line, in columns.
    package static let columns = 80

    /// Returns a line that is too long as several ones: it is divided between words, and the lines after the first one are
    /// indented by two columns more. A word that is longer than a line stays whole.
    package static func lines(_ line: String) -> [String] {
        guard DisplayWidth.columns(of: line) > columns else { return [line] }
        let indent = String(line.prefix { $0 == " " })
        var lines: [String] = []
        var current = indent
        var isEmpty = true
        for word in line.split(separator: " ") {
            let next = isEmpty ? current + word : "\(current) \(word)"
            if isEmpty || DisplayWidth.columns(of: next) <= columns {
                current = next
            } else {
                lines.append(current)
                current = "\(indent)  \(word)"
            }
            isEmpty = false
        }
        return lines + [current]
    }
}
