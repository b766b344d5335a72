import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport

extension TmuxSession {
    /// Returns the cells of the screen.
    func cells(columns: Int, rows: Int) throws -> CellGrid {
        var terminal = EmulatedTerminal(columns: columns, rows: rows)
        // Colors continue from line to line.
        let lines = try coloredScreen(keepsTrailingSpaces: true).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (row, line) in lines.prefix(rows).enumerated() {
            try terminal.process("\u{1B}[\(row + 1);1H\(line)")
        }
        return terminal.screen
    }

    /// Waits until the cells fulfil `condition`, and types `keys` before each further attempt.
    @discardableResult
    func waitForCells(
        _ what: String, columns: Int, rows: Int, typing keys: String = "", until condition: (CellGrid) -> Bool
    ) throws -> CellGrid {
        var found = CellGrid(columns: columns, rows: rows)
        try wait(for: what) {
            found = try cells(columns: columns, rows: rows)
            if condition(found) { return true }
            if !keys.isEmpty { try type(keys) }
            return false
        }
        // The frame may be incomplete: see `wait(for:until:)`.
        Thread.sleep(forTimeInterval: Self.frameTime)
        let later = try cells(columns: columns, rows: rows)
        return condition(later) ? later : found
    }
}

extension CellGrid {
    /// Returns whether a pixel of a cell, or the background of its glyph, has a color.
    func has(_ color: CellColor, column: Int, row: Int) -> Bool {
        if let (top, bottom) = self[column, row].pixels { return top == color || bottom == color }
        return self[column, row].background == color
    }

    /// Returns the columns of a row that contain a color.
    func columns(of color: CellColor, row: Int) -> [Int] { (0..<columns).filter { has(color, column: $0, row: row) } }

    /// Returns the rows that contain a color.
    func rows(of color: CellColor) -> [Int] {
        (0..<rows).filter { row in (0..<columns).contains { has(color, column: $0, row: row) } }
    }

    /// Returns the text of a row.
    func text(row: Int) -> String {
        (0..<columns).map { column in
            let glyph = self[column, row].glyph
            return glyph == .continuation ? "" : glyph.description
        }.joined()
    }

    /// Returns the first row that contains a text.
    func row(containing text: String) -> Int? { (0..<rows).first { self.text(row: $0).contains(text) } }
}
