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
    /// The rows of the description of the chosen setting, below the list.
    let description: CellRect

    private static let maxWidth = 110
    private static let nameWidth = 15

    static func == (one: SettingsLayout, other: SettingsLayout) -> Bool { one.area == other.area }

    /// Creates the layout of a panel with `count` settings over the picture, below the top bar.
    init(_ layout: StageLayout, count: Int) {
        let width = min(layout.picture.columns, Self.maxWidth)
        let room = max(0, layout.picture.rows - layout.topBar.rows)
        // The title and the message.
        let otherRows = 2
        let wanted = Self.descriptionRows(columns: width - 2)
        let rows = min(room, count + otherRows + wanted)
        let described = max(0, min(wanted, (rows - otherRows) / 2))
        area = CellRect(
            column: layout.picture.column + (layout.picture.columns - width) / 2,
            row: layout.picture.row + layout.topBar.rows + (room - rows) / 2, columns: width, rows: rows)
        list = ListRows(
            cells: CellRect(
                column: area.column, row: area.row + 1, columns: width, rows: max(0, rows - otherRows - described)))
        description = CellRect(
            column: area.column + 1, row: list.cells.endRow, columns: width - 2, rows: described)
        let inner = width - 2
        let value = max(8, min(26, (inner - Self.nameWidth) / 3))
        let origin = max(0, min(40, inner - Self.nameWidth - value))
        values = (area.column + 1 + Self.nameWidth, value)
        origins = (values.column + value, origin)
    }

    /// Returns the number of rows that every description fits into.
    private static func descriptionRows(columns: Int) -> Int {
        // A line may end a long word earlier than its width.
        let usable = max(8, columns - 8)
        return (longestDescription + usable - 1) / usable
    }

    private static let longestDescription =
        SettingKey.configurable.map { SettingsPanel.description(of: $0).width }.max() ?? 0
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
        let lines = Self.description(of: key).wrapped(
            to: layout.description.columns, maxLines: layout.description.rows, ellipsis: symbols.ellipsis)
        for (index, line) in lines.enumerated() {
            grid.write(
                line, column: layout.description.column, row: layout.description.row + index, within: layout.description
            )
        }
        if let message = message {
            write(
                StyledText(message.text, message.isProblem ? Theme.warning : Theme.queue, isBold: message.isProblem),
                in: &grid, row: place.endRow - 1, place)
        }
    }

    /// Returns the meaning of a setting and its possible values.
    static func description(of key: SettingKey) -> StyledText {
        var text = StyledText("\(key.name): \(key.summary) ", Theme.text)
        text.add("(\(key.expectedValues))", Theme.secondaryText)
        return text
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
                StyledText(assignment.value.shown.description, isStandard ? Theme.secondaryText : Theme.accent),
                layout.values.column,
                layout.values.width)
        }
        write(
            StyledText(assignment.origin.description, Theme.secondaryText), layout.origins.column, layout.origins.width)
    }

    private func write(_ text: StyledText, in grid: inout CellGrid, row: Int, _ place: CellRect) {
        grid.write(
            text.fitted(to: place.columns - 2, ellipsis: symbols.ellipsis), column: place.column + 1, row: row,
            within: place)
    }
}
