import ExactNumbers
import Terminal
import TerminalCells

/// The dragging of the threshold's mark on the progress bar with the mouse.
struct ThresholdDrag: Equatable {
    /// The columns between the mouse and the mark while the mouse drags it.
    private var grip: Int?

    /// Whether the mouse drags the mark.
    var isActive: Bool { grip != nil }

    /// Takes or releases the mark, and returns the threshold to which an event of the mouse moves it, if it does.
    ///
    /// The mark can be taken at its own cell and at the ones beside it.
    ///
    /// - Parameters:
    ///   - mouse: The event.
    ///   - bar: The cells of the bar; empty if there is none.
    ///   - mark: The cell of the bar with the mark, from 0; `nil` if there is none that can be moved.
    mutating func threshold(for mouse: MouseEvent, on bar: CellRect, mark: Int?) -> Millionths? {
        guard mouse.button == .left, mouse.action != .release, bar.columns > 0 else {
            grip = nil
            return nil
        }
        guard mouse.action == .drag else {
            let distance = mark.map { mouse.column - bar.column - $0 }
            grip = distance.flatMap { mouse.row == bar.row && abs($0) <= 1 ? $0 : nil }
            return nil
        }
        return grip.map { Self.threshold(ofCell: bar.cell(at: mouse.column - $0), of: bar.columns) }
    }

    /// Returns a threshold whose mark is in a cell of a bar: the lowest whole percentage there, if there is one, and
    /// 100 % in the last cell.
    static func threshold(ofCell cell: Int, of columns: Int) -> Millionths {
        guard cell < columns - 1 else { return .one }
        let percent = (cell * 100 + columns - 1) / columns
        if percent * columns < (cell + 1) * 100 { return Millionths(Int64(percent) * 10_000) }
        return Millionths(Int64((cell * 1_000_000 + columns - 1) / columns))
    }
}
