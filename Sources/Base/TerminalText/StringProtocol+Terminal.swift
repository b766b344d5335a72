extension StringProtocol {
    /// Returns the text as one line that is safe for a terminal: it cannot control the terminal, break the line,
    /// reorder or hide other text, or exceed a length.
    ///
    /// Control characters and line breaks become spaces; characters without width and effect are removed. Letters of
    /// all scripts keep their order and their marks. Safe text is returned unchanged.
    ///
    /// - Parameter maxLength: The maximum number of scalars; longer text is truncated and ends in an ellipsis.
    package func terminalSafe(maxLength: Int = TerminalText.maxLineLength) -> String {
        if utf8.count <= maxLength, utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return String(self) }
        var safe = String.UnicodeScalarView()
        var count = 0
        for (scalar, verdict) in ReviewedScalars(String(self)) where verdict != .removed {
            count += 1
            guard count <= maxLength else { return String(safe).endingInEllipsis }
            safe.append(verdict == .shown ? scalar : " ")
        }
        return String(safe)
    }

    /// Returns the text, truncated to `longest` scalars with an ellipsis at the end.
    ///
    /// Use it for text to store or lay out, to limit the cost.
    package func truncated(to longest: Int) -> String {
        // A scalar has at least one byte, so a text of at most this number of bytes fits.
        if utf8.count <= longest { return String(self) }
        let end = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: longest, limitedBy: unicodeScalars.endIndex)
        guard let end, end < unicodeScalars.endIndex else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars[..<end])).endingInEllipsis
    }
}

extension String {
    /// The text with an ellipsis instead of its last letter.
    fileprivate var endingInEllipsis: String { String(dropLast()) + "…" }
}

/// Limits of text for terminals.
package enum TerminalText {
    /// The maximum number of scalars of a line for a terminal; more than several rows of the widest terminal.
    package static let maxLineLength = 4_096
}
