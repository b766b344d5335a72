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

    var view: RoomView
    var renderer: RoomRenderer
    let mode: Mode
    /// The guided tour, or `nil` if the room has none.
    private let tour: Tour?
    /// The policies that the split stage compares; empty for the room's policy and the other mode.
    private let comparedPolicies: [Policy]
    /// The last minutes of the session.
    var memory = SessionMemory()
    /// The moment of the past that is shown; `nil` if now is shown.
    var moment: Moment?
    /// Whether a picture of the screen was requested and is not saved yet.
    private var isPictureRequested = false
    /// The answers to inputs that change nothing.
    private(set) var answers = InputAnswers()
    /// The commands that the palette ran last, the latest first.
    private var recentCommands: [Command] = []
    private static let maxRecentCommands = 8
    /// The commands of the room with the gift kinds of a revision.
    private var commands: (revision: Int, list: CommandList)?
    /// The digits that were typed before a move in a list.
    private var typedCount = MoveCount()

    init(_ setup: RoomShow.Setup, mode: Mode) {
        self.mode = mode
        tour = setup.tour?.tour
        comparedPolicies = setup.review.comparedPolicies
        view = RoomView(size: setup.display.size)
        renderer = RoomRenderer(
            symbols: setup.symbols, isReplay: mode == .replay, theme: setup.display.theme,
            transitions: ScreenTransitions(mode == .replay ? nil : setup.transitions),
            frameLimit: setup.settings.frameCacheLimit, supportsGlyphs: setup.display.supportsGlyphs)
    }

    /// Whether gifts are drawn at the exact moment instead of the nearest frame of the stage, as a replay can run slowly
    /// and a screencast at any rate.
    var drawsExactMoments: Bool { mode != .live }

    func context(_ session: RoomSession, at time: Nanoseconds) -> ScreenContext {
        let (session, time) = moment.map { ($0.session, $0.position) } ?? (session, time)
        let chosenGift = view.first(GiftListOverlay.self)?.selection.entry(in: session.giftLog)?.number
        return ScreenContext(
            session: session, commands: commands(of: session), size: view.size, symbols: renderer.symbols, time: time,
            isReplay: mode == .replay,
            configurationFile: renderer.sources.configurationFile, chosenGift: chosenGift,
            recentCommands: recentCommands, tour: tour, screen: view.top, dockedRows: view.dockedRows(session),
            moment: moment.map { (time: $0.position, now: $0.now) })
    }

    private func commands(of session: RoomSession) -> CommandList {
        guard let commands, commands.revision == session.kinds.revision else { return CommandList(session.kinds) }
        return commands.list
    }

    /// Returns whether the picture at a time differs from the one that was painted last.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - time: The session time.
    ///   - seenAt: The viewer's time, if it differs from the session time, as in a replay that is paused.
    func needsPainting(_ session: RoomSession, at time: Nanoseconds, seenAt: Nanoseconds? = nil) -> Bool {
        if answers.changes(at: seenAt ?? time) { return true }
        if let moment { return moment.needsPainting(at: time) }
        return session.hasChanged || view.changes(at: time, session, renderer)
    }

    /// Returns whether a presentation runs and is visible.
    func showsMotion(of session: RoomSession) -> Bool {
        guard !renderer.isTooSmall else { return false }
        if let moment { return moment.isMoving }
        return switch type(of: view.top).id {
        case .room: session.isPlaying
        case .versus: session.comparison?.isPlaying == true
        default: false
        }
    }

    /// Returns whether a picture was requested since the last call.
    mutating func consumePictureRequest() -> Bool {
        defer { isPictureRequested = false }
        return isPictureRequested
    }

    // MARK: - Events

    /// Handles an event: changes the view, and returns the commands for the session.
    ///
    /// An input that can do nothing now is answered with the reason.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: The session.
    ///   - time: The session time.
    ///   - seenAt: The viewer's time, if it differs from the session time, as in a replay that is paused.
    mutating func handle(
        _ event: InputEvent, _ session: inout RoomSession, at time: Nanoseconds, seenAt: Nanoseconds? = nil
    ) -> [SessionRequest] {
        session.hasChanged = true
        moment?.isPainted = false
        switch event {
        case .resize(let columns, let rows):
            view.size = (columns, rows)
            session.appearance = CellAppearance(size: view.size, symbols: renderer.symbols)
        case .background(let color): renderer.terminalBackground = color
        default:
            let seenAt = seenAt ?? time
            if event.isPress { removeAnswer() }
            if typedCount.append(event, ifCounted: view.acceptsCounts, at: seenAt) {
                answers.show("\(typedCount.label): a number of steps for j and k", until: typedCount.end ?? seenAt)
                return []
            }
            var requests: [SessionRequest] = []
            let count = typedCount.consume(before: event)
            for event in count.keys { requests += handleAtOnce(event, &session, at: time, seenAt: seenAt) }
            for _ in 0..<count.steps { requests += handleAtOnce(event, &session, at: time, seenAt: seenAt) }
            return requests
        }
        return []
    }

    /// The viewer's time at which typed digits act as keys of their own, or `nil` if there are none.
    var nextDue: Nanoseconds? { typedCount.end }

    /// Handles the typed digits that no move has followed as keys of their own.
    mutating func handleTypedDigits(
        _ session: inout RoomSession, at time: Nanoseconds, seenAt: Nanoseconds? = nil
    ) -> [SessionRequest] {
        let keys = typedCount.consumeKeys()
        guard !keys.isEmpty else { return [] }
        session.hasChanged = true
        return keys.flatMap { handleAtOnce($0, &session, at: time, seenAt: seenAt ?? time) }
    }

    /// Passes an event to the view, and answers it if it can do nothing.
    private mutating func handleAtOnce(
        _ event: InputEvent, _ session: inout RoomSession, at time: Nanoseconds, seenAt: Nanoseconds
    ) -> [SessionRequest] {
        switch view.handle(event, in: context(session, at: time)) {
        case .handled(let commands, let key):
            let key = key ?? KeyStroke(event: event)?.label(renderer.symbols) ?? ""
            return commands.compactMap { command in
                if let reason = refusal(of: command, for: event, session, at: time, seenAt: seenAt) {
                    answers.refuse(reason, at: seenAt)
                    return nil
                }
                let openCount = view.openCount
                defer { if view.openCount < openCount { answers.recordClosing(at: seenAt) } }
                return perform(command, key: key, &session, at: time)
            }
        case .ignored:
            if let touch = renderer.touch(by: event, session), moment == nil, view.top is RoomScreen {
                return [SessionRequest(command: .session(.touch([touch])), key: "")]
            }
            if let reason = context(session, at: time).refusal(ofUnused: event) {
                answers.refuse(reason, at: seenAt)
            }
        }
        return []
    }

    /// Returns why a command can do nothing now, or `nil` if it is available.
    private func refusal(
        of command: Command, for event: InputEvent, _ session: RoomSession, at time: Nanoseconds,
        seenAt: Nanoseconds
    ) -> String? {
        if command == .session(.close), let reason = answers.refusal(ofClosingBy: event, at: seenAt) { return reason }
        return context(session, at: time).refusal(of: command)
    }

    /// Shows why an input did nothing.
    mutating func refuse(_ reason: String, seenAt: Nanoseconds) { answers.refuse(reason, at: seenAt) }

    /// Ends the answer to an earlier input, as another one arrives.
    mutating func removeAnswer() { answers.removeNotice() }

    /// Closes the topmost panel or screen and returns whether there was one.
    mutating func closeTopmost(_ session: inout RoomSession, at time: Nanoseconds) -> Bool {
        guard let id = view.topmostClosable else { return false }
        close(id, &session, at: time)
        session.hasChanged = true
        return true
    }

    /// Types a character of a pasted text.
    mutating func insert(_ character: Character, _ session: inout RoomSession) {
        session.hasChanged = true
        view.insert(character)
    }

    /// Shows the result of a command.
    mutating func show(_ message: ScreenMessage) { view.show(message) }

    /// Shows what became of a setting that was changed earlier, if the settings are open.
    mutating func showInSettings(_ message: ScreenMessage) { view.update(SettingsScreen.self) { $0.show(message) } }

    /// Forgets that a setting could not be saved, because the configuration file is valid again.
    mutating func forgetFileProblem() { view.update(SettingsScreen.self) { $0.forgetFileProblem() } }

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
        case .touchStage(let events, let column, let row):
            guard moment == nil, let layout = context(session, at: time).layout else { break }
            let touches = renderer.touches(events, column: column, row: row, in: layout, session, at: time)
            if !touches.isEmpty { return SessionRequest(command: .session(.touch(touches)), key: key) }
        case .showMoment: showMoment(session, at: time)
        case .stepMoment(let step): stepMoment(step, now: time)
        case .close(.moment): closeMoment()
        case .toggle(let id): toggle(id, &session, at: time)
        case .close(let id): close(id, &session, at: time)
        case .closeAllScreens: closeAllScreens(&session, at: time)
        case .changeCompared(let side, let settings): session.changeComparison(settings, ofSide: side, at: time)
        case .scrollChat(let rows): session.room.chat.scroll(by: rows)
        case .savePicture: isPictureRequested = mode == .live
        case .quit:
            if !closeTopmost(&session, at: time) { return SessionRequest(command: .session(.leave), key: key) }
        case .editSetting(let key):
            if !(view.top is SettingsScreen) { toggle(.settings, &session, at: time) }
            let context = context(session, at: time)
            view.update(SettingsScreen.self) { $0.choose(key, in: context) }
        case .showInGallery(let kind):
            if !(view.top is GalleryScreen) { toggle(.gallery, &session, at: time) }
            let context = context(session, at: time)
            view.update(GalleryScreen.self) { $0.choose(kind, in: context) }
        case .showGift(let number):
            closeAllScreens(&session, at: time)
            if !view.isOpen(.giftList) { toggle(.giftList, &session, at: time) }
            view.update(GiftListOverlay.self) { $0.choose(number) }
        case .showTourStep(let step):
            closeAllScreens(&session, at: time)
            if !view.isOpen(.tour) { toggle(.tour, &session, at: time) }
            view.update(TourOverlay.self) { $0.choose(step) }
        case .recordUse(let command):
            // What is typed over a private screen is not recorded, so a screencast would not know it.
            guard !view.isPrivate else { break }
            recentCommands.removeAll { $0 == command }
            recentCommands.insert(command, at: 0)
            if recentCommands.count > Self.maxRecentCommands { recentCommands.removeLast() }
        case .refuse: break
        }
        return nil
    }

    /// Closes a screen or an overlay.
    private mutating func close(_ id: ScreenID, _ session: inout RoomSession, at time: Nanoseconds) {
        if ScreenList.overlays.contains(where: { $0.id == id }) {
            view.close(id)
        } else {
            changeScreens(&session, at: time) { $0.close(id) }
        }
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
        closeMoment()
        let transition = renderer.transitions.transition(session.settings)
        let old = transition.map { _ in screen(&session, at: time) }
        body(&view)
        session.lobby.isOpen = view.isOpen(.lobby)
        if view.isOpen(.versus) != (session.comparison != nil) {
            if view.isOpen(.versus) {
                session.beginComparison(of: comparedPolicies, at: time)
            } else {
                session.endComparison()
            }
        }
        renderer.transitions.start(transition, from: old, at: time)
        session.hasChanged = true
    }

    // MARK: - Painting

    /// Paints the screen, the overlays, and the rest of the old screen during a transition.
    mutating func paint(
        _ grid: inout CellGrid, _ session: inout RoomSession, at time: Nanoseconds, seenAt: Nanoseconds? = nil,
        statistics: inout FrameStatistics
    ) {
        // Which keys work changes with inputs and decisions, but not with time alone.
        if session.hasChanged || renderer.keys.line == nil { updateKeys(session, at: time) }
        session.hasChanged = false
        view.addSample(of: statistics, at: time)
        advanceMoment(to: time)
        if var past = moment?.session, let position = moment?.position {
            renderer.standsStill = moment?.isMoving == false
            renderer.beginFrame(of: past, columns: grid.columns, rows: grid.rows, at: position)
            paintScreen(&grid, &past, at: position, isExact: true, statistics: &statistics)
        } else {
            renderer.standsStill = false
            renderer.beginFrame(of: session, columns: grid.columns, rows: grid.rows, at: time)
            paintScreen(&grid, &session, at: time, isExact: drawsExactMoments, statistics: &statistics)
        }
        if renderer.transitions.isRunning {
            statistics.measure(.draw) {
                renderer.transitions.paint(
                    over: &grid, at: time, ground: renderer.themeColors(session.settings).surfaces.bar)
            }
        }
        paintAnswer(in: &grid, session, at: seenAt ?? time)
        statistics.measure(.cells) { grid.makeTextReadable() }
    }

    /// Paints why the last input did nothing.
    private mutating func paintAnswer(in grid: inout CellGrid, _ session: RoomSession, at time: Nanoseconds) {
        guard answers.notice != nil else { return }
        let row = StageLayout(columns: grid.columns, rows: grid.rows)?.notice.row ?? grid.rows - 1
        Theme.$colors.withValue(renderer.themeColors(session.settings)) {
            answers.paint(in: &grid, row: row, at: time, symbols: renderer.symbols)
        }
    }

    private mutating func paintScreen(
        _ grid: inout CellGrid, _ session: inout RoomSession, at time: Nanoseconds, isExact: Bool,
        statistics: inout FrameStatistics
    ) {
        Theme.$colors.withValue(renderer.themeColors(session.settings)) {
            let docked = view.dockedRows(session)
            guard let layout = StageLayout(columns: grid.columns, rows: grid.rows, dockedRows: docked) else {
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
        commands = (session.kinds.revision, commands(of: session))
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
