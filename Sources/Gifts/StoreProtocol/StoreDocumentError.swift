import TerminalText

/// An error in a document of the store: its place, what was expected and what was found.
public struct StoreDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place, such as `gifts[3].version`, or the line and column if the text is not valid JSON; empty for the whole
    /// document.
    public let path: String
    /// What was expected there and what was found.
    public let problem: String

    /// Creates an error at `path`.
    public init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// The place and the problem in one line; control characters from the document are replaced or removed.
    public var description: String {
        (path.isEmpty ? problem : "\(path): \(problem)").terminalSafe()
    }
}
