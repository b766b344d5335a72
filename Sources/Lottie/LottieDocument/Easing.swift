/// The relation of progress to time between two keyframes.
public enum Easing: Sendable, Equatable {
    /// The start value, until the next keyframe.
    case hold
    /// Progress that equals the elapsed share of time.
    case linear
    /// One curve for all components.
    case curve(EasingCurve)
    /// One curve for each of the first three components; further components use the third curve.
    case perComponent(EasingCurve, EasingCurve, EasingCurve)
    /// The same progress at all times between the keyframes.
    case constant(Double)

    /// Returns the progress of each component.
    ///
    /// The progress can be outside 0…1, because curves can overshoot.
    ///
    /// - Parameter time: The elapsed share of the time between the keyframes, from 0 to 1.
    @inlinable
    public func progress(at time: Double) -> SIMD3<Double> {
        switch self {
        case .hold: .zero
        case .linear: SIMD3(repeating: time)
        case .curve(let curve): SIMD3(repeating: curve.progress(at: time))
        case .perComponent(let x, let y, let z):
            SIMD3(x.progress(at: time), y.progress(at: time), z.progress(at: time))
        case .constant(let progress): SIMD3(repeating: progress)
        }
    }

    /// Returns the progress of the first component, for properties that need a single value.
    @inlinable
    public func scalarProgress(at time: Double) -> Double {
        switch self {
        case .hold: 0
        case .linear: time
        case .curve(let curve): curve.progress(at: time)
        case .perComponent(let x, _, _): x.progress(at: time)
        case .constant(let progress): progress
        }
    }
}

extension Easing {
    /// Whether the first component initially moves backwards, beyond its start value.
    var startsBackwards: Bool {
        switch self {
        case .hold, .linear, .constant: false
        case .curve(let curve), .perComponent(let curve, _, _): curve.y1 < 0
        }
    }
}

/// A cubic Bézier curve of progress over time, from (0, 0) to (1, 1).
public struct EasingCurve: Sendable, Equatable {
    /// The time of the first control point, from 0 to 1.
    public let x1: Double
    /// The progress of the first control point.
    public let y1: Double
    /// The time of the second control point, from 0 to 1.
    public let x2: Double
    /// The progress of the second control point.
    public let y2: Double

    /// Creates a curve from its control points. Times are clamped to 0…1, so that progress is a function of time.
    @inlinable
    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = max(0, min(1, x1))
        self.y1 = y1
        self.x2 = max(0, min(1, x2))
        self.y2 = y2
    }

    /// Whether progress equals the elapsed share of time.
    @inlinable public var isLinear: Bool { x1 == y1 && x2 == y2 }

    /// Returns the progress at `time`, which ranges from 0 to 1; the result is exact at both ends.
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

    /// Returns the curve's parameter at `time`, by Newton's method where the curve is steep enough and by bisection
    /// elsewhere.
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
