import HalfBlocks
import Testing

/// What becomes of a grid on a terminal with fewer colours or glyphs.
struct AdaptationTests {
    private func flat(_ color: UInt32, columns: Int = 16, rows: Int = 8) -> CellGrid {
        CellGrid(columns: columns, rows: rows, filledWith: Cell(top: CellColor(color), bottom: CellColor(color)))
    }

    /// The palette entries of all pixels of art.
    private func entries(_ grid: CellGrid) -> [UInt8] {
        grid.cells.flatMap { cell -> [UInt8] in
            guard let pixels = cell.pixels else { return [] }
            return [pixels.top.paletteIndex, pixels.bottom.paletteIndex].compactMap { $0 }
        }
    }

    /// The colour of an entry of the cube or the ramp of greys.
    private func rgb(_ index: UInt8) -> [Double] {
        if index >= 232 { return [Double](repeating: Double(8 + 10 * (Int(index) - 232)), count: 3) }
        let levels: [Double] = [0, 95, 135, 175, 215, 255]
        let position = Int(index) - 16
        return [levels[position / 36], levels[position / 6 % 6], levels[position % 6]]
    }

    @Test func withExactColorsAndUnicodeNothingChanges() {
        var grid = flat(0x123456)
        grid.write("漢", column: 1, row: 1, foreground: CellColor(0xFEDCBA))
        #expect(grid.adapted(to: .trueColor, repertoire: .unicode) == grid)
    }

    @Test(arguments: [0x000000, 0xFFFFFF, 0x5F87AF, 0xFF0000, 0x0000D7, 0x080808, 0x808080, 0xEEEEEE] as [UInt32])
    func aColorOfThePaletteIsExact(color: UInt32) {
        let adapted = flat(color).adapted(to: .palette256, repertoire: .unicode)
        let shown = Set(entries(adapted))
        #expect(shown.count == 1)
        for index in shown {
            #expect(rgb(index) == [Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)])
        }
    }

    @Test(arguments: [0x4080C0, 0x10A030, 0xFF8000, 0x336699, 0xC8A2C8, 0x141414, 0x7B7B7B, 0x858080] as [UInt32])
    func aPatternHasTheColorOnAverage(color: UInt32) {
        let indices = entries(flat(color).adapted(to: .palette256, repertoire: .unicode))
        #expect(indices.count == 256)
        for (channel, shift) in [(0, 16), (1, 8), (2, 0)] {
            let mean = indices.map { rgb($0)[channel] }.reduce(0, +) / Double(indices.count)
            // A near grey is taken for a grey, which moves its channels by at most its spread.
            let tolerance = channel == 0 && color == 0x858080 ? 6.0 : 3.0
            #expect(abs(mean - Double(color >> UInt32(shift) & 255)) < tolerance, "channel \(channel)")
        }
    }

    @Test(arguments: [ColorDepth.palette16, .palette256, .none, .trueColor], [GlyphRepertoire.ascii, .unicode])
    func theSamePictureIsAlwaysTheSamePattern(depth: ColorDepth, repertoire: GlyphRepertoire) {
        var grid = CellGrid(columns: 20, rows: 10)
        for row in 0..<10 {
            for column in 0..<20 {
                grid[column, row] = Cell(
                    top: CellColor(UInt32(column * 0x0B0701)), bottom: CellColor(UInt32(row * 0x190D03)))
            }
        }
        let first = grid.adapted(to: depth, repertoire: repertoire)
        #expect(grid.adapted(to: depth, repertoire: repertoire) == first)
        // A change elsewhere leaves the pattern alone.
        grid[0, 0] = Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0))
        let second = grid.adapted(to: depth, repertoire: repertoire)
        #expect(
            zip(first.cells, second.cells).enumerated().allSatisfy { $0.offset == 0 || $0.element.0 == $0.element.1 })
    }

    @Test(arguments: [ColorDepth.palette16, .palette256])
    func everyColorOfADepthIsOfItsPalette(depth: ColorDepth) {
        var grid = CellGrid(columns: 32, rows: 16)
        for index in 0..<512 {
            grid[index % 32, index / 32] = Cell(
                top: CellColor(UInt32(index) &* 0x9E_3779), bottom: CellColor(UInt32(index) &* 0x51_7CC1))
        }
        grid.write("text", column: 3, row: 3, foreground: CellColor(0x123456), background: CellColor(0xABCDEF))
        let adapted = grid.adapted(to: depth, repertoire: .unicode)
        for color in adapted.cells.flatMap({ [$0.foreground, $0.background] }) {
            let index = color.paletteIndex
            #expect(index != nil)
            if depth == .palette16 { #expect(index ?? 255 < 16) } else { #expect(index ?? 0 >= 16) }
        }
    }

    @Test(
        arguments: [
            (0x000000, 0), (0xFFFFFF, 15), (0xFF0000, 9), (0x00FF00, 10), (0xCD0000, 1), (0x7F7F7F, 8), (0xE5E5E5, 7),
        ] as [(UInt32, UInt8)])
    func evenSurfacesTakeTheNearestOf16(color: UInt32, entry: UInt8) {
        var grid = CellGrid(columns: 8, rows: 4)
        grid.fill(grid.bounds, with: Cell(foreground: CellColor(color), background: CellColor(color)))
        #expect(Set(entries(grid.adapted(to: .palette16, repertoire: .unicode))) == [entry])
    }

    @Test(arguments: [0x345678, 0x8A6F3C, 0x101820] as [UInt32], [ColorDepth.palette16, .palette256])
    func evenSurfacesAndTextAreNeverPatterned(color: UInt32, depth: ColorDepth) {
        var grid = CellGrid(columns: 8, rows: 4)
        grid.fill(grid.bounds, with: Cell(foreground: CellColor(color), background: CellColor(color)))
        grid.write("text", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        #expect(Set(grid.adapted(to: depth, repertoire: .unicode).cells.map(\.background)).count == 1)
    }

    @Test func sixteenColorsArePatternedToLookLikeMore() {
        let dark = entries(flat(0x400000).adapted(to: .palette16, repertoire: .unicode))
        let light = entries(flat(0x900000).adapted(to: .palette16, repertoire: .unicode))
        #expect(Set(dark) == [0, 1] && Set(light) == [0, 1])
        #expect(dark.count { $0 == 1 } < light.count { $0 == 1 })
        #expect(Set(entries(flat(0x000000).adapted(to: .palette16, repertoire: .unicode))) == [0])
        #expect(Set(entries(flat(0xFFFFFF).adapted(to: .palette16, repertoire: .unicode))) == [15])
    }

    @Test func theTerminalsOwnColorStays() {
        for depth in [ColorDepth.palette16, .palette256] {
            let grid = CellGrid(
                columns: 1, rows: 1, filledWith: Cell(top: CellColor(0xFF0000), bottom: .terminalDefault))
            #expect(grid.adapted(to: depth, repertoire: .unicode)[0, 0].background == .terminalDefault)
        }
    }

    @Test(
        arguments: [
            (0x000000, 0x000000, " "), (0xFFFFFF, 0xFFFFFF, "@"), (0xFFFFFF, 0x000000, "="), (0x808080, 0x808080, "+"),
            (0xFF0000, 0xFF0000, ":"), (0x00FF00, 0x00FF00, "+"), (0x0000FF, 0x0000FF, "."), (0xC0C0C0, 0xC0C0C0, "#"),
        ] as [(UInt32, UInt32, String)])
    func withoutColorsArtIsShades(top: UInt32, bottom: UInt32, shade: String) {
        let grid = CellGrid(columns: 1, rows: 1, filledWith: Cell(top: CellColor(top), bottom: CellColor(bottom)))
        for repertoire in [GlyphRepertoire.ascii, .unicode] {
            let cell = grid.adapted(to: .none, repertoire: repertoire)[0, 0]
            #expect(cell == Cell(Glyph(shade.unicodeScalars.first ?? "?")))
        }
    }

    @Test func withoutColorsTextKeepsItsGlyphsAndAttributes() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write(
            "é▀", column: 0, row: 0, foreground: CellColor(1), background: CellColor(2), attributes: [.bold, .reverse])
        let adapted = grid.adapted(to: .none, repertoire: .unicode)
        #expect(adapted[0, 0].glyph.description == "é")
        #expect(adapted[0, 0].attributes.isSuperset(of: [.bold, .reverse]))
        #expect(adapted.cells.allSatisfy { $0.foreground == .terminalDefault && $0.background == .terminalDefault })
    }

    @Test func inASCIIArtIsTheMeanOfItsPixels() {
        let grid = CellGrid(
            columns: 1, rows: 1, filledWith: Cell(top: CellColor(0x204060), bottom: CellColor(0x406080)))
        let cell = grid.adapted(to: .trueColor, repertoire: .ascii)[0, 0]
        #expect(cell.glyph == .space)
        #expect(cell.background == CellColor(0x305070))
    }

    @Test func inASCIITextIsWhatResemblesIt() {
        var grid = CellGrid(columns: 24, rows: 1)
        grid.write("[ ✕ ] │─┌ Café 漢… ñ•→", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        let adapted = grid.adapted(to: .trueColor, repertoire: .ascii)
        let text = adapted.cells.map(\.glyph.description).joined()
        #expect(text == "[ x ] |-+ Cafe ? . n*>  ")
        #expect(text.utf8.count == 24)
    }

    @Test func inASCIIMarksAreLeftOut() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("e\u{301}x", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        let text = grid.adapted(to: .none, repertoire: .ascii).cells.map(\.glyph.description).joined()
        #expect(text == "ex")
    }

    @Test("without colours, text and the surface it stands on stay free of shades")
    func plainPanels() {
        var grid = CellGrid(
            columns: 6, rows: 2, filledWith: Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0xFFFFFF)))
        grid.fill(CellRect(column: 0, row: 0, columns: 6, rows: 1), with: Cell(background: CellColor(0x808080)))
        grid.write("a b", column: 1, row: 1, foreground: CellColor(0xFFFFFF))
        let plain = grid.adapted(to: .none, repertoire: .ascii)
        let rows = (0..<2).map { row in (0..<6).map { plain[$0, row].glyph.description }.joined() }
        #expect(rows == ["      ", "@a b@@"])
    }
}
