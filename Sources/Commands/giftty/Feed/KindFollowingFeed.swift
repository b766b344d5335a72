import ExactNumbers
import Playback
import RoomEvents
import RoomUI

/// A feed that depends on the gift kinds which can be sent, such as a simulated room.
final class KindFollowingFeed: RoomFeed {
    private let feed: any RoomFeed
    private let follow: ([GiftKind]) -> Void
    let knownKinds: [GiftKind]

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - feed: The feed with the events.
    ///   - knownKinds: The gift kinds of the store that the feed knows from the beginning.
    ///   - follow: A closure that is called when the sendable gift kinds change, with all of them.
    init(_ feed: any RoomFeed, knownKinds: [GiftKind] = [], follow: @escaping ([GiftKind]) -> Void) {
        self.feed = feed
        self.knownKinds = knownKinds
        self.follow = follow
    }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? { feed.nextEvent(upTo: time) }
    var nextDue: Nanoseconds? { feed.nextDue }
    var wakeUpDescriptor: Int32? { feed.wakeUpDescriptor }
    var maxEventsPerUpdate: Int? { feed.maxEventsPerUpdate }
    var status: FeedStatus? { feed.status }
    func apply(_ settings: Settings) { feed.apply(settings) }
    func apply(_ kinds: [GiftKind]) { follow(kinds) }
}
