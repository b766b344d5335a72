/// The reason why a screen is not available.
public enum ScreenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Standard output is not a terminal.
    case noTerminal
    /// The terminal's device cannot be opened.
    case cannotOpen(device: String, reason: String)
    /// The terminal cannot position the cursor, so that animations are impossible, as with `TERM=dumb`; `term` is empty if
    /// `TERM` is not set.
    case cannotPositionCursor(term: String)
    /// ncurses does not support the terminal.
    case unusable(term: String, reason: String)

    /// A one-line message with the problem and the expected terminal.
    public var description: String {
        switch self {
        case .noTerminal: "standard output: expected a terminal"
        case .cannotOpen(let device, let reason): "\(device): cannot be opened: \(reason)"
        case .cannotPositionCursor(let term):
            "\(term.isEmpty ? "TERM is not set" : "TERM=\(term)"): "
                + "expected a terminal that can position its cursor, such as xterm-256color"
        case .unusable(let term, let reason): "TERM=\(term): \(reason)"
        }
    }
}
