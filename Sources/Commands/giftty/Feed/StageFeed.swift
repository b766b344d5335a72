import ExactNumbers
import FeedSources
import FeedTools
import Playback
import RoomEvents
import RoomUI

/// The feed of the room on the stage: a source or a simulation, optionally with disturbances.
final class StageFeed: RoomFeed {
    /// The events from outside; `nil` for events that are known before they are due.
    private var outside: DisturbedSource?
    /// The events that are known before they are due; `nil` for events from outside.
    private var room: ArrivingEvents?
    private var deliveredCount = 0
    private var lastError: String?
    private let ageLimit: AgeLimit?

    /// The maximum number of events that a room handles between two frames; they need a small part of a frame's time.
    private static let maxEventsPerUpdate = 256

    /// Creates a feed with the events of a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - ageLimit: The maximum age of stored events, which follows the settings of the room.
    ///   - chaos: The disturbances; `nil` for none.
    ///   - seed: The seed of all random choices.
    init(_ source: FeedSource, ageLimit: AgeLimit, chaos: FeedChaos?, seed: UInt64) {
        self.ageLimit = ageLimit
        outside = DisturbedSource(source, chaos: chaos, seed: seed)
    }

    /// Creates a feed with events that are known before they are due.
    init(chaos: FeedChaos, seed: UInt64, _ next: @escaping () -> FeedEvent?) {
        ageLimit = nil
        room = ArrivingEvents(chaos: chaos, seed: seed, from: next)
    }

    func apply(_ settings: Settings) { ageLimit?.set(settings.expireAfter) }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        let time = Duration.nanoseconds(time)
        guard let event = outside?.next(upTo: time) ?? room?.next(upTo: time) else { return nil }
        deliveredCount += 1
        return event
    }

    var nextDue: Nanoseconds? { (outside?.nextDue ?? room?.nextDue)?.nanosecondsSinceStart }

    var wakeUpDescriptor: Int32? { outside?.wakeDescriptor }

    var maxEventsPerUpdate: Int? { outside == nil ? nil : Self.maxEventsPerUpdate }

    var status: FeedStatus? {
        var standing = FeedStatus(arrivedCount: deliveredCount)
        guard let outside else {
            standing.disturbances = Self.disturbanceCounts(room?.counts, disconnects: 0)
            return standing
        }
        let counts = outside.source.counts
        if let fault = outside.source.consumeFaults().last { lastError = fault.description }
        standing.arrivedCount = counts.arrived
        standing.invalidLineCount = counts.invalidLines
        standing.lastError = lastError
        standing.losses = FeedQueue.Reason.allCases.compactMap { reason in
            counts.dropped[reason].map { .init(reason.rawValue, $0) }
        }
        // After the source has ended, its remaining events may still be due.
        if !outside.source.state.hasEnded || outside.isAtEnd {
            (standing.state, standing.retryAt) = outside.source.state.statusText
        }
        standing.disturbances = Self.disturbanceCounts(outside.counts, disconnects: outside.disconnectCount)
        return standing
    }

    /// Returns the numbers of disturbances with their names.
    private static func disturbanceCounts(_ counts: FeedDisturbance.Counts?, disconnects: Int) -> [FeedStatus
        .EventCount]
    {
        guard let counts else { return [] }
        let all = [
            ("chaos lost", counts.lost), ("chaos dropped", counts.dropped), ("chaos twice", counts.duplicated),
            ("chaos late", counts.reordered), ("chaos bursts", counts.burstGifts), ("chaos outages", counts.outages),
            ("chaos disconnects", disconnects),
        ]
        return all.filter { $0.1 > 0 }.map { .init($0.0, $0.1) }
    }
}

extension FeedState {
    /// The state as text; `nil` if the source is open.
    fileprivate var statusText: (state: String?, retryAt: Nanoseconds?) {
        switch self {
        case .open: (nil, nil)
        case .waiting(let reason): (reason.isEmpty ? nil : reason, nil)
        case .lost(let reason, let retryAt): ("lost: \(reason)", retryAt.nanosecondsSinceStart)
        case .ended: ("the feed has ended", nil)
        case .failed(let error): ("the feed has failed: \(error.problem)", nil)
        }
    }
}
