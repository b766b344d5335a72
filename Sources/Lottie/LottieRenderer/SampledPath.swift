import CPlatform
import LottieDocument
import VectorGraphics

/// A path along which letters are placed, approximated by chords.
struct SampledPath {
    private var points: [Point] = []
    private var lengths: [Double] = []
    /// The numbers of the points at which segments begin.
    private var vertices: [Int] = []
    /// Whether the path ends where it begins.
    let isClosed: Bool
    /// The number of chords per curved segment; lottie-web's, because a letter has the direction of its chord (`bez.js`).
    static let chordsPerSegment = 149

    /// Samples `shape`, or returns nil if the shape has no length.
    init?(_ shape: BezierShape, isReversed: Bool) {
        isClosed = shape.isClosed
        guard let first = shape.points.first else { return nil }
        points.append(first)
        for index in 0..<shape.segmentCount {
            let place = 3 * index
            let segment = Segment(
                p0: shape.points[place], p1: shape.points[place + 1], p2: shape.points[place + 2],
                p3: shape.points[place + 3])
            vertices.append(points.count - 1)
            let chords = segment.isStraight ? 1 : Self.chordsPerSegment
            for step in 1...chords {
                points.append(segment.point(at: Float(step) / Float(chords)))
            }
        }
        if isReversed {
            points.reverse()
            vertices = vertices.dropFirst().map { points.count - 1 - $0 } + [0]
        }
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

    /// Returns the distance of a point from the start of the path.
    func length(upTo point: Int) -> Double { lengths[point] }

    /// Returns the number of the last point that is at most `place` from the start of the path, and whether a segment
    /// begins there.
    func lastPoint(upTo place: Double) -> (number: Int, isVertex: Bool) {
        let number = max(0, firstPoint { $0 > place } - 1)
        return (number, vertices.contains(number))
    }

    /// Returns the number of the first point of the chord that reaches `place`; beyond the path it is the last chord.
    func chord(reaching place: Double) -> Int { max(0, min(lengths.count - 1, firstPoint { $0 >= place }) - 1) }

    /// Returns the point on the line through a chord at a distance from the start of the path, and the direction of the
    /// chord in degrees.
    func position(onChord chord: Int, at place: Double) -> (point: Point, degrees: Double) {
        let span = lengths[chord + 1] - lengths[chord]
        let step = points[chord + 1] - points[chord]
        let share = span > 0 ? (place - lengths[chord]) / span : 0
        return (points[chord] + step * Float(share), Double(atan2f(step.y, step.x)) * 180 / .pi)
    }

    /// Returns the number of the first point whose distance from the start has a property that all later ones have, too.
    private func firstPoint(where isBeyond: (Double) -> Bool) -> Int {
        var low = 0
        var high = lengths.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(lengths[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A walk along a path from letter to letter, as lottie-web does it (`TextAnimatorProperty.js`).
///
/// The walk never goes back: a letter behind the one before it is placed on the line through the chord that was reached.
struct PathWalk {
    /// The path.
    let path: SampledPath
    /// The distance from the beginning of the walk to the first letter of a left-aligned line.
    let margin: Double
    /// The chord with which the walk begins, and its distance from the start of the path.
    private let origin: (chord: Int, place: Double)
    private var chord: Int
    /// The length of the rounds that are complete.
    private var rounds = 0.0

    /// Begins a walk.
    ///
    /// With a negative margin on a closed path, the walk begins before the start of the path, at the beginning of a
    /// chord: of the one with the place where the text begins if it is the first one of its segment, otherwise of the
    /// one before.
    init(_ path: SampledPath, firstMargin: Double) {
        self.path = path
        if path.isClosed, firstMargin < 0, firstMargin.isFinite {
            let isOnPath = firstMargin >= -path.length
            let rest = isOnPath ? firstMargin : firstMargin.truncatingRemainder(dividingBy: path.length)
            let (point, isVertex) = path.lastPoint(upTo: path.length + rest)
            margin = path.length + rest - path.length(upTo: point)
            let first = isVertex ? point : max(0, point - 1)
            origin = (first, path.length(upTo: first))
        } else {
            (margin, origin) = (firstMargin, (0, 0))
        }
        chord = origin.chord
    }

    /// Goes back to the beginning of the walk.
    mutating func restart() { (chord, rounds) = (origin.chord, 0) }

    /// Goes on to a distance from the beginning of the walk, and returns the point there and the direction in degrees.
    ///
    /// An open path is extended straight beyond its ends.
    mutating func advance(to distance: Double) -> (point: Point, degrees: Double) {
        let place = origin.place + (distance.isFinite ? distance : 0)
        if place > rounds + path.length(upTo: chord + 1) {
            if path.isClosed { rounds += max(0, ((place - rounds) / path.length).rounded(.up) - 1) * path.length }
            chord = path.chord(reaching: place - rounds)
        }
        return path.position(onChord: chord, at: place - rounds)
    }
}

extension Segment {
    /// Whether lottie-web takes the segment for a straight line, which is a single chord (`bez.js`, `pointOnLine2D`).
    fileprivate var isStraight: Bool {
        func isOnLine(_ point: Point) -> Bool {
            let (from, to) = (SIMD2<Double>(p3 - p0), SIMD2<Double>(point - p0))
            return abs(from.x * to.y - from.y * to.x) < 0.001
        }
        return p0 != p3 && isOnLine(p1) && isOnLine(p2)
    }
}
