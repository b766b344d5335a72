import CPlatform

/// A position over time, which can move along curves or have separately animated coordinates.
public enum PositionProperty: Sendable {
    /// A constant position.
    case fixed(Vector)
    /// Keyframes. `curves[i]` is the path from keyframe i to the next one, or `nil` if it is a straight line.
    case animated(KeyframeTrack<Vector>, curves: [MotionCurve?])
    /// Separately animated coordinates.
    case split(x: Property<Double>, y: Property<Double>, z: Property<Double>)
    /// One of the other cases, with an expression.
    case scripted(ScriptedPosition)
    /// Positions that a binding computes.
    case bound(PropertyBinding<Vector>)

    /// Returns the position at `time`, in frames of the composition that contains the property.
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
                // Before its start the curve has no chord: lottie-web then searches to the end of the curve, and stays
                // there as long as time moves forward (`PropertyFactory.js`).
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

    /// The times of the first and the last keyframe, between which the position changes; nil if it is constant.
    package var changingTimes: ClosedRange<Double>? {
        switch self {
        case .fixed: nil
        case .animated(let track, _): track.changingTimes
        case .scripted, .bound: -.infinity ... .infinity
        case .split(let x, let y, let z): [x, y, z].compactMap(\.changingTimes).spanned
        }
    }

    /// Returns the direction of motion at `time`, in degrees clockwise from the x axis; 0 if nothing moves.
    ///
    /// As in lottie-web (`TransformProperty.js`), it is the direction from the position a hundredth of a frame earlier.
    /// At and beyond the first and the last keyframe, it is the direction just inside them. Expressions and the
    /// repetition of keyframes do not change it. With separate coordinates, the keyframes of x decide for both, and
    /// there is no direction unless both have keyframes.
    public func direction(at time: Double) -> Double {
        let (now, before): (Vector, Vector)
        switch self {
        case .fixed: return 0
        case .scripted(let scripted): return scripted.plain.direction(at: time)
        case .animated(let track, let curves):
            let keys = track.keyframes
            guard let plain = KeyframeTrack(keys) else { return 0 }
            let path = Self.animated(plain, curves: curves)
            // lottie-web keeps positions as 32-bit numbers, in which the first hundredth of a slow start is no step.
            func kept(_ time: Double) -> Vector { Vector(SIMD3<Float>(path.value(at: time))) }
            let (first, last) = (keys[0].time, keys[keys.count - 1].time)
            if time <= first {
                (now, before) = (kept(first + 0.01), kept(first))
            } else if time >= last {
                (now, before) = (kept(last), kept(last - 0.05))
            } else {
                (now, before) = (kept(time), kept(time - 0.01))
            }
        case .split(let x, let y, _):
            guard let xMotion = x.step(at: time, asFor: x), let yMotion = y.step(at: time, asFor: x) else { return 0 }
            (now, before) = (Vector(xMotion.now, yMotion.now, 0), Vector(xMotion.before, yMotion.before, 0))
        case .bound:
            (now, before) = (value(at: time), value(at: time - 0.01))
        }
        let step = now - before
        return step.x == 0 && step.y == 0 ? 0 : atan2(step.y, step.x) * 180 / .pi
    }
}

extension Property<Double> {
    /// The keyframes without an expression and without repetition; nil if there are none.
    private var plainTrack: KeyframeTrack<Double>? {
        switch self {
        case .fixed, .bound: nil
        case .animated(let track): KeyframeTrack(track.keyframes)
        case .scripted(let scripted): scripted.plain.plainTrack
        }
    }

    /// Returns the value at `time` and a hundredth of a frame before, each just inside the property's own keyframes while
    /// `time` is not inside those of `leader`; nil if a property has no keyframes.
    ///
    /// What the caller has put in place of the keyframes has no first and last one.
    fileprivate func step(at time: Double, asFor leader: Self) -> (now: Double, before: Double)? {
        if case .bound = leader { return (value(at: time), value(at: time - 0.01)) }
        if case .bound = self { return (value(at: time), value(at: time - 0.01)) }
        guard let track = plainTrack, let times = leader.plainTrack?.changingTimes else { return nil }
        let own = track.changingTimes
        if time <= times.lowerBound {
            return (track.value(at: own.lowerBound + 0.01), track.value(at: own.lowerBound))
        }
        if time >= times.upperBound {
            return (track.value(at: own.upperBound), track.value(at: own.upperBound - 0.01))
        }
        return (track.value(at: time), track.value(at: time - 0.01))
    }
}

extension [ClosedRange<Double>] {
    /// The range from the lowest to the highest bound; nil if there is no range.
    package var spanned: ClosedRange<Double>? {
        guard let low = map(\.lowerBound).min(), let high = map(\.upperBound).max() else { return nil }
        return low...high
    }
}

/// A cubic curve along which a position moves. Progress is proportional to arc length, so only the easing decides the
/// speed.
public struct MotionCurve: Sendable {
    private let start: Vector
    private let control1: Vector
    private let control2: Vector
    private let end: Vector
    /// The arc lengths up to the parameters k / (count − 1).
    private let lengths: [Double]
    /// The number of chords that approximate the arc length; they are accurate to about a tenth of a pixel for curves
    /// of thousands of pixels.
    private static let chordCount = 64

    /// Creates a curve from its end points and tangents that are relative to them; fails if the curve is a straight
    /// line.
    ///
    /// A straight line is left to plain interpolation, whose easing is per component (lottie-web,
    /// `PropertyFactory.js`).
    ///
    /// - Parameter keepsStraight: Whether to keep a curve whose tangents lie along the chord, because they can lead
    ///   beyond its ends.
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
        lengths.reserveCapacity(Self.chordCount + 1)
        var previous = start
        var total = 0.0
        for step in 1...Self.chordCount {
            let point = Self.point(start, control1, control2, end, at: Double(step) / Double(Self.chordCount))
            let chord = point - previous
            total += (chord * chord).sum().squareRoot()
            lengths.append(total)
            previous = point
        }
        guard total.isFinite, total > 0 else { return nil }
        self.lengths = lengths
    }

    /// Returns the point at a share of the arc length, clamped to 0…1, and the direction of motion there.
    public func position(at progress: Double) -> (point: Vector, tangent: Vector) {
        let target = max(0, min(1, progress)) * lengths[Self.chordCount]
        var low = 0
        var high = Self.chordCount
        while low + 1 < high {
            let middle = (low + high) / 2
            if lengths[middle] <= target { low = middle } else { high = middle }
        }
        let span = lengths[high] - lengths[low]
        let share = span > 0 ? (target - lengths[low]) / span : 0
        let t = (Double(low) + share) / Double(Self.chordCount)
        let u = 1 - t
        let tangent = (control1 - start) * (u * u) + (control2 - control1) * (2 * u * t) + (end - control2) * (t * t)
        return (Self.point(start, control1, control2, end, at: t), tangent)
    }

    private static func point(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector, at t: Double) -> Vector {
        let u = 1 - t
        let near = p0 * (u * u * u) + p1 * (3 * u * u * t)
        return near + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }

    /// Returns whether both tangents lie along the chord or its extension, as in lottie-web.
    private static func isStraight(_ p0: Vector, _ p1: Vector, _ p2: Vector, _ p3: Vector) -> Bool {
        let chord = p3 - p0
        if p1 == p0 && p2 == p3 { return true }
        if chord == .zero { return false }
        func isNearChord(_ point: Vector) -> Bool {
            let offset = point - p0
            let cross = Vector(
                chord.y * offset.z - chord.z * offset.y, chord.z * offset.x - chord.x * offset.z,
                chord.x * offset.y - chord.y * offset.x)
            // The length of `cross` is twice the area of the triangle; the limit is lottie-web's.
            return (cross * cross).sum().squareRoot() < 0.001
        }
        return isNearChord(p1) && isNearChord(p2)
    }
}
