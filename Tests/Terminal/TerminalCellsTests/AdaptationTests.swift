import Foundation
import TerminalCells
import Testing

/// The adaptation of grids to terminals with fewer colors or glyphs.
struct AdaptationTests {
    private func flat(_ color: UInt32, columns: Int = 16, rows: Int = 8) -> CellGrid {
        CellGrid(columns: columns, rows: rows, filledWith: Cell(top: CellColor(color), bottom: CellColor(color)))
    }

    /// Returns the palette indices of all pixels of half-block cells.
    private func entries(_ grid: CellGrid) -> [UInt8] {
        grid.cells.flatMap { cell -> [UInt8] in
            guard let pixels = cell.pixels else { return [] }
            return [pixels.top.paletteIndex, pixels.bottom.paletteIndex].compactMap { $0 }
        }
    }

    /// Returns the color of an entry of the color cube or the grey ramp.
    private func rgb(_ index: UInt8) -> [Double] {
        if index >= 232 { return [Double](repeating: Double(8 + 10 * (Int(index) - 232)), count: 3) }
        let levels: [Double] = [0, 95, 135, 175, 215, 255]
        let position = Int(index) - 16
        return [levels[position / 36], levels[position / 6 % 6], levels[position % 6]]
    }

    @Test func trueColorAndUnicodeKeepTheGrid() {
        var grid = flat(0x123456)
        grid.write("漢", column: 1, row: 1, foreground: CellColor(0xFEDCBA))
        #expect(grid.adapted(to: .trueColor, repertoire: .unicode) == grid)
    }

    @Test(arguments: [0x000000, 0xFFFFFF, 0x5F87AF, 0xFF0000, 0x0000D7, 0x080808, 0x808080, 0xEEEEEE] as [UInt32])
    func paletteColorIsExact(color: UInt32) {
        let adapted = flat(color).adapted(to: .palette256, repertoire: .unicode)
        let shown = Set(entries(adapted))
        #expect(shown.count == 1)
        for index in shown {
            #expect(rgb(index) == [Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)])
        }
    }

    @Test(
        "near greys are dithered, and their mean is the color", arguments: [0x141414, 0x7B7B7B, 0x858080] as [UInt32])
    func ditheredMeanEqualsTheColor(color: UInt32) {
        let indices = entries(flat(color).adapted(to: .palette256, repertoire: .unicode))
        #expect(indices.count == 256)
        for (channel, shift) in [(0, 16), (1, 8), (2, 0)] {
            let mean = indices.map { rgb($0)[channel] }.reduce(0, +) / Double(indices.count)
            // A near grey is drawn with greys, which moves its channels by at most their difference.
            let tolerance = channel == 0 && color == 0x858080 ? 6.0 : 3.0
            #expect(abs(mean - Double(color >> UInt32(shift) & 255)) < tolerance, "channel \(channel)")
        }
    }

    @Test(
        "a flat area stays flat: the entries it is drawn with cannot be told apart",
        arguments: [ColorDepth.palette16, .palette256])
    func flatAreasStayFlat(depth: ColorDepth) {
        for number in UInt32(0)..<1_000 {
            let color = number &* 0x9E_3779 & 0xFFFFFF
            let shown = Set(entries(flat(color).adapted(to: depth, repertoire: .unicode)))
            let contrasts = shown.flatMap { one in
                shown.map { CellColor.palette(one).contrast(with: .palette($0)) ?? 21 }
            }
            #expect(contrasts.max() ?? 21 <= 1.2, "\(String(color, radix: 16))")
        }
    }

    @Test("a picture behind text is one flat color in a palette, and empty without colors")
    func picturesBehindText() {
        var grid = CellGrid(columns: 8, rows: 2)
        for column in 0..<8 {
            grid[column, 0] = Cell(top: CellColor(UInt32(column * 0x1F1F1F)), bottom: CellColor(0x102030))
        }
        grid.tint(CellRect(column: 0, row: 0, columns: 8, rows: 1), with: CellColor(0x0B1020), amount: 240)
        grid.write("ab", column: 2, row: 0, foreground: CellColor(0xDDE4F5))
        for depth in [ColorDepth.palette16, .palette256] {
            let row = grid.adapted(to: depth, repertoire: .unicode).cells.prefix(8)
            #expect(row.allSatisfy { $0.glyph == .space || $0.glyph.requiredContrast == 4.5 })
        }
        let plain = grid.adapted(to: .none, repertoire: .unicode)
        #expect((0..<8).map { plain[$0, 0].glyph.description }.joined() == "  ab    ")
    }

    @Test("a chosen line is in reverse without colors, and exchanges light and dark with 16")
    func chosenLines() {
        var grid = CellGrid(columns: 4, rows: 2)
        grid.fill(grid.bounds, with: Cell(foreground: CellColor(0xDDE4F5), background: CellColor(0x0B1020)))
        let chosen = Cell(foreground: CellColor(0xDDE4F5), background: CellColor(0x26335F), attributes: .selected)
        grid.fill(CellRect(column: 0, row: 1, columns: 4, rows: 1), with: chosen)
        for row in 0...1 { grid.write("ab", column: 1, row: row, foreground: CellColor(0xFFCF5C)) }
        let plain = grid.adapted(to: .none, repertoire: .unicode)
        #expect((0..<4).allSatisfy { plain[$0, 1].attributes.contains(.reverse) })
        #expect((0..<4).allSatisfy { !plain[$0, 0].attributes.contains(.reverse) })
        let few = grid.adapted(to: .palette16, repertoire: .unicode)
        #expect((0..<4).allSatisfy { few[$0, 1].background == .palette(7) && few[$0, 0].background == .palette(0) })
        #expect(few[1, 1].foreground.contrast(with: .palette(7)) ?? 0 >= 4.5)
    }

    @Test(arguments: [ColorDepth.palette16, .palette256, .none, .trueColor], [GlyphRepertoire.ascii, .unicode])
    func ditheringIsDeterministic(depth: ColorDepth, repertoire: GlyphRepertoire) {
        var grid = CellGrid(columns: 20, rows: 10)
        for row in 0..<10 {
            for column in 0..<20 {
                grid[column, row] = Cell(
                    top: CellColor(UInt32(column * 0x0B0701)), bottom: CellColor(UInt32(row * 0x190D03)))
            }
        }
        let first = grid.adapted(to: depth, repertoire: repertoire)
        #expect(grid.adapted(to: depth, repertoire: repertoire) == first)
        // A change in another cell leaves the pattern unchanged.
        grid[0, 0] = Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0))
        let second = grid.adapted(to: depth, repertoire: repertoire)
        #expect(
            zip(first.cells, second.cells).enumerated().allSatisfy { $0.offset == 0 || $0.element.0 == $0.element.1 })
    }

    /// A color is drawn with greys if none of the cube's colors is nearer; a difference of at most eight steps always is.
    @Test(
        arguments: [
            (0x808080, true), (0x808088, true), (0x888080, true), (0x808880, true), (0x7C8084, true),
            (0x808090, true), (0x8080B0, false), (0xB08080, false), (0x80B080, false),
        ] as [(UInt32, Bool)])
    func nearlyGreyColorUsesGreys(color: UInt32, isGrey: Bool) {
        let indices = entries(flat(color).adapted(to: .palette256, repertoire: .unicode))
        let areGreys = indices.allSatisfy { Set(rgb($0)).count == 1 }
        #expect(areGreys == isGrey)
    }

    /// The color of text is never farther from the original than the grey of the same brightness.
    @Test func textColorIsAtLeastAsCloseAsGrey() {
        func distance(_ color: [Double], _ entry: [Double]) -> Double {
            zip([3.0, 6, 1], zip(color, entry)).reduce(0) { $0 + $1.0 * ($1.1.0 - $1.1.1) * ($1.1.0 - $1.1.1) }
        }
        let greys = (16...255).map { rgb(UInt8($0)) }.filter { Set($0).count == 1 }
        for number in 0..<2_000 {
            let color = UInt32(number) &* 0x9E_3779 & 0xFFFFFF
            let channels = [Double(color >> 16), Double(color >> 8 & 255), Double(color & 255)]
            let mean = Double(Int(channels.reduce(0, +)) / 3)
            var grid = CellGrid(columns: 1, rows: 1)
            grid.write("x", column: 0, row: 0, foreground: CellColor(color))
            let cell = grid.adapted(to: .palette256, repertoire: .unicode)[0, 0]
            let shown = distance(channels, rgb(cell.foreground.paletteIndex ?? 0))
            // Two greys can be equally far from the brightness; either is correct.
            let nearest = greys.map { abs($0[0] - mean) }.min() ?? 0
            let grey = greys.filter { abs($0[0] - mean) == nearest }.map { distance(channels, $0) }.max() ?? 0
            #expect(shown <= grey, "\(String(color, radix: 16))")
        }
    }

    @Test(arguments: [ColorDepth.palette16, .palette256])
    func everyColorIsInThePalette(depth: ColorDepth) {
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
    func flatSurfacesUseTheNearestOf16(color: UInt32, entry: UInt8) {
        var grid = CellGrid(columns: 8, rows: 4)
        grid.fill(grid.bounds, with: Cell(foreground: CellColor(color), background: CellColor(color)))
        #expect(Set(entries(grid.adapted(to: .palette16, repertoire: .unicode))) == [entry])
    }

    @Test(arguments: [0x345678, 0x8A6F3C, 0x101820] as [UInt32], [ColorDepth.palette16, .palette256])
    func flatSurfacesAndTextAreNotDithered(color: UInt32, depth: ColorDepth) {
        var grid = CellGrid(columns: 8, rows: 4)
        grid.fill(grid.bounds, with: Cell(foreground: CellColor(color), background: CellColor(color)))
        grid.write("text", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        #expect(Set(grid.adapted(to: depth, repertoire: .unicode).cells.map(\.background)).count == 1)
    }

    @Test("a picture in 16 colors has the nearest ones, and no pattern")
    func sixteenColorsAreFlat() {
        for (color, entry) in [(0x400000, 0), (0x900000, 1), (0x000000, 0), (0xFFFFFF, 15)] as [(UInt32, UInt8)] {
            #expect(Set(entries(flat(color).adapted(to: .palette16, repertoire: .unicode))) == [entry])
        }
    }

    @Test func defaultColorStays() {
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
    func artWithoutColorsBecomesShades(top: UInt32, bottom: UInt32, shade: String) {
        let grid = CellGrid(columns: 1, rows: 1, filledWith: Cell(top: CellColor(top), bottom: CellColor(bottom)))
        for repertoire in [GlyphRepertoire.ascii, .unicode] {
            let cell = grid.adapted(to: .none, repertoire: repertoire)[0, 0]
            #expect(cell == Cell(Glyph(shade.unicodeScalars.first ?? "?")))
        }
    }

    /// Ten shades divide the 256 steps of brightness evenly: shade n starts at the first step that is at least 25.6 n.
    @Test(
        arguments: [
            (26, " ", "."), (52, ".", ":"), (77, ":", "-"), (103, "-", "="), (128, "=", "+"), (154, "+", "*"),
            (180, "*", "#"), (205, "#", "%"), (231, "%", "@"),
        ] as [(UInt32, String, String)])
    func shadeStartsAtItsBrightness(step: UInt32, below: String, atStep: String) {
        func shade(_ top: UInt32, _ bottom: UInt32) -> String {
            let cell = Cell(top: CellColor(top * 0x010101), bottom: CellColor(bottom * 0x010101))
            return CellGrid(columns: 1, rows: 1, filledWith: cell)
                .adapted(to: .none, repertoire: .ascii)[0, 0].glyph.description
        }
        #expect(shade(step - 1, step - 1) == below)
        #expect(shade(step, step) == atStep)
        // The brightness is the mean of both pixels, rounded down.
        #expect(shade(step - 1, step) == below)
        #expect(shade(step - 1, step + 1) == atStep)
    }

    /// The brightness has the weights 299, 587 and 114 for red, green and blue, and is rounded to the nearest step.
    @Test(
        arguments: [
            (0x550000, " "), (0x560000, "."), (0x002B00, " "), (0x002C00, "."), (0x0000DF, " "), (0x0000E0, "."),
            (0xE6E6E6, "%"), (0xE7E7E7, "@"), (0xFFFF2C, "@"), (0xFFFF22, "%"),
        ] as [(UInt32, String)])
    func shadeFollowsWeightedBrightness(color: UInt32, shade: String) {
        let grid = CellGrid(columns: 1, rows: 1, filledWith: Cell(top: CellColor(color), bottom: CellColor(color)))
        #expect(grid.adapted(to: .none, repertoire: .ascii)[0, 0].glyph.description == shade)
    }

    @Test func textWithoutColorsKeepsGlyphsAndAttributes() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write(
            "é▀", column: 0, row: 0, foreground: CellColor(1), background: CellColor(2), attributes: [.bold, .reverse])
        let adapted = grid.adapted(to: .none, repertoire: .unicode)
        #expect(adapted[0, 0].glyph.description == "é")
        #expect(adapted[0, 0].attributes.isSuperset(of: [.bold, .reverse]))
        #expect(adapted.cells.allSatisfy { $0.foreground == .terminalDefault && $0.background == .terminalDefault })
    }

    @Test func asciiArtHasTheMeanColor() {
        let grid = CellGrid(
            columns: 1, rows: 1, filledWith: Cell(top: CellColor(0x204060), bottom: CellColor(0x406080)))
        let cell = grid.adapted(to: .trueColor, repertoire: .ascii)[0, 0]
        #expect(cell.glyph == .space)
        #expect(cell.background == CellColor(0x305070))
    }

    @Test func asciiTextUsesSimilarCharacters() {
        var grid = CellGrid(columns: 24, rows: 1)
        grid.write("[ ✕ ] │─┌ Café 漢… ñ•→", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        let adapted = grid.adapted(to: .trueColor, repertoire: .ascii)
        let text = adapted.cells.map(\.glyph.description).joined()
        #expect(text == "[ x ] |-+ Cafe ? . n*>  ")
        #expect(text.utf8.count == 24)
    }

    /// The reference is Unicode's canonical decomposition of a letter into a base letter and marks.
    @Test func asciiLatinLettersLoseAccents() {
        var decomposedCount = 0
        for value in UInt32(0xC0)...0x17F {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard parts.count > 1, let base = parts.first else { continue }
            decomposedCount += 1
            var grid = CellGrid(columns: 1, rows: 1)
            grid.write(String(scalar), column: 0, row: 0, foreground: CellColor(0xFFFFFF))
            let glyph = grid.adapted(to: .trueColor, repertoire: .ascii)[0, 0].glyph.description
            #expect(glyph == String(base), "U+\(String(value, radix: 16)) \(scalar)")
        }
        #expect(decomposedCount > 150)
    }

    /// Each case is the first or the last character of a class of replaced characters.
    @Test(
        arguments: [
            ("‐", "-"), ("―", "-"), ("‖", "?"), ("─", "-"), ("━", "-"), ("│", "|"), ("┃", "|"), ("┌", "+"), ("╋", "+"),
            ("═", "="), ("║", "|"), ("╒", "+"), ("╰", "+"), ("╳", "x"), ("█", "#"), ("▏", "#"), ("▐", "#"),
            ("░", ":"), ("▒", "#"), ("▓", "#"), ("▔", "?"), ("！", "!"), ("～", "~"), ("×", "x"), ("÷", "/"), ("ſ", "s"),
            ("ƀ", "?"), ("¿", "?"), ("·", "."), ("♥", "3"), ("○", "o"), ("▲", "^"), ("▼", "v"), ("«", "\""), ("’", "'"),
        ])
    func asciiSymbolsUseSimilarCharacters(sign: String, likeness: String) {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write(sign, column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        #expect(grid.adapted(to: .trueColor, repertoire: .ascii)[0, 0].glyph.description == likeness)
    }

    @Test func asciiRemovesCombiningMarks() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("e\u{301}x", column: 0, row: 0, foreground: CellColor(0xFFFFFF))
        let text = grid.adapted(to: .none, repertoire: .ascii).cells.map(\.glyph.description).joined()
        #expect(text == "ex")
    }

    @Test("without colors, text and its background have no shades")
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
