import FeedFaults
import FeedSources
import GiftFeed

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What is published: a room that is simulated, or what comes from a source.
struct PublishedFeed {
    private var room: DisturbedFeed<SimulatedRoom>?
    private var events: DisturbedSource?
    /// Whether events are due at their times from the beginning on, so that they can go faster; else they happen as they
    /// come.
    let hasOwnTimes: Bool

    init(_ room: DisturbedFeed<SimulatedRoom>) {
        self.room = room
        hasOwnTimes = true
    }

    init(_ events: DisturbedSource, hasOwnTimes: Bool) {
        self.events = events
        self.hasOwnTimes = hasOwnTimes
    }

    /// The next event; nil where none is there yet, or no more comes.
    /// - Parameter now: what comes live is disturbed at this time.
    mutating func next(at now: Duration) -> FeedEvent? {
        guard events != nil else { return room?.next() }
        return hasOwnTimes || events?.isDisturbed == false ? events?.nextOfAll() : events?.next(upTo: now)
    }

    /// Whether nothing more comes.
    var isAtEnd: Bool { events?.isAtEnd ?? true }

    /// Readable when there may be more; -1 where that need not be waited for.
    var descriptor: Int32 { events?.wakeUpDescriptor ?? -1 }

    /// When there is something to do, whether or not anything comes; nil where there is nothing.
    var nextDue: Duration? { hasOwnTimes ? nil : events?.nextDue }

    /// Why a source came to its end too early.
    var failure: FeedSourceError? { source?.failure }

    /// Where events come from outside.
    var source: FeedSource? { events?.source }

    /// Whether a source of this name is a file, which has times of its own.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
