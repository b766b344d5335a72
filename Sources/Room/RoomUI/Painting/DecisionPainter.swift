import ExactNumbers
import RoomSession
import TerminalCells

/// A painter of the decision line: a ribbon for each of the last decisions, in the color of its outcome.
struct DecisionPainter {
    /// The rows of the ribbons, the first one for the newest.
    let area: CellRect
    let symbols: SymbolSet
    /// Whether ribbons appear and disappear at once.
    let reducesMotion: Bool
    /// Whether the terminal is too low for sentences of two rows.
    let isLow: Bool

    /// Paints the sentences that are shown at a time.
    func paint(_ line: DecisionLine, at time: Nanoseconds, in grid: inout CellGrid) {
        var row = area.row
        for ribbon in line.ribbons where row < area.endRow {
            let (opening, opacity) = reducesMotion ? (1, 1) : ribbon.presence(at: time)
            for text in lines(of: ribbon.sentence) {
                let color = ribbon.sentence.category.color
                paint(text, color, row: row, opening: opening, opacity: opacity, in: &grid)
                row += 1
            }
        }
    }

    private func paint(
        _ text: StyledText, _ color: CellColor, row: Int, opening: Double, opacity: Double, in grid: inout CellGrid
    ) {
        let columns = text.width + 2
        let place = CellRect(column: area.column + (area.columns - columns) / 2, row: row, columns: columns, rows: 1)
        // The ribbon opens from its middle.
        let hidden = Int((1 - opening) * Double(columns) / 2)
        let ribbon = CellRect(
            column: place.column + hidden, row: row, columns: max(0, columns - 2 * hidden), rows: 1
        ).intersection(lineArea)
        guard !ribbon.isEmpty else { return }
        // Text cannot be transparent in a terminal; it disappears in the middle of the fade.
        guard opacity >= 0.5 else { return grid.tint(ribbon, with: color, amount: UInt8(255 * opacity)) }
        grid.fill(ribbon, with: Cell(foreground: Theme.textOnColor, background: color))
        grid.write(text, column: place.column + 1, row: row, within: ribbon)
    }

    /// The rows of the line with the one for the rest of a long sentence.
    private var lineArea: CellRect {
        CellRect(column: area.column, row: area.row, columns: area.columns, rows: area.rows + maxLines - 1)
    }

    /// The most rows of a sentence: on a low terminal, the second one would cover too much.
    private var maxLines: Int { isLow ? 1 : 2 }

    /// Returns the rows of a sentence: without the senders if there is no room for them, and broken if need be.
    private func lines(of sentence: DecisionSentence) -> [StyledText] {
        let room = area.columns - 2
        let whole = styled(sentence.words)
        guard whole.width > room else { return [whole] }
        return styled(sentence.words(hasSenders: false)).wrapped(
            to: room, maxLines: maxLines, ellipsis: symbols.ellipsis)
    }

    private func styled(_ words: [DecisionSentence.Word]) -> StyledText {
        StyledText(words, Theme.textOnColor, symbols, isBold: true)
    }
}
