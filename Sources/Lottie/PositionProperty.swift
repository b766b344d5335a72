/// A position over time, which may travel along curves or have each coordinate animated by itself.
public enum PositionProperty: Sendable {
    /// One position at all times.
    case fixed(Vector)
    /// Positions over time; `curves[i]` is the way from keyframe i to the next where it is no straight line.
    case animated(KeyframeTrack<Vector>, curves: [MotionCurve?])
    /// Coordinates that are animated by themselves.
    case split(x: Property<Double>, y: Property<Double>, z: Property<Double>)
    /// One of the others, and an expression that makes something else of it.
    case scripted(ScriptedPosition)
    /// Positions that a caller finds.
    case bound(PropertyBinding<Vector>)

    /// The position at `time`, in frames of the composition that holds the property.
    public func value(at time: Double) -> Vector {
        switch self {
        case .fixed(let value): return value
        case .scripted(let scripted): return scripted.value(at: time)
        case .bound(let binding): return binding.value(at: time)
        case .split(let x, let y, let z): return Vector(x.value(at: time), y.value(at: time), z.value(at: time))
        case .animated(let track, let curves):
            let (index, progress) = track.position(at: time)
            let keyframe = track.keyframes[index]
            if progress == 0 || keyframe.easing == .hold { return keyframe.start }
            if let curve = curves[index] {
                let share = keyframe.easing.scalarProgress(at: progress)
                // Before its start there is no chord to stand on: the search for one runs to the curve's end, and stays
                // there as long as time goes forward (lottie-web, `PropertyFactory.js`).
                return curve.position(at: share < 0 || keyframe.easing.startsBackwards ? 1 : share).point
            }
            return .interpolated(
                from: keyframe.start, to: keyframe.end, progress: keyframe.easing.progress(at: progress))
        }
    }

    /// Whether the position changes with time.
    public var isAnimated: Bool {
        switch self {
        case .fixed: false
        case .animated, .scripted, .bound: true
        case .split(let x, let y, let z): x.isAnimated || y.isAnimated || z.isAnimated
        }
    }

    /// Direction of motion at `time` in degrees clockwise from the x axis, 0 where nothing moves.
    ///
    /// It is the direction from the position a hundredth of a frame earlier, as lottie-web has it
    /// (`TransformProperty.js`); at the ends of the keyframes the direction just inside them.
    public func direction(at time: Double) -> Double {
        let (now, before): (Vector, Vector)
        switch self {
        case .fixed: return 0
        case .animated(let track, _):
            let first = track.keyframes[0].time
            let last = track.keyframes[track.keyframes.count - 1].time
            if time <= first {
                (now, before) = (value(at: first + 0.01), value(at: first))
            } else if time >= last {
                (now, before) = (value(at: last), value(at: last - 0.05))
            } else {
                (now, before) = (value(at: time), value(at: time - 0.01))
            }
        case .split, .scripted, .bound:
            (now, before) = (value(at: time), value(at: time - 0.01))
        }
        let step = now - before
        return step.x == 0 && step.y == 0 ? 0 : ElementaryFunctions.atan2(step.y, step.x) * 180 / .pi
    }
}

/// A cubic curve that a position travels along at a speed that easing alone decides: evenly by arc length.
public struct MotionCurve: Sendable {
    private let start: Vector
    private let control1: Vector
    private let control2: Vector
    private let end: Vector
    /// Length of the way up to parameter k / (count − 1).
    private let lengths: [Double]
    /// Chords in which the way is measured; a tenth of a pixel is exact enough up to thousands of pixels.
    private static let chords = 64

    /// The curve from `start` to `end` with tangents relative to them, or nil where it is a straight line.
    ///
    /// A straight one is left to plain interpolation, whose easing is by component (lottie-web, `PropertyFactory.js`).
    /// - Parameter keepsStraight: whether tangents along the chord count, as they may lead beyond its ends.
    public init?(start: Vector, end: Vector, tangentOut: Vector, tangentIn: Vector, keepsStraight: Bool = false) {
        let control1 = start + tangentOut
        let control2 = end + tangentIn
        let isFree = tangentOut != .zero || tangentIn != .zero
        if !(keepsStraight && isFree), Self.isStraight(start, control1, control2, end) { return nil }
        self.start = start
        self.control1 = control1
        self.control2 = control2
        self.end = end
        var lengths = [0.0]
        lengths.reserveCapacity(Self.chords + 1)
        var previous = start
        var total = 0.0
        for step in 1...Self.chords {
            let point = Self.point(start, control1, control2, end, at: Double(step) / Double(Self.chords))
            let chord = point - previous
            total += (chord * chord).sum().squareRoot()
            lengths.append(total)
            previous = point
        }
        guard total.isFinite, total > 0 else { return nil }
        self.lengths = lengths
    }

    /// The point at a share of the way (held within 0 to 1) and the direction of travel there.
    public func position(at progress: Double) -> (point: Vector, tangent: Vector) {
        let target = max(0, min(1, progress)) * lengths[Self.chords]
        var low = 0
        var high = Self.chords
        while low + 1 < high {
            let middle = (low + high) / 2
            if lengths[middle] <= target { low = middle } else { high = middle }
        }
        let span = lengths[high] - lengths[low]
        let share = span > 0 ? (target - lengths[low]) / span : 0
        let t = (Double(low) + share) / Double(Self.chords)
        let u = 1 - t
        let tangent = (control1 - start) * (u * u) + (control2 - control1) * (2 * u * t) + (end - control2) * (t * t)
        return (Self.point(start, control1, control2, end, at: t), tangent)
    }

    private static func point(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector, at t: Double) -> Vector {
        let u = 1 - t
        let near = p0 * (u * u * u) + p1 * (3 * u * u * t)
        return near + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }

    /// Whether both tangents lie along the chord, beyond its ends too, as in lottie-web.
    private static func isStraight(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector) -> Bool {
        let chord = p3 - p0
        if p1 == p0 && p2 == p3 { return true }
        if chord == .zero { return false }
        func isNearChord(_ point: Vector) -> Bool {
            let offset = point - p0
            let cross = Vector(
                chord.y * offset.z - chord.z * offset.y, chord.z * offset.x - chord.x * offset.z,
                chord.x * offset.y - chord.y * offset.x)
            // Twice the triangle's area, with the reference's bound.
            return (cross * cross).sum().squareRoot() < 0.001
        }
        return isNearChord(p1) && isNearChord(p2)
    }
}
