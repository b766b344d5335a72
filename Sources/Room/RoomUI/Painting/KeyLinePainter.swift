import TerminalCells

/// A painter of the keys that work now: as a line at the bottom, and the most important ones as a panel on the empty
/// stage. Both are laid out when they change, and painted often.
struct KeyLinePainter {
    /// The keys that work now, or `nil` if they are not known yet.
    private(set) var line: KeyLine?
    /// What the panel says below the keys about a setting that changes what one sees, or `nil` if there is nothing.
    private var note: String?
    /// The colors of the cells that are laid out.
    private var colors: ThemeColors?
    /// The cells of the line.
    private var row = CellGrid(columns: 0, rows: 0)
    /// The cells of the panel.
    private var panel = CellGrid(columns: 0, rows: 0)

    /// The number of keys on the panel.
    static let panelKeyCount = 5
    private static let panelTitle = "Keys on the empty stage"
    private static let panelMargin = 2

    /// Sets the keys.
    mutating func set(_ line: KeyLine, note: String?) {
        guard line.entries != self.line?.entries || note != self.note else { return }
        self.line = line
        self.note = note
        discardCells()
    }

    private mutating func discardCells() {
        row = CellGrid(columns: 0, rows: 0)
        panel = CellGrid(columns: 0, rows: 0)
    }

    private mutating func follow(_ newColors: ThemeColors) {
        guard newColors != colors else { return }
        colors = newColors
        discardCells()
    }

    /// Paints the line over its row.
    mutating func paint(in grid: inout CellGrid, _ layout: StageLayout) {
        let place = layout.keyLine
        guard let line, !place.isEmpty else { return }
        follow(Theme.colors)
        if row.columns != place.columns {
            row = CellGrid(columns: place.columns, rows: 1)
            row.fill(row.bounds, with: Cell(foreground: Theme.text, background: Theme.bar))
            row.write(line.text(columns: place.columns - 2), column: 1, row: 0)
        }
        grid.place(row, column: place.column, row: place.row)
    }

    /// Paints the panel with the most important keys onto the empty stage, if it fits.
    mutating func paintPanel(in grid: inout CellGrid, _ layout: StageLayout) {
        guard let line else { return }
        follow(Theme.colors)
        if panel.columns == 0 { panel = Self.panel(line.mostImportant(Self.panelKeyCount), note: note) }
        guard let place = layout.emptyStagePanel(columns: panel.columns, rows: panel.rows) else { return }
        grid.place(panel, column: place.column, row: place.row)
    }

    private static func panel(_ entries: [KeyLine.Entry], note: String?) -> CellGrid {
        let title = StyledText(panelTitle, Theme.strongText, isBold: true)
        let keyWidth = 2 + (entries.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0)
        var lines = entries.map { entry in
            var text = StyledText(entry.label, Theme.accent, isBold: true)
            text.add(String(repeating: " ", count: keyWidth - text.width) + entry.words, Theme.strongText)
            return text
        }
        if let note { lines.append(StyledText(note, Theme.secondaryText)) }
        let width = ([title] + lines).map(\.width).max() ?? 0
        var panel = CellGrid(columns: width + 2 * panelMargin, rows: lines.count + 3)
        panel.fill(panel.bounds, with: Cell(foreground: Theme.text, background: Theme.panel))
        panel.write(title, column: panelMargin, row: 0)
        for (index, text) in lines.enumerated() { panel.write(text, column: panelMargin, row: index + 2) }
        return panel
    }
}
