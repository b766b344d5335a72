extension CellGrid {
    /// This grid as a terminal of fewer colours or glyphs shows it.
    ///
    /// - With exact colours and Unicode, the grid itself.
    /// - With a palette, art is patterned with two or more of its colours by an ordered matrix fixed to the screen, so
    ///   that a still picture stays still; text and even surfaces take the nearest colour.
    /// - Without colours, art becomes one of the characters ` .:-=+*#%@` by its luminance; text keeps its attributes.
    /// - With ASCII only, art becomes spaces in the mean of its two pixels, and text what resembles it.
    public func adapted(to depth: ColorDepth, repertoire: GlyphRepertoire) -> CellGrid {
        if depth == .trueColor && repertoire == .unicode { return self }
        var result = self
        let palette = depth == .palette256 ? Palette.colors256 : Palette.colors16
        result.cells.withUnsafeMutableBufferPointer { cells in
            for row in 0..<rows {
                for column in 0..<columns {
                    let index = row * columns + column
                    var cell = cells[index]
                    if depth == .none {
                        cell = cell.withoutColors
                    } else {
                        if repertoire == .ascii { cell = cell.flattened }
                        if depth != .trueColor { cell = cell.quantized(palette, column: column, row: row) }
                    }
                    if repertoire == .ascii { cell = cell.inASCII }
                    cells[index] = cell
                }
            }
        }
        return result
    }
}

extension Cell {
    /// Darkest to lightest.
    private static let shades = Array(" .:-=+*#%@".unicodeScalars).map(Glyph.init)

    /// Art as a character by its luminance, text and even surfaces as they are, all in the terminal's own colours: a panel
    /// of dots could not be read.
    var withoutColors: Cell {
        var result = self
        result.foreground = .terminalDefault
        result.background = .terminalDefault
        if let pixels, !attributes.contains(.even) {
            let luminance = (pixels.top.luminance + pixels.bottom.luminance) / 2
            result.glyph = Self.shades[min(Self.shades.count - 1, luminance * Self.shades.count / 256)]
            result.attributes = []
        }
        return result
    }

    /// Art as one colour for both pixels, for a terminal without half blocks.
    var flattened: Cell {
        guard let pixels, pixels.top != pixels.bottom else { return self }
        let mean = CellColor.mean(pixels.top, pixels.bottom)
        return Cell(.space, foreground: mean, background: mean, attributes: attributes)
    }

    /// The cell in a palette's colours.
    func quantized(_ palette: Palette, column: Int, row: Int) -> Cell {
        var result = self
        if attributes.contains(.even) || pixels == nil {
            result.foreground = palette.nearest(foreground)
            result.background = palette.nearest(background)
        } else if let pixels {
            result = Cell(
                top: palette.patterned(pixels.top, x: column, y: row * 2),
                bottom: palette.patterned(pixels.bottom, x: column, y: row * 2 + 1))
        }
        return result
    }

    /// The cell with a glyph of ASCII.
    var inASCII: Cell {
        let base = glyph.scalarValues.base
        if (0x20..<0x7F).contains(base), glyph.bits == UInt64(base) { return self }
        var result = self
        result.glyph = ASCIILikeness.glyph(for: glyph)
        return result
    }
}

extension CellColor {
    /// How bright the colour looks, 0 to 255; the terminal's own counts as dark.
    var luminance: Int {
        guard let rgb else { return 0 }
        return (Int(rgb >> 16) * 299 + Int(rgb >> 8 & 0xFF) * 587 + Int(rgb & 0xFF) * 114 + 500) / 1000
    }
}
