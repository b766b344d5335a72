import FeedFaults
import FeedSources
import GiftFeed
import Playback
import Stage

/// A feed as the room on the stage has it: from outside or simulated, and disturbed where that is asked for.
final class StageFeed: RoomFeed {
    /// Events from outside, as they come; nil for those that are known before they are due.
    private var outside: DisturbedSource?
    /// Those that are.
    private var room: ArrivingEvents?
    private var given = 0
    private var lastFault: String?
    private let ageLimit: AgeLimit?

    /// Events that a room takes before it looks after its picture: they take a small part of a frame's time.
    private static let mostAtOnce = 256

    /// The events of a source, as they come.
    /// - Parameter ageLimit: follows the room's settings.
    init(_ source: FeedSource, ageLimit: AgeLimit, chaos: FeedChaos?, seed: UInt64) {
        self.ageLimit = ageLimit
        outside = DisturbedSource(source, chaos: chaos, seed: seed)
    }

    /// Events that are known before they are due.
    init(chaos: FeedChaos, seed: UInt64, _ next: @escaping () -> FeedEvent?) {
        ageLimit = nil
        room = ArrivingEvents(chaos: chaos, seed: seed, from: next)
    }

    func follow(_ settings: Settings) { ageLimit?.change(to: settings.expireAfter) }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        let time = Duration.nanoseconds(time)
        guard let event = outside?.next(upTo: time) ?? room?.next(upTo: time) else { return nil }
        given += 1
        return event
    }

    var nextDue: Nanoseconds? { (outside?.nextDue ?? room?.nextDue)?.nanosecondsSinceStart }

    var wakeUpDescriptor: Int32? { outside?.wakeUpDescriptor }

    var mostAtOnce: Int? { outside == nil ? nil : Self.mostAtOnce }

    var standing: FeedStanding? {
        var standing = FeedStanding(arrived: given)
        guard let outside else {
            standing.chaos = Self.chaos(room?.counts, cuts: 0)
            return standing
        }
        let counts = outside.source.counts
        if let fault = outside.source.takeFaults().last { lastFault = fault.description }
        standing.arrived = counts.arrived
        standing.wrongLines = counts.badLines
        standing.lastFault = lastFault
        standing.losses = FeedQueue.Reason.allCases.compactMap { reason in
            counts.dropped[reason].map { .init(reason.rawValue, $0) }
        }
        // What has come goes on for a while where the feed has ended.
        if !outside.source.state.isOver || outside.isAtEnd {
            (standing.state, standing.retryAt) = outside.source.state.words
        }
        standing.chaos = Self.chaos(outside.counts, cuts: outside.cutCount)
        return standing
    }

    /// What has gone wrong on purpose, by its name.
    private static func chaos(_ counts: FeedDisturbance.Counts?, cuts: Int) -> [FeedStanding.Loss] {
        guard let counts else { return [] }
        let all = [
            ("chaos lost", counts.lost), ("chaos dropped", counts.dropped), ("chaos twice", counts.duplicated),
            ("chaos late", counts.overtaken), ("chaos bursts", counts.burst), ("chaos outages", counts.outages),
            ("chaos cuts", cuts),
        ]
        return all.filter { $0.1 > 0 }.map { .init($0.0, $0.1) }
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
