import TerminalCells

/// The layout of the palette, shared by painting and mouse handling.
struct PaletteLayout: Equatable {
    /// The whole palette.
    let area: CellRect
    /// The row of the query.
    let input: CellRect
    /// The rows of the hits.
    let list: ListRows

    private static let maxWidth = 76
    private static let maxRows = 14

    /// Creates the layout over the upper part of the picture, below the top bar.
    init(_ layout: StageLayout) {
        let room = layout.picture.rows - layout.topBar.rows - 1
        let width = min(layout.picture.columns, Self.maxWidth)
        let rows = max(0, min(room, Self.maxRows + 2))
        area = CellRect(
            column: layout.picture.column + (layout.picture.columns - width) / 2,
            row: layout.picture.row + layout.topBar.rows, columns: width, rows: rows)
        input = CellRect(column: area.column, row: area.row, columns: width, rows: min(1, rows))
        list = ListRows(cells: CellRect(column: area.column, row: area.row + 1, columns: width, rows: max(0, rows - 2)))
    }
}

/// A painter of the palette.
struct PalettePainter {
    let palette: Palette
    let hits: [Palette.Hit]
    let symbols: SymbolSet

    func paint(in grid: inout CellGrid, _ layout: PaletteLayout) {
        let place = layout.area
        guard place.rows > 0 else { return }
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        grid.fill(layout.input, with: Cell(foreground: Theme.text, background: Theme.selection))
        var input = StyledText(": ", Theme.accent, isBold: true)
        let room = place.columns - 2 - input.width - DisplayWidth.columns(of: symbols.cursor)
        input.add(endOf: palette.query, width: room, Theme.strongText, isBold: true)
        input.add(symbols.cursor, Theme.accent)
        if palette.query.isEmpty { input.add(" type a command, a setting, a room or a name", Theme.secondaryText) }
        write(input, in: &grid, row: layout.input.row, place)
        let first = layout.list.first(showing: palette.chosen)
        for row in 0..<layout.list.cells.rows where first + row < hits.count {
            let isChosen = first + row == palette.chosen
            paint(hits[first + row], isChosen: isChosen, in: &grid, row: layout.list.cells.row + row, place)
        }
        if hits.isEmpty {
            write(StyledText("no matches", Theme.secondaryText), in: &grid, row: layout.list.cells.row, place)
        }
        guard place.rows > 1 else { return }
        let lines = lastLines(columns: place.columns - 2, rows: place.rows - 2)
        let top = place.endRow - lines.count
        let area = CellRect(column: place.column, row: top, columns: place.columns, rows: lines.count)
        grid.fill(area, with: Cell(foreground: Theme.text, background: Theme.panel))
        for (index, line) in lines.enumerated() { write(line, in: &grid, row: top + index, place) }
    }

    /// Returns the number of matches, or what was expected of a value, for which the line of its hit has no room.
    private func lastLines(columns: Int, rows: Int) -> [StyledText] {
        guard let problem = hits.first(where: \.isWrongValue)?.refusal else {
            return [StyledText("\(hits.count) \(hits.count == 1 ? "match" : "matches")", Theme.secondaryText)]
        }
        let text = StyledText(problem, Theme.warning)
        return text.wrapped(to: columns, maxLines: max(1, min(4, rows)), ellipsis: symbols.ellipsis)
    }

    private func paint(
        _ hit: Palette.Hit, isChosen: Bool, in grid: inout CellGrid, row: Int, _ place: CellRect
    ) {
        if isChosen {
            let line = CellRect(column: place.column, row: row, columns: place.columns, rows: 1)
            grid.fillSelection(line)
        }
        let width = place.columns - 2
        let key = hit.key?.label(symbols) ?? ""
        let keyWidth = 9
        let nameWidth = max(12, min(26, (width - keyWidth) / 2))
        let name = name(of: hit, isChosen: isChosen, width: nameWidth - 1)
        grid.write(
            name.fitted(to: nameWidth - 1, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
        grid.write(
            StyledText(key, hit.isAvailable ? Theme.accent : Theme.inactive).fitted(
                to: keyWidth - 1, ellipsis: symbols.ellipsis),
            column: place.column + 1 + nameWidth, row: row, within: place)
        let meaning = hit.isWrongValue ? "no such value" : hit.refusal.map { "not now: \($0)" } ?? hit.summary
        grid.write(
            StyledText(meaning, hit.isAvailable ? Theme.secondaryText : Theme.inactive).fitted(
                to: max(0, width - nameWidth - keyWidth), ellipsis: symbols.ellipsis),
            column: place.column + 1 + nameWidth + keyWidth, row: row, within: place)
    }

    /// Returns the name of a hit with its matched characters in another color, and with its synonym if there is room.
    private func name(of hit: Palette.Hit, isChosen: Bool, width: Int) -> StyledText {
        let color = hit.isAvailable ? Theme.strongText : Theme.inactive
        // Right-to-left letters are ordered and joined within their piece, so such a name must stay whole.
        if TextOrder.isRelevant(to: hit.name) { return StyledText(hit.name, color, isBold: isChosen) }
        var name = StyledText()
        let found = Set(hit.positions)
        for (index, character) in hit.name.enumerated() {
            let isFound = found.contains(index)
            name.add(String(character), isFound ? Theme.accent : color, isBold: isFound || isChosen)
        }
        guard let synonym = hit.synonym, name.width + 2 + DisplayWidth.columns(of: synonym.text) <= width else {
            return name
        }
        name.add("  ", color)
        name.add(String(synonym.text.prefix(synonym.matchCount)), Theme.accent, isBold: true)
        name.add(String(synonym.text.dropFirst(synonym.matchCount)), Theme.secondaryText)
        return name
    }

    private func write(_ text: StyledText, in grid: inout CellGrid, row: Int, _ place: CellRect) {
        grid.write(
            text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
    }
}
