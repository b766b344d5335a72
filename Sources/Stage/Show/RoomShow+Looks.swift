import Terminal

// What is seen, and nothing else, follows from these events; no decision does.
extension RoomShow {
    /// Whether an event, as things stand, changes only what is seen.
    func isAboutLooks(_ event: InputEvent) -> Bool {
        switch event {
        case .character("?"), .character("h"), .resize: true
        case .key(.escape, _): isHelpOpen || chosenGift != nil
        case .key(.up, _), .key(.down, _), .key(.pageUp, _), .key(.pageDown, _), .key(.home, _), .key(.end, _):
            chosenGift != nil
        case .mouse(let mouse):
            giftPanel?.place.contains(column: mouse.column, row: mouse.row) == true && !isHelpOpen
        default: false
        }
    }

    /// Does what an event stands for if that is about looks; others do nothing.
    mutating func look(_ event: InputEvent) {
        guard isAboutLooks(event) else { return }
        hasChanged = true
        switch event {
        case .character("?"): isHelpOpen.toggle()
        case .character("h"): chosenGift = chosenGift == nil ? GiftSelection() : nil
        case .key(.escape, _):
            if isHelpOpen { isHelpOpen = false } else { chosenGift = nil }
        case .key(let key, _): choose(key)
        case .mouse(let mouse): choose(mouse)
        case .resize(let columns, let rows): size = (columns, rows)
        default: break
        }
    }

    /// Looks as another room does.
    mutating func takeLooks(of other: RoomShow) {
        isHelpOpen = other.isHelpOpen
        chosenGift = other.chosenGift
        size = other.size
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
