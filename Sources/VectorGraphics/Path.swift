/// Contours of cubic Bézier segments.
///
/// A contour of n segments owns 1 + 3·n consecutive points: its start, then for each segment the two control points and
/// the end. A straight line is a segment whose control points lie on its ends. A closed contour ends on its start.
public struct Path: Sendable, Equatable {
    /// One connected run of segments.
    public struct Contour: Sendable, Equatable {
        /// Index of the contour's start in `points`.
        public var start: Int
        /// Segments, 0 for a lone point.
        public var segments: Int
        /// Whether the end is joined to the start: it matters for strokes, not for fills.
        public var isClosed: Bool

        /// The contour of `segments` segments whose points begin at index `start`.
        @inlinable public init(start: Int, segments: Int, isClosed: Bool) {
            self.start = start
            self.segments = segments
            self.isClosed = isClosed
        }
    }

    /// All points, contour by contour.
    public var points: [Point] = []
    /// The contours, in order.
    public var contours: [Contour] = []

    /// A path without contours.
    public init() {}

    /// Whether there is no contour.
    @inlinable public var isEmpty: Bool { contours.isEmpty }

    /// Removes all contours and keeps the memory for the next ones.
    @inlinable public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        contours.removeAll(keepingCapacity: true)
    }

    /// Starts a new open contour.
    @inlinable public mutating func move(to point: Point) {
        contours.append(Contour(start: points.count, segments: 0, isClosed: false))
        points.append(point)
    }

    /// Adds a straight segment.
    /// - Precondition: a contour has been started.
    @inlinable public mutating func line(to point: Point) {
        curve(to: point, control1: points[points.count - 1], control2: point)
    }

    /// Adds a cubic segment.
    /// - Precondition: a contour has been started.
    @inlinable public mutating func curve(to point: Point, control1: Point, control2: Point) {
        points.append(control1)
        points.append(control2)
        points.append(point)
        contours[contours.count - 1].segments += 1
    }

    /// Joins the last contour's end to its start, by a straight segment where they differ.
    @inlinable public mutating func close() {
        guard let last = contours.last else { return }
        let first = points[last.start]
        if points[points.count - 1] != first { line(to: first) }
        contours[contours.count - 1].isClosed = true
    }

    /// Adds the contours of `other` as `transform` maps them.
    public mutating func append(_ other: Path, transform: AffineTransform = .identity) {
        let offset = points.count
        for contour in other.contours {
            contours.append(
                Contour(start: contour.start + offset, segments: contour.segments, isClosed: contour.isClosed))
        }
        if transform == .identity {
            points.append(contentsOf: other.points)
        } else {
            // Nothing is reserved: exact reservations, copy after copy, would move all the points each time.
            for point in other.points { points.append(transform.apply(point)) }
        }
    }

    /// Turns the direction of every contour round.
    public mutating func reverse() {
        for contour in contours {
            points[contour.start...(contour.start + 3 * contour.segments)].reverse()
        }
    }

    /// The corners of the smallest upright rectangle that holds all points as `transform` maps them, or nil without points.
    ///
    /// Control points count, so the rectangle may be larger than the curve.
    public func bounds(transform: AffineTransform) -> (low: Point, high: Point)? {
        guard let first = points.first else { return nil }
        var low = transform.apply(first)
        var high = low
        for point in points {
            let mapped = transform.apply(point)
            low = pointwiseMin(low, mapped)
            high = pointwiseMax(high, mapped)
        }
        return (low, high)
    }
}
