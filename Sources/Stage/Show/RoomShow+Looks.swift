import HalfBlocks
import Playback
import Terminal

// These events change only the view; the controller's decisions do not depend on them.
extension RoomShow {
    /// Whether the help panel is open.
    var isHelpOpen: Bool { screens.isHelpOpen }

    /// Returns whether an event changes only the view in the current state.
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

    /// Handles an event if it changes only the view; ignores other events.
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

    /// Returns whether the help panel is open and handles an event.
    private func isForHelp(_ event: InputEvent) -> Bool {
        guard isHelpOpen else { return false }
        switch event {
        case .key(.escape, _), .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _),
            .key(.end, _):
            return true
        case .mouse(let mouse):
            if mouse.button == .wheelUp || mouse.button == .wheelDown { return true }
            // A press on the help panel must not reach what is below it.
            return mouse.action == .press && helpPlace?.contains(column: mouse.column, row: mouse.row) == true
        default: return false
        }
    }

    /// The position of the help panel, for the mouse.
    private var helpPlace: CellRect? {
        StageLayout(columns: size.columns, rows: size.rows).map { help.place(in: $0.panelArea) }
    }

    /// Opens or closes the panel or scene of an action.
    mutating func show(_ action: RoomAction, at time: Nanoseconds) {
        // The settings would hide the help panel and receive its keys.
        if action == .showSettings { screens.isHelpOpen = false }
        // A recording contains neither the text typed into settings nor the cost of frames.
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

    /// Returns whether the mouse wheel scrolls the chat, which no panel covers.
    private func scrollsChat(_ mouse: MouseEvent) -> Bool {
        guard mouse.button == .wheelUp || mouse.button == .wheelDown, !isHelpOpen, chosenGift == nil else {
            return false
        }
        let layout = StageLayout(columns: size.columns, rows: size.rows)
        return layout?.chat.contains(column: mouse.column, row: mouse.row) == true
    }

    /// Copies the view of another room: open panels, the chosen gift and the size.
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

    /// The layout of the panel of the last gifts, for the mouse, or `nil` while it is closed.
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

    /// Chooses an older gift; negative numbers choose a newer one.
    private mutating func choose(by places: Int) {
        guard let chosen = chosenGift?.place(in: gifts) else { return }
        chosenGift?.choose(chosen + places, in: gifts)
    }
}
