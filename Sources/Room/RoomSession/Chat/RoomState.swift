package import ExactNumbers
package import RoomEvents
import TerminalText

/// The visible state of a room besides the gifts.
package struct RoomState {
    /// The name of the host.
    package let host: String
    /// The title of the stream.
    package let title: String
    /// The number of viewers.
    package private(set) var viewers: Int
    /// The number of likes.
    package private(set) var likes: Int
    /// The likes that arrived last, counted up while they follow each other, and the time of the last one.
    package private(set) var lastLikes: (count: Int, at: Nanoseconds)?
    /// The chat.
    package var chat: Chat
    /// The open streaks by id: the sender, the gift and the total so far.
    private var streaks: [String: (name: String, gift: String, total: Int)] = [:]

    /// The maximum number of open streaks that are stored; a new streak beyond it discards all stored ones.
    private static let maxStreaks = 1_000

    package init(
        host: String, title: String, viewers: Int, likes: Int = 0, appearance: any RoomAppearance, ownViewer: String?,
        reducesMotion: Bool
    ) {
        chat = Chat(appearance: appearance, ownViewer: ownViewer, reducesMotion: reducesMotion)
        self.host = host.truncated(to: TextLimits.name)
        self.title = title.truncated(to: TextLimits.title)
        self.viewers = viewers
        self.likes = likes
    }

    /// Updates the state with an event of the feed.
    package mutating func apply(_ event: FeedEvent.Kind) {
        switch event {
        case .chat(let message):
            chat.add(
                .chat(name: message.from.name, text: message.text, isHost: message.from.name == host),
                message: message.id)
        case .join(let viewer):
            viewers += 1
            chat.add(.joined(name: viewer.name))
        case .leave(let viewer):
            viewers = max(0, viewers - 1)
            chat.leave(viewer.id)
        case .seen(let viewer, let message): chat.markRead(by: viewer.id, name: viewer.name, upTo: message)
        case .like(_, let count): likes += count
        case .gift(let gift):
            chat.add(
                .gift(name: gift.from.name, gift: gift.name, count: gift.streak?.total ?? gift.count),
                message: gift.id)
        case .streakEnd(let id, let total): endStreak(id, total: total)
        case .retract(let id): chat.retract(id)
        // The gifts of a batch arrive as events of their own.
        case .batch: break
        }
    }

    /// The time for which new likes are shown.
    private static let likesDisplayTime: Nanoseconds = 2 * .second

    /// Counts likes as new ones.
    package mutating func recordLikes(_ count: Int, at time: Nanoseconds) {
        lastLikes = ((newLikes(at: time) ?? 0) + count, time)
    }

    /// Returns the number of likes that arrived just before a time, or `nil` if there are none.
    package func newLikes(at time: Nanoseconds) -> Int? {
        guard let lastLikes, time - lastLikes.at < Self.likesDisplayTime else { return nil }
        return lastLikes.count
    }

    /// Updates the streak of a gift, whether or not the chat shows that gift.
    package mutating func updateStreak(of gift: GiftArrival) {
        guard let streak = gift.streak else { return }
        if streaks.count >= Self.maxStreaks, streaks[streak.id] == nil { streaks.removeAll(keepingCapacity: true) }
        streaks[streak.id] = (gift.from.name, gift.name, streak.total)
        if streak.isFinal { endStreak(streak.id, total: streak.total) }
    }

    /// Adds the total of a streak to the chat; the line of its first gift does not have it.
    private mutating func endStreak(_ id: String, total: Int) {
        guard let run = streaks.removeValue(forKey: id), case let total = max(total, run.total), total > 1 else {
            return
        }
        chat.add(.streak(name: run.name, gift: run.gift, count: total))
    }
}
