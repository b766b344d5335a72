import HalfBlocks

extension TmuxSession {
    /// What a mouse does, as terminals tell it (SGR, private mode 1006).
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

    /// Does something with the mouse at a cell; columns and rows count from 0.
    func mouse(_ action: MouseAction, column: Int, row: Int) throws {
        try type("\u{1B}[<\(action.code.button);\(column + 1);\(row + 1)\(action.code.end)")
    }

    /// Presses and lets go.
    func click(column: Int, row: Int) throws {
        try mouse(.press, column: column, row: row)
        try mouse(.release, column: column, row: row)
    }
}

extension CellGrid {
    /// The first cell of the first place where a row says so.
    func place(of text: String) -> (column: Int, row: Int)? {
        guard let row = row(saying: text) else { return nil }
        return (0..<columns).last { column in
            (column..<columns).map { self[$0, row].glyph }.filter { $0 != .continuation }.map(\.description).joined()
                .contains(text)
        }.map { ($0, row) }
    }

    /// What is behind the glyph of the first cell of the first place that says so.
    func background(of text: String) -> CellColor? { place(of: text).map { self[$0.column, $0.row].background } }
}
