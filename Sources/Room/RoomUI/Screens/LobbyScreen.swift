import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let lobby = ScreenID(rawValue: "lobby")
}

/// The rooms that the viewer can enter, each with a door that shows what happens in it.
///
/// Choosing a room changes only the view. Entering another room clears the stage and is recorded.
struct LobbyScreen: FullScreen {
    /// A direction of the choice among the doors.
    enum Direction {
        case left, right, up, down, pageUp, pageDown, first, last
    }

    enum Action {
        case choose(Direction)
        case move(ListMove)
        /// Enters the chosen room, or the one at an index.
        case enter(Int?)
        case close
    }

    static let id = ScreenID.lobby
    static let opening: CommandDescriptor? = CommandDescriptor(
        .toggle(.lobby), "Lobby", [KeyStroke("l")], "the lobby of rooms, the gallery of gifts",
        hint: KeyHint("lobby"))

    static let acceptsCounts = true

    /// The index of the chosen room.
    private(set) var chosen: Int
    private var painter = LobbyPainter()
    /// The number of events in the rooms at the last painting.
    private var paintedEventCount = -1

    init(_ context: ScreenContext) { chosen = context.session.lobby.current }

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let symbols = context.symbols
        let arrows =
            "\(symbols.arrows.left)  \(symbols.arrows.right)  \(symbols.arrows.up)  \(symbols.arrows.down)  j  k"
        let hint = KeyHint("choose", .high)
        func choose(
            _ keys: [KeyStroke], _ direction: Direction, label: String = "", hint: KeyHint? = nil
        ) -> Binding<Action> {
            Binding(keys, "choose a room", .choose(direction), label: label, hint: hint)
        }
        return [
            choose([KeyStroke(.left), KeyStroke(.tab, .shift)], .left, label: arrows, hint: hint),
            choose([KeyStroke(.right), KeyStroke(.tab)], .right, hint: hint),
            choose([KeyStroke(.up), KeyStroke("k")], .up, hint: hint),
            choose([KeyStroke(.down), KeyStroke("j")], .down, hint: hint), choose([KeyStroke(.pageUp)], .pageUp),
            choose([KeyStroke(.pageDown)], .pageDown), choose([KeyStroke(.home)], .first),
            choose([KeyStroke(.end)], .last),
            Binding(
                [KeyStroke(.enter)], "go in; the gifts of the room that you leave end", .enter(nil),
                hint: KeyHint("go in", .high)),
            Binding(
                [KeyStroke(.escape)], "back", .close, label: Self.closingLabel(context.symbols),
                hint: KeyHint("back", .high)),
        ]
    }

    func help(in context: ScreenContext) -> HelpPanel {
        HelpPanel(bindings(in: context), mouse: ("click", "on a door: go in"), in: context)
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        guard mouse.action == .press else { return nil }
        if let move = ListMove(wheel: mouse) { return .move(move) }
        guard mouse.button == .left, let layout = layout(in: context) else { return nil }
        return context.session.lobby.doors.indices
            .first { layout.door($0, showing: chosen)?.contains(column: mouse.column, row: mouse.row) == true }
            .map { .enter($0) }
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        let lobby = context.session.lobby
        switch action {
        case .choose(let direction): chosen = index(direction, count: lobby.doors.count, layout(in: context))
        case .move(let move): chosen = move.index(from: chosen, count: lobby.doors.count, page: 1)
        case .enter(let index):
            let index = index ?? chosen
            return index == lobby.current ? [.closeAllScreens] : [.session(.enterRoom(index))]
        case .close: return [.close(.lobby)]
        }
        return []
    }

    /// Returns the index of the door in a direction from the chosen one.
    private func index(_ direction: Direction, count: Int, _ layout: LobbyLayout?) -> Int {
        let across = layout?.columns ?? 1
        let page = across * (layout?.rows ?? 1)
        switch direction {
        case .left: return max(0, chosen - 1)
        case .right: return min(count - 1, chosen + 1)
        case .up: return chosen >= across ? chosen - across : chosen
        case .down: return chosen + across < count ? chosen + across : chosen
        case .pageUp: return max(0, chosen - page)
        case .pageDown: return min(count - 1, chosen + page)
        case .first: return 0
        case .last: return count - 1
        }
    }

    private func layout(in context: ScreenContext) -> LobbyLayout? {
        context.layout.map { LobbyLayout($0, count: context.session.lobby.doors.count) }
    }

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        session.lobby.eventCount != paintedEventCount
            || painter.streamsChange(at: session.settings.reducesMotion ? 0 : time)
            || !session.settings.reducesMotion && session.hasPlayingGifts
    }

    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        paintedEventCount = session.lobby.eventCount
        let cards = session.lobbyCards
        let isStill = session.settings.reducesMotion
        painter.paint(
            cards, chosen: chosen, LobbyLayout(frame.layout, count: cards.count), in: &grid,
            at: isStill ? 0 : frame.time, symbols: renderer.symbols, statistics: &statistics
        ) { playing, pixmap, statistics in
            renderer.gifts.draw(
                playing.gift, from: session.animations, for: nil,
                at: GiftFrames.Moment(
                    position: isStill ? playing.duration / 2 : playing.elapsed, duration: playing.duration,
                    isExact: true),
                into: &pixmap, statistics: &statistics)
        }
    }
}

extension RoomSession {
    /// The contents of the doors.
    fileprivate var lobbyCards: [LobbyCard] {
        lobby.doors.enumerated().map { index, door in
            let isCurrent = index == lobby.current
            return LobbyCard(
                host: door.host, title: door.title, profile: door.profile,
                viewers: isCurrent ? room.viewers : door.figures.viewers,
                likes: isCurrent ? room.likes : door.figures.likes,
                lastMessage: isCurrent ? room.chat.lastMessage : door.figures.lastMessage,
                playingGift: isCurrent ? ownPlayingGift : playingGift(in: door), isCurrent: isCurrent)
        }
    }

    /// Whether a gift plays in the picture of any door.
    fileprivate var hasPlayingGifts: Bool {
        ownPlayingGift != nil && !controller.isPaused || lobby.doors.contains { playingGift(in: $0) != nil }
    }

    private var ownPlayingGift: LobbyCard.PlayingGift? {
        guard let running = controller.running, let gift = giftOnStage else { return nil }
        return LobbyCard.PlayingGift(gift: gift, elapsed: running.position, duration: running.gift.duration)
    }

    private func playingGift(in door: LobbyDoor) -> LobbyCard.PlayingGift? {
        guard door.id != lobby.doors[lobby.current].id, let shown = door.figures.gift,
            let gift = kinds.playable(shown.kind), door.clock - shown.since < gift.duration
        else { return nil }
        return LobbyCard.PlayingGift(gift: gift, elapsed: door.clock - shown.since, duration: gift.duration)
    }
}
