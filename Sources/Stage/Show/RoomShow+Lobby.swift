import GiftFeed
import Playback
import Recordings
import Terminal

/// What a key or the mouse does in the lobby.
enum LobbyMove: Equatable {
    /// Chooses the room at a place.
    case choose(Int)
    /// Goes into the room at a place.
    case enter(Int)
    /// Goes back.
    case leave

    /// Whether it changes only what is seen: whoever goes into the room where they are goes back to it.
    func isAboutLooks(in lobby: Lobby) -> Bool {
        if case .enter(let place) = self { place == lobby.current } else { true }
    }
}

// Choosing is looks. Going into another room is not: it empties the stage, and is written down.
extension RoomShow {
    private var lobbyLayout: LobbyLayout? {
        StageLayout(columns: size.columns, rows: size.rows)
            .map { LobbyLayout($0, count: scenes.lobby.doors.count) }
    }

    /// What an event does in the lobby; nil where that is nothing of the lobby's.
    func lobbyMove(for event: InputEvent) -> LobbyMove? {
        let lobby = scenes.lobby
        let across = lobbyLayout?.columns ?? 1
        switch event {
        case .key(.escape, _): return .leave
        case .key(.enter, _): return .enter(lobby.chosen)
        case .key(.left, _), .key(.tab, .shift): return .choose(lobby.chosen - 1)
        case .key(.right, _), .key(.tab, _): return .choose(lobby.chosen + 1)
        case .key(.up, _): return .choose(lobby.chosen >= across ? lobby.chosen - across : lobby.chosen)
        case .key(.down, _):
            let below = lobby.chosen + across
            return .choose(below < lobby.doors.count ? below : lobby.chosen)
        case .key(.pageUp, _): return .choose(lobby.chosen - across * (lobbyLayout?.rows ?? 1))
        case .key(.pageDown, _): return .choose(lobby.chosen + across * (lobbyLayout?.rows ?? 1))
        case .key(.home, _): return .choose(0)
        case .key(.end, _): return .choose(lobby.doors.count - 1)
        case .mouse(let mouse): return lobbyMove(for: mouse)
        default: return nil
        }
    }

    private func lobbyMove(for mouse: MouseEvent) -> LobbyMove? {
        let lobby = scenes.lobby
        guard mouse.action == .press else { return nil }
        switch mouse.button {
        case .wheelUp: return .choose(lobby.chosen - 1)
        case .wheelDown: return .choose(lobby.chosen + 1)
        case .left:
            guard let layout = lobbyLayout else { return nil }
            return lobby.doors.indices.first { place in
                layout.door(place, showing: lobby.chosen)?.contains(column: mouse.column, row: mouse.row) == true
            }
            .map { .enter($0) }
        default: return nil
        }
    }

    /// Does what changes only what is seen.
    mutating func carryOut(_ move: LobbyMove, at time: Nanoseconds) {
        switch move {
        case .choose(let place): scenes.lobby.choose(place)
        case .enter(let place):
            if place == scenes.lobby.current { leaveAllScenes(at: time) }
        case .leave: leaveScene(at: time)
        }
    }

    /// Goes into the room at a place: what plays and waits in the one that is left ends there.
    mutating func enterRoom(_ place: Int, at time: Nanoseconds) {
        guard scenes.lobby.doors.indices.contains(place), place != scenes.lobby.current else { return }
        take(.control(.clear), at: time)
        let door = scenes.lobby.doors[place]
        take(
            .enter(
                RecordedRoom(
                    id: door.id, host: door.host, title: door.title, viewers: door.figures.viewers,
                    likes: door.figures.likes)),
            at: time)
    }

    /// Is in another room from now on.
    mutating func enter(_ entered: RecordedRoom, at time: Nanoseconds) {
        scenes.lobby.leaveHome(viewers: room.viewers, likes: room.likes)
        scenes.lobby.enter(entered.id)
        leaveAllScenes(at: time)
        beginRoom(entered)
    }

    /// Lets the rooms of the lobby go on, and takes what happens in the one that somebody is in.
    mutating func advanceLobby(to time: Nanoseconds) {
        let events = scenes.lobby.advance(to: time, isOpen: scenes.stack.contains(.lobby))
        // What happened there in a recorded session stands in its lines.
        guard !isRetold, !isReplay else { return }
        for event in events {
            // What a store has taken back is not sent any more.
            if case .gift(let gift) = event.kind, kinds.isWithdrawn(gift.gift) { continue }
            take(event)
        }
    }

    // MARK: - Painting

    /// What is seen through the doors.
    func lobbyCards(at time: Nanoseconds) -> [LobbyCard] {
        scenes.lobby.doors.enumerated().map { place, door in
            let isCurrent = place == scenes.lobby.current
            return LobbyCard(
                host: door.host, title: door.title, mood: door.mood,
                viewers: isCurrent ? room.viewers : door.figures.viewers,
                likes: isCurrent ? room.likes : door.figures.likes,
                words: isCurrent ? room.chat.lastWords : door.figures.words,
                sight: isCurrent ? ownSight : sight(of: door), isCurrent: isCurrent)
        }
    }

    /// Whether a gift moves behind a door.
    func hasSights(at time: Nanoseconds) -> Bool {
        ownSight != nil && !controller.isPaused || scenes.lobby.doors.contains { sight(of: $0) != nil }
    }

    private var ownSight: LobbyCard.Sight? {
        guard let running = controller.running, onStage?.number == running.gift.number, let gift = onStage?.gift else {
            return nil
        }
        return LobbyCard.Sight(gift: gift, elapsed: running.elapsed, duration: running.gift.duration)
    }

    private func sight(of door: LobbyDoor) -> LobbyCard.Sight? {
        guard door.id != scenes.lobby.doors[scenes.lobby.current].id, let shown = door.figures.gift,
            let gift = kinds.playable(shown.kind), door.clock - shown.since < gift.duration
        else { return nil }
        return LobbyCard.Sight(gift: gift, elapsed: door.clock - shown.since, duration: gift.duration)
    }
}
