import GiftFeed
import Playback

@testable import Stage

/// A feed from outside that brings what a test wants it to, when it wants.
final class ScriptedFeed: RoomFeed {
    /// What has come and was not taken.
    var events: [FeedEvent] = []
    var standing: FeedStanding? = FeedStanding()
    var mostAtOnce: Int?
    /// The rules that it was told, one after the other.
    private(set) var rules: [Settings] = []
    /// What is to be waited for.
    static let descriptor: Int32 = 99

    func follow(_ settings: Settings) { rules.append(settings) }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? {
        guard let first = events.first, first.at.nanoseconds <= time else { return nil }
        return events.removeFirst()
    }

    var nextDue: Nanoseconds? { events.first?.at.nanoseconds }
    var wakeUpDescriptor: Int32? { events.isEmpty ? Self.descriptor : nil }
}
