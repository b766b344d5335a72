import VectorGraphics

/// A cubic Bézier curve with the operations that modifiers need (lottie-web, `PolynomialBezier.js`).
struct CubicSegment {
    typealias Position = SIMD2<Double>

    var p0: Position
    var p1: Position
    var p2: Position
    var p3: Position

    init(_ p0: Position, _ p1: Position, _ p2: Position, _ p3: Position) {
        (self.p0, self.p1, self.p2, self.p3) = (p0, p1, p2, p3)
    }

    init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
        self.init(Position(p0), Position(p1), Position(p2), Position(p3))
    }

    /// The curve with each handle that coincides with its end point moved by a third of the chord, so that the curve
    /// has a direction there.
    var withSeparatedHandles: CubicSegment {
        var result = self
        if p0.isClose(to: p1) { result.p1 = p0 + (p3 - p0) / 3 }
        if p2.isClose(to: p3) { result.p2 = p0 + (p3 - p0) * (2 / 3) }
        return result
    }

    func point(at t: Double) -> Position { ((cubed * t + squared) * t + linear) * t + p0 }

    func derivative(at t: Double) -> Position { (cubed * (3 * t) + squared * 2) * t + linear }

    // The coefficients of t³, t² and t.
    private var cubed: Position { p3 - p0 + (p1 - p2) * 3 }
    private var squared: Position { (p0 - p1 * 2 + p2) * 3 }
    private var linear: Position { (p1 - p0) * 3 }

    /// Returns the parts before and after `t`; if `t` is outside 0...1, one part is a single point.
    func split(at t: Double) -> (CubicSegment, CubicSegment) {
        if t <= 0 { return (CubicSegment(p0, p0, p0, p0), self) }
        if t >= 1 { return (self, CubicSegment(p3, p3, p3, p3)) }
        func mix(_ a: Position, _ b: Position) -> Position { a + (b - a) * t }
        let (a, b, c) = (mix(p0, p1), mix(p1, p2), mix(p2, p3))
        let (d, e) = (mix(a, b), mix(b, c))
        let middle = mix(d, e)
        return (
            CubicSegment(p0, a, d, middle).withSeparatedHandles, CubicSegment(middle, e, c, p3).withSeparatedHandles
        )
    }

    /// The parameters of the inflection points between 0 and 1, in ascending order.
    var inflections: [Double] {
        let (a, b, c) = (cubed, squared, linear)
        let divisor = a.y * b.x - a.x * b.y
        if abs(divisor) <= 1e-5 { return [] }
        let cusp = -0.5 * (a.y * c.x - a.x * c.y) / divisor
        let square = cusp * cusp - (b.y * c.x - b.x * c.y) / (3 * divisor)
        guard square >= 0 else { return [] }
        let root = square.squareRoot()
        if root <= 1e-5 { return cusp > 0 && cusp < 1 ? [cusp] : [] }
        return [cusp - root, cusp + root].filter { $0 > 0 && $0 < 1 }
    }

    /// The corners of the curve's axis-aligned bounding box.
    var bounds: (low: Position, high: Position) {
        var low = pointwiseMin(p0, p3)
        var high = pointwiseMax(p0, p3)
        // If both handles lie inside the box of the end points, so does the curve.
        if all(pointwiseMin(p1, p2) .>= low) && all(pointwiseMax(p1, p2) .<= high) { return (low, high) }
        let (a, b, c) = (cubed * 3, squared * 2, linear)
        for axis in 0...1 {
            for t in Self.roots(a[axis], b[axis], c[axis]) where t > 0 && t < 1 {
                let place = point(at: t)[axis]
                low[axis] = min(low[axis], place)
                high[axis] = max(high[axis], place)
            }
        }
        return (low, high)
    }

    /// Returns the roots of a·t² + b·t + c.
    private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
        if abs(a) < 1e-12 { return b == 0 ? [] : [-c / b] }
        let square = b * b - 4 * a * c
        guard square >= 0 else { return [] }
        let delta = square.squareRoot()
        return [(-b - delta) / (2 * a), (-b + delta) / (2 * a)]
    }
}

extension SIMD2<Double> {
    /// Returns whether both components are equal up to rounding, with lottie-web's tolerance.
    func isClose(to other: Self) -> Bool {
        func same(_ a: Double, _ b: Double) -> Bool { abs(a - b) * 100_000 <= Swift.min(abs(a), abs(b)) }
        return same(x, other.x) && same(y, other.y)
    }

    var length: Double { (x * x + y * y).squareRoot() }
}
