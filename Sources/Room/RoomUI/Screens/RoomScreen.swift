import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    /// The stream with the gifts and the chat.
    public static let room = ScreenID(rawValue: "room")
}

/// The stream with the gift over it, the chat, the banners and the controls.
struct RoomScreen: FullScreen {
    enum Action {
        case command(Command)
        /// Presses, drags or releases the left button on the stage.
        case useStage(MouseEvent)
    }

    static let id = ScreenID.room
    static let opening: CommandDescriptor? = nil
    static let isInReplays = true

    private var drag = BarDrag()
    /// Whether a key or a button was used; until then, the empty stage shows the keys that matter.
    private(set) var wasUsed = false

    /// The maximum delay of a painting that is subtracted from the elapsed time, in nanoseconds.
    ///
    /// A painting begins slightly after the time of its stage frame. Without this correction the delay could select the
    /// next frame of the animation, and the motion would look uneven.
    private static let maxDelay: Nanoseconds = 4_000_000

    init(_ context: ScreenContext) {}

    /// Creates the screen of a session that begins.
    init() {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        context.commands.entries.map { $0.binding(isAvailable: context.isAvailable($0)).map(Action.command) }
    }

    func help(in context: ScreenContext) -> HelpPanel { HelpPanel(context.commands, symbols: context.symbols) }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        if mouse.button == .left { return .useStage(mouse) }
        guard let move = ListMove(wheel: mouse),
            context.layout?.chat.contains(column: mouse.column, row: mouse.row) == true
        else { return nil }
        return .command(.scrollChat(by: move == .up ? 1 : -1))
    }

    mutating func handle(_ event: InputEvent, in context: ScreenContext) -> Handling {
        switch event {
        case .character, .key: wasUsed = true
        case .mouse(let mouse) where mouse.action == .press: wasUsed = true
        default: break
        }
        guard let action = action(for: event, in: context) else { return .ignored }
        return .handled(perform(action, in: context))
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .command(let command): [command]
        case .useStage(let mouse): useStage(mouse, in: context)
        }
    }

    /// Closes the presentation if its button is pressed, and moves it if its progress bar is pressed or dragged.
    private mutating func useStage(_ mouse: MouseEvent, in context: ScreenContext) -> [Command] {
        guard let running = context.session.controller.running, let layout = context.layout else { return [] }
        if mouse.action == .press, layout.closeButton.contains(column: mouse.column, row: mouse.row) {
            return [.session(.close)]
        }
        let lines = StatusLines(
            status: Status(context.session, canSend: !context.isReplay), symbols: context.symbols,
            columns: layout.status.columns)
        let bar = lines.progressBar(in: layout.status)
        let number = running.gift.number
        return drag.position(for: mouse, on: bar, number: number, of: running.gift.duration)
            .map { [.session(.seek(to: $0))] } ?? []
    }

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        // Movements that ended since the last painting must be painted once more, at their final position.
        session.isPlaying || session.banners.isMoving(at: renderer.paintedAt) || session.room.chat.isMoving
            || decisionLineMoves(session, since: renderer.paintedAt, at: time)
            || session.room.newLikes(at: time) != session.room.newLikes(at: renderer.paintedAt)
            || renderer.picture.streamChanges(at: session.settings.reducesMotion ? 0 : time)
    }

    private func decisionLineMoves(_ session: RoomSession, since last: Nanoseconds, at time: Nanoseconds) -> Bool {
        guard !session.settings.reducesMotion else { return false }
        return session.narration.line.isMoving(at: last) || session.narration.line.isMoving(at: time)
    }

    /// Paints the stream, the gift over it, and the controls over both.
    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        paintPicture(in: &grid, frame, session, &renderer, statistics: &statistics)
        statistics.measure(.cells) {
            let layout = frame.layout
            session.room.chat.update(columns: layout.chat.columns, rows: layout.chat.rows, at: frame.time)
            renderer.chat.paint(session.room.chat, in: &grid, area: layout.chat, symbols: renderer.symbols)
            renderer.paintTopBar(in: &grid, frame, session)
            DecisionPainter(
                area: layout.decisionLine, symbols: renderer.symbols, reducesMotion: session.settings.reducesMotion
            ).paint(session.narration.line, at: frame.time, in: &grid)
            BannerPainter(area: layout.bannerArea(lanes: session.banners.policy.lanes), symbols: renderer.symbols)
                .paint(session.banners, at: frame.time, in: &grid)
            if session.controller.running != nil, !renderer.isReplay {
                ControlPainter(layout: layout, symbols: renderer.symbols).paintCloseButton(in: &grid)
            }
            renderer.paintStatus(in: &grid, frame, session)
            let isEmpty = session.controller.running == nil && session.controller.waitingCount == 0
            if isEmpty, !wasUsed, !renderer.isReplay { renderer.keys.paintPanel(in: &grid, layout) }
        }
    }

    private func paintPicture(
        in grid: inout CellGrid, _ frame: Frame, _ session: RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        let running = session.controller.running
        let gift = session.giftOnStage
        // A paused presentation shows exactly the frame that was selected.
        let isPaused = session.controller.isPaused
        let delay = isPaused ? 0 : min(Self.maxDelay, frame.time % FrameTimes.stageFrame)
        let elapsed = running.map { frame.isExact ? $0.elapsed : max(0, $0.elapsed - delay) } ?? 0
        let duration = running?.gift.duration ?? 0
        let pose = gift.flatMap { renderer.pose(of: $0, at: elapsed, of: duration, in: frame.layout, session) }
        let values = running.map { TemplateValues($0.gift, name: session.name(of: $0.gift)) }
        // With reduced motion, the stream stands still and a gift is the picture from its middle.
        let isStill = session.settings.reducesMotion
        renderer.paintPicture(
            in: &grid, area: frame.layout.picture, at: isStill ? 0 : frame.time, pose: pose, statistics: &statistics
        ) { gifts, pixmap, statistics in
            guard let gift, let values else { return false }
            return gifts.draw(
                gift, from: session.animations, for: values, at: isStill ? duration / 2 : elapsed, of: duration,
                isExact: frame.isExact || isPaused, into: &pixmap, statistics: &statistics)
        }
    }
}
