import FeedFaults
import FeedSources
import GiftFeed
import Playback
import Stage

/// A feed as the room on the stage has it: from outside or simulated, and disturbed where that is asked for.
final class StageFeed: RoomFeed {
    /// Where events come from outside; nil for those that are known before they are due.
    private let source: FeedSource?
    private var events: ArrivingEvents
    private var given = 0
    private var lastFault: String?
    private let ageLimit: AgeLimit?

    /// Events that a room takes before it looks after its picture: they take a small part of a frame's time.
    private static let mostAtOnce = 256

    /// The events of a source, as they come.
    /// - Parameter ageLimit: follows the room's settings.
    init(_ source: FeedSource, ageLimit: AgeLimit, chaos: FeedChaos?, seed: UInt64) {
        self.source = source
        self.ageLimit = ageLimit
        events = ArrivingEvents(chaos: chaos, seed: seed) { source.nextEvent() }
    }

    /// Events that are known before they are due.
    init(chaos: FeedChaos, seed: UInt64, _ next: @escaping () -> FeedEvent?) {
        source = nil
        ageLimit = nil
        events = ArrivingEvents(chaos: chaos, seed: seed, from: next)
    }

    func follow(_ settings: Settings) { ageLimit?.change(to: settings.expireAfter) }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard let event = events.next(upTo: .nanoseconds(time)) else {
            if source?.isAtEnd == true, events.isWaiting { events.finish() }
            return nil
        }
        given += 1
        return event
    }

    var nextDue: Nanoseconds? { events.nextDue?.nanosecondsSinceStart }

    var wakeUpDescriptor: Int32? {
        guard let source, events.isWaiting, !source.isAtEnd else { return nil }
        return source.wakeUpDescriptor
    }

    var mostAtOnce: Int? { source == nil ? nil : Self.mostAtOnce }

    var standing: FeedStanding? {
        var standing = FeedStanding(arrived: given)
        if let source {
            let counts = source.counts
            if let fault = source.takeFaults().last { lastFault = fault.description }
            standing.arrived = counts.arrived
            standing.wrongLines = counts.badLines
            standing.lastFault = lastFault
            standing.losses = FeedQueue.Reason.allCases.compactMap { reason in
                counts.dropped[reason].map { .init(reason.rawValue, $0) }
            }
            // What has come goes on for a while where the feed has ended.
            if !source.state.isOver || source.isAtEnd && events.nextDue == nil {
                (standing.state, standing.retryAt) = source.state.words
            }
        }
        if let counts = events.counts {
            let all = [
                ("chaos lost", counts.lost), ("chaos dropped", counts.dropped), ("chaos twice", counts.duplicated),
                ("chaos late", counts.overtaken), ("chaos bursts", counts.burst), ("chaos outages", counts.outages),
            ]
            standing.chaos = all.filter { $0.1 > 0 }.map { .init($0.0, $0.1) }
        }
        return standing
    }
}

extension FeedState {
    /// What people read of it; nothing where all is well.
    fileprivate var words: (state: String?, retryAt: Nanoseconds?) {
        switch self {
        case .open: (nil, nil)
        case .waiting(let reason): (reason.isEmpty ? nil : reason, nil)
        case .lost(let reason, let retryAt): ("lost: \(reason)", retryAt.nanosecondsSinceStart)
        case .ended: ("the feed has ended", nil)
        case .failed(let error): ("the feed has failed: \(error.problem)", nil)
        }
    }
}
