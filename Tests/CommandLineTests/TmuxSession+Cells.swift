import HalfBlocks
import TerminalEmulation

extension TmuxSession {
    /// What is on the screen, cell by cell.
    func cells(columns: Int, rows: Int) throws -> CellGrid {
        var terminal = EmulatedTerminal(columns: columns, rows: rows)
        // Colours go on from line to line.
        let lines = try colors(isWhole: true).split(separator: "\n", omittingEmptySubsequences: false)
        for (row, line) in lines.prefix(rows).enumerated() {
            try terminal.take("\u{1B}[\(row + 1);1H\(line)")
        }
        return terminal.screen
    }

    /// Looks at the cells until `condition` holds, and types `keys` before each further look.
    @discardableResult
    func waitForCells(
        _ what: String, columns: Int, rows: Int, typing keys: String = "", until condition: (CellGrid) -> Bool
    ) throws -> CellGrid {
        var found = CellGrid(columns: columns, rows: rows)
        try wait(for: what) { _ in
            found = try cells(columns: columns, rows: rows)
            if condition(found) { return true }
            if !keys.isEmpty { try type(keys) }
            return false
        }
        return found
    }
}

extension CellGrid {
    /// Whether one of a cell's two pixels, or what is behind its glyph, has a colour.
    func has(_ color: CellColor, column: Int, row: Int) -> Bool {
        if let (top, bottom) = self[column, row].pixels { return top == color || bottom == color }
        return self[column, row].background == color
    }

    /// The columns of a row where there is a colour.
    func columns(of color: CellColor, row: Int) -> [Int] { (0..<columns).filter { has(color, column: $0, row: row) } }

    /// The rows where there is a colour.
    func rows(of color: CellColor) -> [Int] {
        (0..<rows).filter { row in (0..<columns).contains { has(color, column: $0, row: row) } }
    }

    /// The text of a row.
    func text(row: Int) -> String {
        (0..<columns).map { column in
            let glyph = self[column, row].glyph
            return glyph == .continuation ? "" : glyph.description
        }.joined()
    }

    /// The first row that says so.
    func row(saying text: String) -> Int? { (0..<rows).first { self.text(row: $0).contains(text) } }
}
