import HalfBlocks
import Playback
import Terminal

// What is seen, and nothing else, follows from these events; no decision does.
extension RoomShow {
    /// Whether the keys are listed.
    var isHelpOpen: Bool { screens.isHelpOpen }

    /// Whether an event, as things stand, changes only what is seen.
    func isAboutLooks(_ event: InputEvent) -> Bool {
        switch event {
        case .resize, .background: return true
        default: break
        }
        if screens.settings != nil { return !changesSettings(event) }
        if screens.palette != nil { return !carriesOutChosen(event) }
        if scene != .room, !isForHelp(event) { return isAboutLooksOfScene(event) }
        switch event {
        case .key(.escape, _): return isHelpOpen || chosenGift != nil
        case .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _), .key(.end, _):
            return isHelpOpen || chosenGift != nil
        case .mouse(let mouse) where scrollsChat(mouse): return true
        case .mouse(let mouse):
            return isForHelp(event) || giftPanel?.place.contains(column: mouse.column, row: mouse.row) == true
        default:
            guard let action = actions.action(for: event), action.isAboutLooks else { return false }
            return !isReplay || action.isOfReplays
        }
    }

    /// Does what an event stands for if that is about looks; others do nothing.
    mutating func look(_ event: InputEvent, at time: Nanoseconds) {
        guard isAboutLooks(event) else { return }
        hasChanged = true
        if case .resize(let columns, let rows) = event { return size = (columns, rows) }
        if case .background(let color) = event { return screens.isTerminalLight = color.isLight }
        if screens.settings != nil { return lookAtSettings(event, at: time) }
        if screens.palette != nil { return lookForAction(event) }
        if scene != .room, !isForHelp(event) { return lookAtScene(event, at: time) }
        switch event {
        case .key(.escape, _):
            if isHelpOpen { screens.isHelpOpen = false } else { chosenGift = nil }
        case .key(let key, let modifiers):
            if let action = actions.action(for: .key(key, modifiers)) { return show(action, at: time) }
            if isHelpOpen { scrollHelp(key) } else { choose(key) }
        case .mouse(let mouse) where scrollsChat(mouse):
            room.chat.scroll(by: mouse.button == .wheelUp ? 1 : -1)
        case .mouse(let mouse) where isForHelp(event):
            if mouse.button == .wheelUp { scrollHelp(.up) }
            if mouse.button == .wheelDown { scrollHelp(.down) }
        case .mouse(let mouse): choose(mouse)
        default:
            if let action = actions.action(for: event) { show(action, at: time) }
        }
    }

    /// Whether the list of the keys is open and takes an event.
    private func isForHelp(_ event: InputEvent) -> Bool {
        guard isHelpOpen else { return false }
        switch event {
        case .key(.escape, _), .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _),
            .key(.end, _):
            return true
        case .mouse(let mouse):
            if mouse.button == .wheelUp || mouse.button == .wheelDown { return true }
            // What the list covers can't be meant.
            return mouse.action == .press && helpPlace?.contains(column: mouse.column, row: mouse.row) == true
        default: return false
        }
    }

    /// Where the list of the keys stands for the mouse while it is open.
    private var helpPlace: CellRect? {
        StageLayout(columns: size.columns, rows: size.rows).map { help.place(in: $0.panelArea) }
    }

    /// Opens what an action is about, or closes it.
    mutating func show(_ action: RoomAction, at time: Nanoseconds) {
        // It would cover them and hear no key.
        if action == .showSettings { screens.isHelpOpen = false }
        // What is typed into settings is not recorded, and costs are of this machine.
        if isRetold, action == .showSettings || action == .showStatistics { return }
        hasChanged = true
        switch action {
        case .showHelp:
            screens.isHelpOpen.toggle()
            screens.helpOffset = 0
        case .showGifts: chosenGift = chosenGift == nil ? GiftSelection() : nil
        case .showStatistics: screens.rates = screens.rates == nil ? FrameRates() : nil
        case .showPalette: screens.palette = Palette()
        case .keepPicture: screens.isPictureWanted = true
        case .showSettings: toggle(.settings, at: time)
        case .showLobby: toggle(.lobby, at: time)
        case .showGallery: toggle(.gallery, at: time)
        default: break
        }
    }

    /// Whether the mouse scrolls the chat, where nothing else lies over it.
    private func scrollsChat(_ mouse: MouseEvent) -> Bool {
        guard mouse.button == .wheelUp || mouse.button == .wheelDown, !isHelpOpen, chosenGift == nil else {
            return false
        }
        let layout = StageLayout(columns: size.columns, rows: size.rows)
        return layout?.chat.contains(column: mouse.column, row: mouse.row) == true
    }

    /// Looks as another room does.
    mutating func takeLooks(of other: RoomShow) {
        screens = other.screens
        chosenGift = other.chosenGift
        size = other.size
    }

    private mutating func scrollHelp(_ key: Key) {
        guard let layout = StageLayout(columns: size.columns, rows: size.rows) else { return }
        let greatest = help.greatestOffset(area: layout.panelArea)
        let page = max(1, layout.picture.rows - 4)
        let step =
            switch key {
            case .up: -1
            case .down: 1
            case .pageUp: -page
            case .pageDown: page
            case .home: -greatest
            default: greatest
            }
        screens.helpOffset = max(0, min(greatest, screens.helpOffset + step))
    }

    /// Where the panel of the last gifts stands for the mouse; nil while it is closed.
    private var giftPanel: GiftPanelLayout? {
        guard chosenGift != nil, let layout = StageLayout(columns: size.columns, rows: size.rows) else { return nil }
        return GiftPanelLayout(layout)
    }

    private mutating func choose(_ key: Key) {
        let page = max(1, giftPanel?.list.rows ?? 1)
        switch key {
        case .up: choose(by: -1)
        case .down: choose(by: 1)
        case .pageUp: choose(by: -page)
        case .pageDown: choose(by: page)
        case .home: choose(by: -gifts.entries.count)
        case .end: choose(by: gifts.entries.count)
        default: break
        }
    }

    private mutating func choose(_ mouse: MouseEvent) {
        guard mouse.action == .press, let panel = giftPanel, let chosen = chosenGift?.place(in: gifts) else { return }
        switch mouse.button {
        case .wheelUp: choose(by: -1)
        case .wheelDown: choose(by: 1)
        case .left where panel.closeSign.contains(column: mouse.column, row: mouse.row): chosenGift = nil
        case .left where panel.list.contains(column: mouse.column, row: mouse.row):
            let place = panel.first(showing: chosen) + mouse.row - panel.list.row
            if place < gifts.entries.count { chosenGift?.choose(place, in: gifts) }
        default: break
        }
    }

    /// Chooses an older gift, or a newer one for a negative number.
    private mutating func choose(by places: Int) {
        guard let chosen = chosenGift?.place(in: gifts) else { return }
        chosenGift?.choose(chosen + places, in: gifts)
    }
}
