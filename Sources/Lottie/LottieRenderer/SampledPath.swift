import CPlatform
import LottieDocument
import VectorGraphics

/// A path along which letters are placed, approximated by chords.
struct SampledPath {
    private var points: [Point] = []
    private var lengths: [Double] = []
    /// Whether the path ends where it begins.
    let isClosed: Bool
    /// The number of chords per segment; lottie-web's, because a letter has the direction of its chord (`bez.js`).
    static let chordsPerSegment = 149

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

    /// Returns the point at a distance from a place on the path, and the direction there in degrees.
    ///
    /// On a closed path, a positive distance wraps around, and a negative one extends the path straight backwards from
    /// the place; an open path is extended straight beyond its ends.
    func position(at distance: Double, from start: Double = 0) -> (point: Point, degrees: Double) {
        var place = start + (distance.isFinite ? distance : 0)
        var chord = self.chord(at: isClosed && distance < 0 ? start : place)
        if isClosed, distance >= 0 {
            place = place.truncatingRemainder(dividingBy: length)
            chord = self.chord(at: place)
        }
        let (low, high) = chord
        let span = lengths[high] - lengths[low]
        let step = points[high] - points[low]
        let share = span > 0 ? (place - lengths[low]) / span : 0
        return (points[low] + step * Float(share), Double(atan2f(step.y, step.x)) * 180 / .pi)
    }

    /// Returns the numbers of the first and last point of the chord at a distance from the start of the path.
    private func chord(at place: Double) -> (low: Int, high: Int) {
        var low = 0
        var high = lengths.count - 1
        while low + 1 < high {
            let middle = (low + high) / 2
            if lengths[middle] <= place { low = middle } else { high = middle }
        }
        return (low, high)
    }
}
