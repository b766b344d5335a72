extension Path {
    /// The largest distance between a curve and the lines that approximate it, in pixels.
    ///
    /// An error of 1/20 pixel changes the coverage of an edge pixel by less than is visible at terminal sizes.
    static let flatness: Float = 0.05
    /// The largest number of lines for one segment.
    ///
    /// It is enough for a curve of ten thousand pixels, and limits the work for hostile files.
    static let maxLines: Float = 256

    /// Returns the number of lines, at least 1, that approximate a cubic within `flatness`.
    @inline(__always)
    static func lineCount(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, scale: Float = 1) -> Int {
        // The error of n chords is at most the largest second derivative divided by 8·n².
        let bend1 = (p0 - p1 - p1 + p2)
        let bend2 = (p1 - p2 - p2 + p3)
        let bend = 6 * max(bend1.length, bend2.length) * scale
        let count = (bend / (8 * flatness)).squareRoot()
        // The comparison is false for NaN, which gives one line.
        return count > 1 ? Int(min(count, maxLines - 1)) + 1 : 1
    }

    /// Returns the point of a cubic at the parameter `t`.
    @inline(__always)
    static func point(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, at t: Float) -> Point {
        let u = 1 - t
        let a = p0 * (u * u * u)
        let b = p1 * (3 * u * u * t)
        let c = p2 * (3 * u * t * t)
        return a + b + c + p3 * (t * t * t)
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
        let count = Path.lineCount(p0, p1, p2, p3)
        var previous = p0
        let step = 1 / Float(count)
        for index in 1..<max(1, count) {
            let next = Path.point(p0, p1, p2, p3, at: Float(index) * step)
            addLine(from: previous, to: next)
            previous = next
        }
        addLine(from: previous, to: p3)
    }
}
