import HalfBlocks
import Playback

/// The line that says where in a recorded session its replay is.
struct ReplayLine {
    /// The place in the session.
    let place: Nanoseconds
    /// When the session was over.
    let end: Nanoseconds
    let isPaused: Bool
    let speed: Millionths
    /// What the recorded person has just pressed.
    let heard: String?
    let signs: Signs
    /// The width of the line.
    let columns: Int

    /// Paints the line over a row of the grid; returns where its progress bar is.
    func paint(in grid: inout CellGrid, row: Int) -> CellRect {
        grid.fill(
            CellRect(column: 0, row: row, columns: columns, rows: 1),
            with: Cell(foreground: Theme.text, background: Theme.panel))
        var left = StyledText(isPaused ? "\(signs.pause) " : "\(signs.play) ", isPaused ? Theme.warning : Theme.queue)
        left.add("\(clock(place)) / \(clock(end))", Theme.white, isBold: true)
        if speed != .one { left.add(" \(signs.times)\(speed)", Theme.warning) }
        var right = StyledText()
        if let heard { right.add("\(heard)  ", Theme.gold, isBold: true) }
        let hint = StyledText(
            place == end ? "end, space begins again" : "space \(signs.back) \(signs.forth) , . < > q", Theme.soft)
        let room = columns - 2
        if left.width + right.width + hint.width + 4 + ProgressBar.least <= room {
            for piece in hint.pieces { right.add(piece.text, piece.color) }
        }
        grid.write(left.fitted(to: room, ellipsis: signs.ellipsis), column: 1, row: row)
        let width = room - left.width - right.width - 3
        guard width >= ProgressBar.least else { return CellRect(column: 0, row: row, columns: 0, rows: 0) }
        let bar = CellRect(column: 1 + left.width + 2, row: row, columns: width, rows: 1)
        grid.write(
            ProgressBar.text(at: place, of: end, width: width, signs: signs), column: bar.column, row: row)
        grid.write(right, column: columns - 1 - right.width, row: row)
        return bar
    }

    /// Minutes and seconds, and hours where there are any: `1:05`, `2:00:07`.
    private func clock(_ time: Nanoseconds) -> String {
        let seconds = time / .second
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = seconds / 60
        return minutes < 60
            ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    }
}
