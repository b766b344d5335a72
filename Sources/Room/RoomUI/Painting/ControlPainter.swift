import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

/// A painter of the controls over the picture: top bar, close button, notice and status lines.
struct ControlPainter {
    let layout: StageLayout
    let symbols: SymbolSet

    /// Paints the top bar: the room's name and numbers, and the status lines of its feed and store.
    func paintTopBar(_ room: RoomState, lines: [String], at time: Nanoseconds, in grid: inout CellGrid) {
        guard !layout.topBar.isEmpty else { return }
        grid.tint(layout.topBar, with: Theme.panel, amount: Theme.tintStrength(150))
        for line in topBarLines(room, lines: lines, at: time) { line.paint(in: &grid) }
    }

    /// Returns the texts of the top bar: the name opens the lobby, and the counters the statistics.
    private func topBarLines(_ room: RoomState, lines: [String], at time: Nanoseconds) -> [PlacedLine] {
        guard !layout.topBar.isEmpty else { return [] }
        var left = StyledText("\(symbols.dot) LIVE ", Theme.live, isBold: true)
        left.add(" \(room.host)", Theme.strongText, isBold: true)
        if layout.topBar.columns >= 60 { left.add("  \(room.title)", Theme.secondaryText) }
        left = left.linked(to: .toggle(.lobby))
        for line in lines { left.add("  \(line)", Theme.secondaryText) }
        var right = StyledText()
        if let likes = room.newLikes(at: time) { right.add("+\(CountFormat.short(likes)) ", Theme.heart, isBold: true) }
        right.add("\(symbols.heart) \(CountFormat.short(room.likes))  ", Theme.heart)
        right.add("\(symbols.people) \(CountFormat.short(room.viewers))", Theme.text)
        right = right.linked(to: .toggle(.statistics))
        if layout.topBar.columns >= 60 {
            right.add("   ", Theme.secondaryText)
            right.append(StyledText.Piece(text: "? help", color: Theme.secondaryText, link: .toggle(.help)))
        }
        let room = layout.topBar.columns - 2
        let fitted = left.fitted(to: max(0, room - right.width - 2), ellipsis: symbols.ellipsis)
        let placed = PlacedLine(text: fitted, column: 1, row: 0)
        guard right.width <= room else { return [placed] }
        return [placed, PlacedLine(text: right, column: layout.topBar.columns - 1 - right.width, row: 0)]
    }

    /// Returns the command of the label under the mouse, or `nil` if there is none.
    func link(under mouse: MouseEvent, _ room: RoomState, _ status: Status, at time: Nanoseconds) -> Command? {
        let lines = topBarLines(room, lines: [], at: time) + statusLines(status)
        return lines.lazy.compactMap { $0.link(under: mouse) }.first
    }

    /// Paints the button that closes the running presentation.
    func paintCloseButton(in grid: inout CellGrid) {
        let place = layout.closeButton
        grid.tint(place, with: Theme.danger, amount: 215)
        var text = StyledText("[ ", Theme.textOnDanger)
        text.add(symbols.cross, Theme.textOnDanger, isBold: true)
        text.add(" ]", Theme.textOnDanger)
        grid.write(text, column: place.column + 1, row: place.row)
    }

    /// Paints a warning in one line.
    func paintNotice(_ notice: String, in grid: inout CellGrid) {
        let line = StyledText(" ! \(notice) ", Theme.textOnColor, isBold: true)
            .fitted(to: layout.notice.columns, ellipsis: symbols.ellipsis)
        let place = CellRect(
            column: (layout.notice.columns - line.width) / 2, row: layout.notice.row, columns: line.width, rows: 1)
        grid.fill(place, with: Cell(background: Theme.warning))
        grid.write(line, column: place.column, row: place.row)
    }

    /// Paints the status lines below the picture.
    func paintStatus(_ status: Status, in grid: inout CellGrid) {
        grid.fill(layout.status, with: Cell(foreground: Theme.text, background: Theme.bar))
        for line in statusLines(status) { line.paint(in: &grid) }
    }

    /// Returns the status lines.
    private func statusLines(_ status: Status) -> [PlacedLine] {
        let lines = StatusLines(status: status, symbols: symbols, columns: layout.status.columns)
        let policy = PlacedLine(text: lines.policyLine, column: 1, row: layout.status.row)
        // With one line only, the policy line is shown; it already has the mode as its first word, in the mode's color.
        guard layout.status.rows > 1 else { return [policy] }
        return [policy, PlacedLine(text: lines.progressLine, column: 1, row: layout.status.row + 1)]
    }
}
