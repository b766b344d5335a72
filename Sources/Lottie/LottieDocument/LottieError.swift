/// The reason why a file is not a playable Lottie animation.
public struct LottieError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path of the error in the document, such as `layers[2].shapes[0].c.k`; empty for the document itself.
    public let path: String
    /// A text with what was expected there and what was found.
    public let problem: String

    /// The line and the column of the error in the text of the document, both counted from 1; `nil` if they are unknown.
    package let position: TextPosition?

    /// A place in a text.
    package struct TextPosition: Equatable, Sendable {
        /// The line, counted from 1.
        package let line: Int
        /// The column in characters, counted from 1.
        package let column: Int
    }

    /// Creates an error at `path`. Both texts are truncated to 400 Unicode scalars.
    public init(path: String, problem: String) {
        self.init(path: path, problem: problem, position: nil)
    }

    init(path: String, problem: String, position: TextPosition?) {
        self.position = position
        self.path = Self.truncated(path)
        self.problem = Self.truncated(problem)
    }

    /// The longest path or problem, in Unicode scalars. Both can contain text of the document, whose length has no
    /// limit.
    static let maxTextLength = 400

    /// Returns the text, truncated and with an ellipsis if it is too long.
    static func truncated(_ text: String) -> String {
        if text.utf8.count <= maxTextLength { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: maxTextLength, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(text[..<end]) + "…"
    }

    /// Returns whether two errors say the same.
    public static func == (one: LottieError, other: LottieError) -> Bool {
        one.path == other.path && one.problem == other.problem
    }

    /// The path and the problem in one line.
    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
