import FeedSources
import FeedTools
import RoomEvents
import RoomSimulator
import SystemIO

/// The feed to publish: a simulated room or a source.
struct PublishedFeed {
    private var room: DisturbedFeed<SimulatedRoom>?
    private var events: DisturbedSource?
    /// Whether the times of the events apply, so that the speed can change; otherwise events are published on arrival.
    let hasOwnTimes: Bool

    init(_ room: DisturbedFeed<SimulatedRoom>) {
        self.room = room
        hasOwnTimes = true
    }

    init(_ events: DisturbedSource, hasOwnTimes: Bool) {
        self.events = events
        self.hasOwnTimes = hasOwnTimes
    }

    /// Returns the next event; `nil` if none is available yet or the feed has ended.
    ///
    /// - Parameter now: The current time, at which the events of a live source are disturbed.
    mutating func next(at now: Duration) -> FeedEvent? {
        guard events != nil else { return room?.next() }
        return hasOwnTimes || events?.isDisturbed == false ? events?.nextInFeedTime() : events?.next(upTo: now)
    }

    /// Whether no more events follow.
    var isAtEnd: Bool { events?.isAtEnd ?? true }

    /// A descriptor that is readable when more events may be available; -1 if it is not necessary to wait for it.
    var descriptor: Int32 { events?.wakeDescriptor ?? -1 }

    /// The time of the next delayed event, disturbance or cut; `nil` if there is none.
    var nextDue: Duration? { hasOwnTimes ? nil : events?.nextDue }

    /// The error that ended the source; `nil` without one.
    var failure: FeedSourceError? { source?.failure }

    /// The source of the events; `nil` for a simulated room.
    var source: FeedSource? { events?.source }

    /// Returns whether `path` is a regular file, whose events have times of their own.
    static func isFile(_ path: String) -> Bool { FileStatus.kind(of: path) == .file }
}
