/// A cubic Bézier curve of progress over time from (0, 0) to (1, 1), as in CSS.
public struct CubicBezier: Hashable, Sendable {
    /// Time of the first control point, 0 to 1.
    public let x1: Double
    /// Progress of the first control point.
    public let y1: Double
    /// Time of the second control point, 0 to 1.
    public let x2: Double
    /// Progress of the second control point.
    public let y2: Double

    /// The curve of two control points; times are held within 0 to 1, so that there is one progress for each time.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        self.x1 = min(max(x1, 0), 1)
        self.y1 = y1
        self.x2 = min(max(x2, 0), 1)
        self.y2 = y2
    }

    /// Progress at `time`, and how much it changes with it; both ends are exact.
    public func progress(at time: Double) -> Double { point(at: time).value }

    func point(at time: Double) -> Motion.Easing.Point {
        let parameter = time <= 0 ? 0 : time >= 1 ? 1 : parameter(at: time)
        let value = time <= 0 ? 0 : time >= 1 ? 1 : Self.coordinate(y1, y2, parameter)
        // Where the curve stands upright the slope has no bound; a millionth keeps it a number.
        let slope = Self.slope(y1, y2, parameter) / max(Self.slope(x1, x2, parameter), 1e-6)
        return Motion.Easing.Point(value: value, slope: slope)
    }

    /// The curve's parameter where its time is `time`.
    ///
    /// Newton's step where it stays inside the interval that is known to hold the solution and shrinks it well, half
    /// of that interval else: it ends when what is left to go is less than the numbers can say.
    func parameter(at time: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var parameter = time
        for _ in 0..<Self.mostSteps {
            let error = Self.coordinate(x1, x2, parameter) - time
            if error == 0 { break }
            if error > 0 { high = parameter } else { low = parameter }
            let step = error / Self.slope(x1, x2, parameter)
            // Less than two steps of the last bit is what rounding makes of nothing.
            if abs(step) <= 0x1p-51 * parameter { break }
            let next = parameter - step
            let chosen = next > low && next < high ? next : low + (high - low) / 2
            if chosen == low || chosen == high { break }
            parameter = chosen
        }
        return parameter
    }

    /// Halving alone needs 53 + 11 steps to the last bit; Newton's steps in between make it four or five.
    private static let mostSteps = 128

    private static func coordinate(_ first: Double, _ second: Double, _ t: Double) -> Double {
        // Written in Bernstein's form, which loses no digits near either end.
        let s = 1 - t
        return t * (3 * s * (s * first + t * second) + t * t)
    }

    private static func slope(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let s = 1 - t
        return 3 * (s * s * first + 2 * s * t * (second - first) + t * t * (1 - second))
    }
}
