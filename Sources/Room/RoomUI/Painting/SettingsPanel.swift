import Playback
import PlayerSettings
import TerminalCells

/// The layout of the settings screen, shared by painting and mouse handling.
struct SettingsLayout: Equatable {
    /// The whole panel.
    let area: CellRect
    /// The rows of the settings.
    let list: ListRows
    /// The column of the values and its width.
    let values: (column: Int, width: Int)
    /// The column of the origins and its width.
    let origins: (column: Int, width: Int)
    /// The column of the descriptions and its width; the width is 0 if there is no room for them.
    let summaries: (column: Int, width: Int)

    private static let maxWidth = 110
    private static let nameWidth = 15

    static func == (one: SettingsLayout, other: SettingsLayout) -> Bool { one.area == other.area }

    /// Creates the layout of a panel with `count` settings over the picture, below the top bar.
    init(_ layout: StageLayout, count: Int) {
        let width = min(layout.picture.columns, Self.maxWidth)
        let room = max(0, layout.picture.rows - layout.topBar.rows)
        let rows = min(room, count + 4)
        area = CellRect(
            column: layout.picture.column + (layout.picture.columns - width) / 2,
            row: layout.picture.row + layout.topBar.rows + (room - rows) / 2, columns: width, rows: rows)
        list = ListRows(
            cells: CellRect(column: area.column, row: area.row + 1, columns: width, rows: max(0, rows - 4)))
        let inner = width - 2
        let value = max(8, min(26, (inner - Self.nameWidth) / 3))
        let origin = max(0, min(19, inner - Self.nameWidth - value))
        values = (area.column + 1 + Self.nameWidth, value)
        origins = (values.column + value, origin)
        let rest = inner - Self.nameWidth - value - origin
        summaries = (origins.column + origin, rest >= 12 ? rest : 0)
    }
}

/// A painter of the settings screen.
struct SettingsPanel {
    /// The index of the chosen setting.
    let chosen: Int
    /// The value that is being typed, or `nil` if none is.
    let typedValue: String?
    /// The message to show.
    let message: ScreenMessage?
    let settings: LayeredSettings
    /// The name of the configuration file, or `nil` if there is none.
    let file: String?
    let symbols: SymbolSet

    func paint(in grid: inout CellGrid, _ layout: SettingsLayout) {
        let place = layout.area
        guard place.rows > 0 else { return }
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        var title = StyledText("Settings", Theme.strongText, isBold: true)
        title.add(file.map { "  saved in \($0)" } ?? "  for this session: there is no file", Theme.secondaryText)
        write(title, in: &grid, row: place.row, place)
        let first = layout.list.first(showing: chosen)
        for row in 0..<layout.list.cells.rows where first + row < settings.keys.count {
            paint(
                settings.keys[first + row], isChosen: first + row == chosen, in: &grid,
                row: layout.list.cells.row + row, layout)
        }
        guard place.rows > 4, settings.keys.indices.contains(chosen) else { return }
        let key = settings.keys[chosen]
        write(StyledText("\(key.name): \(key.summary)", Theme.text), in: &grid, row: place.endRow - 3, place)
        write(StyledText(key.expectedValues, Theme.secondaryText), in: &grid, row: place.endRow - 2, place)
        if let message = message {
            write(
                StyledText(message.text, message.isProblem ? Theme.warning : Theme.queue, isBold: message.isProblem),
                in: &grid, row: place.endRow - 1, place)
        }
    }

    private func paint(
        _ key: SettingKey, isChosen: Bool, in grid: inout CellGrid, row: Int, _ layout: SettingsLayout
    ) {
        let place = layout.area
        if isChosen {
            let line = CellRect(column: place.column, row: row, columns: place.columns, rows: 1)
            grid.fillSelection(line)
        }
        func write(_ text: StyledText, _ column: Int, _ width: Int) {
            guard width > 1 else { return }
            grid.write(
                text.fitted(to: width - 1, ellipsis: symbols.ellipsis), column: column, row: row, within: place)
        }
        let assignment = settings.assignment(of: key)
        let isStandard = assignment.origin == .policyDefault
        write(
            StyledText(key.name, Theme.strongText, isBold: isChosen), place.column + 1,
            layout.values.column - place.column - 1)
        if isChosen, let text = typedValue {
            var typed = StyledText()
            typed.add(endOf: text, width: layout.values.width - 2, Theme.strongText, isBold: true)
            typed.add(symbols.cursor, Theme.accent)
            write(typed, layout.values.column, layout.values.width)
        } else {
            write(
                StyledText(assignment.value.description, isStandard ? Theme.secondaryText : Theme.accent),
                layout.values.column,
                layout.values.width)
        }
        write(
            StyledText(assignment.origin.description, Theme.secondaryText), layout.origins.column, layout.origins.width)
        write(StyledText(key.summary, Theme.inactive), layout.summaries.column, layout.summaries.width)
    }

    private func write(_ text: StyledText, in grid: inout CellGrid, row: Int, _ place: CellRect) {
        grid.write(
            text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
    }
}
