public import VectorGraphics

extension CellGrid {
    /// Composites a picture over the grid, with two picture rows per row of cells.
    ///
    /// Each pixel blends with the pixel below it in sRGB-encoded channels. A cell under two transparent pixels does not
    /// change, even if it contains text. Over text, the two pixels act together: if they cover half of the cell or
    /// more, they replace the text; otherwise they tint the text and its background. A picture of odd height ends in
    /// the upper half of its last row of cells.
    ///
    /// - Parameters:
    ///   - pixmap: The picture; one column of it covers one column of cells.
    ///   - column: The column of its left edge, which may lie outside the grid.
    ///   - row: The row of cells of its top edge, which may lie outside the grid.
    ///   - opacity: The opacity of the picture, 0 to 255.
    ///   - clip: The only cells to change, or nil for the whole grid.
    public mutating func draw(
        _ pixmap: Pixmap, column: Int, row: Int, opacity: UInt8 = 255, within clip: CellRect? = nil
    ) {
        let extent = CellRect(column: column, row: row, columns: pixmap.width, rows: (pixmap.height + 1) / 2)
        let area = extent.intersection(clip.map(bounds.intersection) ?? bounds)
        guard !area.isEmpty, opacity > 0, pixmap.pixels.count == pixmap.width * pixmap.height else { return }
        // Rows and columns lie in the picture, as `area` lies in `extent`, and its pixel count matches its sides.
        pixmap.pixels.withUnsafeBufferPointer { pixels in
            for target in area.row..<area.endRow {
                let first = (target - row) * 2 * pixmap.width - column
                let second = first + ((target - row) * 2 + 1 < pixmap.height ? pixmap.width : 0)
                for index in area.column..<area.endColumn {
                    var top = pixels[first + index]
                    var bottom = second == first ? 0 : pixels[second + index]
                    if top | bottom == 0 { continue }
                    if opacity < 255 {
                        top = PixelArithmetic.scaled(top, by: UInt32(opacity))
                        bottom = PixelArithmetic.scaled(bottom, by: UInt32(opacity))
                    }
                    compose(top, bottom, column: index, row: target)
                }
            }
        }
    }

    /// Composites two premultiplied pixels over one cell.
    @inline(__always)
    private mutating func compose(_ top: UInt32, _ bottom: UInt32, column: Int, row: Int) {
        let index = row * columns + column
        if (top & bottom) >> 24 == 255 || cells[index].pixels != nil {
            let beneath = cells[index].pixels ?? (.terminalDefault, .terminalDefault)
            let cell = Cell(top: blend(top, over: beneath.top), bottom: blend(bottom, over: beneath.bottom))
            if cells[index].glyph.columns != 1 { clearOtherHalf(column: column, row: row) }
            cells[index] = cell
        } else {
            composeOverText(top, bottom, column: column, row: row)
        }
    }

    /// Composites two premultiplied pixels over a cell with text.
    mutating func composeOverText(_ top: UInt32, _ bottom: UInt32, column: Int, row: Int) {
        let index = row * columns + column
        let beneath = cells[index]
        guard top >> 24 + bottom >> 24 < 255 else {
            if beneath.glyph.columns != 1 { clearOtherHalf(column: column, row: row) }
            cells[index] = Cell(
                top: blend(top, over: beneath.background), bottom: blend(bottom, over: beneath.background))
            return
        }
        let veil = PixelArithmetic.scaled(top, by: 128) &+ PixelArithmetic.scaled(bottom, by: 127)
        cells[index].background = blend(veil, over: beneath.background)
        if beneath.foreground != .terminalDefault {
            cells[index].foreground = blend(veil, over: beneath.foreground)
        }
    }

    /// Returns a premultiplied pixel over a color, each channel rounded to nearest.
    @inline(__always)
    func blend(_ pixel: UInt32, over beneath: CellColor) -> CellColor {
        let alpha = pixel >> 24
        if alpha == 0 { return beneath }
        let source = CellColor.rgb(fromPixel: pixel)
        if alpha == 255 { return CellColor(source) }
        guard let below = resolvingDefault(beneath).rgb else { return alpha < 128 ? beneath : CellColor(source) }
        return CellColor(CellColor.addingSaturated(source, CellColor.scaled(below, by: 255 - alpha)))
    }
}

extension CellColor {
    /// Returns the color channels of a `0xAABBGGRR` pixel as `0xRRGGBB`.
    @inline(__always)
    static func rgb(fromPixel pixel: UInt32) -> UInt32 {
        (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
    }

    /// Returns each channel multiplied by `factor` ÷ 255, rounded to nearest.
    @inline(__always)
    static func scaled(_ rgb: UInt32, by factor: UInt32) -> UInt32 {
        blend(0, rgb, factor)
    }

    /// Returns the sum of two colors, with each channel limited to 255.
    @inline(__always)
    static func addingSaturated(_ first: UInt32, _ second: UInt32) -> UInt32 {
        let outer = (first & 0xFF_00FF) &+ (second & 0xFF_00FF)
        let inner = (first & 0xFF00) &+ (second & 0xFF00)
        let overflow = outer >> 8 & 0x1_0001 | inner >> 8 & 0x100
        return (outer & 0xFF_00FF | inner & 0xFF00) | (overflow &* 0xFF) & 0xFF_FFFF
    }
}
