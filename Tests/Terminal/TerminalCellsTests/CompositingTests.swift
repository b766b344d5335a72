import TerminalCells
import Testing
import VectorGraphics

/// The compositing of pictures over cells.
struct CompositingTests {
    private static let red: UInt32 = 0xFF00_00FF
    private static let green: UInt32 = 0xFF00_FF00
    private static let halfWhite: UInt32 = 0x8080_8080

    private func picture(_ columns: [(top: UInt32, bottom: UInt32)]) -> Pixmap {
        var pixmap = Pixmap(width: columns.count, height: 2)
        for (x, column) in columns.enumerated() {
            pixmap[x, 0] = column.top
            pixmap[x, 1] = column.bottom
        }
        return pixmap
    }

    @Test func twoPixelsShareACell() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.draw(picture([(Self.red, Self.green), (Self.green, Self.red)]), column: 0, row: 0)
        for (column, top, bottom) in [(0, 0xFF0000, 0x00FF00), (1, 0x00FF00, 0xFF0000)] as [(Int, UInt32, UInt32)] {
            #expect(grid[column, 0].pixels?.top == CellColor(top))
            #expect(grid[column, 0].pixels?.bottom == CellColor(bottom))
        }
        #expect(grid[0, 0].glyph == .upperHalf)
        #expect(grid[1, 0].glyph == .lowerHalf)
    }

    @Test func equalPixelsBecomeASpace() {
        var grid = CellGrid(columns: 1, rows: 1)
        grid.draw(picture([(Self.red, Self.red)]), column: 0, row: 0)
        #expect(grid[0, 0] == Cell(.space, foreground: CellColor(0xFF0000), background: CellColor(0xFF0000)))
    }

    @Test func transparentPictureLeavesTheCell() {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.write("a漢", column: 0, row: 0, foreground: CellColor(0xFFFFFF), attributes: .bold)
        let before = grid
        grid.draw(picture([(0, 0), (0, 0), (0, 0)]), column: 0, row: 0)
        #expect(grid == before)
    }

    @Test func transparentPixelKeepsThePixelBelow() {
        var grid = CellGrid(
            columns: 1, rows: 1, filledWith: Cell(top: CellColor(0x102030), bottom: CellColor(0x405060)))
        grid.draw(picture([(Self.red, 0)]), column: 0, row: 0)
        #expect(grid[0, 0].pixels?.top == CellColor(0xFF0000))
        #expect(grid[0, 0].pixels?.bottom == CellColor(0x405060))
    }

    @Test func otherHalfKeepsTheDefaultColor() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.draw(picture([(Self.red, 0), (0, Self.green)]), column: 0, row: 0)
        #expect(
            grid[0, 0] == Cell(.upperHalf, foreground: CellColor(0xFF0000), background: .terminalDefault))
        #expect(
            grid[1, 0] == Cell(.lowerHalf, foreground: CellColor(0x00FF00), background: .terminalDefault))
    }

    @Test(arguments: [
        (0x8080_8080 as UInt32, 0x000000 as UInt32, 0x808080 as UInt32), (0x8080_8080, 0xFFFFFF, 0xFFFFFF),
        (0x8000_0080, 0x00FF00, 0x807F00), (0x0100_0001, 0x7F7F7F, 0x807F7F), (0xFE00_0000, 0xFFFFFF, 0x010101),
    ])
    func blendingRoundsToNearest(pixel: UInt32, beneath: UInt32, expected: UInt32) {
        var grid = CellGrid(
            columns: 1, rows: 1,
            filledWith: Cell(.space, foreground: CellColor(beneath), background: CellColor(beneath)))
        grid.draw(picture([(pixel, pixel)]), column: 0, row: 0)
        #expect(grid[0, 0].background == CellColor(expected))
    }

    @Test func defaultColorBlendsAsAssumedBackground() {
        var grid = CellGrid(columns: 1, rows: 1)
        grid.assumedBackground = CellColor(0xFFFFFF)
        grid.draw(picture([(0x8000_0000, 0x8000_0000)]), column: 0, row: 0)
        #expect(grid[0, 0].background == CellColor(0x7F7F7F))
    }

    @Test func everyChannelBlendIsRounded() {
        for alpha in UInt32(0)...255 {
            for beneath in stride(from: UInt32(0), through: 255, by: 5) {
                let value = alpha / 3
                var grid = CellGrid(
                    columns: 1, rows: 1,
                    filledWith: Cell(top: CellColor(beneath * 0x01_0101), bottom: CellColor(beneath * 0x01_0101)))
                grid.draw(
                    picture([(alpha << 24 | value * 0x01_0101, alpha << 24 | value * 0x01_0101)]), column: 0, row: 0)
                let exact = Double(value) + Double(beneath) * Double(255 - alpha) / 255
                let shown = grid[0, 0].background.rgb.map { $0 & 0xFF }
                #expect(shown == UInt32(exact.rounded()), "alpha \(alpha) over \(beneath)")
            }
        }
    }

    @Test func channelsSaturateSeparately() {
        // The color exceeds the alpha, as rounding in a blend can leave it.
        var grid = CellGrid(
            columns: 1, rows: 1, filledWith: Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0xFFFFFF)))
        grid.draw(picture([(0x40FF_FFFF, 0x4000_FF00)]), column: 0, row: 0)
        #expect(grid[0, 0].pixels?.top == CellColor(0xFFFFFF))
        #expect(grid[0, 0].pixels?.bottom == CellColor(0xBFFFBF))
    }

    @Test func halfCoverageReplacesText() {
        var grid = CellGrid(columns: 1, rows: 1)
        grid.write("a", column: 0, row: 0, foreground: CellColor(0xFFFFFF), background: CellColor(0x000040))
        grid.draw(picture([(Self.red, 0)]), column: 0, row: 0)
        #expect(grid[0, 0].pixels?.top == CellColor(0xFF0000))
        #expect(grid[0, 0].pixels?.bottom == CellColor(0x000040))
    }

    @Test func faintPixelsTintText() {
        var grid = CellGrid(columns: 1, rows: 1)
        grid.write(
            "a", column: 0, row: 0, foreground: CellColor(0xFFFFFF), background: CellColor(0), attributes: .bold)
        let veil: UInt32 = 0x4000_0040
        grid.draw(picture([(veil, veil)]), column: 0, row: 0)
        #expect(grid[0, 0].glyph == Glyph("a"))
        #expect(grid[0, 0].attributes.contains(.bold))
        #expect(grid[0, 0].background == CellColor(0x400000))
        #expect(grid[0, 0].foreground == CellColor(0xFFBFBF))
    }

    @Test func coveringHalfAWideGlyphRemovesIt() {
        for covered in 0...1 {
            var grid = CellGrid(columns: 2, rows: 1)
            grid.write("漢", column: 0, row: 0, foreground: CellColor(0xFFFFFF), background: CellColor(0x000040))
            grid.draw(picture([(Self.red, Self.red)]), column: covered, row: 0)
            #expect(grid[covered, 0].background == CellColor(0xFF0000))
            #expect(grid[1 - covered, 0].glyph == .space)
            #expect(grid[1 - covered, 0].background == CellColor(0x000040))
        }
    }

    @Test func opacityAppliesToEveryPixel() {
        var grid = CellGrid(columns: 1, rows: 1, filledWith: Cell(top: CellColor(0), bottom: CellColor(0xFFFFFF)))
        grid.draw(picture([(Self.red, Self.red)]), column: 0, row: 0, opacity: 51)
        #expect(grid[0, 0].pixels?.top == CellColor(0x330000))
        #expect(grid[0, 0].pixels?.bottom == CellColor(0xFFCCCC))
        let before = grid
        grid.draw(picture([(Self.red, Self.red)]), column: 0, row: 0, opacity: 0)
        #expect(grid == before)
    }

    @Test(arguments: [(-1, 0), (1, 0), (0, -1), (0, 1), (-5, -5), (9, 9), (-1, -1), (1, 1)])
    func pictureIsClippedToTheGrid(column: Int, row: Int) {
        var pixmap = Pixmap(width: 2, height: 4)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = 0xFF00_0000 | UInt32(index + 1) }
        var grid = CellGrid(columns: 2, rows: 2)
        grid.draw(pixmap, column: column, row: row)
        for y in 0..<2 {
            for x in 0..<2 {
                let (sourceX, sourceY) = (x - column, (y - row) * 2)
                guard (0..<2).contains(sourceX), (0..<4).contains(sourceY) else {
                    #expect(grid[x, y] == Cell())
                    continue
                }
                #expect(grid[x, y].pixels?.top == CellColor(UInt32(sourceY * 2 + sourceX + 1) << 16))
                #expect(grid[x, y].pixels?.bottom == CellColor(UInt32(sourceY * 2 + sourceX + 3) << 16))
            }
        }
    }

    @Test func onlyCellsInTheClipChange() {
        var pixmap = Pixmap(width: 4, height: 8)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = Self.red }
        var grid = CellGrid(columns: 4, rows: 4)
        let clip = CellRect(column: 1, row: 1, columns: 2, rows: 2)
        grid.draw(pixmap, column: 0, row: 0, within: clip)
        for row in 0..<4 {
            for column in 0..<4 {
                #expect((grid[column, row] != Cell()) == clip.contains(column: column, row: row))
            }
        }
    }

    @Test func oddHeightEndsWithAnUpperHalf() {
        var pixmap = Pixmap(width: 1, height: 3)
        for y in 0..<3 { pixmap[0, y] = Self.green }
        var grid = CellGrid(columns: 1, rows: 2, filledWith: Cell(top: CellColor(1), bottom: CellColor(2)))
        grid.draw(pixmap, column: 0, row: 0)
        #expect(grid[0, 1].pixels?.top == CellColor(0x00FF00))
        #expect(grid[0, 1].pixels?.bottom == CellColor(2))
    }
}
