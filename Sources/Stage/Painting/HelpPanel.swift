import HalfBlocks

/// The panel that lists the keys and the gifts they send.
struct HelpPanel {
    /// Names of the gifts on the keys 1 to 9.
    let gifts: [String]
    let signs: Signs

    private static let keys: [(key: String, meaning: String)] = [
        ("x  Esc", "close the gift"), ("X", "clear: close it and drop all that waits"),
        ("m", "switch between queue and replace"), ("[  ]", "replaceAt less or more by 5 %"),
        ("space", "pause and go on"), ("1 - 9", "send a gift"), ("h", "the last gifts; r sends one again"),
        ("?", "this help"), ("q", "leave"),
    ]

    private var rows: [(key: String, meaning: String)] {
        Self.keys + [("", "")] + gifts.prefix(9).enumerated().map { (String($0.offset + 1), "send \($0.element)") }
    }

    /// Paints the panel in the middle of `area`, cut to what fits.
    func paint(in grid: inout CellGrid, area: CellRect) {
        let lines = rows
        let keyWidth = 9
        let width = min(area.columns, keyWidth + (lines.map { DisplayWidth.columns(of: $0.meaning) }.max() ?? 0) + 5)
        let height = min(area.rows, lines.count + 4)
        let place = CellRect(
            column: area.column + (area.columns - width) / 2, row: area.row + (area.rows - height) / 2, columns: width,
            rows: height)
        grid.tint(place, with: Theme.panel, amount: 232)
        grid.write(
            StyledText("Keys", Theme.white, isBold: true), column: place.column + 2, row: place.row + 1, within: place)
        for (index, line) in lines.enumerated() {
            let row = place.row + 3 + index
            guard row < place.endRow - 1 || (row < place.endRow && height == area.rows) else { return }
            grid.write(StyledText(line.key, Theme.gold), column: place.column + 2, row: row, within: place)
            let meaning = StyledText(line.meaning, Theme.text).fitted(
                to: width - keyWidth - 4, ellipsis: signs.ellipsis)
            grid.write(meaning, column: place.column + 2 + keyWidth, row: row, within: place)
        }
    }
}
