import Lottie
import VectorGraphics

/// Keeps a part of each path by its length (lottie-web, `TrimModifier.js`).
final class TrimModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let trim: TrimPath
    private var window = Window(start: .nan, end: .nan)

    init(_ trim: TrimPath) { self.trim = trim }

    var isAnimated: Bool { trim.start.isAnimated || trim.end.isAnimated || trim.offset.isAnimated }

    /// The part that is kept: shares of the length, `end` up to 2 where it runs over the path's end.
    struct Window: Equatable {
        var start: Double
        var end: Double
    }

    func evaluate(at time: Double) -> Bool {
        var offset = (trim.offset.value(at: time).truncatingRemainder(dividingBy: 360)) / 360
        if !offset.isFinite { offset = 0 }
        if offset < 0 { offset += 1 }
        func share(_ property: Property<Double>) -> Double {
            let value = property.value(at: time) / 100
            // Both ends are held to the path before the offset moves them.
            return (value.isFinite ? max(0, min(1, value)) : 0) + offset
        }
        let start = (share(trim.start) * 10_000).rounded() / 10_000
        let end = (share(trim.end) * 10_000).rounded() / 10_000
        let next = Window(start: min(start, end), end: max(start, end))
        defer { window = next }
        return next != window
    }

    func spreadDirtiness() {
        guard trim.isSequential, shapes.count > 1, shapes.contains(where: \.isDirty) else { return }
        for shape in shapes { shape.isDirty = true }
    }

    func modify() {
        if window.start == 0 && window.end == 1 { return }
        if window.start == window.end {
            for shape in shapes where shape.isDirty { shape.path.removeAll() }
        } else if trim.isSequential && shapes.count > 1 {
            modifyInSequence()
        } else {
            for shape in shapes where shape.isDirty {
                let lengths = PathLengths(shape.path)
                shape.path = shape.path.trimmed(
                    to: parts.map { ($0.start * lengths.total, $0.end * lengths.total) }, lengths)
            }
        }
    }

    /// The window as parts of the path itself: two where it runs over the end.
    private var parts: [Window] {
        if window.end <= 1 { return [window] }
        if window.start >= 1 { return [Window(start: window.start - 1, end: window.end - 1)] }
        return [Window(start: window.start, end: 1), Window(start: 0, end: window.end - 1)]
    }

    /// Trims as if all paths were one, the first of the file first.
    private func modifyInSequence() {
        guard shapes.contains(where: \.isDirty) else { return }
        let lengths = shapes.map { PathLengths($0.path) }
        let total = lengths.reduce(0) { $0 + $1.total }
        var before = 0.0
        for (shape, length) in zip(shapes, lengths) {
            let pieces = parts.compactMap { part -> (Double, Double)? in
                let start = max(0, part.start * total - before)
                let end = min(length.total, part.end * total - before)
                return end > start ? (start, end) : nil
            }
            before += length.total
            let isWhole = pieces.count == 1 && pieces[0].0 <= 0 && pieces[0].1 >= length.total
            if !isWhole { shape.path = shape.path.trimmed(to: pieces, length) }
        }
    }
}

/// How long a path's segments are.
struct PathLengths {
    /// Length up to the end of each segment, contour by contour.
    private(set) var ends: [Double] = []
    /// Length of the whole path.
    var total: Double { ends.last ?? 0 }
    /// Chords by which a curve is measured.
    private static let chords = 32

    init(_ path: Path) {
        var sum = 0.0
        for contour in path.contours {
            for segment in 0..<contour.segments {
                sum += Self.length(path.segment(segment, of: contour))
                ends.append(sum)
            }
        }
    }

    private static func length(_ segment: Segment) -> Double {
        if segment.isLine { return Double((segment.p3 - segment.p0).length) }
        var sum: Float = 0
        var previous = segment.p0
        for step in 1...chords {
            let point = segment.point(at: Float(step) / Float(chords))
            sum += (point - previous).length
            previous = point
        }
        return Double(sum)
    }

    /// The parameter at which `length` of a segment is gone by.
    static func parameter(_ segment: Segment, at length: Double) -> Float {
        if segment.isLine {
            let whole = (segment.p3 - segment.p0).length
            return whole > 0 ? max(0, min(1, Float(length) / whole)) : 0
        }
        var sum: Float = 0
        var previous = segment.p0
        for step in 1...chords {
            let point = segment.point(at: Float(step) / Float(chords))
            let chord = (point - previous).length
            if sum + chord >= Float(length) {
                let share = chord > 0 ? (Float(length) - sum) / chord : 0
                return max(0, min(1, (Float(step - 1) + share) / Float(chords)))
            }
            sum += chord
            previous = point
        }
        return 1
    }
}

/// One cubic segment.
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

    /// The part between two parameters.
    func part(from start: Float, to end: Float) -> Segment {
        if isLine {
            let first = p0.interpolated(to: p3, at: start)
            let last = p0.interpolated(to: p3, at: end)
            return Segment(p0: first, p1: first, p2: last, p3: last)
        }
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

extension Path {
    /// One segment of a contour.
    func segment(_ index: Int, of contour: Contour) -> Segment {
        let place = contour.start + 3 * index
        return Segment(p0: points[place], p1: points[place + 1], p2: points[place + 2], p3: points[place + 3])
    }

    /// The parts of the path between lengths; of a closed contour the part after its seam is joined to the one before.
    fileprivate func trimmed(to windows: [(start: Double, end: Double)], _ lengths: PathLengths) -> Path {
        var result = Path()
        var index = 0
        var contourStart = 0.0
        for contour in contours {
            let ends = lengths.ends[index..<(index + contour.segments)]
            index += contour.segments
            let contourEnd = ends.last ?? contourStart
            var isJoined = false
            for (number, window) in windows.enumerated() {
                let start = max(window.start, contourStart)
                let end = min(window.end, contourEnd)
                if end <= start { continue }
                if start <= contourStart && end >= contourEnd {
                    result.appendWhole(contour, of: self)
                    continue
                }
                // The second of two windows goes on from the seam where the first one ended.
                let continues = number == 1 && isJoined && start == contourStart
                result.appendPart(
                    contour, of: self, ends: ends, after: contourStart, from: start, to: end, startsNew: !continues)
                isJoined = contour.isClosed && end >= contourEnd
            }
            contourStart = contourEnd
        }
        return result
    }

    private mutating func appendWhole(_ contour: Contour, of path: Path) {
        contours.append(Contour(start: points.count, segments: contour.segments, isClosed: contour.isClosed))
        points.append(contentsOf: path.points[contour.start...(contour.start + 3 * contour.segments)])
    }

    private mutating func appendPart(
        _ contour: Contour, of path: Path, ends: ArraySlice<Double>, after contourStart: Double, from start: Double,
        to end: Double,
        startsNew: Bool
    ) {
        var isFirst = startsNew
        var next = contourStart
        for (segmentIndex, segmentEnd) in ends.enumerated() {
            let segment = path.segment(segmentIndex, of: contour)
            let segmentStart = next
            next = segmentEnd
            if segmentEnd <= start || segmentStart >= end { continue }
            let from = start > segmentStart ? PathLengths.parameter(segment, at: start - segmentStart) : 0
            let to = end < segmentEnd ? PathLengths.parameter(segment, at: end - segmentStart) : 1
            if to <= from { continue }
            let part = segment.part(from: from, to: to)
            if isFirst {
                move(to: part.p0)
                isFirst = false
            }
            curve(to: part.p3, control1: part.p1, control2: part.p2)
        }
    }
}
