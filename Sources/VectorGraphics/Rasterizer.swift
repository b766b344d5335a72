#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
    private var spans = UnsafeMutablePointer<Span>.allocate(capacity: 0)
    private var spanCapacity = 0
    private var wordCapacity = 0

    private var clip = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// Edges that may still be added, and cells beyond the first that each crosses; not limited unless set.
    ///
    /// A shape that needs more covers nothing, nor does any after it: small files can ask for shapes that take years.
    public var room: Int {
        get { edges.room }
        set { edges.room = newValue }
    }

    /// A rasterizer without memory; `begin` takes what it needs.
    public init() {
        edges = EdgeAccumulator(cells: .zeroed(0), touched: .zeroed(0))
    }

    deinit {
        free(edges.cells)
        free(edges.touched)
        spans.deallocate()
    }

    /// Starts a shape of which only the pixels inside `clip` are wanted.
    /// - Precondition: no side of `clip` is beyond `largestSide`, nor is any of its edges.
    public func begin(clip: PixelRect) {
        precondition(clip.width <= Self.largestSide && clip.height <= Self.largestSide)
        self.clip = clip
        edges.origin = Point(Float(clip.left), Float(clip.top))
        edges.width = Float(clip.width)
        edges.height = Float(clip.height)
        // Two cells more than pixels: an edge on the right border touches the cell behind it and the next.
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
        switch rule {
        case .nonZero: sweep(firstRow...lastRow, into: &coverage) { min($0, Self.full) }
        case .evenOdd:
            sweep(firstRow...lastRow, into: &coverage) { area in
                let folded = area & (2 * Self.full - 1)
                return folded > Self.full ? 2 * Self.full - folded : folded
            }
        }
        if room < 0 { coverage.removeAll() }
    }

    private static let full = UInt32(EdgeAccumulator.fullArea)

    /// Adds the cells of some rows up to spans.
    /// - Parameter area: the covered part of a pixel, 0 to `full`, from the size of the sum of its cells.
    @inline(__always)
    private func sweep(_ rows: ClosedRange<Int>, into coverage: inout Coverage, area: (UInt32) -> UInt32) {
        let edges = edges
        var count = 0
        var left = Int.max
        var right = 0
        for row in rows {
            let start = count
            // A row has at most as many spans as columns.
            if start + clip.width > spanCapacity { growSpans(keeping: start) }
            sweepRow(row, of: edges, area: area, into: spans, count: &count)
            if count > start {
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

    private func growSpans(keeping count: Int) {
        spanCapacity = 2 * (count + clip.width)
        let larger = UnsafeMutablePointer<Span>.allocate(capacity: spanCapacity)
        larger.update(from: spans, count: count)
        spans.deallocate()
        spans = larger
    }

    @inline(__always)
    private func sweepRow(
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
                let next = UInt8(truncatingIfNeeded: (area(sum.magnitude) &* 255 &+ Self.full / 2) / Self.full)
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
