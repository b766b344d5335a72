import ExactNumbers
import Playback
import RoomEvents

@testable import RoomUI

/// A feed whose events, state and wake-ups a test controls.
final class ScriptedFeed: RoomFeed {
    /// The events that have arrived and that the room has not read.
    var events: [FeedEvent] = []
    var status: FeedStatus? = FeedStatus()
    var maxEventsPerUpdate: Int?
    /// The settings that the room passed to the feed, in order.
    private(set) var appliedSettings: [Settings] = []
    /// The descriptor that the room waits for.
    static let descriptor: Int32 = 99

    func apply(_ settings: Settings) { appliedSettings.append(settings) }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard let first = events.first, first.at.inNanoseconds <= time else { return nil }
        return events.removeFirst()
    }

    var nextDue: Nanoseconds? { events.first?.at.inNanoseconds }
    var wakeUpDescriptor: Int32? { events.isEmpty ? Self.descriptor : nil }
}
