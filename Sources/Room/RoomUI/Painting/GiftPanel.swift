import ExactNumbers
import Playback
import RoomSession
import TerminalCells

/// The layout of the panel of the last gifts, shared by painting and mouse handling.
struct GiftPanelLayout {
    /// The whole panel.
    let area: CellRect
    /// The rows with gifts, counted from the newest.
    let list: ListRows
    /// The button that closes the panel.
    let closeButton: CellRect
    /// Whether there is room for captions and for the details of the chosen gift.
    let showsDetails: Bool

    private static let maxWidth = 96

    /// Creates the layout over the picture, between the top bar and the close button of the stage.
    init(_ layout: StageLayout) {
        let top = layout.picture.row + layout.topBar.rows
        let rows = max(0, layout.closeButton.row - top)
        let width = min(layout.picture.columns, Self.maxWidth)
        area = CellRect(
            column: layout.picture.column + (layout.picture.columns - width) / 2, row: top, columns: width, rows: rows)
        showsDetails = rows >= 10
        let above = showsDetails ? 2 : 1
        list = ListRows(
            cells: CellRect(
                column: area.column, row: top + above, columns: width,
                rows: max(0, rows - above - (showsDetails ? 1 : 0))))
        closeButton = CellRect(column: area.endColumn - 4, row: top, columns: 3, rows: 1)
    }
}

/// The panel that lists the last gifts with their outcomes, the newest first.
struct GiftPanel {
    let log: GiftLog
    let selection: GiftSelection
    let running: Presentation?
    /// The number of the held gift.
    let heldNumber: Int?
    let symbols: SymbolSet

    /// The widths of the columns; a column without room has width 0.
    private struct Columns {
        var number: Int
        var gift: Int
        var sender: Int
        var arrived: Int
        var outcome: Int

        init(width: Int, digits: Int) {
            let room = width - 2
            number = room >= 36 ? digits + 2 : 0
            arrived = room >= 48 ? 10 : 0
            outcome = min(28, max(0, (room - number) / 2))
            let rest = room - number - arrived - outcome
            sender = room >= 56 ? rest * 2 / 5 : 0
            gift = rest - sender
        }
    }

    /// Paints the panel.
    func paint(in grid: inout CellGrid, _ layout: GiftPanelLayout) {
        let place = layout.area
        guard !layout.list.cells.isEmpty else { return }
        // The background is opaque: chat text under a transparent panel would mix with the text of the panel.
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        var title = StyledText("Last gifts", Theme.strongText, isBold: true)
        title.add("  \(log.entries.last?.number ?? 0) so far", Theme.secondaryText)
        let titleRoom = place.columns - 6
        grid.write(title.fitted(to: titleRoom, ellipsis: symbols.ellipsis), column: place.column + 1, row: place.row)
        grid.write(
            StyledText(" \(symbols.cross) ", Theme.secondaryText), column: layout.closeButton.column, row: place.row,
            within: place)
        let digits = String(log.entries.last?.number ?? 0).count
        let columns = Columns(width: place.columns, digits: digits)
        if layout.showsDetails { paintCaptions(in: &grid, row: place.row + 1, place, columns) }
        let chosen = selection.position(in: log)
        let first = layout.list.first(showing: chosen)
        for row in 0..<layout.list.cells.rows where first + row < log.entries.count {
            let entry = log.entries[log.entries.count - 1 - first - row]
            paint(entry, isChosen: first + row == chosen, in: &grid, row: layout.list.cells.row + row, place, columns)
        }
        if log.entries.isEmpty {
            grid.write(
                StyledText("none yet", Theme.secondaryText), column: place.column + 1, row: layout.list.cells.row,
                within: place)
        }
        paintFooter(in: &grid, layout)
    }

    private func paintCaptions(in grid: inout CellGrid, row: Int, _ place: CellRect, _ columns: Columns) {
        var column = place.column + 1 + columns.number
        for (caption, width) in [
            ("gift", columns.gift), ("from", columns.sender), ("arrived", columns.arrived),
            ("outcome", columns.outcome),
        ] where width > 0 {
            grid.write(StyledText(caption, Theme.inactive), column: column, row: row, within: place)
            column += width
        }
    }

    private func paint(
        _ entry: GiftLog.Entry, isChosen: Bool, in grid: inout CellGrid, row: Int, _ place: CellRect,
        _ columns: Columns
    ) {
        if isChosen {
            let line = CellRect(column: place.column, row: row, columns: place.columns, rows: 1)
            grid.fillSelection(line)
        }
        var column = place.column + 1
        func write(_ text: StyledText, _ width: Int) {
            guard width > 1 else { return }
            grid.write(
                text.fitted(to: width - 1, ellipsis: symbols.ellipsis), column: column, row: row, within: place)
            column += width
        }
        let number = String(entry.number)
        write(
            StyledText(
                String(repeating: " ", count: max(0, columns.number - 2 - number.count)) + number, Theme.secondaryText),
            columns.number)
        var gift = StyledText(entry.arrival.name, Theme.strongText, isBold: isChosen)
        if entry.arrival.count > 1 { gift.add(" \(symbols.times)\(entry.arrival.count)", Theme.accent) }
        write(gift, columns.gift)
        let sender = entry.arrival.from.name
        write(StyledText(sender, Theme.color(ofName: sender)), columns.sender)
        write(StyledText(Self.clock(entry.arrivedAt), Theme.secondaryText), columns.arrived)
        write(state(of: entry), columns.outcome + 1)
    }

    /// Returns the outcome of a gift, or its state if it has not ended.
    private func state(of entry: GiftLog.Entry) -> StyledText {
        var text = StyledText()
        if let ending = entry.ending {
            text.add(ending.outcome)
        } else if let running, running.gift.number == entry.number {
            text.add("plays, \(running.progress.percent)", Theme.strongText, isBold: true)
        } else {
            text.add(heldNumber == entry.number ? "is held" : "waits", Theme.accent)
        }
        return text
    }

    private func paintFooter(in grid: inout CellGrid, _ layout: GiftPanelLayout) {
        let place = layout.area
        func write(_ text: StyledText, row: Int) {
            grid.write(
                text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
                within: place)
        }
        if layout.showsDetails, let entry = selection.entry(in: log) {
            write(details(of: entry), row: place.endRow - 1)
        }
    }

    /// Returns the exact times of the chosen gift.
    private func details(of entry: GiftLog.Entry) -> StyledText {
        var text = StyledText("arrived \(ExactDecimal(seconds: entry.arrivedAt))s", Theme.text)
        if let started = entry.startedAt { text.add("  started \(ExactDecimal(seconds: started))s", Theme.text) }
        if let ending = entry.ending { text.add("  ended \(ExactDecimal(seconds: ending.at))s", Theme.text) }
        text.add("  value \(entry.arrival.value)", Theme.secondaryText)
        return text
    }

    /// Returns minutes, seconds and tenths, such as `1:05.2`.
    private static func clock(_ time: Nanoseconds) -> String {
        let seconds = time / .second
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60).\(time % .second / 100_000_000)"
    }
}
