/// How progress between two keyframes follows time.
public enum Easing: Sendable, Equatable {
    /// The start value until the next keyframe.
    case hold
    /// Progress is the share of time gone by.
    case linear
    /// One curve for all components.
    case curve(EasingCurve)
    /// One curve for each of the first three components; further ones follow the third.
    case perComponent(EasingCurve, EasingCurve, EasingCurve)

    /// Progress of each component at `time`, the share of the time between the keyframes gone by (0 to 1).
    ///
    /// Progress may leave 0…1, as curves may overshoot.
    @inlinable
    public func progress(at time: Double) -> SIMD3<Double> {
        switch self {
        case .hold: .zero
        case .linear: SIMD3(repeating: time)
        case .curve(let curve): SIMD3(repeating: curve.progress(at: time))
        case .perComponent(let x, let y, let z):
            SIMD3(x.progress(at: time), y.progress(at: time), z.progress(at: time))
        }
    }

    /// Progress where one value is asked for: that of the first component.
    @inlinable
    public func scalarProgress(at time: Double) -> Double {
        switch self {
        case .hold: 0
        case .linear: time
        case .curve(let curve): curve.progress(at: time)
        case .perComponent(let x, _, _): x.progress(at: time)
        }
    }
}

extension Easing {
    /// Whether the first component swings back before its start, to begin with.
    var startsBackwards: Bool {
        switch self {
        case .hold, .linear: false
        case .curve(let curve), .perComponent(let curve, _, _): curve.y1 < 0
        }
    }
}

/// A cubic Bézier curve of progress over time, from (0, 0) to (1, 1).
public struct EasingCurve: Sendable, Equatable {
    /// Time of the first control point, 0 to 1.
    public let x1: Double
    /// Progress of the first control point.
    public let y1: Double
    /// Time of the second control point, 0 to 1.
    public let x2: Double
    /// Progress of the second control point.
    public let y2: Double

    /// The curve with these control points; times are held within 0 to 1, so that progress is a function of time.
    @inlinable
    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = max(0, min(1, x1))
        self.y1 = y1
        self.x2 = max(0, min(1, x2))
        self.y2 = y2
    }

    /// Whether progress is simply the share of time gone by.
    @inlinable public var isLinear: Bool { x1 == y1 && x2 == y2 }

    /// Progress at `time` (0 to 1); both ends are exact.
    @inlinable
    public func progress(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        if isLinear { return time }
        let t = parameter(at: time)
        return Self.value(y1, y2, t)
    }

    @inlinable @inline(__always)
    static func value(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
        let c = 3 * p1
        let b = 3 * (p2 - p1) - c
        return ((((1 - c - b) * t) + b) * t + c) * t
    }

    /// The curve's parameter at `time`: Newton's steps where the curve is steep enough, else halving the interval.
    @inlinable
    func parameter(at time: Double) -> Double {
        let c = 3 * x1
        let b = 3 * (x2 - x1) - c
        let a = 1 - c - b
        var t = time
        for _ in 0..<8 {
            let error = ((a * t + b) * t + c) * t - time
            if abs(error) < 1e-7 { return t }
            let slope = (3 * a * t + 2 * b) * t + c
            if abs(slope) < 1e-5 { break }
            t -= error / slope
        }
        var low = 0.0
        var high = 1.0
        t = time
        for _ in 0..<32 {
            let error = ((a * t + b) * t + c) * t - time
            if abs(error) < 1e-7 { break }
            if error > 0 { high = t } else { low = t }
            t = (low + high) / 2
        }
        return t
    }
}
