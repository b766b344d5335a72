/// The choice of the glyph and the two colors with which a cell resembles its pixels most.
///
/// Of all patterns of dots it takes the one with the least sum of squared distances in Oklab, in which equal distances
/// look equally different; of equal ones the first. The two colors are the means of the dots that they replace. The same
/// pixels always give the same cell.
struct Mosaic {
    private let rows: Int
    private let values: [UInt32]
    private var points: [OklabColor.Point]

    /// The number of pixels of a cell: two columns, four rows.
    static let pixelCount = 8

    /// Creates the choice for glyphs of two columns of dots.
    init(_ glyphs: PictureGlyphs) {
        rows = glyphs.dots.rows
        values = glyphs.values
        points = Array(repeating: .zero, count: 2 * rows)
    }

    /// Returns the cell for opaque pixels, row by row, each `0xRRGGBB`.
    mutating func cell(_ pixels: UnsafeBufferPointer<UInt32>) -> Cell {
        precondition(pixels.count == Self.pixelCount, "two columns and four rows")
        let first = pixels[0]
        guard pixels.contains(where: { $0 != first }) else {
            return Cell(.space, foreground: CellColor(first), background: CellColor(first))
        }
        setPoints(pixels)
        let pattern = bestPattern()
        var (sums, counts) = ((OklabColor.Point.zero, OklabColor.Point.zero), (Float(0), Float(0)))
        for index in points.indices {
            if pattern >> index & 1 == 1 {
                sums.1 += points[index]
                counts.1 += 1
            } else {
                sums.0 += points[index]
                counts.0 += 1
            }
        }
        let behind = CellColor(OklabColor.rgb(of: sums.0 / max(1, counts.0)))
        let ink = CellColor(OklabColor.rgb(of: sums.1 / max(1, counts.1)))
        return cell(pattern, ink, behind)
    }

    /// Returns the cell for pixels over the terminal's default color: the dots that are covered at least by half, in
    /// their mean color.
    mutating func cell(_ pixels: UnsafeBufferPointer<UInt32>, alphas: [UInt32]) -> Cell {
        var (pattern, sum, count) = (0, OklabColor.Point.zero, Float(0))
        for dot in points.indices {
            let (first, last) = pixelRows(ofDotRow: dot / 2)
            if alphas[2 * first + dot % 2] + alphas[2 * last + dot % 2] >= 255 { pattern |= 1 << dot }
        }
        for pixel in pixels.indices where alphas[pixel] >= 128 {
            sum += OklabColor.point(of: pixels[pixel])
            count += 1
        }
        guard pattern != 0, count > 0 else { return Cell() }
        let ink = CellColor(OklabColor.rgb(of: sum / count))
        if pattern == values.count - 1 { return Cell(.space, foreground: ink, background: ink) }
        return Cell(Glyph(bits: UInt64(values[pattern])), foreground: ink)
    }

    /// Returns the first and the last row of pixels that a dot mostly covers.
    private func pixelRows(ofDotRow row: Int) -> (first: Int, last: Int) {
        switch rows {
        case 2: (2 * row, 2 * row + 1)
        // The middle one of three rows has a part of two.
        case 3: row == 0 ? (0, 0) : row == 1 ? (1, 2) : (3, 3)
        default: (row, row)
        }
    }

    /// Returns the cell of a pattern in the form that the same picture always has: the foreground has the greater value.
    private func cell(_ pattern: Int, _ ink: CellColor, _ behind: CellColor) -> Cell {
        if ink == behind || pattern == 0 { return Cell(.space, foreground: behind, background: behind) }
        let isSwapped = ink.encoded < behind.encoded
        let shown = isSwapped ? values.count - 1 - pattern : pattern
        let glyph = Glyph(bits: UInt64(values[shown]))
        return isSwapped
            ? Cell(glyph, foreground: behind, background: ink) : Cell(glyph, foreground: ink, background: behind)
    }

    /// Sets the colors of the dots: means of the pixels that they cover.
    private mutating func setPoints(_ pixels: UnsafeBufferPointer<UInt32>) {
        var last = (rgb: pixels[0], point: OklabColor.point(of: pixels[0]))
        func point(_ index: Int) -> OklabColor.Point {
            if pixels[index] != last.rgb { last = (pixels[index], OklabColor.point(of: pixels[index])) }
            return last.point
        }
        for column in 0..<2 {
            let (a, b, c, d) = (point(column), point(2 + column), point(4 + column), point(6 + column))
            switch rows {
            case 2:
                points[column] = (a + b) / 2
                points[2 + column] = (c + d) / 2
            case 3:
                // A dot is one and a third pixels high.
                points[column] = (3 * a + b) / 4
                points[2 + column] = (b + c) / 2
                points[4 + column] = (c + 3 * d) / 4
            default:
                points[column] = a
                points[2 + column] = b
                points[4 + column] = c
                points[6 + column] = d
            }
        }
    }

    /// Returns the pattern of the least error; the last dot is never set, because a pattern and its opposite are equal.
    private func bestPattern() -> Int {
        points.withUnsafeBufferPointer { points in
            let count = points.count
            let total = points.reduce(.zero, +)
            var best = (pattern: 0, score: (total * total).sum() / Float(count))
            var (sum, set, pattern) = (OklabColor.Point.zero, 0, 0)
            // In Gray's order one dot changes from a pattern to the next. The error is the sum of all squares, which is
            // constant, minus the squares of both sums divided by their counts: the score.
            for step in 1..<1 << (count - 1) {
                let dot = step.trailingZeroBitCount
                pattern ^= 1 << dot
                if pattern >> dot & 1 == 1 {
                    sum += points[dot]
                    set += 1
                } else {
                    sum -= points[dot]
                    set -= 1
                }
                guard set > 0 else { continue }
                let rest = total - sum
                let score = (sum * sum).sum() / Float(set) + (rest * rest).sum() / Float(count - set)
                if score > best.score + 1e-6 || (score > best.score - 1e-6 && pattern < best.pattern) {
                    best = (pattern, max(score, best.score))
                }
            }
            return best.pattern
        }
    }
}
