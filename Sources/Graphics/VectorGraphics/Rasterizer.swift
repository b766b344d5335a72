import CPlatform

/// A rasterizer that computes the exact area coverage of polygons.
///
/// Every edge adds its change of the covered area to the cells that it crosses. The running sum along a row gives each
/// pixel's signed coverage. One bit per cell records the touched cells, so that the sum visits only those; the runs
/// between them become spans directly.
///
/// A rasterizer is a class because it alone owns its buffers, which it reuses for every shape.
public final class Rasterizer {
    /// The largest side of a clip, in pixels, up to which a `Float` can represent 1/256 of a pixel.
    public static let maxSide = 16_384

    // Scratch memory, owned by this object alone. It holds zeros (`cells`, `touched`) or elements that are written
    // before they are read (`spans`). `clip` bounds every index, and `begin` makes the memory large enough for it:
    // edges lie in the clip from 0 to its width and height, so they touch columns up to width + 1 in rows up to height
    // - 1, and the memory has `stride` columns and `height` rows. A row has at most one span per column.
    private var edges: EdgeAccumulator
    private var cellCapacity = 0
    private var spans = UnsafeMutablePointer<Span>.allocate(capacity: 0)
    private var spanCapacity = 0
    private var wordCapacity = 0

    private var clip = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// The remaining work limit: edges, plus the cells beyond the first that each edge crosses. Unlimited by default.
    ///
    /// When the limit is exceeded, this shape and all later ones have no coverage. Without a limit a small file can
    /// describe shapes that take years to rasterise.
    public var remainingWork: Int {
        get { edges.remainingWork }
        set { edges.remainingWork = newValue }
    }

    /// How many times as wide and high as it is shown the picture is drawn; 1 by default.
    ///
    /// The lines of curves may differ more from them in the pixels of a larger picture. They still become more exact in
    /// those of the shown one, which has thin shapes.
    public var fineness = 1 {
        didSet { edges.exactness = 1 / Float(max(1, fineness)).squareRoot() }
    }
    /// How exact the lines of curves are, at most 1.
    var exactness: Float { edges.exactness }

    /// Creates a rasterizer; `begin` allocates its memory.
    public init() {
        edges = EdgeAccumulator(cells: .zeroed(0), touched: .zeroed(0))
    }

    deinit {
        free(edges.cells)
        free(edges.touched)
        spans.deallocate()
    }

    /// Begins a shape and discards an unfinished one.
    ///
    /// - Parameter clip: The pixels to rasterise; those more than 32,767 pixels from the origin are left out.
    /// - Precondition: No side of `clip` exceeds `maxSide`.
    public func begin(clip: PixelRect) {
        precondition(clip.width <= Self.maxSide && clip.height <= Self.maxSide)
        if edges.lastRow >= edges.firstRow {
            // The unfinished shape's marks must be cleared, because rows of the new clip lie elsewhere in the memory.
            var forgotten = Coverage()
            finish(.nonZero, into: &forgotten)
        }
        let held = clip.intersection(Span.representable)
        let clip = held.isEmpty ? .empty : held
        self.clip = clip
        edges.origin = Point(Float(clip.left), Float(clip.top))
        edges.width = Float(clip.width)
        edges.height = Float(clip.height)
        // Two extra cells per row: an edge on the right border touches the cell behind it and the next one.
        edges.stride = clip.width + 2
        edges.wordsPerRow = (edges.stride + 63) >> 6
        if edges.stride * clip.height > cellCapacity {
            free(edges.cells)
            cellCapacity = edges.stride * clip.height
            edges.cells = .zeroed(cellCapacity)
        }
        if edges.wordsPerRow * clip.height > wordCapacity {
            free(edges.touched)
            wordCapacity = edges.wordsPerRow * clip.height
            edges.touched = .zeroed(wordCapacity)
        }
        edges.firstRow = Int.max
        edges.lastRow = -1
    }

    /// Adds an edge, in canvas pixels.
    ///
    /// The edges of a shape must form closed polygons. Edges that are not finite are left out.
    public func addLine(from start: Point, to end: Point) {
        edges.addLine(from: start, to: end)
    }

    /// Calls `add` with a local copy of the edge accumulator, which keeps its fields out of the class while edges are
    /// added.
    func withEdges(_ add: (inout EdgeAccumulator) -> Void) {
        var local = edges
        add(&local)
        edges = local
    }

    /// Finishes the shape: replaces the contents of `coverage` with its spans and clears the buffers.
    public func finish(_ rule: FillRule, into coverage: inout Coverage) {
        coverage.removeAll()
        let (firstRow, lastRow) = (edges.firstRow, edges.lastRow)
        guard lastRow >= firstRow else { return }
        switch rule {
        case .nonZero: convertRows(firstRow...lastRow, into: &coverage) { min($0, Self.fullArea) }
        case .evenOdd:
            convertRows(firstRow...lastRow, into: &coverage) { area in
                let folded = area & (2 * Self.fullArea - 1)
                return folded > Self.fullArea ? 2 * Self.fullArea - folded : folded
            }
        }
        edges.firstRow = Int.max
        edges.lastRow = -1
        if remainingWork < 0 { coverage.removeAll() }
    }

    /// The accumulated area of a fully covered pixel.
    private static let fullArea = UInt32(EdgeAccumulator.fullArea)

    /// Converts the cells of some rows to spans.
    ///
    /// - Parameter area: A function from the absolute sum of a pixel's cells to its covered area, 0 to `fullArea`.
    @inline(__always)
    private func convertRows(_ rows: ClosedRange<Int>, into coverage: inout Coverage, area: (UInt32) -> UInt32) {
        let edges = edges
        var count = 0
        var left = Int.max
        var right = 0
        for row in rows {
            let start = count
            // A row has at most as many spans as columns.
            if start + clip.width > spanCapacity { growSpans(keeping: start) }
            convertRow(row, of: edges, area: area, into: spans, count: &count)
            if count > start {
                coverage.keepSample(ofRow: row &+ clip.top, from: start, to: count)
                left = min(left, Int(spans[start].x))
                right = max(right, Int(spans[count - 1].x) + Int(spans[count - 1].length))
            }
        }
        coverage.spans.append(contentsOf: UnsafeBufferPointer(start: spans, count: count))
        if count > 0 {
            coverage.bounds = PixelRect(
                left: left, top: rows.lowerBound + clip.top, right: right, bottom: rows.upperBound + 1 + clip.top)
        }
    }

    /// Enlarges the span memory for at least one more row and keeps the first `count` spans.
    private func growSpans(keeping count: Int) {
        spanCapacity = 2 * (count + clip.width)
        let larger = UnsafeMutablePointer<Span>.allocate(capacity: spanCapacity)
        larger.initialize(from: spans, count: count)
        spans.deallocate()
        spans = larger
    }

    /// Appends the spans of one row and clears its cells and bits.
    @inline(__always)
    private func convertRow(
        _ row: Int, of edges: EdgeAccumulator, area: (UInt32) -> UInt32, into spans: UnsafeMutablePointer<Span>,
        count: inout Int
    ) {
        let cell = edges.cells + row &* edges.stride
        let words = edges.touched + row &* edges.wordsPerRow
        let columns = clip.width
        let (offset, y) = (clip.left, row &+ clip.top)
        var sum: Int32 = 0
        var cover: UInt8 = 0
        var runStart = 0
        for index in 0..<edges.wordsPerRow {
            var word = words[index]
            if word == 0 { continue }
            words[index] = 0
            while word != 0 {
                let x = index &<< 6 &+ word.trailingZeroBitCount
                word &= word &- 1
                sum &+= cell[x]
                cell[x] = 0
                let next = UInt8(truncatingIfNeeded: (area(sum.magnitude) &* 255 &+ Self.fullArea / 2) / Self.fullArea)
                if next == cover || x >= columns { continue }
                if cover != 0 {
                    spans[count] = Span(x: runStart &+ offset, y: y, length: x &- runStart, coverage: cover)
                    count &+= 1
                }
                cover = next
                runStart = x
            }
        }
        if cover != 0 && columns > runStart {
            spans[count] = Span(x: runStart &+ offset, y: y, length: columns &- runStart, coverage: cover)
            count &+= 1
        }
    }
}
