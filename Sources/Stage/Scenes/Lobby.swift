import GiftFeed
import Playback

/// The rooms that there are to choose from, and the one that somebody is in.
struct Lobby {
    /// The doors; the first is that of the room in which the session began.
    private(set) var doors: [LobbyDoor]
    /// The place of the room that somebody is in.
    private(set) var current = 0
    /// The place of the chosen one.
    private(set) var chosen = 0
    /// Whether doors show something else than they did when this was set to false.
    var hasNews = false
    /// The session time that the rooms have come to.
    private var now: Nanoseconds = 0

    init(home: LobbyDoor, others: [LobbyRoom]) { doors = [home] + others.map { LobbyDoor($0) } }

    /// Whether somebody is in the room in which the session began.
    var isHome: Bool { current == 0 }

    /// Chooses another room.
    mutating func choose(_ place: Int) { chosen = max(0, min(place, doors.count - 1)) }

    /// Chooses the room that somebody is in.
    mutating func chooseCurrent() { chosen = current }

    /// Somebody goes into the room called `id`; one that is not known is taken for the first.
    mutating func enter(_ id: String) {
        current = doors.firstIndex { $0.id == id } ?? 0
        chosen = current
    }

    /// The first room is left as it is seen now: nobody looks after it meanwhile.
    mutating func leaveHome(viewers: Int, likes: Int) {
        if isHome { doors[current].note(viewers: viewers, likes: likes) }
    }

    /// Lets session time go on to `time` in all rooms that somebody looks at.
    /// - Parameter isOpen: whether the lobby is looked at; else only the room goes on that somebody is in.
    /// - Returns: what happens in that room, in session time, where it is one of the lobby's.
    mutating func advance(to time: Nanoseconds, isOpen: Bool) -> [FeedEvent] {
        let start = now
        guard time > start else { return [] }
        now = time
        var events: [FeedEvent] = []
        for place in doors.indices where place > 0 && (isOpen || place == current) {
            let begin = doors[place].clock
            while let event = doors[place].next(upTo: begin + time - start) {
                hasNews = true
                guard place == current else { continue }
                let at = start + event.at.nanoseconds - begin
                events.append(FeedEvent(at: .nanoseconds(at), kind: event.kind.within(doors[place].id)))
            }
        }
        return events
    }

    /// When something happens next in the room that somebody is in, in session time; nil where that is not the lobby's.
    var nextDue: Nanoseconds? {
        guard !isHome, let due = doors[current].nextDue else { return nil }
        return now + due - doors[current].clock
    }
}

extension FeedEvent.Kind {
    /// The event with ids that no other room has: rooms that know nothing of each other count alike.
    fileprivate func within(_ room: String) -> FeedEvent.Kind {
        func own(_ id: String) -> String { id.isEmpty ? id : "\(room)/\(id)" }
        func own(_ viewer: Viewer) -> Viewer {
            var viewer = viewer
            viewer.id = own(viewer.id)
            return viewer
        }
        switch self {
        case .gift(var gift):
            gift.id = own(gift.id)
            gift.from = own(gift.from)
            if let streak = gift.streak { gift.streak?.id = own(streak.id) }
            gift.batch = gift.batch.map(own)
            return .gift(gift)
        case .chat(var message):
            message.id = own(message.id)
            message.from = own(message.from)
            return .chat(message)
        case .join(let viewer): return .join(own(viewer))
        case .leave(let viewer): return .leave(own(viewer))
        case .like(let viewer, let count): return .like(from: own(viewer), count: count)
        case .seen(let viewer, let message): return .seen(by: own(viewer), message: own(message))
        case .streakEnd(let id, let total): return .streakEnd(id: own(id), total: total)
        case .batch(let id, let total): return .batch(id: own(id), total: total)
        case .retract(let id): return .retract(id: own(id))
        }
    }
}
