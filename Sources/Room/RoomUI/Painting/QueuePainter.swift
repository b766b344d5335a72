import ExactNumbers
import Playback
import RoomSession
import TerminalCells

/// A painter of the gifts that wait, are held or are parked: a stack of cards, the next one at the bottom.
///
/// A card has one row, or two if there is room: the gift with its count, and its sender.
struct QueuePainter {
    /// The cells in which the cards stack up.
    let area: CellRect
    /// The number of rows of a card.
    let cardRows: Int
    let symbols: SymbolSet

    private static let backgroundStrength: UInt8 = 190
    /// The width from which a card that is dropped next says so in words.
    private static let minColumnsForWords = 32
    /// The columns of the label before the gift: `next`, or the place in the line.
    private static let labelColumns = 5

    init(_ layout: StageLayout, symbols: SymbolSet) {
        area = layout.queue
        cardRows = layout.queueCardRows
        self.symbols = symbols
    }

    /// Paints the cards and the line about the gifts without one.
    func paint(_ session: RoomSession, at time: Nanoseconds, in grid: inout CellGrid) {
        guard !area.isEmpty else { return }
        let cards = session.scene.cards
        let controller = session.controller
        guard !cards.cards.isEmpty || !cards.leaving.isEmpty || controller.parkedCount > 0 else { return }
        let count = controller.waitingCount + (controller.held == nil ? 0 : 1)
        let nextToDrop = controller.nextToDrop
        let shown = shownCount(of: count, hasParked: controller.parkedCount > 0)
        var covered = Set<Int>()
        func paintCard(_ card: QueueCards.Card, isLeaving: Bool) {
            let top = row(of: card, at: time)
            let rows = top..<top + cardRows
            // Texts of two cards in one row would read as one, so cards of the line hide those that leave.
            guard top >= area.row, top > area.endRow - 1 - cardRows * (shown + (isLeaving ? 1 : 0)),
                rows.allSatisfy({ !covered.contains($0) })
            else { return }
            covered.formUnion(rows)
            let place = CellRect(
                column: area.column + Int((card.offset(at: time) * Double(area.columns)).rounded()), row: top,
                columns: area.columns, rows: cardRows)
            paint(
                lines(of: card, session, isNextToDrop: card.gift.number == nextToDrop?.number, at: time), in: place,
                isProblem: card.gift.number == nextToDrop?.number, &grid)
        }
        for card in cards.cards { paintCard(card, isLeaving: false) }
        for card in cards.leaving where card.isVisible(at: time) { paintCard(card, isLeaving: true) }
        let isMarked = cards.cards.prefix(shown).contains { $0.gift.number == nextToDrop?.number }
        let rest = summary(
            hidden: count - shown, parked: controller.parkedCount,
            nextToDrop: isMarked ? nil : nextToDrop.map { (session.name(of: $0), $0.sender) })
        guard let rest else { return }
        let top = max(area.row, area.endRow - cardRows * shown - 1)
        paint(
            [rest], in: CellRect(column: area.column, row: top, columns: area.columns, rows: 1), isProblem: false, &grid
        )
    }

    /// Returns the number of cards that fit, if the others need a line of their own.
    private func shownCount(of count: Int, hasParked: Bool) -> Int {
        let all = area.rows / cardRows
        return count <= all && !hasParked ? count : min(count, (area.rows - 1) / cardRows)
    }

    /// Returns the top row of a card at a time.
    private func row(of card: QueueCards.Card, at time: Nanoseconds) -> Int {
        area.endRow - cardRows - Int((card.place(at: time) * Double(cardRows)).rounded())
    }

    /// Paints the lines of a card.
    private func paint(_ lines: [StyledText], in place: CellRect, isProblem: Bool, _ grid: inout CellGrid) {
        let visible = place.intersection(area)
        guard !visible.isEmpty else { return }
        grid.tint(
            visible, with: isProblem ? Theme.bannerProblem : Theme.panel,
            amount: Theme.tintStrength(Self.backgroundStrength))
        for (index, line) in lines.enumerated() {
            grid.write(line, column: place.column + 1, row: place.row + index, within: visible)
        }
    }

    // MARK: - Texts

    /// Returns the rows of a card.
    private func lines(
        of card: QueueCards.Card, _ session: RoomSession, isNextToDrop: Bool, at time: Nanoseconds
    ) -> [StyledText] {
        let room = area.columns - 2
        let gift = card.gift
        var end = StyledText()
        if gift.count > 1 {
            let color = card.hasGrown(at: time) ? Theme.strongText : Theme.accent
            end.add(" \(symbols.times)\(gift.count)", color, isBold: true)
        }
        if cardRows == 1 {
            end.add(" ", Theme.text)
            end.add(gift.sender, Theme.color(ofName: gift.sender))
        }
        let note = note(of: card, session.controller.running, session, isNextToDrop: isNextToDrop)
        var first = label(of: card, session.controller.running)
        first.add("\(symbols.symbol(of: session.kinds[gift.kind])) ", Theme.strongText)
        first.add(card.name, Theme.strongText, isBold: true)
        if cardRows == 1 {
            // A long name leaves half of the row to the gift.
            if first.width + end.width > room {
                end = end.fitted(to: (room - Self.labelColumns) / 2, ellipsis: symbols.ellipsis)
            }
            let line = first.followed(by: end, within: room, ellipsis: symbols.ellipsis)
            return [note.map { line.followed(by: $0, within: room, ellipsis: symbols.ellipsis) } ?? line]
        }
        var second = StyledText(String(repeating: " ", count: Self.labelColumns), Theme.text)
        second.add(gift.sender, Theme.color(ofName: gift.sender))
        return [
            first.followed(by: end, within: room, ellipsis: symbols.ellipsis),
            note.map { second.followed(by: $0, within: room, ellipsis: symbols.ellipsis) }
                ?? second.fitted(to: room, ellipsis: symbols.ellipsis),
        ]
    }

    /// Returns what stands before the gift: its place in the line, or what a held gift is held for.
    private func label(of card: QueueCards.Card, _ running: Presentation?) -> StyledText {
        let text =
            switch card.state {
            case .threshold: "held"
            case .turn, .animation: card.place == 0 ? "next" : " \(card.place + 1)"
            }
        let padding = String(repeating: " ", count: max(1, Self.labelColumns - text.count))
        let isFirst = card.place == 0
        return StyledText(text + padding, isFirst ? Theme.accent : Theme.secondaryText, isBold: isFirst)
    }

    /// Returns the end of the card's last row: what a gift besides its turn waits for, and whether it goes first when
    /// too many wait.
    private func note(
        of card: QueueCards.Card, _ running: Presentation?, _ session: RoomSession, isNextToDrop: Bool
    ) -> StyledText? {
        if isNextToDrop {
            let words = area.columns < Self.minColumnsForWords ? "" : " dropped next"
            return StyledText(" \(symbols.cross)\(words)", Theme.heart, isBold: true)
        }
        switch card.state {
        case .turn: return nil
        case .animation: return StyledText(" no animation yet", Theme.warning)
        case .threshold:
            guard let running, running.replaceAt <= .one else { return StyledText(" until the end", Theme.warning) }
            let name = cardRows == 1 ? "" : "\(TextDirection.isolating(session.name(of: running.gift))) is at "
            return StyledText(" until \(name)\(running.replaceAt.exactPercent)", Theme.warning)
        }
    }

    /// Returns the line about the gifts without a card, or `nil` if there are none.
    private func summary(hidden: Int, parked: Int, nextToDrop: (name: String, sender: String)?) -> StyledText? {
        guard hidden > 0 || parked > 0 else { return nil }
        var line = StyledText()
        if hidden > 0 { line.add("+\(hidden) more", Theme.accent, isBold: true) }
        if parked > 0 {
            line.add(hidden > 0 ? ", \(parked) parked" : "\(parked) parked until queue mode", Theme.secondaryText)
        }
        if let nextToDrop {
            line.add(" \(symbols.cross) dropped next: ", Theme.heart, isBold: true)
            line.add("\(TextDirection.isolating(nextToDrop.name)) ", Theme.text)
            line.add(nextToDrop.sender, Theme.color(ofName: nextToDrop.sender))
        }
        return line.fitted(to: area.columns - 2, ellipsis: symbols.ellipsis)
    }
}

extension StyledText {
    /// Returns the line with `end` after it, which takes precedence: the line before it is truncated first.
    fileprivate func followed(by end: StyledText, within width: Int, ellipsis: String) -> StyledText {
        let end = end.fitted(to: width, ellipsis: ellipsis)
        var line = fitted(to: max(0, width - end.width), ellipsis: ellipsis)
        for piece in end.pieces { line.append(piece) }
        return line
    }
}
