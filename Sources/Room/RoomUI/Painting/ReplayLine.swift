import ExactNumbers
import Playback
import TerminalCells

/// The status line of a replay: the position in the recorded session.
struct ReplayLine {
    /// The position in the session.
    let position: Nanoseconds
    /// The session time at which the session ended.
    let end: Nanoseconds
    let isPaused: Bool
    let speed: Millionths
    /// The key or mouse input of the recorded viewer that is shown, if any.
    let lastInput: String?
    let symbols: SymbolSet
    /// The width of the line, in columns.
    let columns: Int

    /// Paints the line over a row of the grid and returns the cells of its progress bar.
    func paint(in grid: inout CellGrid, row: Int) -> CellRect {
        grid.fill(
            CellRect(column: 0, row: row, columns: columns, rows: 1),
            with: Cell(foreground: Theme.text, background: Theme.panel))
        var left = StyledText(
            isPaused ? "\(symbols.pause) " : "\(symbols.play) ", isPaused ? Theme.warning : Theme.queue)
        left.add("\(Self.clock(position)) / \(Self.clock(end))", Theme.strongText, isBold: true)
        if speed != .one { left.add(" \(symbols.times)\(speed)", Theme.warning) }
        var right = StyledText()
        if let lastInput { right.add("\(lastInput)  ", Theme.accent, isBold: true) }
        let hint = StyledText(position == end ? "end, space begins again" : "", Theme.secondaryText)
        let room = columns - 2
        if left.width + right.width + hint.width + 4 + ProgressBar.minWidth <= room {
            for piece in hint.pieces { right.append(piece) }
        }
        grid.write(left.fitted(to: room, ellipsis: symbols.ellipsis), column: 1, row: row)
        let width = room - left.width - right.width - 3
        guard width >= ProgressBar.minWidth else { return CellRect(column: 0, row: row, columns: 0, rows: 0) }
        let bar = CellRect(column: 1 + left.width + 2, row: row, columns: width, rows: 1)
        grid.write(
            ProgressBar.text(at: position, of: end, width: width, symbols: symbols), column: bar.column, row: row)
        grid.write(right, column: columns - 1 - right.width, row: row)
        return bar
    }

    /// Returns minutes and seconds, and hours if there are any: `1:05`, `2:00:07`.
    static func clock(_ time: Nanoseconds) -> String {
        let seconds = time / .second
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }
}
