import TerminalCells
import VectorGraphics

/// Returns a picture with a caption below it as text for a terminal, two pixels to a cell.
///
/// - Parameters:
///   - picture: The picture; one pixel is as wide as a cell.
///   - caption: The caption; what does not fit is cut off.
///   - depth: The colors of the terminal.
func text(of picture: Pixmap, caption: String, depth: ColorDepth) -> String {
    var grid = CellGrid(columns: picture.width, rows: (picture.height + 1) / 2 + 1)
    grid.draw(picture, column: 0, row: 0)
    grid.write(caption, column: 0, row: grid.rows - 1, foreground: CellColor(0xFFFFFF), attributes: .bold)
    return String(decoding: grid.escapes(depth: depth), as: UTF8.self)
}
