import TerminalCells
import Testing

/// Grids as text with escape sequences for standard output.
struct EscapesTests {
    private func text(_ grid: CellGrid, _ depth: ColorDepth, _ repertoire: GlyphRepertoire = .unicode) -> [String] {
        String(decoding: grid.escapes(depth: depth, repertoire: repertoire), as: UTF8.self)
            .replacing("\u{1B}", with: "␛").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func art(_ rows: [[(UInt32, UInt32)]]) -> CellGrid {
        var grid = CellGrid(columns: rows.first?.count ?? 0, rows: rows.count)
        for (row, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                grid[column, row] = Cell(top: CellColor(cell.0), bottom: CellColor(cell.1))
            }
        }
        return grid
    }

    @Test func linesSetOnlyChangesAndEndWithReset() {
        let grid = art([
            [(0x000001, 0x000000), (0x000001, 0x000000), (0x000002, 0x000000), (0x000000, 0x000000)],
            [(0x000001, 0x000001), (0x000001, 0x000001), (0x000003, 0x000001), (0x000001, 0x000003)],
        ])
        #expect(
            text(grid, .trueColor) == [
                "␛[38;2;0;0;1;48;2;0;0;0m▀▀␛[38;2;0;0;2m▀ ␛[0m",
                "␛[48;2;0;0;1m  ␛[38;2;0;0;3m▀▄␛[0m",
                "",
            ])
    }

    @Test func defaultColorsNeedNoSequence() {
        var grid = CellGrid(columns: 3, rows: 1)
        grid[1, 0] = Cell(top: .terminalDefault, bottom: CellColor(0x010203))
        #expect(text(grid, .trueColor) == [" ␛[38;2;1;2;3m▄ ␛[0m", ""])
    }

    @Test func attributesEndWithAReset() {
        var grid = CellGrid(columns: 4, rows: 1)
        grid.write("ab", column: 0, row: 0, foreground: CellColor(0xFF0000), attributes: [.bold, .underline])
        grid.write("cd", column: 2, row: 0, foreground: CellColor(0xFF0000))
        #expect(text(grid, .trueColor) == ["␛[1;4;38;2;255;0;0mab␛[0m␛[38;2;255;0;0mcd␛[0m", ""])
    }

    /// A plain space shows only its background; with some attributes it also shows its foreground.
    @Test(arguments: [([], false), (.underline, true), (.reverse, true), (.bold, false)] as [(CellAttributes, Bool)])
    func spaceHasForegroundOnlyIfVisible(attributes: CellAttributes, isSeen: Bool) {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("a", column: 0, row: 0, foreground: CellColor(0xFF0000), attributes: attributes)
        grid.write(" ", column: 1, row: 0, foreground: CellColor(0x00FF00), attributes: attributes)
        #expect(text(grid, .trueColor)[0].contains("38;2;0;255;0") == isSeen)
    }

    @Test func paletteColorsUsePaletteSequences() {
        #expect(text(art([[(0xFF0000, 0x000000)]]), .palette256) == ["␛[38;5;196;48;5;16m▀␛[0m", ""])
        #expect(text(art([[(0xFFFFFF, 0x000000)]]), .palette16) == ["␛[97;40m▀␛[0m", ""])
    }

    @Test func noColorsMeansNoEscapes() {
        #expect(text(art([[(0xFFFFFF, 0xFFFFFF), (0, 0)], [(0xFFFFFF, 0), (0, 0)]]), .none) == ["@ ", "= ", ""])
    }

    @Test func asciiOutputIsOnlyASCII() {
        var grid = art([[(0xFFFFFF, 0x000001), (0x100000, 0x100000), (0, 0)]])
        grid.write("é", column: 2, row: 0, foreground: CellColor(0xFFFFFF))
        let bytes = grid.escapes(depth: .trueColor, repertoire: .ascii)
        #expect(bytes.allSatisfy { $0 < 0x7F })
        #expect(text(grid, .trueColor, .ascii)[0].contains("e"))
    }

    @Test func wideGlyphsAreWrittenOnce() {
        var grid = CellGrid(columns: 4, rows: 1)
        grid.write("漢", column: 1, row: 0, foreground: .terminalDefault)
        #expect(text(grid, .trueColor) == [" 漢 ␛[0m", ""])
    }

    @Test func emptyGridIsEmptyText() {
        #expect(CellGrid(columns: 0, rows: 0).escapes(depth: .trueColor).isEmpty)
    }
}
