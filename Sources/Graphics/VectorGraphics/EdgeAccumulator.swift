/// An accumulation buffer for the edges of one shape: a cell for each pixel, and a bit for each touched cell.
///
/// Coordinates are integers in 1/256 of a pixel, and areas are integers in fractions of `fullArea`, so that sums are
/// exact. The sum behind the last edge of a closed shape is exactly 0, and no rounding error spreads along a row.
///
/// Loops keep this value on the stack while they add edges. As fields of the rasterizer, which is a class, its
/// properties would be loaded again after every write to a cell.
struct EdgeAccumulator {
    // The rasterizer owns this memory and makes it large enough for the clip; see `Rasterizer`.
    var cells: UnsafeMutablePointer<Int32>
    var touched: UnsafeMutablePointer<UInt64>
    var stride = 0
    var wordsPerRow = 0
    /// The top left of the clip, in canvas pixels.
    var origin = Point.zero
    var width: Float = 0
    var height: Float = 0
    /// The first and the last row that edges touch, relative to the clip.
    var firstRow = Int.max
    var lastRow = -1
    /// How exact the lines of curves are, at most 1; see `Rasterizer.fineness`.
    var exactness: Float = 1
    /// The remaining work limit; see `Rasterizer.remainingWork`.
    var remainingWork = Int.max

    /// The accumulated area of a fully covered pixel: 256 units of height times 512 units of width.
    static let fullArea: Int32 = 256 * 512

    /// Adds an edge, in canvas pixels.
    ///
    /// The edges of a shape must form closed polygons. Edges that are not finite are left out.
    @inline(__always)
    mutating func addLine(from start: Point, to end: Point) {
        remainingWork &-= 1
        let ends = SIMD4<Float>(lowHalf: start - origin, highHalf: end - origin)
        let limit = SIMD4<Float>(width, height, width, height)
        // This form of the comparison is false for NaN.
        if all((ends .>= 0) .& (ends .<= limit)) {
            accumulate(Self.fixedPoint(ends))
        } else {
            addClipped(ends.lowHalf, ends.highHalf)
        }
    }

    /// Converts coordinates from 0 to 16,384 to 1/256 of a pixel, rounded to nearest.
    ///
    /// For a `Float` from 32,768 to 65,535 the unit of the last place is 1/256. Adding 49,152 therefore rounds to
    /// 1/256, and the low bits of the representation are the result.
    @inline(__always)
    private static func fixedPoint(_ places: SIMD4<Float>) -> SIMD4<Int32> {
        let shifted = places + SIMD4(repeating: 49_152)
        return SIMD4<Int32>(truncatingIfNeeded: shifted.bits) &- SIMD4(repeating: 0x4740_0000)
    }

    /// Adds an edge that lies partly outside the clip.
    ///
    /// The parts left of the clip still count and are moved onto its left border.
    private mutating func addClipped(_ start: Point, _ end: Point) {
        guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return }
        var a = start
        var b = end
        if max(a.y, b.y) <= 0 || min(a.y, b.y) >= height || min(a.x, b.x) >= width || a.y == b.y { return }
        let slope = (b.x - a.x) / (b.y - a.y)
        func crossing(atRow y: Float) -> Point { Point(start.x + (y - start.y) * slope, y) }
        if a.y < 0 { a = crossing(atRow: 0) } else if a.y > height { a = crossing(atRow: height) }
        if b.y < 0 { b = crossing(atRow: 0) } else if b.y > height { b = crossing(atRow: height) }
        // Split at the left and the right border, so that each piece lies on one side of both.
        let borders = a.x <= b.x ? (Float(0), width) : (width, Float(0))
        let first = intersection(a, b, at: borders.0)
        let second = intersection(a, b, at: borders.1)
        addPiece(a, first ?? second ?? b)
        if let first { addPiece(first, second ?? b) }
        if let second { addPiece(second, b) }
    }

    /// Returns the point where an edge crosses a vertical border, or nil if it does not.
    private func intersection(_ a: Point, _ b: Point, at border: Float) -> Point? {
        guard (a.x < border) != (b.x < border), a.x != b.x else { return nil }
        let y = a.y + (border - a.x) / (b.x - a.x) * (b.y - a.y)
        return Point(border, max(min(a.y, b.y), min(max(a.y, b.y), y)))
    }

    /// Adds a piece that lies on one side of both borders, moved onto the left border if it lies beyond it.
    private mutating func addPiece(_ a: Point, _ b: Point) {
        if min(a.x, b.x) >= width { return }
        let low = SIMD4<Float>(repeating: 0)
        let high = SIMD4<Float>(width, height, width, height)
        accumulate(Self.fixedPoint(SIMD4(lowHalf: a, highHalf: b).clamped(lowerBound: low, upperBound: high)))
    }

    /// Adds an edge inside the clip, given in 1/256 of a pixel from the clip's top left.
    private mutating func accumulate(_ ends: SIMD4<Int32>) {
        if ends.y == ends.w { return }
        let isDownward = ends.y < ends.w
        let sign = isDownward ? 1 : -1
        let (top, bottom) = isDownward ? (Int(ends.y), Int(ends.w)) : (Int(ends.w), Int(ends.y))
        let (start, end) = isDownward ? (Int(ends.x), Int(ends.z)) : (Int(ends.z), Int(ends.x))
        let first = top &>> 8
        let last = (bottom &- 1) &>> 8
        remainingWork &-= last &- first &+ abs(end &- start) &>> 8
        firstRow = min(firstRow, first)
        lastRow = max(lastRow, last)
        if first == last { return addRow(first, from: start, to: end, change: (bottom &- top) &* sign) }
        // Columns have 24 fractional bits, so that no row is off by 1/256. Rounding towards zero never passes the
        // edge's end.
        let slope = Int(Double((end &- start) &<< 16) / Double(bottom &- top))
        var column = start &<< 16 &+ slope &* (256 &- top & 255)
        var x = column &>> 16
        addRow(first, from: start, to: x, change: (256 &- top & 255) &* sign)
        var row = first &+ 1
        while row < last {
            column &+= slope &<< 8
            let next = column &>> 16
            addRow(row, from: x, to: next, change: sign &<< 8)
            x = next
            row &+= 1
        }
        addRow(last, from: x, to: end, change: (bottom &- last &<< 8) &* sign)
    }

    /// Adds the part of an edge inside one row.
    ///
    /// - Parameters:
    ///   - row: The row, relative to the clip.
    ///   - from: The column where the edge enters the row, in 1/256 of a pixel.
    ///   - to: The column where the edge leaves the row, in 1/256 of a pixel.
    ///   - change: The signed height of the part, in 1/256 of a pixel.
    @inline(__always)
    private func addRow(_ row: Int, from: Int, to: Int, change: Int) {
        let cell = cells + row &* stride
        let first = min(from, to) &>> 8
        if first == max(from, to) &>> 8 {
            let right = change &* (from & 255 &+ to & 255)
            cell[first] &+= Int32(truncatingIfNeeded: change &* 512 &- right)
            cell[first &+ 1] &+= Int32(truncatingIfNeeded: right)
            markTouched(row, first)
        } else {
            addColumns(row, cell, left: min(from, to), right: max(from, to), change: change)
        }
    }

    /// Adds the part of an edge that crosses several columns of a row.
    private func addColumns(
        _ row: Int, _ cell: UnsafeMutablePointer<Int32>, left: Int, right: Int, change: Int
    ) {
        let first = left &>> 8
        let last = right &>> 8
        // The change of height for 1/256 of a column, in units of 1/65,536.
        // Both numbers fit into 32 bits, whose division is several times as fast as that of 64 bits.
        let rate = Int(
            Int32(truncatingIfNeeded: change &<< 16) / Int32(truncatingIfNeeded: right &- left))
        var total = rate &* (256 &- left & 255)
        var done = 0
        // The mean column of a piece, in units of 1/512: the sum of its two ends.
        var middle = left & 255 &+ 256
        var carried: Int32 = 0
        var column = first
        while column < last {
            let part = total &>> 16 &- done
            let area = Int32(truncatingIfNeeded: part &* middle)
            cell[column] &+= carried &+ Int32(truncatingIfNeeded: part &<< 9) &- area
            carried = area
            done &+= part
            total &+= rate &<< 8
            middle = 256
            markTouched(row, column)
            column &+= 1
        }
        let part = change &- done
        let area = Int32(truncatingIfNeeded: part &* (right & 255))
        cell[last] &+= carried &+ Int32(truncatingIfNeeded: part &<< 9) &- area
        cell[last &+ 1] &+= area
        markTouched(row, last)
    }

    /// Marks a cell and its right neighbour as touched.
    @inline(__always)
    private func markTouched(_ row: Int, _ column: Int) {
        let word = touched + (row &* wordsPerRow &+ column &>> 6)
        let bit = UInt64(truncatingIfNeeded: column & 63)
        word[0] |= 3 &<< bit
        if bit == 63 { word[1] |= 1 }
    }
}
