import Playback
import TerminalCells

/// The panel that lists the keys.
struct HelpPanel {
    /// A key, or several related keys, and the description of what they do.
    typealias Row = (key: String, meaning: String)

    private let rows: [Row]
    /// The rows in a second column, or below the others if there is no room for that.
    private let sideRows: [Row]
    private let symbols: SymbolSet

    /// Creates the panel of a room: the keys of all commands, and the gifts with the keys that send them.
    init(_ list: CommandList, symbols: SymbolSet) {
        var side: [Row] = []
        var others: [Binding<Command>] = []
        for entry in list.entries where !entry.keys.isEmpty {
            if case .session(.send) = entry.command {
                side += entry.keys.map { ($0.label(symbols), entry.summary) }
            } else {
                others.append(entry.binding)
            }
        }
        rows =
            Self.rows(others, symbols) + [
                ("mouse", "the button, the bar, the lists"),
                ("+4 N", "N and 4 others have read up to here"),
            ]
        sideRows = side
        self.symbols = symbols
    }

    /// Creates the panel of a screen: its own keys, the mouse, and the commands that work in every screen.
    init<Action>(_ bindings: [Binding<Action>], mouse: Row, in context: ScreenContext) {
        let shared = context.commands.availableEverywhere.filter { $0.command != .toggle(type(of: context.screen).id) }
        let (symbols, own) = (context.symbols, Self.rows(bindings, context.symbols))
        rows = own.dropLast() + [mouse] + Self.rows(shared.map(\.binding), symbols) + own.suffix(1)
        sideRows = []
        self.symbols = symbols
    }

    private init(rows: [Row], symbols: SymbolSet) {
        self.rows = rows
        sideRows = []
        self.symbols = symbols
    }

    /// Returns the rows of bindings. Adjacent bindings with the same description share a row, which has only the first key
    /// of each.
    private static func rows<Action>(_ bindings: [Binding<Action>], _ symbols: SymbolSet) -> [Row] {
        var rows: [Row] = []
        var index = 0
        while index < bindings.count {
            let end = bindings[index...].firstIndex { $0.summary != bindings[index].summary } ?? bindings.count
            let group = bindings[index..<end]
            let labels = group.flatMap { binding -> [String] in
                if let label = binding.label { return label.isEmpty ? [] : [label] }
                return (group.count == 1 ? binding.keys[...] : binding.keys.prefix(1)).map { $0.label(symbols) }
            }
            if !labels.isEmpty { rows.append((labels.joined(separator: "  "), bindings[index].summary)) }
            index = end
        }
        return rows
    }

    /// Returns the panel of a replay: its own keys, the mouse, and the panels and screens that it can open.
    static func replay(in context: ScreenContext) -> HelpPanel {
        let symbols = context.symbols
        let own = rows(ReplayControl.bindings(symbols), symbols)
        let panels = ScreenList.overlays.filter { $0.isInReplays }.map { type in
            Binding(type.opening.keys, type.summaryInReplays, type.opening.command)
        }
        let screens = ScreenList.screens.filter { $0.isInReplays }.compactMap { $0.opening?.binding }
        let picture = context.commands.entries.filter { $0.command == .savePicture }.map(\.binding)
        return HelpPanel(
            rows: own.dropLast() + [("click", "on the bar below: go there, and drag")]
                + rows(panels + screens + picture, symbols) + own.suffix(1), symbols: symbols)
    }

    /// The arrangement of the rows in an area.
    private struct Layout {
        let rows: [Row]
        let sideRows: [Row]
        let keyWidth: Int
        let sideKeyWidth: Int
        /// The width of the main column.
        let width: Int
        let panelArea: CellRect
        /// The number of visible rows.
        let visibleCount: Int
        /// Whether there are no empty rows around the title, because not all rows fit.
        let isCompact: Bool

        /// The rows around the list: the title, and the rows above and below it.
        private static let frameRows = 4

        init(rows: [Row], sideRows: [Row], area: CellRect) {
            func width(_ rows: [Row]) -> (key: Int, all: Int) {
                let key = (rows.map { DisplayWidth.columns(of: $0.key) }.max() ?? 0) + 3
                return (key, key + (rows.map { DisplayWidth.columns(of: $0.meaning) }.max() ?? 0))
            }
            let main = width(rows)
            let beside = width(sideRows)
            let hasSide = !sideRows.isEmpty && main.all + beside.all + 7 <= area.columns
            self.rows = hasSide || sideRows.isEmpty ? rows : rows + [("", "")] + sideRows
            self.sideRows = hasSide ? sideRows : []
            keyWidth = hasSide ? main.key : max(main.key, sideRows.isEmpty ? 0 : beside.key)
            sideKeyWidth = beside.key
            let wanted = hasSide ? main.all + beside.all + 7 : max(main.all, sideRows.isEmpty ? 0 : beside.all) + 5
            let columns = min(area.columns, wanted)
            self.width = hasSide ? main.all : columns - 4
            let count = max(self.rows.count, self.sideRows.count)
            let height = min(area.rows, count + Self.frameRows)
            panelArea = CellRect(
                column: area.column + (area.columns - columns) / 2, row: area.row + (area.rows - height) / 2,
                columns: columns, rows: height)
            isCompact = height < count + Self.frameRows
            visibleCount = max(0, height - (isCompact ? 1 : Self.frameRows))
        }
    }

    /// Returns the largest scroll offset in an area, in rows.
    func maxOffset(area: CellRect) -> Int {
        let arrangement = Layout(rows: rows, sideRows: sideRows, area: area)
        return max(0, max(arrangement.rows.count, arrangement.sideRows.count) - arrangement.visibleCount)
    }

    /// Returns the position of the panel in an area.
    func area(in area: CellRect) -> CellRect { Layout(rows: rows, sideRows: sideRows, area: area).panelArea }

    /// Paints the panel in the middle of `area`, scrolled down by `offset` rows.
    func paint(in grid: inout CellGrid, area: CellRect, offset: Int = 0) {
        let arrangement = Layout(rows: rows, sideRows: sideRows, area: area)
        let place = arrangement.panelArea
        // The background is opaque: chat text under a transparent panel would mix with the text of the panel.
        grid.fill(place, with: Cell(foreground: Theme.text, background: Theme.panel))
        var title = StyledText("Keys", Theme.strongText, isBold: true)
        let maxOffset = self.maxOffset(area: area)
        if maxOffset > 0 { title.add("  \(symbols.arrows.up) \(symbols.arrows.down) more", Theme.secondaryText) }
        grid.write(title, column: place.column + 2, row: place.row + (arrangement.isCompact ? 0 : 1), within: place)
        let top = place.row + (arrangement.isCompact ? 1 : 3)
        let first = min(offset, maxOffset)
        for index in 0..<arrangement.visibleCount where top + index < place.endRow {
            let row = top + index
            if first + index < arrangement.rows.count {
                write(
                    arrangement.rows[first + index], in: &grid, column: place.column + 2, row: row,
                    keyWidth: arrangement.keyWidth, width: arrangement.width, place)
            }
            if first + index < arrangement.sideRows.count {
                write(
                    arrangement.sideRows[first + index], in: &grid, column: place.column + 5 + arrangement.width,
                    row: row,
                    keyWidth: arrangement.sideKeyWidth, width: place.columns - arrangement.width - 7, place)
            }
        }
    }

    private func write(
        _ line: Row, in grid: inout CellGrid, column: Int, row: Int, keyWidth: Int, width: Int, _ place: CellRect
    ) {
        grid.write(StyledText(line.key, Theme.accent), column: column, row: row, within: place)
        let meaning = StyledText(line.meaning, Theme.text).fitted(to: width - keyWidth, ellipsis: symbols.ellipsis)
        grid.write(meaning, column: column + keyWidth, row: row, within: place)
    }
}
