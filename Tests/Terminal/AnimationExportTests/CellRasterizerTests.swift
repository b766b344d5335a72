import AnimationExport
import TerminalCells
import Testing
import Typography
import VectorGraphics

/// A font in which every letter is a full block above the baseline, half an em wide and high.
private struct BlockFont: FontSource {
    func face(for request: FontRequest) -> FontFace? { FontFace(family: "Blocks", style: "Regular") }

    func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing) -> [PositionedGlyph] {
        letters.indices.map { index in
            var outline = Path()
            outline.move(to: Point(x: 0, y: 0))
            for corner in [Point(x: 0.5, y: 0), Point(x: 0.5, y: -0.5), Point(x: 0, y: -0.5)] {
                outline.addLine(to: corner)
            }
            outline.close()
            return PositionedGlyph(index: index, outline: outline, advance: 0.5)
        }
    }
}

/// A font without letters.
private struct NoFont: FontSource {
    func face(for request: FontRequest) -> FontFace? { nil }
    func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing) -> [PositionedGlyph] {
        letters.indices.map { PositionedGlyph(index: $0, isMissing: true) }
    }
}

@Suite("Screens of cells are drawn as pixels")
struct CellRasterizerTests {
    private let red = CellColor(0xFF0000)
    private let blue = CellColor(0x0000FF)

    private func rows(_ grid: CellGrid, column: Int) throws -> [UInt32?] {
        let rasterizer = try #require(CellRasterizer(fonts: BlockFont(), background: 0x111111, foreground: 0xEEEEEE))
        let picture = rasterizer.picture(of: grid)
        #expect((picture.width, picture.height) == (grid.columns * 8, grid.rows * 16))
        return (0..<picture.height).map { picture.colors[$0 * picture.width + column * 8 + 3] }
    }

    @Test("a half-block fills half of its cell, and the default color is that of the terminal")
    func halves() throws {
        var grid = CellGrid(columns: 2, rows: 1)
        grid[0, 0] = Cell(top: red, bottom: blue)
        #expect(
            try rows(grid, column: 0) == Array(repeating: 0xFF0000, count: 8) + Array(repeating: 0x0000FF, count: 8))
        #expect(try rows(grid, column: 1) == Array(repeating: 0x111111, count: 16))
    }

    @Test("letters are on the baseline in their colors, swapped by the reverse attribute")
    func letters() throws {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.write("a", column: 0, row: 0, foreground: red, background: blue)
        grid.write("a", column: 1, row: 0, foreground: red, background: blue, attributes: .reverse)
        grid.write("a", column: 2, row: 0, foreground: .terminalDefault)
        let letter = Array(repeating: true, count: 8)
        for (column, ink, paper) in [(0, 0xFF0000, 0x0000FF), (1, 0x0000FF, 0xFF0000), (2, 0xEEEEEE, 0x111111)] {
            let expected = [false, false, false, false] + letter + [false, false, false, false]
            #expect(try rows(grid, column: column) == expected.map { UInt32($0 ? ink : paper) })
        }
    }

    @Test("lines and blocks join, whatever glyphs the font has")
    func lines() throws {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.write("━▌█", column: 0, row: 0, foreground: red, background: blue)
        #expect(try rows(grid, column: 0).enumerated().allSatisfy { ($1 == 0xFF0000) == (7..<9).contains($0) })
        #expect(try rows(grid, column: 1).allSatisfy { $0 == 0xFF0000 })
        #expect(try rows(grid, column: 2).allSatisfy { $0 == 0xFF0000 })
    }

    @Test("without a font there is no rasterizer")
    func noFont() {
        #expect(CellRasterizer(fonts: NoFont()) == nil)
    }
}
