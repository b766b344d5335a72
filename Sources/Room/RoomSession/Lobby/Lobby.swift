package import ExactNumbers
package import RoomEvents

/// The rooms of the lobby, and the room that the viewer is in.
package struct Lobby {
    /// The rooms; the first is the one in which the session began.
    package private(set) var doors: [LobbyDoor]
    /// The index of the room that the viewer is in.
    package private(set) var current = 0
    /// Whether the lobby is open, so that all its rooms advance.
    package var isOpen = false
    /// The number of events in the rooms so far; the content of the doors changes only with it.
    package private(set) var eventCount = 0
    /// The session time up to which the rooms have advanced.
    private var now: Nanoseconds = 0
    private var hasOwnEvents: Bool

    /// Creates a lobby.
    ///
    /// - Parameters:
    ///   - home: The door of the room in which the session begins.
    ///   - others: The other rooms.
    ///   - hasOwnEvents: Whether the viewer's room gets its events from here, and not from a recording.
    package init(home: LobbyDoor, others: [LobbyRoom], hasOwnEvents: Bool) {
        doors = [home] + others.map { LobbyDoor($0) }
        self.hasOwnEvents = hasOwnEvents
    }

    /// Gives no more events of its own, because they come from a recording from now on.
    mutating func followRecording() { hasOwnEvents = false }

    /// Whether the viewer is in the room in which the session began.
    package var isHome: Bool { current == 0 }

    /// Enters the room with an id; an unknown id enters the first room.
    package mutating func enter(_ id: String) {
        current = doors.firstIndex { $0.id == id } ?? 0
    }

    /// Stores the figures of the first room when the viewer leaves it, because its events are not followed meanwhile.
    package mutating func recordHome(viewers: Int, likes: Int) {
        if isHome { doors[current].setFigures(viewers: viewers, likes: likes) }
    }

    /// Advances the rooms to a session time.
    ///
    /// While the lobby is not open, only the viewer's room advances.
    ///
    /// - Parameter time: The session time.
    /// - Returns: The events in the viewer's room, in session time. Empty if the viewer is in the first room, whose
    ///   feed is not part of the lobby.
    package mutating func advance(to time: Nanoseconds) -> [FeedEvent] {
        let start = now
        guard time > start else { return [] }
        now = time
        var events: [FeedEvent] = []
        for place in doors.indices where place > 0 && (isOpen || place == current) {
            let begin = doors[place].clock
            while let event = doors[place].next(upTo: begin + time - start) {
                eventCount += 1
                guard place == current, hasOwnEvents else { continue }
                let at = start + event.at.inNanoseconds - begin
                // Simulated rooms number their ids alike.
                let kind = event.kind.mappingIDs { "\(doors[place].id)/\($0)" }
                events.append(FeedEvent(at: .nanoseconds(at), kind: kind))
            }
        }
        return events
    }

    /// The session time of the next event in the viewer's room, or `nil` if there is none or it is the first room.
    package var nextDue: Nanoseconds? {
        guard !isHome, let due = doors[current].nextDue else { return nil }
        return now + due - doors[current].clock
    }
}
