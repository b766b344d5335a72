import ExactNumbers
import Synchronization

/// The maximum age of events that a server has stored. The room sets it, and the thread of the source reads it.
final class AgeLimit: Sendable {
    private let limit: Mutex<Nanoseconds?>

    /// Creates a limit.
    ///
    /// - Parameter limit: The limit; `nil` for none.
    init(_ limit: Nanoseconds?) {
        self.limit = Mutex(limit)
    }

    /// The current limit; `nil` for none.
    var value: Duration? { limit.withLock { $0 }.map { .nanoseconds($0) } }

    /// Changes the limit.
    func set(_ limit: Nanoseconds?) { self.limit.withLock { $0 = limit } }
}
