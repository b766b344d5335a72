/// A cubic Bézier curve of progress over time, from (0, 0) to (1, 1), as in CSS.
public struct CubicBezier: Hashable, Sendable {
    /// The time of the first control point, 0 to 1.
    public let x1: Double
    /// The progress of the first control point.
    public let y1: Double
    /// The time of the second control point, 0 to 1.
    public let x2: Double
    /// The progress of the second control point.
    public let y2: Double

    /// Creates a curve with two control points.
    ///
    /// The times `x1` and `x2` are clamped to 0…1, so that each time has exactly one progress.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.y1 = y1
        self.x2 = min(max(x2, 0), 1)
        self.y2 = y2
    }

    /// Returns the progress at a time, which is clamped to 0…1; the progress at both ends is exact.
    public func progress(at time: Double) -> Double { point(at: time).value }

    /// Returns the progress at a time and its derivative.
    func point(at time: Double) -> MotionPlan.Easing.Point {
        let parameter = time <= 0 ? 0 : time >= 1 ? 1 : parameter(at: time)
        let value = time <= 0 ? 0 : time >= 1 ? 1 : Self.coordinate(y1, y2, parameter)
        // At a vertical tangent the slope is infinite; the lower bound of 10⁻⁶ keeps it finite.
        let slope = Self.slope(y1, y2, parameter) / max(Self.slope(x1, x2, parameter), 1e-6)
        return MotionPlan.Easing.Point(value: value, slope: slope)
    }

    /// Returns the curve's parameter at `time`.
    ///
    /// Each iteration uses Newton's method if its result stays inside the bracketing interval, and bisection otherwise.
    /// The iteration ends when the remaining error is below the precision of `Double`.
    func parameter(at time: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var parameter = time
        for _ in 0..<Self.maxIterations {
            let error = Self.coordinate(x1, x2, parameter) - time
            if error == 0 { break }
            if error > 0 { high = parameter } else { low = parameter }
            let step = error / Self.slope(x1, x2, parameter)
            // A step below two units in the last place is only rounding error.
            if abs(step) <= 0x1p-51 * parameter { break }
            let next = parameter - step
            let chosen = next > low && next < high ? next : low + (high - low) / 2
            if chosen == low || chosen == high { break }
            parameter = chosen
        }
        return parameter
    }

    /// The largest number of iterations: bisection alone needs 53 + 11, while Newton's method usually needs four or
    /// five.
    private static let maxIterations = 128

    /// Returns the coordinate at the parameter `t` of a curve from 0 to 1 with two control values.
    private static func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
        // Bernstein's form loses no precision near either end.
        let s = 1 - t
        return t * (3 * s * (s * first + t * second) + t * t)
    }

    /// Returns the derivative of `coordinate(_:_:_:)` with respect to `t`.
    private static func slope(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let s = 1 - t
        return 3 * (s * s * first + 2 * s * t * (second - first) + t * t * (1 - second))
    }
}
