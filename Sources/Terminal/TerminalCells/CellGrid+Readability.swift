extension CellGrid {
    /// Gives all text at least the contrast that ``Glyph/requiredContrast`` asks for.
    ///
    /// On a flat surface the letters become lighter or darker. Over a picture the background does, so that names keep
    /// their colors; the spaces between words follow, so that a line has no gaps. Text that is readable, and everything
    /// else, does not change.
    public mutating func makeTextReadable() {
        let (columns, rows) = (columns, rows)
        // A grid has `rows × columns` cells, and each is read and written at its own index.
        cells.withUnsafeMutableBufferPointer { cells in
            for row in 0..<rows {
                var veil: TextVeil?
                for index in row * columns..<(row + 1) * columns {
                    let attributes = cells[index].attributes
                    guard attributes.contains(.undithered) else {
                        veil = nil
                        continue
                    }
                    if cells[index].pixels == nil, let contrast = cells[index].glyph.requiredContrast {
                        let isVeiled = attributes.contains(.veiled)
                        if cells[index].lacks(contrast) { cells[index].gain(contrast, movesBackground: isVeiled) }
                        veil = isVeiled ? TextVeil(behind: cells[index], contrast) : nil
                    } else if attributes.contains(.veiled), cells[index].glyph.requiredContrast == nil {
                        veil?.cover(&cells[index])
                    }
                }
            }
        }
    }
}

/// The background that a letter over a picture needs, for the cells without letters beside it.
private struct TextVeil {
    /// The luminance of the letter.
    private let ink: Float
    private let contrast: Float
    private let isDark: Bool

    /// Creates the background that the letter of a cell needs; `nil` if the cell has a default color.
    init?(behind cell: Cell, _ contrast: Float) {
        guard let ink = cell.foreground.relativeLuminance, let paper = cell.background.relativeLuminance else {
            return nil
        }
        self.ink = ink
        self.contrast = contrast
        isDark = ink > paper
    }

    /// Moves the background of an empty cell as far as that of a letter.
    func cover(_ cell: inout Cell) {
        guard let paper = cell.background.relativeLuminance,
            isDark != (paper < ink) || CellColor.contrast(paper, ink) < contrast
        else { return }
        cell.background = cell.background.moved(towards: isDark ? .black : .white, from: ink, contrast: contrast)
    }
}

extension CellColor {
    static let black = CellColor(0)
    static let white = CellColor(0xFF_FFFF)
}

extension Cell {
    /// Returns whether the glyph has less than a contrast to the background.
    @inline(__always)
    fileprivate func lacks(_ required: Float) -> Bool {
        guard let contrast = foreground.contrast(with: background) else { return false }
        return contrast < required
    }

    /// Moves one of the two colors away from the other until they have a contrast.
    fileprivate mutating func gain(_ required: Float, movesBackground: Bool) {
        let (moved, fixed) = movesBackground ? (background, foreground) : (foreground, background)
        guard let still = fixed.relativeLuminance, let moving = moved.relativeLuminance else { return }
        // Either black or white has a contrast of more than 4.5 to every color; the nearer one is preferred.
        let isLighter = moving > still
        let ends: [CellColor] = isLighter ? [.white, .black] : [.black, .white]
        let end = ends.first { CellColor.contrast($0.relativeLuminance ?? 0, still) >= required } ?? ends[0]
        let result = moved.moved(towards: end, from: still, contrast: required)
        if movesBackground { background = result } else { foreground = result }
    }
}
