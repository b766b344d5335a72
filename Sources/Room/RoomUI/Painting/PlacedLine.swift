import Terminal
import TerminalCells

/// A line of text with its place, shared by painting and mouse handling.
struct PlacedLine {
    let text: StyledText
    let column: Int
    let row: Int

    /// Paints the line.
    func paint(in grid: inout CellGrid) { grid.write(text, column: column, row: row) }

    /// Returns the command of the label under the mouse, or `nil` if there is none.
    func link(under mouse: MouseEvent) -> Command? {
        mouse.row == row ? text.link(at: mouse.column - column) : nil
    }
}
