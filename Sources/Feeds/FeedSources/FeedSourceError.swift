package import SystemIO

/// The error with which a source could not be opened or ended, in one line.
public struct FeedSourceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the source.
    public let source: String
    /// The problem.
    public let problem: String

    /// Creates an error.
    public init(_ source: String, _ problem: String) {
        self.source = source
        self.problem = problem
    }

    /// The source and the problem, in one line.
    public var description: String { "\(source): \(problem)" }
}

extension WakePipe {
    /// Returns a new signal.
    ///
    /// - Throws: `FeedSourceError` if the system has no descriptors left.
    package static func forFeed() throws(FeedSourceError) -> WakePipe {
        do throws(SystemError) {
            return try WakePipe()
        } catch {
            throw FeedSourceError("pipe", error.description)
        }
    }
}
