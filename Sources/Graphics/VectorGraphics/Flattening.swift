extension Path {
    /// The largest distance between a curve and a line that replaces it, in pixels.
    ///
    /// An error of 1/20 pixel changes the coverage of an edge pixel by less than is visible at terminal sizes.
    static let flatness: Float = 0.05
    /// The largest number of lines for one segment.
    ///
    /// It is enough for a curve of ten thousand pixels, and limits the work for hostile files.
    static let maxLines: Float = 256
}

/// The lines that replace a cubic segment.
///
/// Lines between points of a curve lie on the inner side of its bend, so that shapes would become smaller. The corners
/// between the lines are therefore moved to the outer side, so far that the lines enclose the area of the curve. The
/// lines can then be longer, and the coverage of a pixel is on average as exact.
struct CurveLines {
    // A corner at the parameter t is `start + t·(linear + t·(quadratic + t·cubic))`.
    private var start: Point
    private let linear: Point
    private let quadratic: Point
    private let cubic: Point
    /// A factor for the number of a line.
    private var step: Float = 1
    /// The number of lines, at least 1.
    private(set) var count = 1

    /// The largest distance between a curve and a line between two of its points, before corners are moved.
    private static let flatness = 1.5 * Path.flatness

    /// Chooses the lines for a segment.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per unit of the coordinates, less if the lines can be less exact.
    ///   - minCount: The number of lines that are needed for another reason, if it is at least 1.
    @inline(__always)
    init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, scale: Float, minCount: Float = 0) {
        let bends = (p0 - p1 - p1 + p2, p1 - p2 - p2 + p3)
        start = p0
        quadratic = 3 * bends.0
        cubic = bends.1 - bends.0
        let slope = 3 * (p1 - p0)
        // The error of n chords is at most the largest second derivative divided by 8·n².
        let error = 0.75 * max(bends.0.dot(bends.0), bends.1.dot(bends.1)).squareRoot() * scale
        // The comparisons are false for NaN, which gives one line.
        let number = max(error > Path.flatness ? max(1, (error / Self.flatness).squareRoot()) : 0, minCount)
        guard number >= 1 else {
            linear = slope
            return
        }
        count = Int(min(number, Path.maxLines - 1)) + 1
        let lines = Float(count)
        step = 1 / lines
        // A chord cuts off an area of a twelfth of the second derivative; of n chords, n - 1 corners make up for it.
        let shift = step / (12 * (lines - 1))
        start = p0 - 2 * shift * quadratic
        linear = slope - 6 * shift * cubic
    }

    /// Returns the corner between line `index - 1` and line `index`; there is none before the first and after the last.
    @inline(__always)
    func corner(_ index: Int) -> Point {
        let t = Float(index) * step
        return start + t * (linear + t * (quadratic + t * cubic))
    }
}

extension Rasterizer {
    /// Adds the area that a path encloses.
    ///
    /// Open contours are closed with a straight edge.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - transform: The map from the path's coordinates to canvas pixels.
    public func fill(_ path: Path, transform: AffineTransform) {
        guard transform.isFinite else { return }
        withEdges { edges in
            path.points.withUnsafeBufferPointer { points in
                for contour in path.contours where contour.segmentCount > 0 {
                    precondition(path.containsPoints(of: contour), "a contour's points are in its path")
                    edges.fill(contour, of: points, transform: transform)
                }
            }
        }
    }
}

extension EdgeAccumulator {
    /// Adds the area that a contour encloses.
    @inline(__always)
    fileprivate mutating func fill(
        _ contour: Path.Contour, of points: UnsafeBufferPointer<Point>, transform: AffineTransform
    ) {
        let first = transform.transformed(points[contour.start])
        var current = first
        var index = contour.start + 1
        for _ in 0..<contour.segmentCount {
            if remainingWork < 0 { return }
            let end = transform.transformed(points[index + 2])
            if points[index] == points[index - 1] && points[index + 1] == points[index + 2] {
                addLine(from: current, to: end)
            } else {
                addCurve(current, transform.transformed(points[index]), transform.transformed(points[index + 1]), end)
            }
            current = end
            index += 3
        }
        if current != first { addLine(from: current, to: first) }
    }

    @inline(__always)
    private mutating func addCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        // A curve lies inside the hull of its points.
        let low = pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3)) - origin
        let high = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3)) - origin
        if high.y <= 0 || low.y >= height || low.x >= width {
            remainingWork &-= 1
            return
        }
        // Left of the clip only the rows matter that the curve spans.
        if high.x <= 0 { return addLine(from: p0, to: p3) }
        let lines = CurveLines(p0, p1, p2, p3, scale: exactness)
        var previous = p0
        for index in 1..<max(1, lines.count) {
            let next = lines.corner(index)
            addLine(from: previous, to: next)
            previous = next
        }
        addLine(from: previous, to: p3)
    }
}
