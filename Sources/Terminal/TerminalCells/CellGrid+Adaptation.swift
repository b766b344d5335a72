extension CellGrid {
    /// Returns this grid adapted to a terminal with fewer colors or glyphs.
    ///
    /// - With 24-bit colors and Unicode, the grid does not change.
    /// - With a palette, every color becomes the nearest one, so that flat areas stay flat. Only near greys are dithered,
    ///   with an ordered matrix that is fixed to the screen. A picture behind text becomes one flat color, and text
    ///   gets the nearest color that is readable on it. With 16 colors a chosen line exchanges light and dark.
    /// - Without colors, art becomes one of the characters ` .:-=+*#%@` by its luminance, and text keeps its
    ///   attributes. A chosen line is in reverse.
    /// - With ASCII only, art becomes spaces in the mean color of its two pixels, and text becomes similar ASCII
    ///   characters.
    public func adapted(to depth: ColorDepth, repertoire: GlyphRepertoire) -> CellGrid {
        if depth == .trueColor && repertoire == .unicode { return self }
        var result = self
        let palette = depth == .palette256 ? TerminalPalette.colors256 : TerminalPalette.colors16
        // A grid has `rows × columns` cells, and each is read and written at its own index.
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
                    if repertoire == .ascii { cell = cell.withASCIIGlyph }
                    cells[index] = cell
                }
            }
        }
        return result
    }
}

extension Cell {
    /// The characters for art without colors, from darkest to lightest.
    private static let shades = Array(" .:-=+*#%@".unicodeScalars).map(Glyph.init)

    /// The cell in the terminal's default colors: art becomes a character by its luminance.
    ///
    /// Text and flat surfaces keep their glyphs, because a panel of dots would not be readable.
    var withoutColors: Cell {
        var result = self
        result.foreground = .terminalDefault
        result.background = .terminalDefault
        if attributes.contains(.selected) { result.attributes.insert(.reverse) }
        let pixels = pixels ?? mosaicHalves
        if pixels != nil, attributes.contains(.veiled), glyph == .space || !attributes.contains(.undithered) {
            result.glyph = .space
        } else if let pixels, !attributes.contains(.undithered) {
            let luminance = (pixels.top.luminance + pixels.bottom.luminance) / 2
            result.glyph = Self.shades[min(Self.shades.count - 1, luminance * Self.shades.count / 256)]
            result.attributes = []
        }
        return result
    }

    /// The cell with one color for both pixels of art, for terminals without half blocks.
    var flattened: Cell {
        guard let pixels = pixels ?? mosaicHalves, pixels.top != pixels.bottom || glyph.isMosaic else { return self }
        let mean = CellColor.mean(pixels.top, pixels.bottom)
        return Cell(.space, foreground: mean, background: mean, attributes: attributes)
    }

    /// Returns the cell in the colors of a palette; near greys of art are dithered.
    func quantized(_ palette: TerminalPalette, column: Int, row: Int) -> Cell {
        if isMosaicArt, !attributes.contains(.veiled) {
            let ink = palette.nearest(foreground)
            return Cell(glyph, foreground: ink, background: palette.nearest(background), attributes: attributes)
        }
        guard let pixels = pixels ?? mosaicHalves, !attributes.contains(.undithered) else {
            return quantizedText(palette)
        }
        if attributes.contains(.veiled) {
            let color = palette.nearest(CellColor.mean(pixels.top, pixels.bottom))
            return Cell(.space, foreground: color, background: color, attributes: attributes)
        }
        return Cell(
            top: palette.dithered(pixels.top, x: column, y: row * 2),
            bottom: palette.dithered(pixels.bottom, x: column, y: row * 2 + 1))
    }

    /// Returns the cell in the colors of a palette, with a glyph that is readable on its background.
    private func quantizedText(_ palette: TerminalPalette) -> Cell {
        var result = self
        result.background = palette.nearest(background)
        if attributes.contains(.selected), let selection = palette.selection {
            let isLight = (foreground.relativeLuminance ?? 1) < (background.relativeLuminance ?? 0)
            result.background = isLight ? selection.onLight : selection.onDark
        }
        result.foreground = palette.nearest(
            foreground, on: result.background, contrast: pixels == nil ? glyph.requiredContrast ?? 1 : 1)
        return result
    }

    /// The cell with an ASCII glyph.
    var withASCIIGlyph: Cell {
        let base = glyph.scalarValues.base
        if (0x20..<0x7F).contains(base), glyph.bits == UInt64(base) { return self }
        var result = self
        result.glyph = ASCIISubstitutes.glyph(for: glyph)
        return result
    }
}

extension CellColor {
    /// The luminance of the color, 0 to 255; 0 if it is not a 24-bit color.
    var luminance: Int {
        guard let rgb else { return 0 }
        return (Int(rgb >> 16) * 299 + Int(rgb >> 8 & 0xFF) * 587 + Int(rgb & 0xFF) * 114 + 500) / 1000
    }
}
