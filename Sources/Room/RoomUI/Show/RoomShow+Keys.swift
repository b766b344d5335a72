import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import Terminal

// The effects of these inputs go to the room in the same form as any other input: as a gift, an action or a change of
// settings.
extension RoomShow {
    /// The available actions with their keys.
    var actions: CommandList {
        let keys = kinds.keys
        return CommandList(
            gifts: kinds.sendable.map { kind in
                (kind.id, kind.name, keys.filter { $0.gift.id == kind.id }.map(\.key))
            })
    }

    /// Performs the action of an event, if it has one.
    mutating func performAction(of event: InputEvent, at time: Nanoseconds) {
        if overlays.settings != nil { return changeSettings(event, at: time) }
        if overlays.palette != nil { return performChosenEntry(event, at: time) }
        if scene != .room { return performSceneAction(of: event, at: time) }
        if case .mouse(let mouse) = event { return handleStageMouse(mouse, at: time) }
        let actions = actions
        guard let action = actions.action(for: event) else { return }
        perform(action, key: KeyStroke(event: event)?.label(symbols) ?? "", at: time)
    }

    /// Types pasted text into the settings or the palette; it has no effect elsewhere.
    ///
    /// Control characters and line breaks are removed.
    mutating func typePasted(_ text: String, at time: Nanoseconds) {
        guard !isOver else { return }
        let typed = text.filter { character in
            !character.isNewline && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        if overlays.settings != nil {
            // Pasted text must not act as keys, because some letters close the settings. Like all text typed there, it
            // is not recorded.
            for character in typed.prefix(SettingsScreen.maxTypedLength) { overlays.settings?.type(character) }
            hasChanged = true
        } else if overlays.palette != nil {
            for character in typed.prefix(Palette.maxQueryLength) { handle(.character(character), at: time) }
        }
    }

    /// Performs an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - key: The label of the key, which becomes the origin of a changed setting.
    ///   - time: The session time.
    mutating func perform(_ action: RoomAction, key: String, at time: Nanoseconds) {
        switch action {
        case .close: apply(.control(.close), at: time)
        case .clear: apply(.control(.clear), at: time)
        case .togglePause: apply(.control(controller.isPaused ? .resume : .pause), at: time)
        case .switchMode:
            let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
            assign(.mode, SettingValue(.mode(other)), key: key, at: time)
        case .moveThreshold(let step): moveThreshold(by: step, key: key, at: time)
        case .setThreshold(let value): assign(.replaceAt, .fraction(value), key: key, at: time)
        case .step(let length): moveRunning(by: length, at: time)
        case .stepFrames(let count): moveRunning(byFrames: count, at: time)
        case .slower: setSpeed(RoomSpeeds.slower(than: controller.speed), at: time)
        case .faster: setSpeed(RoomSpeeds.faster(than: controller.speed), at: time)
        case .normalSpeed: setSpeed(.one, at: time)
        case .send(let kind):
            if let gift = kinds.playable(kind) { send(gift, at: time) }
        case .sendAgain:
            if let gift = chosenGift?.entry(in: giftLog) { sendAgain(gift.arrival, at: time) }
        case .leave: end(at: time)
        case .showGifts, .showStatistics, .showSettings, .showPalette, .showHelp, .showLobby, .showGallery,
            .savePicture:
            toggleView(action, at: time)
        }
    }

    /// Returns whether an action is available now.
    func isAvailable(_ entry: CommandDescriptor) -> Bool {
        switch entry.condition {
        case .always: true
        case .presentationRuns: controller.running != nil
        case .anyGift:
            controller.running != nil || controller.waitingCount > 0 || controller.held != nil
                || controller.parkedCount > 0
        case .giftSelected: chosenGift?.entry(in: giftLog) != nil
        case .speedChanged: controller.speed != .one
        }
    }

    /// Sets a setting in the layer of the keys, which overrides all other layers during the session.
    mutating func assign(_ key: SettingKey, _ value: SettingValue, key pressed: String, at time: Nanoseconds) {
        var changed = settings
        changed.assign(Assignment(key, value, origin: .key(pressed)))
        apply(.settings(.key, changed.assignments(of: .key)), at: time)
    }

    /// Changes the threshold, which stays between 0 and 1; a decrease from "never" leads to 1.
    private mutating func moveThreshold(by step: Int64, key: String, at time: Nanoseconds) {
        let current = settings.playback.replaceAt.count
        if current > Millionths.one.count && step > 0 { return }
        let moved = max(0, min(Millionths.one.count, current + step))
        assign(.replaceAt, SettingValue(.replaceAt(Millionths(moved))), key: key, at: time)
    }

    /// Closes the presentation if its button is pressed, and moves it if its progress bar is pressed or dragged.
    private mutating func handleStageMouse(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard mouse.button == .left, let running = controller.running,
            let layout = StageLayout(columns: size.columns, rows: size.rows)
        else { return }
        if mouse.action == .press, layout.closeButton.contains(column: mouse.column, row: mouse.row) {
            return apply(.control(.close), at: time)
        }
        drag(mouse, running, layout, at: time)
    }
}

extension KeyStroke {
    /// Creates the key stroke of an event, or returns `nil` if the event is not a key.
    init?(event: InputEvent) {
        switch event {
        case .character(let character): self.init(character)
        case .key(let key, let modifiers): self.init(key, modifiers)
        default: return nil
        }
    }
}
