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
        // Several spaces in a row stay together.
        for word in line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
            let next = isEmpty ? current + word : "\(current) \(word)"
            if isEmpty || DisplayWidth.columns(of: next) <= columns {
                current = next
            } else {
                while current.last == " " { current.removeLast() }
                lines.append(current)
                current = "\(indent)  \(word)"
            }
            isEmpty = false
        }
        return lines + [current]
    }
}
