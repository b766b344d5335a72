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
    private var poses = StagePoses()
    /// Whether a key or a button was used; until then, the empty stage shows the keys that matter.
    private(set) var wasUsed = false
    private var thresholdDrag = ThresholdDrag()
    /// The pointer over the gift with this number.
    private var pointer = (gift: 0, state: StagePointer())

    init(_ context: ScreenContext) {}

    /// Creates the screen of a session that begins.
    init() {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        context.commands.entries.map { $0.binding(isAvailable: context.isAvailable($0)).map(Action.command) }
    }

    func help(in context: ScreenContext) -> HelpPanel { HelpPanel(context.commands, symbols: context.symbols) }

    func action(for event: InputEvent, in context: ScreenContext) -> Action? {
        if case .mouse(let mouse) = event { return action(for: mouse, in: context) }
        // The same as to look in the bindings, which the key line would make for each key that it has.
        return context.commands.command(for: event).map(Action.command)
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        if mouse.button == .left { return .useStage(mouse) }
        guard let move = ListMove(wheel: mouse) else { return nil }
        // The wheel on the threshold moves it.
        if link(under: mouse, in: context) == .editSetting(.replaceAt) {
            let step = CommandList.thresholdStep
            return .command(.session(.moveThreshold(by: move == .up ? step : -step)))
        }
        guard context.layout?.chat.contains(column: mouse.column, row: mouse.row) == true
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

    /// Returns the command of the label under the mouse, or `nil` if there is none.
    private func link(under mouse: MouseEvent, in context: ScreenContext) -> Command? {
        guard let layout = context.layout else { return nil }
        return ControlPainter(layout: layout, symbols: context.symbols)
            .link(
                under: mouse, context.session.room, Status(context.session, canSend: !context.isReplay),
                at: context.time)
    }

    /// Runs the command of a pressed label, closes the presentation if its button is pressed, moves the threshold if its
    /// mark on the progress bar is dragged, and moves the presentation if the bar is pressed or dragged elsewhere.
    private mutating func useStage(_ mouse: MouseEvent, in context: ScreenContext) -> [Command] {
        if mouse.action == .press, let command = link(under: mouse, in: context) { return [command] }
        guard let running = context.session.controller.running, let layout = context.layout else {
            // Nothing can be dragged on an empty stage, but what was dragged before can be released.
            if mouse.action == .release { (drag, thresholdDrag) = (BarDrag(), ThresholdDrag()) }
            return []
        }
        if mouse.action == .press, layout.closeButton.contains(column: mouse.column, row: mouse.row) {
            return [.session(.close)]
        }
        let lines = StatusLines(
            status: Status(context.session, canSend: !context.isReplay), symbols: context.symbols,
            columns: layout.status.columns)
        let bar = lines.progressBar(in: layout.status)
        // A gift with a threshold of its own does not follow the setting.
        let setting = context.session.settings.playback.replaceAt
        let mark = running.replaceAt == setting ? running.thresholdCell(width: bar.columns) : nil
        if let threshold = thresholdDrag.threshold(for: mouse, on: bar, mark: mark) {
            return threshold == setting ? [] : [.session(.setThreshold(threshold))]
        }
        if thresholdDrag.isActive { return [] }
        let number = running.gift.number
        if let position = drag.position(for: mouse, on: bar, number: number, of: running.gift.duration) {
            return [.session(.seek(to: position))]
        }
        return touchGift(number, mouse, in: layout.picture, context.session)
    }

    /// Returns the command of a gift that reacts to the pointer.
    private mutating func touchGift(
        _ number: Int, _ mouse: MouseEvent, in picture: CellRect, _ session: RoomSession
    ) -> [Command] {
        guard let gift = session.giftOnStage, session.animations.options(of: gift).machine != nil else { return [] }
        if pointer.gift != number { pointer = (number, StagePointer()) }
        let events = pointer.state.events(for: mouse, in: picture)
        return events.isEmpty ? [] : [.touchStage(events, column: mouse.column, row: mouse.row)]
    }

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        // Movements that ended since the last painting must be painted once more, at their final position.
        session.isPlaying || session.banners.isMoving(at: renderer.paintedAt) || session.room.chat.isMoving
            || session.scene.isMoving(at: renderer.paintedAt)
            || session.room.newLikes(at: time) != session.room.newLikes(at: renderer.paintedAt)
            || decisionLineMoves(session, since: renderer.paintedAt, at: time)
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
            session.findOdds()
            let layout = frame.layout
            session.room.chat.update(columns: layout.chat.columns, rows: layout.chat.rows, at: frame.time)
            renderer.chat.paint(session.room.chat, in: &grid, area: layout.chat, symbols: renderer.symbols)
            renderer.paintTopBar(in: &grid, frame, session)
            DecisionPainter(
                area: layout.decisionLine, symbols: renderer.symbols,
                reducesMotion: session.settings.reducesMotion || renderer.standsStill,
                isLow: layout.bounds.rows < 15
            ).paint(session.narration.line, at: frame.time, in: &grid)
            BannerPainter(area: layout.bannerArea(lanes: session.banners.policy.lanes), symbols: renderer.symbols)
                .paint(session.banners, at: frame.time, in: &grid)
            QueuePainter(layout, symbols: renderer.symbols).paint(session, at: frame.time, in: &grid)
            if session.controller.running != nil, !renderer.isReplay {
                ControlPainter(layout: layout, symbols: renderer.symbols).paintCloseButton(in: &grid)
            }
            renderer.paintStatus(in: &grid, frame, session)
            let isEmpty = session.controller.running == nil && session.controller.waitingCount == 0
            if isEmpty, !wasUsed, !renderer.isReplay { renderer.keys.paintPanel(in: &grid, layout) }
        }
    }

    private mutating func paintPicture(
        in grid: inout CellGrid, _ frame: Frame, _ session: RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        let staged = StagedGift(
            on: session.controller, session.giftOnStage, in: frame, session, story: session.scene.story)
        let pose = staged.flatMap { poses.pose(of: $0, in: frame.layout.picture, session) }
        let leaving = renderer.leavingGift(in: frame, session, statistics: &statistics)
        renderer.paintStage(
            staged, pose: pose, leaving: leaving, in: &grid, area: frame.layout.picture, at: frame.time, session,
            statistics: &statistics)
    }
}
