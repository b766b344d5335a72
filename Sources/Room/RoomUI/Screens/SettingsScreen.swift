import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let settings = ScreenID(rawValue: "settings")
}

/// All settings, with their values, their origins and their meanings.
///
/// Text typed here, such as an address, is private and not recorded. Decisions depend only on the resulting value, which
/// is recorded.
struct SettingsScreen: FullScreen {
    enum Action {
        case move(ListMove)
        case type(Character)
        case deleteBackward
        /// Starts typing with the value of the chosen setting, or sets the typed value.
        case confirm(isForSession: Bool)
        case stopTyping
        /// Sets the next or the previous value.
        case change(forward: Bool, isForSession: Bool)
        case removeSessionValue
        /// Closes what is open, as its key does everywhere.
        case leave
        case close
        /// Does nothing; the commands of the room must not receive the event.
        case nothing
    }

    static let id = ScreenID.settings
    /// The key that opens and closes the settings, and the origin of what is changed there.
    static let openingKey = KeyStroke("S")
    static let opening: CommandDescriptor? = CommandDescriptor(
        .toggle(.settings), "Settings", [openingKey], "all settings", hint: KeyHint("settings"))
    static let isInRecordings = false
    static let isPrivate = true
    static let maxPastedLength: Int? = maxTypedLength

    /// The index of the chosen setting.
    private(set) var chosen = 0
    /// The value that is being typed, or `nil` if none is.
    private(set) var typedValue: String?
    /// The result of the last change.
    private(set) var message: ScreenMessage?

    /// The maximum length of a typed value, in Unicode scalars; a network address fits easily.
    static let maxTypedLength = 256
    /// The strength of the tint over the stream behind the settings, 0 to 255.
    private static let tintStrength: UInt8 = 190

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let symbols = context.symbols
        let sides = "\(symbols.arrows.left)  \(symbols.arrows.right)"
        let session = "change it for this session only"
        let isTyping = typedValue != nil
        let hints = hints(hasFile: context.configurationFile != nil)
        func change(_ key: Key, _ modifiers: KeyModifiers, forward: Bool) -> Action {
            let isForSession = !modifiers.isDisjoint(with: [.shift, .alt])
            return isTyping ? .nothing : .change(forward: forward, isForSession: isForSession)
        }
        return ListMove.bindings("choose a setting", symbols: symbols, hint: "choose").map { $0.map(Action.move) } + [
            Binding([KeyStroke(.tab)], "choose a setting", .move(.down), label: ""),
            Binding(
                [KeyStroke(.left)], "change it", change(.left, [], forward: false), label: sides, hint: hints.change),
            Binding([KeyStroke(.right)], "change it", change(.right, [], forward: true), label: "", hint: hints.change),
            Binding(
                [KeyStroke(.left, .shift), KeyStroke(.left, .alt)], session, change(.left, .shift, forward: false),
                label: "Shift-\(sides)", hint: hints.changeForSession),
            Binding(
                [KeyStroke(.right, .shift), KeyStroke(.right, .alt)], session, change(.right, .shift, forward: true),
                label: "", hint: hints.changeForSession),
            Binding(
                [KeyStroke(.enter)], "type a value, and set it", .confirm(isForSession: false), hint: hints.confirm),
            Binding(
                [KeyStroke(.enter, .alt), KeyStroke(.enter, .shift)], "set it for this session only",
                .confirm(isForSession: true), hint: hints.confirmForSession),
            Binding(
                [KeyStroke(.delete)], "remove the session's value", isTyping ? .nothing : .removeSessionValue,
                hint: isTyping ? nil : KeyHint("remove session value", .low)),
            Binding([KeyStroke(.backspace)], "delete", .deleteBackward, label: ""),
            Binding([KeyStroke(.modified("u"), .control)], "delete all", .stopTyping, label: ""),
            Binding(
                [KeyStroke(.escape)], "back", isTyping ? .stopTyping : .close,
                label: Self.closingLabel(context.symbols), hint: hints.close),
        ]
    }

    /// Returns the words in the key line, which depend on whether a value is being typed and can be saved.
    private func hints(
        hasFile: Bool
    ) -> (change: KeyHint?, changeForSession: KeyHint?, confirm: KeyHint, confirmForSession: KeyHint?, close: KeyHint) {
        let session = hasFile ? KeyHint("this session only") : nil
        guard typedValue != nil else {
            return (KeyHint("change", .high), session, KeyHint("type", .high), nil, KeyHint("back", .high))
        }
        return (nil, nil, KeyHint(hasFile ? "keep" : "set", .high), session, KeyHint("cancel", .high))
    }

    func help(in context: ScreenContext) -> HelpPanel {
        HelpPanel(bindings(in: context), mouse: ("click", "choose a setting; beside the panel: back"), in: context)
    }

    func action(for event: InputEvent, in context: ScreenContext) -> Action? {
        if case .mouse(let mouse) = event { return action(for: mouse, in: context) ?? .nothing }
        if case .character(let character) = event {
            guard typedValue == nil else { return .type(character) }
            if KeyStroke(character) == Self.openingKey { return .close }
            if let action = bindings(in: context).action(for: event) { return action }
            return context.commands.command(for: event) == .quit ? .leave : .type(character)
        }
        return bindings(in: context).action(for: event) ?? .nothing
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        guard mouse.action == .press, let layout = layout(in: context) else { return nil }
        if let move = ListMove(wheel: mouse) { return .move(move) }
        guard mouse.button == .left else { return nil }
        if !layout.area.contains(column: mouse.column, row: mouse.row) { return .close }
        let count = context.session.settings.keys.count
        return layout.list.index(under: mouse, showing: chosen, count: count).map { .move(.to($0)) }
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        let settings = context.session.settings
        switch action {
        case .move(let move): choose(move, in: context)
        case .type(let character): insert(character)
        case .deleteBackward:
            if typedValue?.isEmpty == false { typedValue?.removeLast() }
        case .stopTyping: stopTyping()
        case .confirm(let isForSession): return confirm(isForSession: isForSession, in: context)
        case .change(let forward, let isForSession):
            guard let key = key(in: context) else { return [] }
            guard let value = key.value(nextTo: settings.value(of: key), forward: forward) else {
                return [.refuse(key.refusal(ofMovingFrom: settings.value(of: key), forward: forward))]
            }
            return [.change(SettingChange(key: key, value: value, isForSession: isForSession))]
        case .removeSessionValue:
            return key(in: context).map { [.change(SettingChange(key: $0, value: nil, isForSession: true))] } ?? []
        case .leave: return [.quit]
        case .close: return [.close(.settings)]
        case .nothing: break
        }
        return []
    }

    private mutating func choose(_ move: ListMove, in context: ScreenContext) {
        let page = layout(in: context)?.list.cells.rows ?? 1
        let next = move.index(from: chosen, count: context.session.settings.keys.count, page: page)
        if next != chosen { message = nil }
        chosen = next
        typedValue = nil
    }

    mutating func insert(_ character: Character) {
        message = nil
        let typed = typedValue ?? ""
        guard typed.unicodeScalars.count + character.unicodeScalars.count <= Self.maxTypedLength else { return }
        typedValue = typed + String(character)
    }

    private mutating func stopTyping() {
        typedValue = nil
        message = nil
    }

    private mutating func confirm(isForSession: Bool, in context: ScreenContext) -> [Command] {
        guard let key = key(in: context) else { return [] }
        guard let typed = typedValue else {
            message = nil
            let value = context.session.settings.value(of: key)
            // Others may see the screen, so a value with a password is typed anew.
            typedValue = value == value.shown ? value.description : ""
            return []
        }
        let current = context.session.settings.value(of: key)
        if typed.isEmpty, current != current.shown {
            // Nothing was typed in place of the password that is not shown.
            stopTyping()
            return []
        }
        do throws(SettingSyntaxError) {
            let value = try key.value(from: typed)
            stopTyping()
            return [.change(SettingChange(key: key, value: value, isForSession: isForSession))]
        } catch {
            message = ScreenMessage(text: error.problem, isProblem: true)
            return []
        }
    }

    /// Chooses a setting.
    mutating func choose(_ key: SettingKey, in context: ScreenContext) {
        guard let index = context.session.settings.keys.firstIndex(of: key) else { return }
        choose(.to(index), in: context)
    }

    mutating func show(_ message: ScreenMessage) { self.message = message }

    /// Forgets a problem of the last change; one of a value that is being typed stays.
    mutating func forgetFileProblem() {
        if typedValue == nil, message?.isProblem == true { message = nil }
    }

    private func key(in context: ScreenContext) -> SettingKey? {
        let keys = context.session.settings.keys
        return keys.indices.contains(chosen) ? keys[chosen] : nil
    }

    private func layout(in context: ScreenContext) -> SettingsLayout? {
        context.layout.map { SettingsLayout($0, count: context.session.settings.keys.count) }
    }

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        renderer.picture.streamChanges(at: session.settings.reducesMotion ? 0 : time) || session.isPlaying
    }

    /// Paints the settings over the stream, with the status lines that show the effective policy.
    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        let (layout, settings) = (frame.layout, session.settings)
        renderer.picture.paint(
            in: &grid, area: layout.picture, at: settings.reducesMotion ? 0 : frame.time,
            motif: .ofRoom(at: session.lobby.current), statistics: &statistics
        ) { _, _ in false }
        statistics.measure(.cells) {
            grid.tint(layout.picture, with: Theme.panel, amount: Self.tintStrength)
            renderer.paintTopBar(in: &grid, frame, session)
            renderer.paintStatus(in: &grid, frame, session)
            SettingsPanel(
                chosen: chosen, typedValue: typedValue, message: message, settings: settings,
                file: renderer.sources.configurationFile, symbols: renderer.symbols
            ).paint(in: &grid, SettingsLayout(layout, count: settings.keys.count))
        }
    }
}
