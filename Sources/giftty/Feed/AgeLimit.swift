import Playback
import Synchronization

/// How long ago what a server has kept may have happened; told by the room, asked on the thread that reads.
final class AgeLimit: Sendable {
    private let limit: Mutex<Nanoseconds?>

    /// - Parameter limit: the limit; nil for none.
    init(_ limit: Nanoseconds?) {
        self.limit = Mutex(limit)
    }

    /// The limit in force; nil for none.
    var value: Duration? { limit.withLock { $0 }.map { .nanoseconds($0) } }

    /// From now on it is this.
    func change(to limit: Nanoseconds?) { self.limit.withLock { $0 = limit } }
}
