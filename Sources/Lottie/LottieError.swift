/// Why a file is no Lottie animation that can be played.
public struct LottieError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where in the document, such as `layers[2].shapes[0].c.k`; empty for the document itself.
    public let path: String
    /// What was expected there and what was found.
    public let problem: String

    /// The error `problem` at `path`.
    public init(path: String, problem: String) {
        self.path = path
        self.problem = problem
    }

    /// The place and the problem in one line.
    public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
