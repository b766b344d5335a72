/// Where the edges of one shape add up: a cell for each pixel, and a bit for each cell that was touched.
///
/// A value that loops hold on the stack while they add edges: as fields of the rasterizer, which is a class, all of this
/// would be read again after every cell that is written.
struct EdgeAccumulator {
    // Memory of the rasterizer, which bounds it by the clip.
    var cells: UnsafeMutablePointer<Float>
    var touched: UnsafeMutablePointer<UInt64>
    var stride = 0
    var wordsPerRow = 0
    /// The clip's top left, in pixels of the canvas.
    var origin = Point.zero
    var width: Float = 0
    var height: Float = 0
    var rows = 0
    /// The rows that edges touch.
    var firstRow = Int.max
    var lastRow = -1

    /// Adds an edge, in pixels of the canvas. Edges of a shape must form closed polygons; ones that aren't finite are left out.
    @inline(__always)
    mutating func line(from start: Point, to end: Point) {
        let a = start - origin
        let b = end - origin
        if a.y == b.y { return }
        // Written so that a coordinate that is not a number fails the test.
        let ends = SIMD4<Float>(lowHalf: a, highHalf: b)
        let limit = SIMD4<Float>(width, height, width, height)
        if all((ends .>= 0) .& (ends .<= limit)) {
            accumulate(a, b)
        } else {
            clipped(a, b)
        }
    }

    /// The part of an edge that matters inside the clip: what lies left of it still counts, moved onto the border.
    private mutating func clipped(_ start: Point, _ end: Point) {
        guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return }
        var a = start
        var b = end
        if max(a.y, b.y) <= 0 || min(a.y, b.y) >= height || min(a.x, b.x) >= width { return }
        let slope = (b.x - a.x) / (b.y - a.y)
        func crossing(atRow y: Float) -> Point { Point(start.x + (y - start.y) * slope, y) }
        if a.y < 0 { a = crossing(atRow: 0) } else if a.y > height { a = crossing(atRow: height) }
        if b.y < 0 { b = crossing(atRow: 0) } else if b.y > height { b = crossing(atRow: height) }
        // Cut at the left and the right border; each piece lies wholly on one side of both.
        var cuts = [a]
        let borders: [Float] = a.x <= b.x ? [0, width] : [width, 0]
        for border in borders where (a.x < border) != (b.x < border) && a.x != b.x {
            let y = a.y + (border - a.x) / (b.x - a.x) * (b.y - a.y)
            cuts.append(Point(border, max(min(a.y, b.y), min(max(a.y, b.y), y))))
        }
        cuts.append(b)
        for index in 1..<cuts.count {
            var from = cuts[index - 1]
            var to = cuts[index]
            if min(from.x, to.x) >= width { continue }
            from.x = max(0, min(width, from.x))
            to.x = max(0, min(width, to.x))
            if from.y != to.y { accumulate(from, to) }
        }
    }

    /// Adds an edge that lies inside the clip, given in pixels from the clip's top left.
    private mutating func accumulate(_ start: Point, _ end: Point) {
        let isDownward = start.y < end.y
        let direction: Float = isDownward ? 1 : -1
        let top = isDownward ? start : end
        let bottom = isDownward ? end : start
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let first = Int(top.y)
        let last = min(rows - 1, Int(bottom.y))
        if first > last { return }
        firstRow = min(firstRow, first)
        lastRow = max(lastRow, last)
        var x = top.x
        var y = top.y
        for row in first...last {
            let nextY = min(Float(row + 1), bottom.y)
            let dy = nextY - y
            if dy <= 0 { break }
            // Rounding may carry the running x past the edge's own end.
            let nextX = max(0, min(width, x + slope * dy))
            addRow(row, from: x, to: nextX, change: dy * direction)
            x = nextX
            y = nextY
        }
    }

    /// Adds the part of an edge inside one row: it enters at `from`, leaves at `to` and changes the covered height by `change`.
    @inline(__always)
    private func addRow(_ row: Int, from: Float, to: Float, change: Float) {
        let cell = cells + row * stride
        let left = min(from, to)
        let right = max(from, to)
        let firstCell = Int(left)
        let firstEdge = Float(firstCell)
        // Rounding up by the library is a call on processors of the base model.
        let below = Int(right)
        let lastCell = Float(below) < right ? below + 1 : below
        if lastCell <= firstCell + 1 {
            let mean = 0.5 * (from + to) - firstEdge
            cell[firstCell] += change - change * mean
            cell[firstCell + 1] += change * mean
            mark(row, firstCell, firstCell + 1)
            return
        }
        let share = 1 / (right - left)
        let inset = left - firstEdge
        let firstArea = 0.5 * share * (1 - inset) * (1 - inset)
        let overhang = right - Float(lastCell) + 1
        let lastArea = 0.5 * share * overhang * overhang
        cell[firstCell] += change * firstArea
        if lastCell == firstCell + 2 {
            cell[firstCell + 1] += change * (1 - firstArea - lastArea)
        } else {
            let second = share * (1.5 - inset)
            cell[firstCell + 1] += change * (second - firstArea)
            for index in (firstCell + 2)..<(lastCell - 1) { cell[index] += change * share }
            let reached = second + Float(lastCell - firstCell - 3) * share
            cell[lastCell - 1] += change * (1 - reached - lastArea)
        }
        cell[lastCell] += change * lastArea
        mark(row, firstCell, lastCell)
    }

    @inline(__always)
    private func mark(_ row: Int, _ first: Int, _ last: Int) {
        let words = touched + row * wordsPerRow
        let firstWord = first >> 6
        let lastWord = last >> 6
        let head = ~UInt64(0) << UInt64(first & 63)
        let tail = ~UInt64(0) >> UInt64(63 - (last & 63))
        if firstWord == lastWord {
            words[firstWord] |= head & tail
        } else {
            words[firstWord] |= head
            for index in (firstWord + 1)..<lastWord { words[index] = ~0 }
            words[lastWord] |= tail
        }
    }
}
