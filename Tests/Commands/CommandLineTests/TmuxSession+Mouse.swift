import TerminalCells
import TestSupport

extension TmuxSession {
    /// An action of the mouse, as terminals report it (SGR, private mode 1006).
    enum MouseAction {
        case press, drag, release, wheelUp, wheelDown

        fileprivate var code: (button: Int, end: String) {
            switch self {
            case .press: (0, "M")
            case .drag: (32, "M")
            case .release: (0, "m")
            case .wheelUp: (64, "M")
            case .wheelDown: (65, "M")
            }
        }
    }

    /// Sends an action of the mouse at a cell; columns and rows count from 0.
    func mouse(_ action: MouseAction, column: Int, row: Int) throws {
        try type("\u{1B}[<\(action.code.button);\(column + 1);\(row + 1)\(action.code.end)")
    }

    /// Presses and releases the left button.
    func click(column: Int, row: Int) throws {
        try mouse(.press, column: column, row: row)
        try mouse(.release, column: column, row: row)
    }
}

extension CellGrid {
    /// Returns the first cell of the first row that contains a text.
    func position(of text: String) -> (column: Int, row: Int)? {
        guard let row = row(containing: text) else { return nil }
        return (0..<columns).last { column in
            (column..<columns).map { self[$0, row].glyph }.filter { $0 != .continuation }.map(\.description).joined()
                .contains(text)
        }.map { ($0, row) }
    }

    /// Returns the background of the first cell of the first row that contains a text.
    func background(of text: String) -> CellColor? { position(of: text).map { self[$0.column, $0.row].background } }
}
