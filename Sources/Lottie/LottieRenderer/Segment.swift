import CPlatform
import VectorGraphics

/// A cubic Bézier segment.
struct Segment {
    var p0: Point
    var p1: Point
    var p2: Point
    var p3: Point

    var isLine: Bool { p0 == p1 && p2 == p3 }

    func point(at t: Float) -> Point {
        let u = 1 - t
        let near = p0 * (u * u * u) + p1 * (3 * u * u * t)
        return near + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }

    /// Returns the part between two shares of the length of a straight segment, with the vertices and handles that
    /// lottie-web gives it (`bez.js`, `getNewSegment`).
    ///
    /// The handles of a straight segment lie in its end points, so the speed along it is not even, and its parts have
    /// handles of their own.
    func lineWithHandles(from start: Float, to end: Float) -> Segment {
        // The inverse of the share 3t² − 2t³ of the way.
        func parameter(_ share: Float) -> Float {
            share > 0 && share < 1 ? 0.5 - sinf(asinf(1 - 2 * share) / 3) : share
        }
        return cut(from: parameter(start), to: parameter(end))
    }

    /// The segment with coordinates that are rounded to thousandths, as lottie-web rounds those of parts.
    var rounded: Segment {
        func rounded(_ point: Point) -> Point {
            let scaled = (SIMD2<Double>(point) * 1000).rounded(.toNearestOrAwayFromZero)
            return Point(scaled / 1000)
        }
        return Segment(p0: rounded(p0), p1: rounded(p1), p2: rounded(p2), p3: rounded(p3))
    }

    /// Returns the part between two parameters.
    func part(from start: Float, to end: Float) -> Segment {
        if isLine {
            let first = p0.interpolated(to: p3, at: start)
            let last = p0.interpolated(to: p3, at: end)
            return Segment(p0: first, p1: first, p2: last, p3: last)
        }
        return cut(from: start, to: end)
    }

    private func cut(from start: Float, to end: Float) -> Segment {
        var part = self
        if end < 1 { part = part.split(at: end).before }
        if start > 0, end > 0 { part = part.split(at: start / end).after }
        return part
    }

    private func split(at t: Float) -> (before: Segment, after: Segment) {
        let a = p0.interpolated(to: p1, at: t)
        let b = p1.interpolated(to: p2, at: t)
        let c = p2.interpolated(to: p3, at: t)
        let ab = a.interpolated(to: b, at: t)
        let bc = b.interpolated(to: c, at: t)
        let middle = ab.interpolated(to: bc, at: t)
        return (Segment(p0: p0, p1: a, p2: ab, p3: middle), Segment(p0: middle, p1: bc, p2: c, p3: p3))
    }
}
