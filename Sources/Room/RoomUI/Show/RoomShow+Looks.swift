import ExactNumbers
import Terminal
import TerminalCells

// These events change only the view; the controller's decisions do not depend on them.
extension RoomShow {
    /// Whether the help panel is open.
    var isHelpOpen: Bool { overlays.isHelpOpen }

    /// Returns whether an event changes only the view in the current state.
    func isViewOnly(_ event: InputEvent) -> Bool {
        switch event {
        case .resize, .background: return true
        default: break
        }
        if overlays.settings != nil { return !changesSettings(event) }
        if overlays.palette != nil { return !isPaletteConfirmation(event) }
        if scene != .room, !isHelpInput(event) { return isViewOnlyInScene(event) }
        switch event {
        case .key(.escape, _): return isHelpOpen || chosenGift != nil
        case .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _), .key(.end, _):
            return isHelpOpen || chosenGift != nil
        case .mouse(let mouse) where scrollsChat(mouse): return true
        case .mouse(let mouse):
            return isHelpInput(event) || giftPanel?.area.contains(column: mouse.column, row: mouse.row) == true
        default:
            guard let action = actions.action(for: event), action.isViewOnly else { return false }
            return !isReplay || action.isAvailableInReplays
        }
    }

    /// Handles an event if it changes only the view; ignores other events.
    mutating func handleViewInput(_ event: InputEvent, at time: Nanoseconds) {
        guard isViewOnly(event) else { return }
        hasChanged = true
        if case .resize(let columns, let rows) = event { return size = (columns, rows) }
        if case .background(let color) = event { return overlays.isTerminalLight = color.isLight }
        if overlays.settings != nil { return handleSettingsViewInput(event, at: time) }
        if overlays.palette != nil { return handlePaletteInput(event) }
        if scene != .room, !isHelpInput(event) { return handleSceneViewInput(event, at: time) }
        switch event {
        case .key(.escape, _):
            if isHelpOpen { overlays.isHelpOpen = false } else { chosenGift = nil }
        case .key(let key, let modifiers):
            if let action = actions.action(for: .key(key, modifiers)) { return toggleView(action, at: time) }
            if isHelpOpen { scrollHelp(key) } else { chooseGift(key) }
        case .mouse(let mouse) where scrollsChat(mouse):
            room.chat.scroll(by: mouse.button == .wheelUp ? 1 : -1)
        case .mouse(let mouse) where isHelpInput(event):
            if mouse.button == .wheelUp { scrollHelp(.up) }
            if mouse.button == .wheelDown { scrollHelp(.down) }
        case .mouse(let mouse): chooseGift(mouse)
        default:
            if let action = actions.action(for: event) { toggleView(action, at: time) }
        }
    }

    /// Returns whether the help panel is open and handles an event.
    private func isHelpInput(_ event: InputEvent) -> Bool {
        guard isHelpOpen else { return false }
        switch event {
        case .key(.escape, _), .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _),
            .key(.end, _):
            return true
        case .mouse(let mouse):
            if mouse.button == .wheelUp || mouse.button == .wheelDown { return true }
            // A press on the help panel must not reach what is below it.
            return mouse.action == .press && helpArea?.contains(column: mouse.column, row: mouse.row) == true
        default: return false
        }
    }

    /// The position of the help panel, for the mouse.
    private var helpArea: CellRect? {
        StageLayout(columns: size.columns, rows: size.rows).map { help.area(in: $0.panelArea) }
    }

    /// Opens or closes the panel or scene of an action.
    mutating func toggleView(_ action: RoomAction, at time: Nanoseconds) {
        // The settings would hide the help panel and receive its keys.
        if action == .showSettings { overlays.isHelpOpen = false }
        // A recording contains neither the text typed into settings nor the cost of frames.
        if isScreencast, action == .showSettings || action == .showStatistics { return }
        hasChanged = true
        switch action {
        case .showHelp:
            overlays.isHelpOpen.toggle()
            overlays.helpOffset = 0
        case .showGifts: chosenGift = chosenGift == nil ? GiftSelection() : nil
        case .showStatistics: overlays.frameRates = overlays.frameRates == nil ? FrameRates() : nil
        case .showPalette: overlays.palette = Palette()
        case .savePicture: overlays.isPictureRequested = true
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
    mutating func copyView(from other: RoomShow) {
        overlays = other.overlays
        chosenGift = other.chosenGift
        size = other.size
    }

    private mutating func scrollHelp(_ key: Key) {
        guard let layout = StageLayout(columns: size.columns, rows: size.rows) else { return }
        let greatest = help.maxOffset(area: layout.panelArea)
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
        overlays.helpOffset = max(0, min(greatest, overlays.helpOffset + step))
    }

    /// The layout of the panel of the last gifts, for the mouse, or `nil` while it is closed.
    private var giftPanel: GiftPanelLayout? {
        guard chosenGift != nil, let layout = StageLayout(columns: size.columns, rows: size.rows) else { return nil }
        return GiftPanelLayout(layout)
    }

    private mutating func chooseGift(_ key: Key) {
        let page = max(1, giftPanel?.list.rows ?? 1)
        switch key {
        case .up: moveChosenGift(by: -1)
        case .down: moveChosenGift(by: 1)
        case .pageUp: moveChosenGift(by: -page)
        case .pageDown: moveChosenGift(by: page)
        case .home: moveChosenGift(by: -giftLog.entries.count)
        case .end: moveChosenGift(by: giftLog.entries.count)
        default: break
        }
    }

    private mutating func chooseGift(_ mouse: MouseEvent) {
        guard mouse.action == .press, let panel = giftPanel, let chosen = chosenGift?.position(in: giftLog) else {
            return
        }
        switch mouse.button {
        case .wheelUp: moveChosenGift(by: -1)
        case .wheelDown: moveChosenGift(by: 1)
        case .left where panel.closeButton.contains(column: mouse.column, row: mouse.row): chosenGift = nil
        case .left where panel.list.contains(column: mouse.column, row: mouse.row):
            let place = panel.first(showing: chosen) + mouse.row - panel.list.row
            if place < giftLog.entries.count { chosenGift?.choose(place, in: giftLog) }
        default: break
        }
    }

    /// Chooses an older gift; negative numbers choose a newer one.
    private mutating func moveChosenGift(by places: Int) {
        guard let chosen = chosenGift?.position(in: giftLog) else { return }
        chosenGift?.choose(chosen + places, in: giftLog)
    }
}
