import LottieDocument
import VectorGraphics

/// A modifier that keeps a part of each path, measured by length (lottie-web, `TrimModifier.js`).
final class TrimModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let trim: TrimPath
    /// Whether another modifier sees the vertices of the parts, which are then exactly those of lottie-web.
    private let isFollowed: Bool
    private var window = Window(start: .nan, end: .nan)
    /// The cost per point, in steps; the lengths of curves are computed from their chords.
    private static let stepsEach = 8

    /// Creates a modifier.
    ///
    /// - Parameters:
    ///   - trim: The part to keep.
    ///   - isFollowed: Whether a modifier of vertices changes the parts afterwards.
    init(_ trim: TrimPath, isFollowed: Bool) {
        self.trim = trim
        self.isFollowed = isFollowed
    }

    /// Whether all shapes are trimmed as one path.
    var isSequential: Bool { trim.isSequential }

    var isAnimated: Bool { trim.start.isAnimated || trim.end.isAnimated || trim.offset.isAnimated }

    /// The part to keep, as fractions of the length; `end` is up to 2 if the part continues past the path's end.
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
            // Start and end are clamped to the path before the offset is added.
            return (value.isFinite ? max(0, min(1, value)) : 0) + offset
        }
        let start = (share(trim.start) * 10_000).rounded() / 10_000
        let end = (share(trim.end) * 10_000).rounded() / 10_000
        let next = Window(start: min(start, end), end: max(start, end))
        defer { window = next }
        return next != window
    }

    func propagateDirtiness() {
        guard trim.isSequential, shapes.count > 1, shapes.contains(where: \.isDirty) else { return }
        for shape in shapes { shape.isDirty = true }
    }

    func modify(_ work: FrameBudget) {
        if window.start == 0 && window.end == 1 { return }
        if window.start == window.end {
            for shape in shapes where shape.isDirty { shape.path.removeAll() }
        } else if trim.isSequential && shapes.count > 1 {
            trimSequentially(work)
        } else {
            modifyShapes(work, growth: 2, stepsEach: Self.stepsEach) { path in
                let lengths = PathLengths(path)
                let windows = parts.map { ($0.start * lengths.total, $0.end * lengths.total) }
                return path.trimmed(to: windows, lengths, keepsVertices: isFollowed)
            }
        }
    }

    /// The window as parts of the path itself: two if it continues past the end.
    private var parts: [Window] {
        if window.end <= 1 { return [window] }
        if window.start >= 1 { return [Window(start: window.start - 1, end: window.end - 1)] }
        return [Window(start: window.start, end: 1), Window(start: 0, end: window.end - 1)]
    }

    /// Trims all paths as if they were one, in the order of the file.
    private func trimSequentially(_ work: FrameBudget) {
        guard shapes.contains(where: \.isDirty) else { return }
        let points = shapes.reduce(0) { $0 + $1.path.points.count }
        guard work.consume(points: 2 * points, stepsEach: Self.stepsEach) else {
            for shape in shapes { shape.path.removeAll() }
            return
        }
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
            // Unlike two parts of a path that is trimmed by itself, two parts of this one are not joined.
            if isWhole { continue }
            shape.path = shape.path.trimmed(to: pieces, length, joinsParts: false, keepsVertices: isFollowed)
        }
    }
}

/// The lengths of a path's segments.
struct PathLengths {
    /// The length from the path's start to the end of each segment, contour by contour.
    private(set) var ends: [Double] = []
    /// The length of the whole path.
    var total: Double { ends.last ?? 0 }
    /// The number of chords that approximate a curve.
    private static let chordCount = 32

    init(_ path: Path) {
        var sum = 0.0
        for contour in path.contours {
            for segment in 0..<contour.segmentCount {
                sum += Self.length(path.segment(segment, of: contour))
                ends.append(sum)
            }
        }
    }

    private static func length(_ segment: Segment) -> Double {
        if segment.isLine { return Double((segment.p3 - segment.p0).length) }
        var sum: Float = 0
        var previous = segment.p0
        for step in 1...chordCount {
            let point = segment.point(at: Float(step) / Float(chordCount))
            sum += (point - previous).length
            previous = point
        }
        return Double(sum)
    }

    /// Returns the parameter at which the segment reaches `length`.
    static func parameter(_ segment: Segment, at length: Double) -> Float {
        if segment.isLine {
            let whole = (segment.p3 - segment.p0).length
            return whole > 0 ? max(0, min(1, Float(length) / whole)) : 0
        }
        var sum: Float = 0
        var previous = segment.p0
        for step in 1...chordCount {
            let point = segment.point(at: Float(step) / Float(chordCount))
            let chord = (point - previous).length
            if sum + chord >= Float(length) {
                let share = chord > 0 ? (Float(length) - sum) / chord : 0
                return max(0, min(1, (Float(step - 1) + share) / Float(chordCount)))
            }
            sum += chord
            previous = point
        }
        return 1
    }
}

extension Path {
    /// Returns one segment of a contour.
    func segment(_ index: Int, of contour: Contour) -> Segment {
        let place = contour.start + 3 * index
        return Segment(p0: points[place], p1: points[place + 1], p2: points[place + 2], p3: points[place + 3])
    }

    /// Returns the parts of the path between the given lengths.
    ///
    /// - Parameters:
    ///   - windows: The parts; the second one continues the first one from the path's start.
    ///   - lengths: The lengths of the path.
    ///   - joinsParts: Whether two parts that meet at the start of a closed contour are joined there.
    ///   - keepsVertices: Whether the parts have exactly the vertices and handles of lottie-web.
    fileprivate func trimmed(
        to windows: [(start: Double, end: Double)], _ lengths: PathLengths, joinsParts: Bool = true,
        keepsVertices: Bool
    ) -> Path {
        var result = Path()
        var index = 0
        var contourStart = 0.0
        for contour in contours {
            let ends = lengths.ends[index..<(index + contour.segmentCount)]
            index += contour.segmentCount
            let contourEnd = ends.last ?? contourStart
            var isJoined = false
            for (number, window) in windows.enumerated() {
                let start = max(window.start, contourStart)
                let end = min(window.end, contourEnd)
                if end <= start { continue }
                if start <= contourStart && end >= contourEnd {
                    result.appendContour(contour, of: self)
                    continue
                }
                // The second window continues from the contour's start, where the first one ended.
                let continues = number == 1 && isJoined && start == contourStart
                // lottie-web has two vertices where the parts are joined.
                if continues, keepsVertices { result.addLine(to: points[contour.start]) }
                let part = ContourPart(
                    contour: contour, ends: ends, contourStart: contourStart, start: start, end: end,
                    keepsVertices: keepsVertices)
                result.append(part, of: self, startsNew: !continues)
                isJoined = joinsParts && contour.isClosed && end >= contourEnd
            }
            contourStart = contourEnd
        }
        return result
    }

    private mutating func appendContour(_ contour: Contour, of path: Path) {
        contours.append(Contour(start: points.count, segmentCount: contour.segmentCount, isClosed: contour.isClosed))
        points.append(contentsOf: path.points[contour.start...(contour.start + 3 * contour.segmentCount)])
    }

    private mutating func append(_ piece: ContourPart, of path: Path, startsNew: Bool) {
        var isFirst = startsNew
        var next = piece.contourStart
        for (segmentIndex, segmentEnd) in piece.ends.enumerated() {
            let segment = path.segment(segmentIndex, of: piece.contour)
            let segmentStart = next
            next = segmentEnd
            if segmentEnd <= piece.start || segmentStart >= piece.end { continue }
            let from = piece.start > segmentStart ? PathLengths.parameter(segment, at: piece.start - segmentStart) : 0
            let to = piece.end < segmentEnd ? PathLengths.parameter(segment, at: piece.end - segmentStart) : 1
            if to <= from { continue }
            let part = piece.part(of: segment, from: from, to: to)
            if isFirst {
                move(to: part.p0)
                isFirst = false
            }
            addCurve(to: part.p3, control1: part.p1, control2: part.p2)
        }
    }
}

/// A part of a contour between two lengths, which count from the start of the path.
private struct ContourPart {
    let contour: Path.Contour
    /// The length at the end of each segment.
    let ends: ArraySlice<Double>
    /// The length at the start of the contour.
    let contourStart: Double
    let start: Double
    let end: Double
    let keepsVertices: Bool

    /// Returns the part of a segment between the parameters at which it reaches two lengths.
    func part(of segment: Segment, from: Float, to: Float) -> Segment {
        if from == 0 && to == 1 { return segment }
        guard keepsVertices else { return segment.part(from: from, to: to) }
        return (segment.isLine ? segment.lineWithHandles(from: from, to: to) : segment.part(from: from, to: to)).rounded
    }
}
