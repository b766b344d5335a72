import ExactNumbers
import Playback
import Terminal
import TerminalCells

/// The dragging of a progress bar with the mouse.
struct BarDrag: Equatable {
    /// The number of what the bar shows, while the mouse drags it.
    private var number: Int?

    /// Returns the position to which an event of the mouse moves, or `nil` if it does not drag the bar.
    ///
    /// A cell stands for its left edge, so even the last cell leaves a part to play. The position is rounded up to the
    /// first nanosecond within the cell.
    ///
    /// - Parameters:
    ///   - mouse: The event.
    ///   - bar: The cells of the bar; empty if there is none.
    ///   - number: The number of what the bar shows. If it changes during the drag, the drag ends.
    ///   - length: The length of the bar, in nanoseconds.
    mutating func position(
        for mouse: MouseEvent, on bar: CellRect, number: Int = 0, of length: Nanoseconds
    ) -> Nanoseconds? {
        guard let cell = cell(for: mouse, on: bar, number: number) else { return nil }
        let share = Int128(cell) * Int128(length) + Int128(bar.columns) - 1
        return Nanoseconds(share / Int128(bar.columns))
    }

    /// Returns the cell to which an event of the mouse moves, from 0, or `nil` if it does not drag the bar.
    mutating func cell(for mouse: MouseEvent, on bar: CellRect, number: Int = 0) -> Int? {
        guard mouse.button == .left, mouse.action != .release, bar.columns > 0 else {
            self.number = nil
            return nil
        }
        if mouse.action == .press {
            self.number = bar.contains(column: mouse.column, row: mouse.row) ? number : nil
        }
        guard self.number == number else { return nil }
        return bar.cell(at: mouse.column)
    }
}

/// A progress bar where it was painted last, with the mouse that drags it.
struct DraggedBar {
    /// The cells of the bar; none before it is painted.
    var cells = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var drag = BarDrag()

    /// Returns the cell to which an event of the mouse moves, from 0, or `nil` if it does not drag the bar.
    mutating func cell(for mouse: MouseEvent) -> Int? { drag.cell(for: mouse, on: cells) }
}
