import BidirectionalText

extension CellGrid {
    /// Writes one line of text from a cell to the right, clipped at the grid's edges.
    ///
    /// Columns are counted as terminals do (see ``DisplayWidth``); a wide glyph cut by an edge leaves an empty column.
    /// Line breaks and control characters are left out.
    /// - Parameters:
    ///   - text: What to write.
    ///   - column: Where the first glyph stands; may be negative.
    ///   - row: The row; nothing is written off the grid.
    ///   - foreground: The glyphs' colour.
    ///   - background: The colour behind, or nil to write over what is there: over two pixels, their mean.
    ///   - attributes: How the glyphs are set.
    ///   - order: How letters follow each other where some are read from right to left.
    ///   - clip: The only cells that may be touched, or nil for the whole grid.
    /// - Returns: The column after the last glyph, also where it lies off the grid.
    @discardableResult
    public mutating func write(
        _ text: some StringProtocol, column: Int, row: Int, foreground: CellColor, background: CellColor? = nil,
        attributes: CellAttributes = [], order: TextOrder = .visual(), within clip: CellRect? = nil
    ) -> Int {
        if case .visual(let direction) = order, direction == .rightToLeft || EmbeddingLevels.matter(in: text) {
            let glyphs = VisualText(text, direction).glyphs
            return write(glyphs, column, row, foreground, background, attributes, clip)
        }
        return write(GlyphSequence(text), column, row, foreground, background, attributes, clip)
    }

    /// Writes glyphs one after the other.
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
            for part in parts { separate(column: part, row: row) }
            for part in parts {
                let own: Glyph = parts.count < width ? .space : part == position ? glyph : .continuation
                let index = row * columns + part
                cells[index] = Cell(
                    own, foreground: foreground, background: background ?? cells[index].meanBackground,
                    attributes: attributes.union(.even))
            }
        }
        return position
    }
}

extension Cell {
    /// The one colour that stands for what is behind a glyph written here: of two pixels their mean.
    var meanBackground: CellColor {
        guard let pixels, pixels.top != pixels.bottom else { return background }
        return CellColor.mean(pixels.top, pixels.bottom)
    }
}
