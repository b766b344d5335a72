import PlayerSettings
import Terminal
import TerminalCells

/// The state of the palette: the query and the chosen hit.
struct Palette: Equatable {
    /// The typed text.
    private(set) var query = ""
    /// The index of the chosen hit; the hits are sorted by score, the best first.
    private(set) var chosen = 0

    /// The maximum length of the query, in Unicode scalars. A single character can have any number of combining marks.
    static let maxQueryLength = 64

    /// A palette entry that matches the query.
    struct Hit {
        /// The effect of the entry.
        let effect: EntryEffect
        /// The name and the indices of its matched characters.
        let name: String
        let positions: [Int]
        /// The first key that starts the same action, if there is one.
        let key: KeyStroke?
        /// The description of the entry.
        let summary: String
        /// Whether the entry is available now.
        let isAvailable: Bool
    }

    /// The effect of an entry.
    enum EntryEffect {
        case action(RoomAction)
        /// Sets a setting to a value that was typed, such as `replaceAt=0.45`.
        case assign(SettingKey, SettingValue)
    }

    /// Returns the matching entries, the best first; entries that are not available come last.
    func hits(in list: CommandList, isAvailable: (CommandDescriptor) -> Bool) -> [Hit] {
        var found: [(hit: Hit, score: Int, order: Int)] = []
        for (order, entry) in list.entries.enumerated() where entry.action != .showPalette {
            // A match in the description only ranks below every match in a name.
            let byName = FuzzyMatch(query, in: entry.name)
            guard byName != nil || isLiteralMatch(in: entry.summary) else { continue }
            let hit = Hit(
                effect: .action(entry.action), name: entry.name, positions: byName?.positions ?? [],
                key: entry.keys.first, summary: entry.summary, isAvailable: isAvailable(entry))
            found.append((hit, query.isEmpty ? 0 : byName?.score ?? Int.min, order))
        }
        found.sort { one, other in
            if one.hit.isAvailable != other.hit.isAvailable { return one.hit.isAvailable }
            return one.score != other.score ? one.score > other.score : one.order < other.order
        }
        return assignment.map { [$0] + found.map(\.hit) } ?? found.map(\.hit)
    }

    /// Returns whether a description contains all query words literally.
    ///
    /// Descriptions are long: a fuzzy match would find almost any query in them.
    private func isLiteralMatch(in meaning: String) -> Bool {
        let meaning = meaning.lowercased()
        return query.lowercased().split(separator: " ").allSatisfy { meaning.contains($0) }
    }

    /// The assignment of a setting in the query, such as `replaceAt=0.45` or `gap 2s`, or `nil` if the query is none.
    private var assignment: Hit? {
        let words = query.split(maxSplits: 1) { $0 == "=" || $0 == " " }.map(String.init)
        guard words.count == 2, let key = SettingKey.playback.first(where: { $0.name == words[0] }),
            let value = try? key.value(fromInput: words[1].filter { $0 != " " })
        else { return nil }
        return Hit(
            effect: .assign(key, value), name: "\(key.name) = \(value)", positions: [], key: nil, summary: key.summary,
            isAvailable: true)
    }

    /// Appends a character to the query.
    mutating func type(_ character: Character) {
        guard query.unicodeScalars.count + character.unicodeScalars.count <= Self.maxQueryLength else { return }
        query.append(character)
        chosen = 0
    }

    /// Removes the last character of the query.
    mutating func deleteBackward() {
        if !query.isEmpty { query.removeLast() }
        chosen = 0
    }

    /// Clears the query.
    mutating func deleteAll() {
        query = ""
        chosen = 0
    }

    /// Chooses the hit at an index, clamped to the `count` hits.
    mutating func choose(_ place: Int, of count: Int) { chosen = max(0, min(place, count - 1)) }
}

/// The layout of the palette, shared by painting and mouse handling.
struct PaletteLayout: Equatable {
    /// The whole palette.
    let area: CellRect
    /// The row of the query.
    let input: CellRect
    /// The rows of the hits.
    let list: CellRect

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
        list = CellRect(column: area.column, row: area.row + 1, columns: width, rows: max(0, rows - 2))
    }

    /// Returns the index of the first hit on the page that contains `chosen`.
    func first(showing chosen: Int) -> Int { list.rows > 0 ? chosen / list.rows * list.rows : 0 }
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
        if palette.query.isEmpty { input.add(" type an action", Theme.secondaryText) }
        write(input, in: &grid, row: layout.input.row, place)
        let first = layout.first(showing: palette.chosen)
        for row in 0..<layout.list.rows where first + row < hits.count {
            let isChosen = first + row == palette.chosen
            paint(hits[first + row], isChosen: isChosen, in: &grid, row: layout.list.row + row, place)
        }
        if hits.isEmpty {
            write(StyledText("no such action", Theme.secondaryText), in: &grid, row: layout.list.row, place)
        }
        guard place.rows > 1 else { return }
        var hint = StyledText("Enter", Theme.accent)
        hint.add(" run  ", Theme.secondaryText)
        hint.add("\(symbols.upArrow) \(symbols.downArrow)", Theme.accent)
        hint.add(" choose  ", Theme.secondaryText)
        hint.add("Esc", Theme.accent)
        hint.add(" close  \(hits.count) found", Theme.secondaryText)
        write(hint, in: &grid, row: place.endRow - 1, place)
    }

    private func paint(
        _ hit: Palette.Hit, isChosen: Bool, in grid: inout CellGrid, row: Int, _ place: CellRect
    ) {
        if isChosen {
            let line = CellRect(column: place.column, row: row, columns: place.columns, rows: 1)
            grid.fill(line, with: Cell(foreground: Theme.text, background: Theme.selection))
        }
        let width = place.columns - 2
        let key = hit.key?.label(symbols) ?? ""
        let keyWidth = 9
        let name = name(of: hit, isChosen: isChosen)
        let nameWidth = max(12, min(26, (width - keyWidth) / 2))
        grid.write(
            name.fitted(to: nameWidth - 1, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
        grid.write(
            StyledText(key, hit.isAvailable ? Theme.accent : Theme.inactive).fitted(
                to: keyWidth - 1, ellipsis: symbols.ellipsis),
            column: place.column + 1 + nameWidth, row: row, within: place)
        let meaning = hit.isAvailable ? hit.summary : "not now: \(hit.summary)"
        grid.write(
            StyledText(meaning, hit.isAvailable ? Theme.secondaryText : Theme.inactive).fitted(
                to: max(0, width - nameWidth - keyWidth), ellipsis: symbols.ellipsis),
            column: place.column + 1 + nameWidth + keyWidth, row: row, within: place)
    }

    /// Returns the name of a hit with its matched characters in another color.
    private func name(of hit: Palette.Hit, isChosen: Bool) -> StyledText {
        let color = hit.isAvailable ? Theme.strongText : Theme.inactive
        // Right-to-left letters are ordered and joined within their piece, so such a name must stay whole.
        if TextOrder.isRelevant(to: hit.name) { return StyledText(hit.name, color, isBold: isChosen) }
        var name = StyledText()
        let found = Set(hit.positions)
        for (index, character) in hit.name.enumerated() {
            let isFound = found.contains(index)
            name.add(String(character), isFound ? Theme.accent : color, isBold: isFound || isChosen)
        }
        return name
    }

    private func write(_ text: StyledText, in grid: inout CellGrid, row: Int, _ place: CellRect) {
        grid.write(
            text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
    }
}
