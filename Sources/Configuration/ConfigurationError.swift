/// Something wrong with what a person wrote: where it is, what it is and what was expected, in one line.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where a fault is.
    public enum Place: Hashable, Sendable, CustomStringConvertible {
        /// In a file; lines and columns count from 1.
        case file(path: String, line: Int, column: Int)
        /// The file as a whole.
        case wholeFile(path: String)
        /// On the command line: the option as written, such as `--set replaceAt=2x`.
        case option(String)
        /// In the environment variable of this name.
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

    /// Where it is.
    public let place: Place
    /// What it is, and what was expected.
    public let problem: String

    /// An error of one line.
    public init(_ place: Place, _ problem: String) {
        self.place = place
        self.problem = problem
    }

    /// Place and problem in one line; control characters that were quoted from the input are shown as spaces.
    public var description: String {
        String("\(place): \(problem)".map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? " " : $0 })
    }
}
