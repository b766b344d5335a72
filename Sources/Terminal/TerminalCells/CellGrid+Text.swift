import BidirectionalText

extension CellGrid {
    /// Writes one line of text to the right of a cell, clipped to the grid.
    ///
    /// Columns are counted as terminals do (see ``DisplayWidth``). A wide glyph that an edge cuts leaves an empty
    /// column. Line breaks and control characters are left out.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - column: The column of the first glyph, which may be negative.
    ///   - row: The row; a row outside the grid writes nothing.
    ///   - foreground: The color of the glyphs.
    ///   - background: The color behind the glyphs, or nil for the existing background; over two pixels, their mean.
    ///   - attributes: The attributes of the glyphs.
    ///   - order: The order of the letters if some are read from right to left.
    ///   - clip: The only cells to change, or nil for the whole grid.
    /// - Returns: The column after the last glyph, which may lie outside the grid.
    @discardableResult
    public mutating func write(
        _ text: some StringProtocol, column: Int, row: Int, foreground: CellColor, background: CellColor? = nil,
        attributes: CellAttributes = [], order: TextOrder = .visual(), within clip: CellRect? = nil
    ) -> Int {
        if case .visual(let direction) = order, direction == .rightToLeft || EmbeddingLevels.areNeeded(for: text) {
            let glyphs = VisualText(text, direction).glyphs
            return write(glyphs, column, row, foreground, background, attributes, clip)
        }
        return write(GlyphSequence(text), column, row, foreground, background, attributes, clip)
    }

    /// Writes glyphs from left to right.
    private mutating func write(
        _ glyphs: some Sequence<Glyph>, _ column: Int, _ row: Int, _ foreground: CellColor, _ background: CellColor?,
        _ attributes: CellAttributes, _ clip: CellRect?
    ) -> Int {
        let area = clip.map(bounds.intersection) ?? bounds
        var position = column
        for glyph in glyphs {
            let width = glyph.columns
            defer { position += width }
            guard row >= area.row, row < area.endRow, position < area.endColumn, position + width > area.column else {
                continue
            }
            let parts = max(position, area.column)..<min(position + width, area.endColumn)
            for part in parts { clearOtherHalf(column: part, row: row) }
            for part in parts {
                let own: Glyph = parts.count < width ? .space : part == position ? glyph : .continuation
                let index = row * columns + part
                cells[index] = Cell(
                    own, foreground: foreground, background: background ?? cells[index].meanBackground,
                    attributes: attributes.union(background == nil ? cells[index].hintsUnderText : .undithered))
            }
        }
        return position
    }
}

extension Cell {
    /// The hints of a glyph that is written over this cell.
    fileprivate var hintsUnderText: CellAttributes {
        attributes.contains(.undithered)
            ? attributes.intersection(.hints) : attributes.intersection(.selected).union([.undithered, .veiled])
    }

    /// The single color behind a glyph that is written over this cell; the mean of two pixels.
    var meanBackground: CellColor {
        guard let pixels = pixels ?? mosaicHalves, pixels.top != pixels.bottom else { return background }
        return CellColor.mean(pixels.top, pixels.bottom)
    }
}
