/// A path of contours of cubic Bézier segments.
///
/// A contour of n segments has 1 + 3·n consecutive points: its start, then for each segment the two control points and
/// the end. A straight line is a segment whose control points equal its ends. A closed contour ends at its start.
public struct Path: Sendable, Equatable {
    /// A connected sequence of segments.
    public struct Contour: Sendable, Equatable {
        /// The index of the contour's start in `points`.
        public var start: Int
        /// The number of segments; 0 for a single point.
        public var segmentCount: Int
        /// Whether the end is joined to the start, which affects strokes but not fills.
        public var isClosed: Bool

        /// Creates a contour of `segmentCount` segments whose points begin at the index `start`.
        @inlinable public init(start: Int, segmentCount: Int, isClosed: Bool) {
            self.start = start
            self.segmentCount = segmentCount
            self.isClosed = isClosed
        }
    }

    /// Returns whether the path has all points of a contour.
    ///
    /// Callers can set both lists to anything, and loops read points from a buffer that release builds do not check.
    func containsPoints(of contour: Contour) -> Bool {
        contour.start >= 0 && contour.start < points.count
            && contour.segmentCount <= (points.count - contour.start - 1) / 3
    }

    /// All points, in the order of the contours.
    public var points: [Point] = []
    /// The contours, in drawing order.
    public var contours: [Contour] = []

    /// Creates an empty path.
    public init() {}

    /// Whether the path has no contour.
    @inlinable public var isEmpty: Bool { contours.isEmpty }

    /// Removes all contours and keeps their memory.
    @inlinable public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        contours.removeAll(keepingCapacity: true)
    }

    /// Begins a new open contour at `point`.
    @inlinable public mutating func move(to point: Point) {
        contours.append(Contour(start: points.count, segmentCount: 0, isClosed: false))
        points.append(point)
    }

    /// Appends a straight segment.
    ///
    /// - Precondition: The path has a contour.
    @inlinable public mutating func addLine(to point: Point) {
        addCurve(to: point, control1: points[points.count - 1], control2: point)
    }

    /// Appends a cubic segment.
    ///
    /// - Precondition: The path has a contour.
    @inlinable public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
        points.append(control1)
        points.append(control2)
        points.append(point)
        contours[contours.count - 1].segmentCount += 1
    }

    /// Closes the last contour, with a straight segment if its end differs from its start.
    @inlinable public mutating func close() {
        guard let last = contours.last else { return }
        let first = points[last.start]
        if points[points.count - 1] != first { addLine(to: first) }
        contours[contours.count - 1].isClosed = true
    }

    /// Appends the contours of `other`, transformed by `transform`.
    public mutating func append(_ other: Path, transform: AffineTransform = .identity) {
        let offset = points.count
        for contour in other.contours {
            contours.append(
                Contour(start: contour.start + offset, segmentCount: contour.segmentCount, isClosed: contour.isClosed))
        }
        if transform == .identity {
            points.append(contentsOf: other.points)
        } else {
            // No capacity is reserved: an exact reservation in each of many calls would move all points each time.
            for point in other.points { points.append(transform.transformed(point)) }
        }
    }

    /// Reverses the direction of every contour.
    public mutating func reverse() {
        for contour in contours {
            points[contour.start...(contour.start + 3 * contour.segmentCount)].reverse()
        }
    }

    /// Returns the corners of the bounding rectangle of all transformed points, or nil if the path has no points.
    ///
    /// The rectangle includes control points and may therefore be larger than the curve.
    public func bounds(transform: AffineTransform) -> (low: Point, high: Point)? {
        guard let first = points.first else { return nil }
        var low = transform.transformed(first)
        var high = low
        for point in points {
            let mapped = transform.transformed(point)
            low = pointwiseMin(low, mapped)
            high = pointwiseMax(high, mapped)
        }
        return (low, high)
    }
}
