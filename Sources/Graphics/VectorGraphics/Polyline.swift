/// A contour that is flattened to straight lines, for stroking.
struct Polyline {
    /// The vertices. Neighbours differ, and a closed line does not repeat its start.
    var points: [Point] = []
    /// Whether each vertex is a joint of the path's own segments, which gets the stroke's join.
    var isCorner: [Bool] = []
    /// Whether the last vertex is joined to the first.
    var isClosed = false
    /// The number of vertices from which on curves become single lines; it limits memory and exceeds what pixels can
    /// show.
    private static let maxFinePoints = 200_000

    /// Removes all vertices and keeps their memory.
    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        isCorner.removeAll(keepingCapacity: true)
        isClosed = false
    }

    /// Appends a vertex unless it equals the last one.
    @inline(__always)
    mutating func append(_ point: Point, isCorner corner: Bool) {
        if let last = points.last, last == point {
            if corner { isCorner[isCorner.count - 1] = true }
            return
        }
        points.append(point)
        isCorner.append(corner)
    }

    /// Replaces the line with one contour of `path`.
    ///
    /// - Parameters:
    ///   - contour: The contour.
    ///   - path: The path of the contour.
    ///   - transform: The map that is applied to the contour's points.
    ///   - scale: The number of pixels per unit of the transformed coordinates, less if the lines can be less exact.
    ///   - halfWidth: Half the stroke width, in transformed units. Wide strokes have longer edges and need more lines.
    mutating func flatten(
        _ contour: Path.Contour, of path: Path, transform: AffineTransform, scale: Float, halfWidth: Float
    ) {
        removeAll()
        precondition(path.containsPoints(of: contour), "a contour's points are in its path")
        path.points.withUnsafeBufferPointer { points in
            let isIdentity = transform == .identity
            @inline(__always) func mapped(_ index: Int) -> Point {
                isIdentity ? points[index] : transform.transformed(points[index])
            }
            var current = mapped(contour.start)
            append(current, isCorner: true)
            var index = contour.start + 1
            for _ in 0..<contour.segmentCount {
                let end = mapped(index + 2)
                if points[index] != points[index - 1] || points[index + 1] != points[index + 2] {
                    appendCurve(current, mapped(index), mapped(index + 1), end, scale: scale, reach: halfWidth)
                }
                append(end, isCorner: true)
                current = end
                index += 3
            }
        }
        isClosed = contour.isClosed
        if isClosed && points.count > 1 && points[0] == points[points.count - 1] {
            points.removeLast()
            isCorner.removeLast()
        }
    }

    /// Appends the inner vertices of a flattened cubic.
    private mutating func appendCurve(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point, scale: Float, reach: Float) {
        // The outer edge of the stroke has the curve's radius plus `reach`, so the turning is split into enough pieces.
        let turning = Self.turnEstimate(p1 - p0, p2 - p1) + Self.turnEstimate(p2 - p1, p3 - p2)
        let step = (8 * Path.flatness / max(0.25, reach * scale)).squareRoot()
        if points.count > Self.maxFinePoints { return }
        let lines = CurveLines(p0, p1, p2, p3, scale: scale, minCount: turning / step)
        for index in 1..<max(1, lines.count) { append(lines.corner(index), isCorner: false) }
    }

    /// Returns an upper estimate of the angle between two vectors, from 0 to 3.2.
    private static func turnEstimate(_ a: Point, _ b: Point) -> Float {
        let product = (a.dot(a) * b.dot(b)).squareRoot()
        if !(product > 0) { return 0 }
        // 1.6·√(2(1−cos φ)) bounds φ from above on 0…π.
        return 1.6 * (2 * max(0, 1 - a.dot(b) / product)).squareRoot()
    }
}
