import TerminalText

/// The reason for which a server refuses or closes a connection, as text for people.
enum ServerReason {
    /// The largest number of scalars that are quoted from the server.
    static let maxLength = 200

    /// Returns the server's text as one short line that is safe for terminals, or `fallback` if the server sent no
    /// text.
    static func line(_ text: String?, fallback: String) -> String {
        guard let text else { return fallback }
        let line = text.terminalSafe(maxLength: maxLength)
        return line.allSatisfy(\.isWhitespace) ? fallback : line
    }
}
