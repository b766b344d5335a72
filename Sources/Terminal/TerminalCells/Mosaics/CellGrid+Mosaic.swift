public import VectorGraphics

extension CellGrid {
    /// Composites a picture over the grid, with the pixels per cell that some glyphs need.
    ///
    /// With half-blocks this is ``draw(_:column:row:opacity:within:)``. Finer glyphs have two columns and four rows of
    /// pixels in a cell; each cell gets the glyph and the two colors that resemble them most. Text remains under a cell
    /// of which the picture covers less than half.
    public mutating func draw(
        _ pixmap: Pixmap, as glyphs: PictureGlyphs, column: Int, row: Int, within clip: CellRect? = nil
    ) {
        guard glyphs != .half else { return draw(pixmap, column: column, row: row, within: clip) }
        let extent = CellRect(
            column: column, row: row, columns: (pixmap.width + 1) / 2, rows: (pixmap.height + 3) / 4)
        let area = extent.intersection(clip.map(bounds.intersection) ?? bounds)
        guard !area.isEmpty, pixmap.pixels.count == pixmap.width * pixmap.height else { return }
        var mosaic = Mosaic(glyphs)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Mosaic.pixelCount) { pixels in
            for target in area.row..<area.endRow {
                for index in area.column..<area.endColumn {
                    let (left, top) = (2 * (index - column), 4 * (target - row))
                    for pixel in 0..<Mosaic.pixelCount {
                        let (x, y) = (left + pixel & 1, top + pixel >> 1)
                        let isInside = x < pixmap.width && y < pixmap.height
                        pixels.initializeElement(at: pixel, to: isInside ? pixmap[x, y] : 0)
                    }
                    compose(pixels, column: index, row: target, &mosaic)
                }
            }
        }
    }

    /// Composites the premultiplied pixels of a cell over it.
    private mutating func compose(
        _ pixels: UnsafeMutableBufferPointer<UInt32>, column: Int, row: Int, _ mosaic: inout Mosaic
    ) {
        let cover = pixels.reduce(0) { $0 + $1 >> 24 }
        guard cover > 0 else { return }
        let index = row * columns + column
        let beneath = cells[index]
        let isText = beneath.pixels == nil && !beneath.isMosaicArt
        if isText, cover < 255 * UInt32(pixels.count) / 2 {
            // The text stays; the mean of the pixels lies over it.
            let veil = pixels.reduce(UInt32(0)) {
                $0 &+ PixelArithmetic.scaled($1, by: 255 / UInt32(Mosaic.pixelCount))
            }
            return composeOverText(veil, veil, column: column, row: row)
        }
        let isOpen = beneath.background == .terminalDefault && pixels.contains { $0 >> 24 < Self.minVisibleAlpha }
        let alphas = isOpen ? pixels.map { $0 >> 24 } : []
        for pixel in pixels.indices {
            let behind = resolvingDefault(isText ? beneath.background : beneath.color(x: pixel & 1, y: pixel >> 1))
            pixels[pixel] = blend(pixels[pixel], over: behind).rgb ?? 0
        }
        if beneath.glyph.columns != 1 { clearOtherHalf(column: column, row: row) }
        // The terminal's own background stays where no pixel covers it.
        cells[index] =
            isOpen
            ? mosaic.cell(UnsafeBufferPointer(pixels), alphas: alphas) : mosaic.cell(UnsafeBufferPointer(pixels))
    }

    /// The alpha below which a pixel is as good as transparent.
    private static let minVisibleAlpha: UInt32 = 8

    /// Creates a grid of a picture with a transparent background.
    public init(_ picture: Pixmap, as glyphs: PictureGlyphs) {
        let (columns, rows) = glyphs.cells(width: picture.width, height: picture.height)
        self.init(columns: columns, rows: rows)
        draw(picture, as: glyphs, column: 0, row: 0)
    }
}

extension Cell {
    /// Whether the cell is a part of a picture of finer glyphs than half-blocks.
    var isMosaicArt: Bool { attributes.isSubset(of: .hints) && !attributes.contains(.undithered) && glyph.isMosaic }
}

extension Cell {
    /// The mean colors of the two halves of a cell of finer glyphs; `nil` for any other cell.
    var mosaicHalves: (top: CellColor, bottom: CellColor)? {
        guard isMosaicArt else { return nil }
        let top = CellColor.mean(color(x: 0, y: 0), color(x: 1, y: 0))
        let middle = CellColor.mean(color(x: 0, y: 1), color(x: 1, y: 1))
        let lower = CellColor.mean(color(x: 0, y: 2), color(x: 1, y: 2))
        let bottom = CellColor.mean(color(x: 0, y: 3), color(x: 1, y: 3))
        return (CellColor.mean(top, middle), CellColor.mean(lower, bottom))
    }
}
