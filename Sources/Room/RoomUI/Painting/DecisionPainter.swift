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

    /// Paints the sentences that are shown at a time.
    func paint(_ line: DecisionLine, at time: Nanoseconds, in grid: inout CellGrid) {
        for (index, ribbon) in line.ribbons.prefix(area.rows).enumerated() {
            let (opening, opacity) = reducesMotion ? (1, 1) : ribbon.presence(at: time)
            paint(ribbon.sentence, row: area.row + index, opening: opening, opacity: opacity, in: &grid)
        }
    }

    private func paint(
        _ sentence: DecisionSentence, row: Int, opening: Double, opacity: Double, in grid: inout CellGrid
    ) {
        let text = text(of: sentence)
        let columns = text.width + 2
        let place = CellRect(column: area.column + (area.columns - columns) / 2, row: row, columns: columns, rows: 1)
        // The ribbon opens from its middle.
        let hidden = Int((1 - opening) * Double(columns) / 2)
        let ribbon = CellRect(
            column: place.column + hidden, row: row, columns: max(0, columns - 2 * hidden), rows: 1
        ).intersection(area)
        guard !ribbon.isEmpty else { return }
        let color = sentence.category.color
        // Text cannot be transparent in a terminal; it disappears in the middle of the fade.
        guard opacity >= 0.5 else { return grid.tint(ribbon, with: color, amount: UInt8(255 * opacity)) }
        grid.fill(ribbon, with: Cell(foreground: Theme.textOnColor, background: color))
        grid.write(text, column: place.column + 1, row: row, within: ribbon)
    }

    /// Returns the sentence; without the senders if there is no room for them.
    private func text(of sentence: DecisionSentence) -> StyledText {
        let room = area.columns - 2
        let whole = styled(sentence.words)
        guard whole.width > room else { return whole }
        return styled(sentence.words(hasSenders: false)).fitted(to: room, ellipsis: symbols.ellipsis)
    }

    private func styled(_ words: [DecisionSentence.Word]) -> StyledText {
        StyledText(words, Theme.textOnColor, symbols, isBold: true)
    }
}
