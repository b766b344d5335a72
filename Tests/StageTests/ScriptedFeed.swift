import GiftFeed
import Playback

@testable import Stage

/// A feed from outside that brings what a test wants it to, when it wants.
final class ScriptedFeed: RoomFeed {
    /// What has come and was not taken.
    var events: [FeedEvent] = []
    var standing: FeedStanding? = FeedStanding()
    var mostAtOnce: Int?
    /// How often the room has asked for an event.
    private(set) var questions = 0

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        questions += 1
        guard let first = events.first, first.at.nanoseconds <= time else { return nil }
        return events.removeFirst()
    }

    var nextDue: Nanoseconds? { events.first?.at.nanoseconds }
    var wakeUpDescriptor: Int32? { events.isEmpty ? 99 : nil }
}
