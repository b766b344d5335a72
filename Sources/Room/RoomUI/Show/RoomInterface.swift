import ExactNumbers
import Playback
import Recordings
import RoomSession
import Scenarios
import Terminal
import TerminalCells

/// The view of a session together with its renderer: it handles events, opens and closes screens, and paints.
///
/// A live room performs the commands for the session that it returns; a replay and a screencast drop them.
struct RoomInterface {
    /// The kind of session that is shown.
    enum Mode {
        /// The viewer's own session.
        case live
        /// A recorded session with a view of its own.
        case replay
        /// A recorded session with the recorded viewer's view.
        case screencast
    }

    /// A command for the session, with the label of the key that becomes the origin of a changed setting.
    struct SessionRequest {
        let command: Command
        let key: String
    }

    private(set) var view: RoomView
    var renderer: RoomRenderer
    private let mode: Mode
    /// The guided tour, or `nil` if the room has none.
    private let tour: Tour?
    /// Whether a picture of the screen was requested and is not saved yet.
    private var isPictureRequested = false

    init(_ setup: RoomShow.Setup, mode: Mode) {
        self.mode = mode
        tour = setup.tour
        view = RoomView(size: setup.size)
        renderer = RoomRenderer(
            symbols: setup.symbols, isReplay: mode == .replay, theme: setup.theme,
            transitions: ScreenTransitions(mode == .replay ? nil : setup.transitions),
            frameLimit: setup.settings.frameCacheLimit)
    }

    /// Whether gifts are drawn at the exact moment instead of the nearest frame of the stage, as a replay can run slowly
    /// and a screencast at any rate.
    var drawsExactMoments: Bool { mode != .live }

    func context(_ session: RoomSession, at time: Nanoseconds) -> ScreenContext {
        let chosenGift = view.first(GiftListOverlay.self)?.selection.entry(in: session.giftLog)?.number
        return ScreenContext(
            session: session, size: view.size, symbols: renderer.symbols, time: time, isReplay: mode == .replay,
            configurationFile: renderer.sources.configurationFile, chosenGift: chosenGift, tour: tour,
            screen: view.top)
    }

    /// Returns whether the picture at a time differs from the one that was painted last.
    func needsPainting(_ session: RoomSession, at time: Nanoseconds) -> Bool {
        session.hasChanged || view.changes(at: time, session, renderer)
    }

    /// Returns whether a picture was requested since the last call.
    mutating func consumePictureRequest() -> Bool {
        defer { isPictureRequested = false }
        return isPictureRequested
    }

    // MARK: - Events

    /// Handles an event: changes the view, and returns the commands for the session.
    mutating func handle(
        _ event: InputEvent, _ session: inout RoomSession, at time: Nanoseconds
    ) -> [SessionRequest] {
        session.hasChanged = true
        switch event {
        case .resize(let columns, let rows):
            view.size = (columns, rows)
            session.appearance = CellAppearance(size: view.size, symbols: renderer.symbols)
        case .background(let color): renderer.isTerminalLight = color.isLight
        default:
            if case .handled(let commands, let key) = view.handle(event, in: context(session, at: time)) {
                let key = key ?? KeyStroke(event: event)?.label(renderer.symbols) ?? ""
                return commands.compactMap { perform($0, key: key, &session, at: time) }
            }
        }
        return []
    }

    /// Types a character of a pasted text.
    mutating func insert(_ character: Character, _ session: inout RoomSession) {
        session.hasChanged = true
        view.insert(character)
    }

    /// Shows the result of a command.
    mutating func show(_ message: ScreenMessage) { view.show(message) }

    /// Prepares the view for an input of the session.
    mutating func prepare(for input: SessionInput, _ session: inout RoomSession, at time: Nanoseconds) {
        if case .enter = input { closeAllScreens(&session, at: time) }
    }

    /// Performs a command that concerns the view, and returns any other.
    private mutating func perform(
        _ command: Command, key: String, _ session: inout RoomSession, at time: Nanoseconds
    ) -> SessionRequest? {
        switch command {
        case .session, .change: return SessionRequest(command: command, key: key)
        case .sendChosenGift:
            return context(session, at: time).chosenGift.map { number in
                SessionRequest(command: .session(.sendAgain(number)), key: key)
            }
        case .toggle(let id): toggle(id, &session, at: time)
        case .close(let id):
            if ScreenList.overlays.contains(where: { $0.id == id }) {
                view.close(id)
            } else {
                changeScreens(&session, at: time) { $0.close(id) }
            }
        case .closeAllScreens: closeAllScreens(&session, at: time)
        case .scrollChat(let rows): session.room.chat.scroll(by: rows)
        case .savePicture: isPictureRequested = mode == .live
        }
        return nil
    }

    /// Opens a screen, or closes it if it is on top.
    private mutating func toggle(_ id: ScreenID, _ session: inout RoomSession, at time: Nanoseconds) {
        guard let type = ScreenList.type(of: id), mode != .replay || type.isInReplays,
            mode != .screencast || type.isInRecordings, id != .tour || tour != nil
        else {
            // The help is closed all the same, as in the session.
            if mode == .screencast, ScreenList.screens.contains(where: { $0.id == id }) { view.close(.help) }
            return
        }
        let context = context(session, at: time)
        if let overlay = type as? any Overlay.Type { return view.toggle(overlay, in: context) }
        guard let screen = type as? any FullScreen.Type else { return }
        // The settings would hide the help and receive its keys.
        if screen.isPrivate { view.close(.help) }
        changeScreens(&session, at: time) { $0.toggle(screen, in: context) }
    }

    /// Returns to the room.
    private mutating func closeAllScreens(_ session: inout RoomSession, at time: Nanoseconds) {
        guard view.screens.count > 1 else { return }
        changeScreens(&session, at: time) { $0.closeAllScreens() }
    }

    /// Changes the open screens and starts the transition.
    private mutating func changeScreens(
        _ session: inout RoomSession, at time: Nanoseconds, _ body: (inout RoomView) -> Void
    ) {
        let transition = renderer.transitions.transition(session.settings)
        let old = transition.map { _ in screen(&session, at: time) }
        body(&view)
        session.lobby.isOpen = view.isOpen(.lobby)
        renderer.transitions.start(transition, from: old, at: time)
        session.hasChanged = true
    }

    // MARK: - Painting

    /// Paints the screen, the overlays, and the rest of the old screen during a transition.
    mutating func paint(
        _ grid: inout CellGrid, _ session: inout RoomSession, at time: Nanoseconds, statistics: inout FrameStatistics
    ) {
        // Which keys work changes with inputs and decisions, but not with time alone.
        if session.hasChanged || renderer.keys.line == nil { updateKeys(session, at: time) }
        session.hasChanged = false
        view.addSample(of: statistics, at: time)
        renderer.beginFrame(of: session, columns: grid.columns, rows: grid.rows, at: time)
        paintScreen(&grid, &session, at: time, isExact: drawsExactMoments, statistics: &statistics)
        if renderer.transitions.isRunning {
            statistics.measure(.draw) {
                renderer.transitions.paint(
                    over: &grid, at: time, ground: renderer.themeColors(session.settings).surfaces.bar)
            }
        }
        statistics.measure(.cells) { grid.makeTextReadable() }
    }

    private mutating func paintScreen(
        _ grid: inout CellGrid, _ session: inout RoomSession, at time: Nanoseconds, isExact: Bool,
        statistics: inout FrameStatistics
    ) {
        Theme.$colors.withValue(renderer.themeColors(session.settings)) {
            guard let layout = StageLayout(columns: grid.columns, rows: grid.rows) else {
                return TooSmallScreen.paint(session.banners, in: &grid, at: time, symbols: renderer.symbols)
            }
            let frame = Frame(layout: layout, time: time, isExact: isExact)
            view.paintScreen(in: &grid, frame, &session, &renderer, statistics: &statistics)
            renderer.keys.paint(in: &grid, layout)
            guard view.hasVisibleOverlays else { return }
            let context = context(session, at: time)
            statistics.measure(.cells) { view.paintOverlays(in: &grid, layout, context, renderer.sources) }
        }
    }

    private mutating func updateKeys(_ session: RoomSession, at time: Nanoseconds) {
        let window = session.settings.playback.combineWithin
        renderer.keys.set(
            view.keyLine(in: context(session, at: time)),
            note: window.map { "streaks merge within \(SettingValue.duration($0))" })
    }

    /// Returns the screen at a moment, as the old screen of a transition.
    ///
    /// A screencast must compute the same screen, so it must not depend on when a frame was painted.
    private mutating func screen(_ session: inout RoomSession, at time: Nanoseconds) -> CellGrid {
        var grid = CellGrid(columns: view.size.columns, rows: view.size.rows)
        updateKeys(session, at: time)
        var unmeasured = FrameStatistics(processorTime: { 0 })
        paintScreen(&grid, &session, at: time, isExact: true, statistics: &unmeasured)
        renderer.transitions.paint(over: &grid, at: time, ground: renderer.themeColors(session.settings).surfaces.bar)
        return grid
    }
}
