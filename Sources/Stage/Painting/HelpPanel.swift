import HalfBlocks
import Playback

/// The panel that lists the keys.
struct HelpPanel {
    /// Keys, each with what it does.
    private let rows: [(key: String, meaning: String)]
    private let signs: Signs

    /// The keys of a live room, and the names of the gifts with the keys that send them.
    static func room(gifts: [(key: String, name: String)], signs: Signs) -> HelpPanel {
        let keys = [
            ("x  Esc", "close the gift"), ("X", "clear: close it and drop all that waits"),
            ("m", "switch between queue and replace"), ("[  ]", "replaceAt less or more by 5 %"),
            ("space", "pause and go on"), ("1 - 9", "send a gift"), ("h", "the last gifts; r sends one again"),
            ("?", "this help"), ("q", "leave"),
        ]
        let sending = gifts.map { ($0.key, "send \($0.name)") }
        return HelpPanel(rows: keys + [("", "")] + sending, signs: signs)
    }

    /// The keys of a replay, where arrows move by `step` nanoseconds.
    static func replay(step: Nanoseconds, signs: Signs) -> HelpPanel {
        let keys = [
            ("space", "pause and go on; at the end, begin again"),
            ("\(signs.back)  \(signs.forth)", "\(step / .second) s back or on"),
            ("Home  End", "to the beginning or the end"), ("click", "on the bar below: go there"),
            ("[  ]", "slower or faster"), ("h", "the last gifts; \(signs.up) \(signs.down) choose one"),
            ("?", "this help"), ("q", "leave"),
        ]
        return HelpPanel(rows: keys, signs: signs)
    }

    /// Paints the panel in the middle of `area`, cut to what fits.
    func paint(in grid: inout CellGrid, area: CellRect) {
        let keyWidth = (rows.map { DisplayWidth.columns(of: $0.key) }.max() ?? 0) + 3
        let width = min(area.columns, keyWidth + (rows.map { DisplayWidth.columns(of: $0.meaning) }.max() ?? 0) + 5)
        let height = min(area.rows, rows.count + 4)
        let place = CellRect(
            column: area.column + (area.columns - width) / 2, row: area.row + (area.rows - height) / 2, columns: width,
            rows: height)
        grid.tint(place, with: Theme.panel, amount: 232)
        grid.write(
            StyledText("Keys", Theme.white, isBold: true), column: place.column + 2, row: place.row + 1, within: place)
        for (index, line) in rows.enumerated() {
            let row = place.row + 3 + index
            guard row < place.endRow - 1 || (row < place.endRow && height == area.rows) else { return }
            grid.write(StyledText(line.key, Theme.gold), column: place.column + 2, row: row, within: place)
            let meaning = StyledText(line.meaning, Theme.text).fitted(
                to: width - keyWidth - 4, ellipsis: signs.ellipsis)
            grid.write(meaning, column: place.column + 2 + keyWidth, row: row, within: place)
        }
    }
}
