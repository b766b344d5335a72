/// Why a screen cannot be had.
public enum ScreenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Standard output is no terminal.
    case noTerminal
    /// The terminal's device cannot be opened.
    case cannotOpen(device: String, reason: String)
    /// The terminal cannot place the cursor, so that nothing can move on it: `TERM` is `dumb` or names the like.
    case cannotPlaceCursor(term: String)
    /// ncurses refuses the terminal.
    case unusable(term: String, reason: String)

    /// One line that says what was found and what was expected.
    public var description: String {
        switch self {
        case .noTerminal: "standard output: expected a terminal"
        case .cannotOpen(let device, let reason): "\(device): cannot be opened: \(reason)"
        case .cannotPlaceCursor(let term):
            "TERM=\(term): expected a terminal that can place its cursor, such as xterm-256color"
        case .unusable(let term, let reason): "TERM=\(term): \(reason)"
        }
    }
}
