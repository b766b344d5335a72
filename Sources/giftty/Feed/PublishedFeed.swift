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
enum PublishedFeed {
    case room(DisturbedFeed<SimulatedRoom>)
    /// One with times of its own, as a file has them, or one whose events happen as they come.
    case source(FeedSource, hasOwnTimes: Bool)

    /// The next event; nil where none is there yet, or no more comes.
    mutating func next() -> FeedEvent? {
        switch self {
        case .room(var room):
            defer { self = .room(room) }
            return room.next()
        case .source(let source, _): return source.nextEvent()
        }
    }

    /// Whether nothing more comes.
    var isAtEnd: Bool {
        switch self {
        case .room: true
        case .source(let source, _): source.isAtEnd
        }
    }

    /// Readable when there may be more; -1 where that need not be waited for.
    var descriptor: Int32 {
        switch self {
        case .room: -1
        case .source(let source, _): source.wakeUpDescriptor
        }
    }

    /// Whether events are due at their times from the beginning on, so that they can go faster.
    var hasOwnTimes: Bool {
        switch self {
        case .room: true
        case .source(_, let hasOwnTimes): hasOwnTimes
        }
    }

    /// Whether a source of this name is a file, which has times of its own.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Why a source came to its end too early.
    var failure: FeedSourceError? {
        if case .source(let source, _) = self { source.failure } else { nil }
    }

    /// Where events come from outside.
    var source: FeedSource? {
        if case .source(let source, _) = self { source } else { nil }
    }
}
