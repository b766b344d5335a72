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
    private var edges: EdgeAccumulator
    private var cellCapacity = 0
    private var wordCapacity = 0

    private var clip = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// A rasterizer without memory; `begin` takes what it needs.
    public init() {
        edges = EdgeAccumulator(cells: .allocate(capacity: 0), touched: .allocate(capacity: 0))
    }

    deinit {
        edges.cells.deallocate()
        edges.touched.deallocate()
    }

    /// Starts a shape of which only the pixels inside `clip` are wanted.
    /// - Precondition: no side of `clip` is beyond `largestSide`, nor is any of its edges.
    public func begin(clip: PixelRect) {
        precondition(clip.width <= Self.largestSide && clip.height <= Self.largestSide)
        self.clip = clip
        edges.origin = Point(Float(clip.left), Float(clip.top))
        edges.width = Float(clip.width)
        edges.height = Float(clip.height)
        edges.rows = clip.height
        // Two cells more than pixels: an edge on the right border touches the cell behind it and the next.
        edges.stride = clip.width + 2
        edges.wordsPerRow = (edges.stride + 63) >> 6
        if edges.stride * clip.height > cellCapacity {
            edges.cells.deallocate()
            cellCapacity = edges.stride * clip.height
            edges.cells = .allocate(capacity: cellCapacity)
            edges.cells.initialize(repeating: 0, count: cellCapacity)
        }
        if edges.wordsPerRow * clip.height > wordCapacity {
            edges.touched.deallocate()
            wordCapacity = edges.wordsPerRow * clip.height
            edges.touched = .allocate(capacity: wordCapacity)
            edges.touched.initialize(repeating: 0, count: wordCapacity)
        }
        edges.firstRow = Int.max
        edges.lastRow = -1
    }

    /// Adds an edge, in pixels of the canvas. Edges of a shape must form closed polygons; ones that aren't finite are left out.
    public func line(from start: Point, to end: Point) {
        edges.line(from: start, to: end)
    }

    /// Adds the edges that `add` hands over.
    func withEdges(_ add: (inout EdgeAccumulator) -> Void) {
        var local = edges
        add(&local)
        edges = local
    }

    /// Ends the shape: replaces `coverage` with its spans and leaves the buffers clean for the next one.
    public func finish(_ rule: FillRule, into coverage: inout Coverage) {
        coverage.removeAll()
        let (firstRow, lastRow) = (edges.firstRow, edges.lastRow)
        guard lastRow >= firstRow else { return }
        let edges = edges
        var spans = coverage.spans
        coverage.spans = []
        var left = Int.max
        var right = 0
        for row in firstRow...lastRow {
            sweep(row, of: edges, rule: rule, into: &spans, left: &left, right: &right)
        }
        coverage.spans = spans
        if left < right {
            coverage.bounds = PixelRect(
                left: left + clip.left, top: firstRow + clip.top, right: right + clip.left,
                bottom: lastRow + 1 + clip.top)
        }
    }

    private func sweep(
        _ row: Int, of edges: EdgeAccumulator, rule: FillRule, into spans: inout [Span], left: inout Int,
        right: inout Int
    ) {
        let cell = edges.cells + row * edges.stride
        let words = edges.touched + row * edges.wordsPerRow
        let wordsPerRow = edges.wordsPerRow
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
