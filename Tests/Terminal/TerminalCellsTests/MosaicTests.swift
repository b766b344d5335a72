import TerminalCells
import Testing
import VectorGraphics

@Suite("Pictures of quadrants, sextants and octants")
struct MosaicTests {
    private static let finer: [PictureGlyphs] = [.quadrant, .sextant, .octant]

    /// Returns a picture of rows of letters: `.` is transparent, any other letter a color.
    private func picture(_ rows: [String], _ colors: [Character: UInt32]) -> Pixmap {
        var picture = Pixmap(width: rows[0].count, height: rows.count)
        for (y, row) in rows.enumerated() {
            for (x, letter) in row.enumerated() {
                guard let color = colors[letter] else { continue }
                let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
                picture[x, y] = 0xFF00_0000 | blue << 16 | green << 8 | red
            }
        }
        return picture
    }

    private func text(_ grid: CellGrid) -> [String] {
        (0..<grid.rows).map { row in (0..<grid.columns).map { grid[$0, row].glyph.description }.joined() }
    }

    @Test("Unicode names the dots of each glyph", arguments: [PictureGlyphs.sextant, .octant])
    func names(glyphs: PictureGlyphs) {
        let prefix = "BLOCK \(glyphs.rawValue.uppercased())-"
        var found = 0
        for (pattern, scalar) in glyphs.scalars.enumerated() {
            guard let name = scalar.properties.name, name.hasPrefix(prefix) else { continue }
            let dots = name.dropFirst(prefix.count).compactMap(\.wholeNumberValue)
            #expect(pattern == dots.reduce(0) { $0 | 1 << ($1 - 1) }, "\(name)")
            found += 1
        }
        // An older Unicode version does not know the octants.
        #expect(found == (glyphs == .sextant ? 60 : 230) || glyphs == .octant && found == 0)
        #expect(Set(glyphs.scalars).count == 1 << (glyphs.dots.columns * glyphs.dots.rows))
    }

    @Test(
        "known glyphs have known dots",
        arguments: [
            (PictureGlyphs.quadrant, 0b0001, "▘"), (.quadrant, 0b1001, "▚"), (.quadrant, 0b0111, "▛"),
            (.sextant, 0b000001, "🬀"), (.sextant, 0b010101, "▌"), (.sextant, 0b111110, "🬻"),
            (.octant, 0b0000_0100, "\u{1CD00}"), (.octant, 0b1111_1110, "\u{1CDE5}"), (.octant, 0b0000_1111, "▀"),
            (.octant, 0b0101_0101, "▌"),
        ] as [(PictureGlyphs, Int, String)])
    func known(glyphs: PictureGlyphs, pattern: Int, text: String) {
        #expect(String(Character(glyphs.scalars[pattern])) == text)
    }

    @Test("golden cells: a ring in two colors, in each kind of glyphs")
    func golden() {
        let ring = picture(
            [
                "oooooooo", "ooo##ooo", "oo####oo", "o##oo##o", "o##oo##o", "oo####oo", "ooo##ooo", "oooooooo",
            ], ["o": 0x102030, "#": 0xFFC040])
        #expect(
            text(CellGrid(ring, as: .octant)) == [
                "\u{1CEA0}\u{1CD69}\u{1CDA0}\u{1CEA3}", "\u{1CEAB}\u{1CD24}\u{1CD16}\u{1CEA8}",
            ])
        #expect(text(CellGrid(ring, as: .sextant)) == ["🬞🬖🬢🬏", "🬁🬈🬅🬀"])
        #expect(text(CellGrid(ring, as: .quadrant)) == ["▗▟▙▖", "▝▘▝▘"])
        for glyphs in Self.finer {
            let cell = CellGrid(ring, as: glyphs)[1, 0]
            #expect(cell.foreground.encoded > cell.background.encoded)
        }
    }

    @Test("of two colors nothing is lost, and equal pixels give equal cells", arguments: 0..<256)
    func exact(pattern: Int) {
        var pixels = Pixmap(width: 2, height: 4)
        var inverse = pixels
        for dot in 0..<8 {
            let isSet = pattern >> dot & 1 == 1
            pixels[dot % 2, dot / 2] = isSet ? 0xFF40_80C0 : 0xFF10_2030
            inverse[dot % 2, dot / 2] = isSet ? 0xFF10_2030 : 0xFF40_80C0
        }
        let cell = CellGrid(pixels, as: .octant)[0, 0]
        let other = CellGrid(inverse, as: .octant)[0, 0]
        let colors: Set<UInt32> = [0xC08040, 0x302010]
        if pattern == 0 || pattern == 255 {
            #expect(cell.glyph == .space && colors.contains(cell.background.encoded))
        } else {
            #expect(cell.foreground == CellColor(0xC08040) && cell.background == CellColor(0x302010))
            #expect(cell.glyph.description == String(Character(PictureGlyphs.octant.scalars[pattern])))
            #expect(other.glyph.description == String(Character(PictureGlyphs.octant.scalars[255 - pattern])))
        }
    }

    @Test("no other pattern has a smaller error", arguments: finer)
    func leastError(glyphs: PictureGlyphs) {
        for seed in UInt32(1)...40 {
            var pixels = Pixmap(width: 2, height: 4)
            for index in 0..<8 {
                // Rows repeat so that every kind of glyphs can show the dots.
                let group = glyphs == .quadrant ? index / 4 * 4 + index % 2 : index
                pixels.pixels[index] = 0xFF00_0000 | (seed &* 0x9E37_79B1 &* UInt32(group + 1)) >> 8
            }
            guard glyphs != .sextant else {
                #expect(CellGrid(pixels, as: glyphs) == CellGrid(pixels, as: glyphs))
                continue
            }
            let points = pixels.pixels.map { pixel in
                OklabColor.point(of: (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF)
            }
            func error(_ isSet: (Int) -> Bool) -> Float {
                var error: Float = 0
                for side in [true, false] {
                    let group = points.indices.filter { isSet($0) == side }.map { points[$0] }
                    let mean = group.reduce(.zero, +) / Float(max(1, group.count))
                    error += group.reduce(0) { $0 + OklabColor.squaredDistance($1, mean) }
                }
                return error
            }
            let rows = glyphs.dots.rows
            func dot(_ index: Int) -> Int { index / 2 * rows / 4 * 2 + index % 2 }
            let shown = CellGrid(pixels, as: glyphs)[0, 0].glyph.description
            let chosen = glyphs.scalars.firstIndex { String(Character($0)) == shown } ?? 0
            let least = glyphs.scalars.indices.map { pattern in error { pattern >> dot($0) & 1 == 1 } }.min() ?? 0
            #expect(error { chosen >> dot($0) & 1 == 1 } <= least + 1e-4, "\(seed)")
        }
    }

    @Test("the terminal's own background remains where a picture is transparent", arguments: finer)
    func transparency(glyphs: PictureGlyphs) {
        let grid = CellGrid(picture(["##..", "##..", "....", "...."], ["#": 0xFF0000]), as: glyphs)
        #expect(grid[0, 0].background == .terminalDefault && grid[0, 0].foreground == CellColor(0xFF0000))
        #expect(grid[0, 0].glyph == (glyphs == .sextant ? grid[0, 0].glyph : .upperHalf))
        #expect(grid[1, 0] == Cell())
    }

    @Test("text remains under a little of a picture, and becomes readable over one", arguments: finer)
    func text(glyphs: PictureGlyphs) {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("ab", column: 0, row: 0, foreground: CellColor(0xFFFFFF), background: CellColor(0))
        grid.draw(picture(["#...", "....", "....", "...."], ["#": 0xFF0000]), as: glyphs, column: 0, row: 0)
        #expect(text(grid) == ["ab"])
        grid.draw(
            picture(["####", "#o#o", "o#o#", "####"], ["#": 0xFFFFFF, "o": 0xC0C0C0]), as: glyphs, column: 0, row: 0)
        #expect(grid[0, 0].glyph.description != "a")
        grid.write("x", column: 1, row: 0, foreground: CellColor(0xFFCF5C))
        grid.makeTextReadable()
        #expect(grid[1, 0].foreground.contrast(with: grid[1, 0].background) ?? 0 >= 4.5)
    }

    @Test("a palette keeps the glyphs; ASCII and no colors have one color or shade in a cell", arguments: finer)
    func adaptation(glyphs: PictureGlyphs) {
        let grid = CellGrid(picture(["#o", "oo", "oo", "o#"], ["#": 0xFFFFFF, "o": 0x000000]), as: glyphs)
        let few = grid.adapted(to: .palette16, repertoire: .unicode)[0, 0]
        #expect(few.glyph == grid[0, 0].glyph && few.foreground.paletteIndex != nil)
        #expect(grid.adapted(to: .trueColor, repertoire: .ascii)[0, 0].glyph == .space)
        let shade = grid.adapted(to: .none, repertoire: .unicode)[0, 0].glyph.description
        #expect(" .:-=+*#%@".contains(shade))
    }

    @Test("half-blocks are drawn as ever")
    func halves() {
        let image = picture(["#o", "o#", "##", "oo"], ["#": 0xFFFFFF, "o": 0x202020])
        var grid = CellGrid(columns: 2, rows: 2)
        grid.draw(image, column: 0, row: 0)
        #expect(CellGrid(image, as: .half) == grid)
    }
}
