import CPlatform
import LottieDocument
import VectorGraphics

/// A path along which letters are placed, approximated by chords.
struct SampledPath {
    private var points: [Point] = []
    private var lengths: [Double] = []
    private let isClosed: Bool
    /// The number of chords per segment.
    static let chordsPerSegment = 64

    /// Creates a walk along `shape`, or returns nil if the shape has no length.
    init?(_ shape: BezierShape, isReversed: Bool) {
        isClosed = shape.isClosed
        guard let first = shape.points.first else { return nil }
        points.append(first)
        for index in 0..<shape.segmentCount {
            let place = 3 * index
            let segment = Segment(
                p0: shape.points[place], p1: shape.points[place + 1], p2: shape.points[place + 2],
                p3: shape.points[place + 3])
            for step in 1...Self.chordsPerSegment {
                points.append(segment.point(at: Float(step) / Float(Self.chordsPerSegment)))
            }
        }
        if isReversed { points.reverse() }
        var sum = 0.0
        lengths.append(0)
        for (from, to) in zip(points, points.dropFirst()) {
            sum += Double((to - from).length)
            lengths.append(sum)
        }
        guard sum > 0, sum.isFinite else { return nil }
    }

    /// The length of the whole path.
    var length: Double { lengths[lengths.count - 1] }

    /// Returns the point at a distance from the start, and the direction there in degrees.
    ///
    /// The position wraps around on a closed path; an open one is extended straight beyond its ends.
    func position(at distance: Double) -> (point: Point, degrees: Double) {
        var place = distance.isFinite ? distance : 0
        if isClosed {
            place = place.truncatingRemainder(dividingBy: length)
            if place < 0 { place += length }
        }
        var low = 0
        var high = lengths.count - 1
        while low + 1 < high {
            let middle = (low + high) / 2
            if lengths[middle] <= place { low = middle } else { high = middle }
        }
        let span = lengths[high] - lengths[low]
        let step = points[high] - points[low]
        let share = span > 0 ? (place - lengths[low]) / span : 0
        return (points[low] + step * Float(share), Double(atan2f(step.y, step.x)) * 180 / .pi)
    }
}
