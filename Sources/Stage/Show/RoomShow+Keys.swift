import Configuration
import Playback
import Recordings
import Terminal

// What follows from these goes in as what it is for the room: a gift, a deed at the controls, a change of settings.
extension RoomShow {
    /// All that can be done now and by which key.
    var actions: ActionList {
        let keys = kinds.keys
        return ActionList(
            gifts: kinds.sendable.map { kind in
                (kind.id, kind.name, keys.filter { $0.gift.id == kind.id }.map(\.key))
            })
    }

    /// Does what an event stands for; others do nothing.
    mutating func act(on event: InputEvent, at time: Nanoseconds) {
        if screens.settings != nil { return changeSettings(event, at: time) }
        if screens.palette != nil { return carryOutChosen(event, at: time) }
        if scene != .room { return actInScene(on: event, at: time) }
        if case .mouse(let mouse) = event { return use(mouse, at: time) }
        let actions = actions
        guard let action = actions.action(for: event) else { return }
        carryOut(action, key: KeyStroke(hearing: event)?.label(signs) ?? "", at: time)
    }

    /// Types what was pasted where a text is typed. Elsewhere it means nothing: nobody pastes keys.
    mutating func type(pasted text: String, at time: Nanoseconds) {
        guard !isOver else { return }
        let typed = text.filter { character in
            !character.isNewline && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        if screens.settings != nil {
            // Not as keys, as which some letters close the settings; nor is it recorded, as nothing that is typed there.
            for character in typed.prefix(SettingsScreen.longestText) { screens.settings?.type(character) }
            hasChanged = true
        } else if screens.palette != nil {
            for character in typed.prefix(Palette.longestQuery) { handle(.character(character), at: time) }
        }
    }

    /// Does something; `key` is what a setting says that it changes of where its value comes from.
    mutating func carryOut(_ action: RoomAction, key: String, at time: Nanoseconds) {
        switch action {
        case .close: take(.control(.close), at: time)
        case .clear: take(.control(.clear), at: time)
        case .togglePause: take(.control(controller.isPaused ? .resume : .pause), at: time)
        case .switchMode:
            let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
            assign(.mode, SettingValue(.mode(other)), key: key, at: time)
        case .moveThreshold(let step): moveThreshold(by: step, key: key, at: time)
        case .setThreshold(let value): assign(.replaceAt, .fraction(value), key: key, at: time)
        case .step(let length): moveRunning(by: length, at: time)
        case .stepFrames(let count): moveRunning(byFrames: count, at: time)
        case .slower: change(speed: RoomSpeeds.below(controller.speed), at: time)
        case .faster: change(speed: RoomSpeeds.above(controller.speed), at: time)
        case .normalSpeed: change(speed: .one, at: time)
        case .send(let kind):
            if let gift = kinds.playable(kind) { send(gift, at: time) }
        case .sendAgain:
            if let gift = chosenGift?.entry(in: gifts) { sendAgain(gift.arrival, at: time) }
        case .leave: end(at: time)
        case .showGifts, .showStatistics, .showSettings, .showPalette, .showHelp, .showLobby, .showGallery,
            .keepPicture:
            show(action, at: time)
        }
    }

    /// Whether something can be done now.
    func isPossible(_ entry: ListedAction) -> Bool {
        switch entry.condition {
        case .always: true
        case .gift: controller.running != nil
        case .anything:
            controller.running != nil || controller.waitingCount > 0 || controller.held != nil
                || controller.parkedCount > 0
        case .chosenGift: chosenGift?.entry(in: gifts) != nil
        case .otherSpeed: controller.speed != .one
        }
    }

    /// Gives a setting a value that beats all others while the program runs.
    mutating func assign(_ key: SettingKey, _ value: SettingValue, key pressed: String, at time: Nanoseconds) {
        var changed = settings
        changed.assign(Assignment(key, value, origin: .key(pressed)))
        take(.settings(.key, changed.assignments(of: .key)), at: time)
    }

    /// Moves the threshold, which stays between 0 and 1; from "never" it comes back to 1.
    private mutating func moveThreshold(by step: Int64, key: String, at time: Nanoseconds) {
        let current = settings.playback.replaceAt.count
        if current > Millionths.one.count && step > 0 { return }
        let moved = max(0, min(Millionths.one.count, current + step))
        assign(.replaceAt, SettingValue(.replaceAt(Millionths(moved))), key: key, at: time)
    }

    /// Closes the gift when its button is pressed, and moves it where its bar is pressed or dragged.
    private mutating func use(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard mouse.button == .left, let running = controller.running,
            let layout = StageLayout(columns: size.columns, rows: size.rows)
        else { return }
        if mouse.action == .press, layout.closeButton.contains(column: mouse.column, row: mouse.row) {
            return take(.control(.close), at: time)
        }
        drag(mouse, running, layout, at: time)
    }
}

extension KeyStroke {
    /// The key that was heard; nil for what is none.
    init?(hearing event: InputEvent) {
        switch event {
        case .character(let character): self.init(character)
        case .key(let key, let modifiers): self.init(key, modifiers)
        default: return nil
        }
    }
}
