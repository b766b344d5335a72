import ExactNumbers
import Recordings
import RoomEvents
import Terminal

/// An effect of a key or the mouse in the lobby.
enum LobbyCommand: Equatable {
    /// Chooses the room at an index.
    case choose(Int)
    /// Enters the room at an index.
    case enter(Int)
    /// Leaves the lobby.
    case leave

    /// Returns whether the move changes only the view. Entering the room that the viewer is in only closes the lobby.
    func isViewOnly(in lobby: Lobby) -> Bool {
        if case .enter(let place) = self { place == lobby.current } else { true }
    }
}

// Choosing a room changes only the view. Entering another room clears the stage and is recorded.
extension RoomShow {
    private var lobbyLayout: LobbyLayout? {
        StageLayout(columns: size.columns, rows: size.rows)
            .map { LobbyLayout($0, count: scenes.lobby.doors.count) }
    }

    /// Returns the effect of an event in the lobby, or `nil` if it has none there.
    func lobbyCommand(for event: InputEvent) -> LobbyCommand? {
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
        case .mouse(let mouse): return lobbyCommand(for: mouse)
        default: return nil
        }
    }

    private func lobbyCommand(for mouse: MouseEvent) -> LobbyCommand? {
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

    /// Performs a move that changes only the view.
    mutating func perform(_ move: LobbyCommand, at time: Nanoseconds) {
        switch move {
        case .choose(let place): scenes.lobby.choose(place)
        case .enter(let place):
            if place == scenes.lobby.current { leaveAllScenes(at: time) }
        case .leave: leaveScene(at: time)
        }
    }

    /// Enters the room at an index, after clearing the stage and the queue of the current room.
    mutating func enterRoom(_ place: Int, at time: Nanoseconds) {
        guard scenes.lobby.doors.indices.contains(place), place != scenes.lobby.current else { return }
        apply(.control(.clear), at: time)
        let door = scenes.lobby.doors[place]
        apply(
            .enter(
                RecordedRoom(
                    id: door.id, host: door.host, title: door.title, viewers: door.figures.viewers,
                    likes: door.figures.likes)),
            at: time)
    }

    /// Switches to another room.
    mutating func enter(_ entered: RecordedRoom, at time: Nanoseconds) {
        scenes.lobby.recordHome(viewers: room.viewers, likes: room.likes)
        scenes.lobby.enter(entered.id)
        leaveAllScenes(at: time)
        beginRoom(entered)
    }

    /// Advances the rooms of the lobby and handles the events of the room that the viewer is in.
    mutating func advanceLobby(to time: Nanoseconds) {
        let events = scenes.lobby.advance(to: time, isOpen: scenes.stack.contains(.lobby))
        // A recording contains the room's events as lines of its own.
        guard !isScreencast, !isReplay else { return }
        for event in events {
            // Gifts of a kind that the store withdrew are ignored.
            if case .gift(let gift) = event.kind, kinds.isWithdrawn(gift.gift) { continue }
            receive(event)
        }
    }

    // MARK: - Painting

    /// Returns the contents of the doors.
    func lobbyCards(at time: Nanoseconds) -> [LobbyCard] {
        scenes.lobby.doors.enumerated().map { place, door in
            let isCurrent = place == scenes.lobby.current
            return LobbyCard(
                host: door.host, title: door.title, profile: door.profile,
                viewers: isCurrent ? room.viewers : door.figures.viewers,
                likes: isCurrent ? room.likes : door.figures.likes,
                lastMessage: isCurrent ? room.chat.lastMessage : door.figures.lastMessage,
                playingGift: isCurrent ? ownPlayingGift : playingGift(in: door), isCurrent: isCurrent)
        }
    }

    /// Returns whether a gift plays in the picture of any door.
    func hasPlayingGifts(at time: Nanoseconds) -> Bool {
        ownPlayingGift != nil && !controller.isPaused || scenes.lobby.doors.contains { playingGift(in: $0) != nil }
    }

    private var ownPlayingGift: LobbyCard.PlayingGift? {
        guard let running = controller.running, onStage?.number == running.gift.number, let gift = onStage?.gift else {
            return nil
        }
        return LobbyCard.PlayingGift(gift: gift, elapsed: running.elapsed, duration: running.gift.duration)
    }

    private func playingGift(in door: LobbyDoor) -> LobbyCard.PlayingGift? {
        guard door.id != scenes.lobby.doors[scenes.lobby.current].id, let shown = door.figures.gift,
            let gift = kinds.playable(shown.kind), door.clock - shown.since < gift.duration
        else { return nil }
        return LobbyCard.PlayingGift(gift: gift, elapsed: door.clock - shown.since, duration: gift.duration)
    }
}
