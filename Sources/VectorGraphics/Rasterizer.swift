/// Turns polygons into exact area coverage.
///
/// Every edge adds, to the cells it crosses, how much it changes the covered area of its row from there on; a running sum
/// along the row gives each pixel's signed coverage. A bit per cell remembers which cells were touched, so that the sum
/// visits only those and the runs between them are spans as they stand.
///
/// It is a class because its buffers are scratch memory with one owner, reused from shape to shape.
public final class Rasterizer {
    /// Widest and highest clip: spans hold columns and rows in 16 bits.
    public static let largestSide = 16_384

    // Scratch memory behind a safe face: every index is bounded by `clip`, which `begin` checks against the capacity.
    private var cells: UnsafeMutablePointer<Float>
    private var touched: UnsafeMutablePointer<UInt64>
    private var cellCapacity = 0
    private var wordCapacity = 0

    private var clip = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    private var stride = 0
    private var wordsPerRow = 0
    private var firstRow = Int.max
    private var lastRow = -1
    private var width: Float = 0
    private var height: Float = 0

    /// A rasterizer without memory; `begin` takes what it needs.
    public init() {
        cells = .allocate(capacity: 0)
        touched = .allocate(capacity: 0)
    }

    deinit {
        cells.deallocate()
        touched.deallocate()
    }

    /// Starts a shape of which only the pixels inside `clip` are wanted.
    /// - Precondition: no side of `clip` is beyond `largestSide`, nor is any of its edges.
    public func begin(clip: PixelRect) {
        precondition(clip.width <= Self.largestSide && clip.height <= Self.largestSide)
        self.clip = clip
        width = Float(clip.width)
        height = Float(clip.height)
        // Two cells more than pixels: an edge on the right border touches the cell behind it and the next.
        stride = clip.width + 2
        wordsPerRow = (stride + 63) >> 6
        if stride * clip.height > cellCapacity {
            cells.deallocate()
            cellCapacity = stride * clip.height
            cells = .allocate(capacity: cellCapacity)
            cells.initialize(repeating: 0, count: cellCapacity)
        }
        if wordsPerRow * clip.height > wordCapacity {
            touched.deallocate()
            wordCapacity = wordsPerRow * clip.height
            touched = .allocate(capacity: wordCapacity)
            touched.initialize(repeating: 0, count: wordCapacity)
        }
        firstRow = Int.max
        lastRow = -1
    }

    /// Adds an edge, in pixels of the canvas. Edges of a shape must form closed polygons; ones that aren't finite are left out.
    @inline(__always)
    public func line(from start: Point, to end: Point) {
        let origin = Point(Float(clip.left), Float(clip.top))
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
    private func clipped(_ start: Point, _ end: Point) {
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
    private func accumulate(_ start: Point, _ end: Point) {
        let isDownward = start.y < end.y
        let direction: Float = isDownward ? 1 : -1
        let top = isDownward ? start : end
        let bottom = isDownward ? end : start
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let first = Int(top.y)
        let last = min(clip.height - 1, Int(bottom.y))
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
        let lastCell = Int(right.rounded(.up))
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

    /// Ends the shape: replaces `coverage` with its spans and leaves the buffers clean for the next one.
    public func finish(_ rule: FillRule, into coverage: inout Coverage) {
        coverage.removeAll()
        guard lastRow >= firstRow else { return }
        var spans = coverage.spans
        coverage.spans = []
        var left = Int.max
        var right = 0
        for row in firstRow...lastRow {
            sweep(row, rule: rule, into: &spans, left: &left, right: &right)
        }
        coverage.spans = spans
        if left < right {
            coverage.bounds = PixelRect(
                left: left + clip.left, top: firstRow + clip.top, right: right + clip.left,
                bottom: lastRow + 1 + clip.top)
        }
    }

    private func sweep(_ row: Int, rule: FillRule, into spans: inout [Span], left: inout Int, right: inout Int) {
        let cell = cells + row * stride
        let words = touched + row * wordsPerRow
        let columns = clip.width
        let y = row + clip.top
        var sum: Float = 0
        var cover: UInt8 = 0
        var runStart = 0
        for index in 0..<wordsPerRow {
            var word = words[index]
            if word == 0 { continue }
            words[index] = 0
            while word != 0 {
                let x = index << 6 + word.trailingZeroBitCount
                word &= word &- 1
                sum += cell[x]
                cell[x] = 0
                let next = Self.coverage(ofSum: sum, rule)
                if next == cover || x >= columns { continue }
                if cover != 0 && x > runStart {
                    left = min(left, runStart)
                    right = max(right, x)
                    spans.append(Span(x: runStart + clip.left, y: y, length: x - runStart, coverage: cover))
                }
                cover = next
                runStart = x
            }
        }
        if cover != 0 && columns > runStart {
            left = min(left, runStart)
            right = columns
            spans.append(Span(x: runStart + clip.left, y: y, length: columns - runStart, coverage: cover))
        }
    }

    /// 0 to 255 from a signed sum of areas.
    @inline(__always)
    private static func coverage(ofSum sum: Float, _ rule: FillRule) -> UInt8 {
        let area = abs(sum)
        switch rule {
        case .nonZero:
            return UInt8(min(area, 1) * 255 + 0.5)
        case .evenOdd:
            let folded = area - 2 * (area * 0.5).rounded(.down)
            return UInt8(min(1, folded > 1 ? 2 - folded : folded) * 255 + 0.5)
        }
    }
}
