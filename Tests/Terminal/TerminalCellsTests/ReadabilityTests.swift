import TerminalCells
import Testing

@Suite("Readable text")
struct ReadabilityTests {
    @Test(
        "the contrast ratio is that of WCAG 2",
        arguments: [
            (0x000000, 0xFFFFFF, 21), (0xFFFFFF, 0xFFFFFF, 1), (0x777777, 0xFFFFFF, 4.478), (0xFF0000, 0xFFFFFF, 3.998),
        ] as [(UInt32, UInt32, Float)])
    func contrast(one: UInt32, other: UInt32, ratio: Float) throws {
        let found = try #require(CellColor(one).contrast(with: CellColor(other)))
        #expect(abs(found - ratio) < 0.01)
    }

    @Test("the terminal's default color has no known contrast")
    func unknown() {
        #expect(CellColor.terminalDefault.contrast(with: CellColor(0)) == nil)
        #expect(CellColor.palette(15).contrast(with: .palette(0)) ?? 0 > 20.9)
    }

    /// Returns a row of text over one color: flat, or a picture.
    private func row(_ ink: UInt32, over paper: UInt32, isPicture: Bool) -> CellGrid {
        var grid = CellGrid(columns: 5, rows: 1)
        let color = CellColor(paper)
        if isPicture {
            for column in 0..<5 { grid[column, 0] = Cell(top: color, bottom: color) }
        } else {
            grid.fill(grid.bounds, with: Cell(background: color))
        }
        grid.write("a b", column: 1, row: 0, foreground: CellColor(ink))
        return grid
    }

    @Test("letters have the contrast whatever lies under them", arguments: [false, true])
    func everyColor(isPicture: Bool) {
        for number in UInt32(0)..<2_000 {
            var grid = row(
                number &* 0x9E_3779 & 0xFFFFFF, over: number &* 0x51_7CC1 & 0xFFFFFF, isPicture: isPicture)
            grid.makeTextReadable()
            for column in [1, 3] {
                let cell = grid[column, 0]
                #expect(cell.foreground.contrast(with: cell.background) ?? 0 >= 4.5, "\(number)")
            }
        }
    }

    @Test("on a flat surface the letters change, over a picture the background does, with the spaces between words")
    func whatChanges() {
        var flat = row(0x808080, over: 0x606060, isPicture: false)
        flat.makeTextReadable()
        #expect(flat.cells.allSatisfy { $0.background == CellColor(0x606060) })
        #expect(flat[1, 0].foreground != CellColor(0x808080))
        var picture = row(0xFFCF5C, over: 0xFFFFFF, isPicture: true)
        picture.makeTextReadable()
        #expect(picture[1, 0].foreground == CellColor(0xFFCF5C) && picture[3, 0].foreground == CellColor(0xFFCF5C))
        #expect(picture[1, 0].background != CellColor(0xFFFFFF))
        #expect(picture[2, 0].background == picture[1, 0].background)
        #expect(picture[0, 0].background == CellColor(0xFFFFFF))
    }

    @Test("readable text, lines that are visible enough, and pictures do not change")
    func unchanged() {
        var grid = row(0xFFFFFF, over: 0x000000, isPicture: true)
        grid[0, 0] = Cell(top: CellColor(0x111111), bottom: CellColor(0x121212))
        grid.write("━", column: 4, row: 0, foreground: CellColor(0x808080), background: CellColor(0x202020))
        let before = grid
        grid.makeTextReadable()
        #expect(grid == before)
    }
}
