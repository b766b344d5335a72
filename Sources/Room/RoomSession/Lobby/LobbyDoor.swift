package import ExactNumbers
package import RoomEvents
import RoomSimulator
import TerminalText

/// A room of the lobby as its door shows it.
///
/// A door has a clock of its own, which runs while the viewer is in the room or the lobby is open.
package struct LobbyDoor {
    /// The visible facts about a room.
    package struct Figures: Equatable {
        package var viewers: Int
        package var likes = 0
        /// The sender and text of the last chat message.
        package var lastMessage: (name: String, text: String)?
        /// The kind of the last gift, and when it was sent on the room's own clock.
        package var gift: (kind: String, since: Nanoseconds)?

        package static func == (one: Figures, other: Figures) -> Bool {
            one.viewers == other.viewers && one.likes == other.likes && one.lastMessage?.name == other.lastMessage?.name
                && one.lastMessage?.text == other.lastMessage?.text && one.gift?.kind == other.gift?.kind
                && one.gift?.since == other.gift?.since
        }
    }

    /// The room's id in recordings; empty for the room in which the session began.
    package let id: String
    package let host: String
    package let title: String
    package let profile: String
    package private(set) var figures: Figures
    /// The time up to which the room has advanced, on its own clock.
    package private(set) var clock: Nanoseconds = 0
    private var simulation: SimulatedRoom?
    private var pendingEvent: FeedEvent?

    /// The time for which a gift stays in the picture of a door before another gift may replace it.
    private static let minGiftTime: Nanoseconds = 1_500_000_000

    /// Creates the door of the room in which the session began; its feed is not part of the lobby.
    package init(host: String, title: String, profile: String, viewers: Int) {
        id = ""
        self.host = host.truncated(to: TextLimits.name)
        self.title = title.truncated(to: TextLimits.title)
        self.profile = profile
        figures = Figures(viewers: viewers)
    }

    package init(_ room: LobbyRoom) {
        id = room.id
        host = room.host.truncated(to: TextLimits.name)
        title = room.title.truncated(to: TextLimits.title)
        profile = room.profile
        figures = Figures(viewers: room.simulation.presentViewers.count)
        simulation = room.simulation
        pendingEvent = simulation?.next()
    }

    /// The time of the next event, on the room's own clock, or `nil` if there is none.
    package var nextDue: Nanoseconds? { pendingEvent?.at.inNanoseconds }

    /// Returns the next event up to a time on the room's own clock, and advances the clock to it.
    ///
    /// If there is none, returns `nil` and advances the clock to `time`.
    package mutating func next(upTo time: Nanoseconds) -> FeedEvent? {
        guard let event = pendingEvent, event.at.inNanoseconds <= time else {
            clock = max(clock, time)
            return nil
        }
        pendingEvent = simulation?.next()
        clock = max(clock, event.at.inNanoseconds)
        apply(event.kind)
        return event
    }

    /// Sets the numbers of viewers and likes to those that the viewer saw in the room.
    package mutating func setFigures(viewers: Int, likes: Int) {
        figures.viewers = viewers
        figures.likes = likes
    }

    private mutating func apply(_ event: FeedEvent.Kind) {
        switch event {
        case .chat(let message): figures.lastMessage = (message.from.name, message.text)
        case .join: figures.viewers += 1
        case .leave: figures.viewers = max(0, figures.viewers - 1)
        case .like(_, let count): figures.likes += count
        case .gift(let gift):
            if let shown = figures.gift, clock - shown.since < Self.minGiftTime { return }
            figures.gift = (gift.gift, clock)
        case .seen, .streakEnd, .batch, .retract: break
        }
    }
}
