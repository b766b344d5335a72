import LottieDocument
import VectorGraphics

/// A modifier that moves paths along their normals (lottie-web, `OffsetPathModifier.js`).
///
/// Closed paths grow or shrink; open paths become outlines.
final class OffsetPathModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let offset: OffsetPath
    private var values = SIMD2<Double>(repeating: .nan)

    init(_ offset: OffsetPath) { self.offset = offset }

    var isAnimated: Bool { offset.amount.isAnimated || offset.miterLimit.isAnimated }

    func evaluate(at time: Double) -> Bool {
        let next = SIMD2(offset.amount.value(at: time), offset.miterLimit.value(at: time))
        defer { values = next }
        return next != values
    }

    func modify(_ work: FrameBudget) {
        guard values.x != 0, values.x.isFinite else { return }
        // Most segments become two or three; corners add some more, and open paths are followed in both directions.
        modifyShapes(work, growth: 3, stepsEach: 30) { path in
            var result = Path()
            for contour in path.contours where contour.segmentCount > 0 && !work.isExhausted {
                var outline = OffsetOutline(amount: values.x, join: offset.join, miterLimit: values.y)
                result.append(outline.makeVertices(of: contour, in: path), isClosed: contour.isClosed)
                work.spend(steps: outline.comparisonCount * 12)
            }
            return result
        }
    }
}

/// The offset outline of one contour.
private struct OffsetOutline {
    let amount: Double
    let join: StrokeJoin
    let miterLimit: Double
    private var result: [Vertex] = []
    /// The number of curve pairs that may still be compared to find the crossings of neighbours.
    ///
    /// Overlapping curves are compared piece by piece, thousands of times; crossings beyond this limit are not cut.
    private var remainingComparisons = maxComparisons
    private static let maxComparisons = 50_000
    /// The number of curve pairs that were compared.
    var comparisonCount: Int { Self.maxComparisons - remainingComparisons }

    init(amount: Double, join: StrokeJoin, miterLimit: Double) {
        self.amount = amount
        self.join = join
        self.miterLimit = miterLimit
    }

    mutating func makeVertices(of contour: Path.Contour, in path: Path) -> [Vertex] {
        var runs: [[CubicSegment]] = []
        for index in 0..<contour.segmentCount {
            let start = contour.start + 3 * index
            let segment = CubicSegment(
                path.points[start], path.points[start + 1], path.points[start + 2], path.points[start + 3])
            runs.append(offsetCurves(segment.withSeparatedHandles))
        }
        if !contour.isClosed {
            for index in (0..<contour.segmentCount).reversed() {
                let start = contour.start + 3 * index
                let segment = CubicSegment(
                    path.points[start + 3], path.points[start + 2], path.points[start + 1], path.points[start])
                runs.append(offsetCurves(segment.withSeparatedHandles))
            }
        }
        trimAtCrossings(&runs)
        connect(runs)
        return result
    }

    /// Returns the offset of a segment in up to three pieces, split at the inflection points.
    private func offsetCurves(_ segment: CubicSegment) -> [CubicSegment] {
        let bends = segment.inflections
        guard let first = bends.first else { return [offsetCurve(segment)] }
        let (left, rest) = segment.split(at: first)
        guard bends.count > 1, bends[1] < 0.99999 else { return [offsetCurve(left), offsetCurve(rest)] }
        let (middle, right) = rest.split(at: (bends[1] - first) / (1 - first))
        return [offsetCurve(left), offsetCurve(middle), offsetCurve(right)]
    }

    /// Returns the offset of a piece: the sides of the control polygon are moved, and the new handles are their
    /// intersections.
    private func offsetCurve(_ piece: CubicSegment) -> CubicSegment {
        let first = offsetSide(piece.p0, piece.p1)
        let second = offsetSide(piece.p1, piece.p2)
        let third = offsetSide(piece.p2, piece.p3)
        let handle1 = Self.crossing(first.0, first.1, second.0, second.1) ?? first.1
        let handle2 = Self.crossing(third.0, third.1, second.0, second.1) ?? third.0
        return CubicSegment(first.0, handle1, handle2, third.1)
    }

    private func offsetSide(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>) {
        let step = to - from
        let length = step.length
        let normal = length > 0 ? SIMD2(step.y, -step.x) / length : SIMD2(1, 0)
        return (from + normal * amount, to + normal * amount)
    }

    /// Returns the intersection of two lines through two points each, or nil if they are parallel.
    private static func crossing(
        _ a0: SIMD2<Double>, _ a1: SIMD2<Double>, _ b0: SIMD2<Double>, _ b1: SIMD2<Double>
    ) -> SIMD2<Double>? {
        let (a, b) = (a1 - a0, b1 - b0)
        let divisor = a.x * b.y - a.y * b.x
        if abs(divisor) <= 1e-5 { return nil }
        let gap = b0 - a0
        return a0 + a * ((gap.x * b.y - gap.y * b.x) / divisor)
    }

    // MARK: - Crossings of neighbours

    private mutating func trimAtCrossings(_ runs: inout [[CubicSegment]]) {
        guard runs.count > 1 else { return }
        for index in runs.indices {
            let before = index == 0 ? runs.count - 1 : index - 1
            // The first run is cut against the last one after all others.
            if index > 0 { trim(&runs, before, index) }
        }
        trim(&runs, runs.count - 1, 0)
    }

    private mutating func trim(_ runs: inout [[CubicSegment]], _ first: Int, _ second: Int) {
        let (a, b) = (runs[first], runs[second])
        if let (t, u) = crossing(of: a[a.count - 1], b[0]) {
            runs[first][a.count - 1] = a[a.count - 1].split(at: t).0
            runs[second][0] = b[0].split(at: u).1
        }
        if a.count > 1, b.count > 1, let (t, u) = crossing(of: a[0], b[b.count - 1]) {
            runs[first] = [a[0].split(at: t).0]
            runs[second] = [b[b.count - 1].split(at: u).1]
        }
    }

    /// Returns the parameters of the first crossing of two neighbours, except the point that they share.
    private mutating func crossing(of a: CubicSegment, _ b: CubicSegment) -> (Double, Double)? {
        var found: [(Double, Double)] = []
        findCrossings(Piece(a, 0, 1), Piece(b, 0, 1), depth: 0, &found)
        if let first = found.first, first.0 > 0.99999 { found.removeFirst() }
        return found.first
    }

    /// A part of a curve between two parameters.
    private struct Piece {
        let curve: CubicSegment
        let from: Double
        let to: Double
        let low: SIMD2<Double>
        let high: SIMD2<Double>

        init(_ curve: CubicSegment, _ from: Double, _ to: Double) {
            (self.curve, self.from, self.to) = (curve, from, to)
            (low, high) = curve.bounds
        }

        var middle: Double { (from + to) / 2 }
        var isSmall: Bool { all((high - low) .<= 2) }

        var halves: (Piece, Piece) {
            let (first, second) = curve.split(at: 0.5)
            return (Piece(first, from, middle), Piece(second, middle, to))
        }
    }

    private mutating func findCrossings(_ a: Piece, _ b: Piece, depth: Int, _ found: inout [(Double, Double)]) {
        remainingComparisons -= 1
        // Only the first crossing is needed, or the second if the first is the shared point.
        let isFound = found.count > 1 || found.first.map { $0.0 <= 0.99999 } ?? false
        guard remainingComparisons > 0, !isFound, all(a.low .< b.high), all(b.low .< a.high) else { return }
        if depth >= 7 || (a.isSmall && b.isSmall) {
            found.append((a.middle, b.middle))
            return
        }
        let (a1, a2) = a.halves
        let (b1, b2) = b.halves
        findCrossings(a1, b1, depth: depth + 1, &found)
        findCrossings(a1, b2, depth: depth + 1, &found)
        findCrossings(a2, b1, depth: depth + 1, &found)
        findCrossings(a2, b2, depth: depth + 1, &found)
    }

    // MARK: - Corners

    private mutating func connect(_ runs: [[CubicSegment]]) {
        var joint: SIMD2<Double>?
        var last: CubicSegment?
        for run in runs {
            if let last { joint = addCorner(last, run[0]) }
            for segment in run {
                if let joint, segment.p0.isClose(to: joint), !result.isEmpty {
                    result[result.count - 1].handleOut = Point(segment.p1)
                } else {
                    add(segment.p0, in: segment.p0, out: segment.p1)
                }
                add(segment.p3, in: segment.p2, out: segment.p3)
                joint = segment.p3
            }
            last = run.last
        }
        if let last, let first = runs.first?.first { _ = addCorner(last, first) }
    }

    private mutating func add(_ point: SIMD2<Double>, in before: SIMD2<Double>, out after: SIMD2<Double>) {
        result.append(Vertex(point: Point(point), handleIn: Point(before), handleOut: Point(after)))
    }

    /// Adds the join of two segments and returns the point on which it ends.
    private mutating func addCorner(_ a: CubicSegment, _ b: CubicSegment) -> SIMD2<Double> {
        let (from, to) = (a.p3, b.p0)
        if join == .bevel || from.isClose(to: to) { return from }
        if join == .round {
            // A single curve approximates the arc.
            let reach = (to - from).length * Double(Path.circleHandleLength)
            func unit(_ step: SIMD2<Double>) -> SIMD2<Double> {
                step.length > 0 ? step / step.length : SIMD2(1, 0)
            }
            if !result.isEmpty {
                result[result.count - 1].handleOut = Point(from + unit(a.derivative(at: 1)) * reach)
            }
            add(to, in: to - unit(b.derivative(at: 0)) * reach, out: to)
            return to
        }
        let before = from.isClose(to: a.p2) ? a.p0 : a.p2
        let after = to.isClose(to: b.p1) ? b.p3 : b.p1
        // The miter limit is a distance here, not a ratio.
        guard let tip = Self.crossing(before, from, to, after), (tip - from).length < miterLimit else { return from }
        add(tip, in: tip, out: tip)
        return tip
    }
}
