/// What is wrong with a document of the store: where in it, what was expected and what was found, in one line.
public struct StoreDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in the document, such as `gifts[3].version`, or its line and column where it is no JSON; empty for the whole.
    public let path: String
    /// What was expected there and what was found.
    public let problem: String

    /// The error `problem` at `path`.
    public init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// The place and the problem in one line; control characters that were quoted from the document are shown as spaces.
    public var description: String {
        let text = path.isEmpty ? problem : "\(path): \(problem)"
        return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        // Besides control characters, the two that Unicode calls line and paragraph separators.
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
