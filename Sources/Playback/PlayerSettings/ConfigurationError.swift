import TerminalText

/// An error in a configuration: its place and a description with the expected value, in one line.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of an error.
    public enum Place: Hashable, Sendable, CustomStringConvertible {
        /// A position in a file; lines and columns count from 1.
        case file(path: String, line: Int, column: Int)
        /// A whole file.
        case wholeFile(path: String)
        /// A command-line option as written, such as `--set replaceAt=2x`.
        case option(String)
        /// The environment variable with this name.
        case environment(String)

        /// The place as the beginning of an error message.
        public var description: String {
            switch self {
            case .file(let path, let line, let column): "\(path):\(line):\(column)"
            case .wholeFile(let path): path
            case .option(let text), .environment(let text): text
            }
        }
    }

    /// The place of the error.
    public let place: Place
    /// The error and the expected value.
    public let problem: String

    /// Creates an error of one line.
    public init(_ place: Place, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    /// The place and the problem in one line; quotations from the input are safe for terminals.
    public var description: String {
        "\(place): \(problem)".terminalSafe()
    }
}
