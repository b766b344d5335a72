/// A line that leads back on itself, such as a closed line between two points.
///
/// Its outline is that of the line between its outermost points. With the outlines of both ways, which lie on each other,
/// the partly covered pixels at their sides would count twice.
struct FoldedLine {
    /// What the line does at an outermost point.
    enum End {
        /// It ends there, with its cap.
        case open
        /// It turns at a corner, with the join of half a turn.
        case corner
        /// It turns inside of a curve, whose tip is round.
        case curve
    }

    /// The outermost points.
    let points: (first: Point, last: Point)
    /// What the line does there.
    let ends: (first: End, last: End)

    /// The greatest number of points of a line that is examined.
    private static let maxPointCount = 64
    /// The greatest distance of a point from the line, as a part of the line's length, where both have the same scale.
    private static let tolerance: Float = 1e-4

    /// Creates the outermost points of a line; returns nil for a line that does not lead back on itself.
    ///
    /// - Parameter aspect: The quotient of the least and the greatest scale of the map to pixels, which can make a flat line
    ///   wide.
    init?(_ line: borrowing Polyline, aspect: Float = 1) {
        let tolerance = Self.tolerance * aspect
        let points = line.points
        guard points.count > (line.isClosed ? 1 : 2), points.count <= Self.maxPointCount else { return nil }
        let origin = points[0]
        var axis = points[1] - origin
        // Most lines have a corner at their second point.
        if points.count > 2, !Self.isFlat(points[2] - origin, along: axis, tolerance) { return nil }
        for point in points where (point - origin).dot(point - origin) > axis.dot(axis) { axis = point - origin }
        let square = axis.dot(axis)
        guard square > 0, points.allSatisfy({ Self.isFlat($0 - origin, along: axis, tolerance) }) else { return nil }
        let places = points.map { ($0 - origin).dot(axis) / square }
        guard let low = places.min(), let high = places.max() else { return nil }
        let isClosed = line.isClosed
        if !isClosed, zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
        let corners = line.isCorner
        func end(at place: Float) -> End {
            if !isClosed, places[0] == place || places[places.count - 1] == place { return .open }
            return zip(places, corners).contains { $0 == place && $1 } ? .corner : .curve
        }
        self.points = (origin + axis * low, origin + axis * high)
        ends = (end(at: low), end(at: high))
    }

    private static func isFlat(_ vector: Point, along axis: Point, _ tolerance: Float) -> Bool {
        let across = axis.cross(vector)
        return across * across <= tolerance * tolerance * axis.dot(axis) * max(axis.dot(axis), vector.dot(vector))
    }
}
