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
    /// The rows with the decisions about the chosen gift.
    let details: CellRect
    /// The button that closes the panel.
    let closeButton: CellRect

    /// The rows for the details of the chosen gift below the stage, and beside it.
    private static let detailRows = (below: 3, beside: 9)

    /// Returns the rows that the panel of a log needs: a title, the gifts, and the details.
    static func contentRows(of log: GiftLog) -> Int { 1 + max(1, log.entries.count) + detailRows.below }

    /// Creates the layout for a stage: beside or below it, or over the picture of a low terminal.
    init(_ layout: StageLayout) {
        area = layout.dock ?? Self.area(over: layout)
        let isBeside = area.column > 0
        let rest = max(0, area.rows - 1)
        let wanted = isBeside ? Self.detailRows.beside : Self.detailRows.below
        let detailRows = min(wanted, rest >= 3 ? rest / 2 : 0)
        list = ListRows(
            cells: CellRect(column: area.column, row: area.row + 1, columns: area.columns, rows: rest - detailRows))
        details = CellRect(
            column: area.column, row: list.cells.endRow, columns: area.columns, rows: detailRows)
        closeButton = CellRect(column: area.endColumn - 4, row: area.row, columns: 3, rows: 1)
    }

    /// Returns the picture between the top bar and the close button.
    private static func area(over layout: StageLayout) -> CellRect {
        var area = layout.panelArea
        area.rows = max(0, layout.closeButton.row - area.row)
        return area
    }
}

/// The panel that lists the last gifts with what was decided about them, the newest first.
struct GiftPanel {
    let log: GiftLog
    let selection: GiftSelection
    let running: Presentation?
    /// Why the last key had no effect; `nil` if it had one.
    let message: String?
    let symbols: SymbolSet

    /// The widths of the columns; a column without room has width 0.
    private struct Columns {
        var number: Int
        var gift: Int
        var sender: Int
        var outcome: Int

        init(width: Int, digits: Int) {
            let room = width - 2
            number = room >= 36 ? digits + 2 : 0
            gift = min(20, max(8, room / 6))
            sender = room >= 56 ? min(16, max(8, room / 7)) : 0
            outcome = max(0, room - number - gift - sender)
        }
    }

    /// Paints the panel.
    func paint(in grid: inout CellGrid, _ layout: GiftPanelLayout) {
        let place = layout.area
        guard !layout.list.cells.isEmpty else { return }
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        var title = StyledText("Last gifts", Theme.strongText, isBold: true)
        title.add("  \(log.entries.last?.number ?? 0) so far", Theme.secondaryText)
        if let message { title.add("  \(message)", Theme.warning, isBold: true) }
        let titleRoom = place.columns - 6
        grid.write(title.fitted(to: titleRoom, ellipsis: symbols.ellipsis), column: place.column + 1, row: place.row)
        grid.write(
            StyledText(" \(symbols.cross) ", Theme.secondaryText), column: layout.closeButton.column, row: place.row,
            within: place)
        let digits = String(log.entries.last?.number ?? 0).count
        let columns = Columns(width: place.columns, digits: digits)
        let chosen = selection.position(in: log)
        let first = layout.list.first(showing: chosen)
        for row in 0..<layout.list.cells.rows where first + row < log.entries.count {
            let entry = log.entries[log.entries.count - 1 - first - row]
            paint(
                entry, isChosen: first + row == chosen, in: &grid, row: layout.list.cells.row + row, place, columns)
        }
        if log.entries.isEmpty {
            grid.write(
                StyledText("No gift has arrived yet.", Theme.secondaryText), column: place.column + 1,
                row: layout.list.cells.row, within: place)
        }
        paintDetails(in: &grid, layout)
    }

    private func paint(
        _ entry: GiftLog.Entry, isChosen: Bool, in grid: inout CellGrid, row: Int, _ place: CellRect,
        _ columns: Columns
    ) {
        if isChosen { grid.fillSelection(CellRect(column: place.column, row: row, columns: place.columns, rows: 1)) }
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
        write(state(of: entry), columns.outcome + 1)
    }

    /// Returns what was decided last about a gift, or its progress if it plays.
    private func state(of entry: GiftLog.Entry) -> StyledText {
        if let running, running.gift.number == entry.number, entry.ending == nil {
            return StyledText("playing, \(DecisionSentence.percent(of: running))", Theme.strongText, isBold: true)
        }
        return entry.decisions.last.map { StyledText($0.outcomeWords, $0.category.color, symbols) } ?? StyledText()
    }

    // MARK: - Details

    private func paintDetails(in grid: inout CellGrid, _ layout: GiftPanelLayout) {
        guard let entry = selection.entry(in: log), layout.details.rows > 0 else { return }
        let lines = details(of: entry, width: layout.area.columns - 2, rows: layout.details.rows)
        for (index, line) in lines.enumerated() {
            grid.write(line, column: layout.area.column + 1, row: layout.details.row + index, within: layout.area)
        }
    }

    /// Returns the decisions about a gift with the exact numbers, the last decisions first.
    private func details(of entry: GiftLog.Entry, width: Int, rows: Int) -> [StyledText] {
        var lines: [StyledText] = []
        for decision in entry.decisions.reversed() where lines.count < rows {
            var line = StyledText("\(decision.at.exactSeconds)  ", Theme.secondaryText)
            for piece in StyledText(decision.words, decision.category.color, symbols).pieces { line.append(piece) }
            lines += line.wrapped(to: width, maxLines: min(2, rows - lines.count), ellipsis: symbols.ellipsis)
            guard !decision.figures.isEmpty, lines.count < rows else { continue }
            let figures = StyledText("   " + decision.figures.joined(separator: ", "), Theme.text)
            lines.append(figures.fitted(to: width, ellipsis: symbols.ellipsis))
        }
        if lines.count < rows {
            let value = "arrived \(entry.arrivedAt.exactSeconds), value \(entry.arrival.value)"
            lines.append(StyledText(value, Theme.secondaryText).fitted(to: width, ellipsis: symbols.ellipsis))
        }
        return lines
    }
}

extension StyledText {
    /// Creates the words of a sentence; each name is a piece of its own, because it may run from right to left.
    init(_ words: [DecisionSentence.Word], _ color: CellColor, _ symbols: SymbolSet, isBold: Bool = false) {
        self.init()
        for word in words {
            let letters = symbols.isASCII ? word.letters.replacing("×", with: symbols.times) : word.letters
            add(letters, color, isBold: isBold)
        }
    }
}
