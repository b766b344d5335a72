import ExactNumbers
import PlayerSettings
import Recordings
import Terminal
import TerminalCells

// Choosing and typing in the settings screen change only the view; a new value is an input that replaces a settings
// layer.
extension RoomShow {
    private var chosenSetting: SettingKey? {
        overlays.settings.flatMap { settings.keys.indices.contains($0.chosen) ? settings.keys[$0.chosen] : nil }
    }

    private var settingsLayout: SettingsLayout? {
        StageLayout(columns: size.columns, rows: size.rows).map { SettingsLayout($0, count: settings.keys.count) }
    }

    /// Returns whether an event changes a setting or ends the session while the settings are open.
    func changesSettings(_ event: InputEvent) -> Bool {
        guard let screen = overlays.settings else { return false }
        if isQuitInput(event) { return true }
        switch event {
        case .key(.left, _), .key(.right, _), .key(.delete, _): return screen.typedValue == nil
        case .key(.enter, _): return screen.typedValue != nil
        default: return false
        }
    }

    /// Returns whether an event is the key that ends the session; while a value is typed, this key is a letter like any
    /// other.
    private func isQuitInput(_ event: InputEvent) -> Bool {
        overlays.settings?.typedValue == nil && actions.action(for: event) == .leave
    }

    /// Changes the chosen setting: in the configuration file, or with Shift or Alt only for this session.
    mutating func changeSettings(_ event: InputEvent, at time: Nanoseconds) {
        if isQuitInput(event) { return perform(.leave, key: "", at: time) }
        guard case .key(let pressed, let modifiers) = event, let key = chosenSetting else { return }
        hasChanged = true
        let isForSession = saveSetting == nil || !modifiers.isDisjoint(with: [.shift, .alt])
        switch pressed {
        case .delete: removeSessionValue(of: key, at: time)
        case .enter:
            do throws(SettingSyntaxError) {
                let value = try key.value(fromInput: overlays.settings?.typedValue ?? "")
                overlays.settings?.stopTyping()
                setSetting(key, value, isForSession: isForSession, at: time)
            } catch {
                overlays.settings?.message = .init(text: error.problem, isProblem: true)
            }
        default:
            guard let value = key.value(nextTo: settings.value(of: key), forward: pressed == .right) else { return }
            setSetting(key, value, isForSession: isForSession, at: time)
        }
    }

    /// Sets a setting and shows the result as a message.
    private mutating func setSetting(_ key: SettingKey, _ value: SettingValue, isForSession: Bool, at time: Nanoseconds)
    {
        guard !isForSession, let saveSetting, let configuration else {
            assign(key, value, key: "S", at: time)
            overlays.settings?.message = .init(text: "\(key.name) is \(value) in this session", isProblem: false)
            return
        }
        let assignment = Assignment(key, value, origin: .file(configuration.path))
        if let problem = saveSetting(assignment) {
            overlays.settings?.message = .init(text: problem, isProblem: true)
            return
        }
        // The file is polled several times per second. The change is applied at once instead of with the next poll.
        apply(.settings(.file, settings.assignments(of: .file).filter { $0.key != key } + [assignment]), at: time)
        let ofSession = settings.assignments(of: .key)
        if ofSession.contains(where: { $0.key == key }) {
            apply(.settings(.key, ofSession.filter { $0.key != key }), at: time)
        }
        let file = assignment.origin
        let winner = settings.origin(of: key)
        let stronger = winner == file ? "" : ", but \(winner) beats it while the program runs"
        overlays.settings?.message = .init(
            text: "\(key.name): \(value) is in \(file)\(stronger)", isProblem: winner != file)
    }

    /// Removes the value that was set for this session only.
    private mutating func removeSessionValue(of key: SettingKey, at time: Nanoseconds) {
        let ofSession = settings.assignments(of: .key)
        guard ofSession.contains(where: { $0.key == key }) else {
            overlays.settings?.message = .init(
                text: "\(key.name): this session has no value of its own", isProblem: false)
            return
        }
        apply(.settings(.key, ofSession.filter { $0.key != key }), at: time)
        overlays.settings?.message = .init(
            text: "\(key.name) is \(settings.value(of: key)) again, by \(settings.origin(of: key))", isProblem: false)
    }

    /// Handles an event that chooses a setting, types a value or closes the settings.
    mutating func handleSettingsViewInput(_ event: InputEvent, at time: Nanoseconds) {
        guard let screen = overlays.settings else { return }
        let count = settings.keys.count
        let page = max(1, settingsLayout?.list.rows ?? 1)
        switch event {
        case .character("S") where screen.typedValue == nil: leaveScene(at: time)
        case .character(let character): overlays.settings?.type(character)
        case .key(.backspace, _): overlays.settings?.deleteBackward()
        case .key(.modified("u"), .control):
            if screen.typedValue != nil {
                overlays.settings?.stopTyping()
            }
        case .key(.escape, _):
            if screen.typedValue != nil { overlays.settings?.stopTyping() } else { leaveScene(at: time) }
        case .key(.enter, _):
            if let key = chosenSetting { overlays.settings?.edit(settings.value(of: key)) }
        case .key(.up, _): overlays.settings?.choose(screen.chosen - 1, of: count)
        case .key(.down, _), .key(.tab, _): overlays.settings?.choose(screen.chosen + 1, of: count)
        case .key(.pageUp, _): overlays.settings?.choose(screen.chosen - page, of: count)
        case .key(.pageDown, _): overlays.settings?.choose(screen.chosen + page, of: count)
        case .key(.home, _): overlays.settings?.choose(0, of: count)
        case .key(.end, _): overlays.settings?.choose(count - 1, of: count)
        case .mouse(let mouse) where mouse.action == .press: handleSettingsMouse(mouse, screen, count, at: time)
        default: break
        }
    }

    private mutating func handleSettingsMouse(
        _ mouse: MouseEvent, _ screen: SettingsScreen, _ count: Int, at time: Nanoseconds
    ) {
        switch mouse.button {
        case .wheelUp: overlays.settings?.choose(screen.chosen - 1, of: count)
        case .wheelDown: overlays.settings?.choose(screen.chosen + 1, of: count)
        case .left:
            guard let layout = settingsLayout else { return }
            if !layout.area.contains(column: mouse.column, row: mouse.row) { return leaveScene(at: time) }
            guard layout.list.contains(column: mouse.column, row: mouse.row) else { return }
            let place = layout.first(showing: screen.chosen) + mouse.row - layout.list.row
            if place < count { overlays.settings?.choose(place, of: count) }
        default: break
        }
    }
}
