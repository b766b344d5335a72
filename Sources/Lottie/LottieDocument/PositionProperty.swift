import CPlatform

/// A position over time, which can move along curves or have separately animated coordinates.
public enum PositionProperty: Sendable {
    /// A constant position.
    case fixed(Vector)
    /// Keyframes. `curves[i]` is the path from keyframe i to the next one, or `nil` if it is a straight line.
    case animated(KeyframeTrack<Vector>, curves: [MotionCurve?])
    /// Separately animated coordinates.
    indirect case split(x: Property<Double>, y: Property<Double>, z: Property<Double>)
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
