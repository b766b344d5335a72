/// A dash pattern that splits polylines into dashes.
struct Dashing {
    /// The largest number of dashes on one contour.
    ///
    /// It is more than the pixels along the longest visible line, and limits the work for hostile files.
    static let maxDashes: Float = 20_000

    private let lengths: [Float]
    private let period: Float
    private let startIndex: Int
    private let startRemainder: Float

    /// Creates the dash pattern of `style`, with all lengths multiplied by `scale`, or nil for a solid line.
    init?(_ style: StrokeStyle, scale: Float) {
        guard !style.dashes.isEmpty else { return nil }
        lengths = style.dashes.map { $0 * scale }
        period = lengths.reduce(0, +)
        guard period > 0, period.isFinite else { return nil }
        var phase = (style.dashOffset * scale).truncatingRemainder(dividingBy: period)
        if phase < 0 { phase += period }
        var index = 0
        // A length of 0 at the very start is kept, because it draws a dot there.
        while index < lengths.count - 1 && phase >= lengths[index] && phase > 0 {
            phase -= lengths[index]
            index += 1
        }
        startIndex = index
        startRemainder = max(0, lengths[index] - phase)
    }

    /// Calls `draw` with each dash of `line`, or with the whole line if it would have more than `maxDashes` dashes.
    ///
    /// On a closed line, a dash that reaches the end continues with the one at the start, as browsers draw it
    /// (`SkDashPath.cpp`).
    ///
    /// - Parameters:
    ///   - line: The line to split.
    ///   - dash: Scratch memory for one dash.
    ///   - draw: The function that draws a dash.
    func forEachDash(of line: Polyline, dash: inout Polyline, draw: (borrowing Polyline) -> Void) {
        let count = line.isClosed ? line.points.count : line.points.count - 1
        guard count > 0 else { return }
        guard isWithinLimit(line, segmentCount: count) else { return draw(line) }
        var index = startIndex
        var rest = startRemainder
        // The dash at the start of a closed line, until the end is reached.
        var first: Polyline?
        var isFirst = line.isClosed && index % 2 == 0
        dash.removeAll()
        if index % 2 == 0 { dash.append(line.points[0], isCorner: true) }
        for segment in 0..<count {
            let from = line.points[segment]
            let to = nextPoint(line, segment)
            let length = (to - from).length
            var done: Float = 0
            while length - done > rest {
                done += rest
                let point = from.interpolated(to: to, at: done / length)
                if index % 2 == 0 {
                    dash.append(point, isCorner: true)
                    if isFirst { first = dash } else { draw(dash) }
                    isFirst = false
                    dash.removeAll()
                } else {
                    dash.removeAll()
                    dash.append(point, isCorner: true)
                }
                index = (index + 1) % lengths.count
                rest = lengths[index]
                // A dash of length 0 is a dot, which still needs a point.
                if index % 2 == 0 && dash.points.isEmpty { dash.append(point, isCorner: true) }
            }
            rest -= length - done
            if index % 2 == 0 {
                let isLast = segment + 1 == line.points.count
                dash.append(to, isCorner: isLast ? line.isCorner[0] : line.isCorner[segment + 1])
            }
        }
        let reachesEnd = index % 2 == 0 && !dash.points.isEmpty
        guard let first else {
            if reachesEnd { draw(dash) }
            return
        }
        if !reachesEnd { return draw(first) }
        for (point, isCorner) in zip(first.points, first.isCorner).dropFirst() {
            dash.append(point, isCorner: isCorner)
        }
        draw(dash)
    }

    private func isWithinLimit(_ line: borrowing Polyline, segmentCount: Int) -> Bool {
        var total: Float = 0
        for index in 0..<segmentCount { total += (nextPoint(line, index) - line.points[index]).length }
        return total.isFinite && total / period * Float(lengths.count) < Self.maxDashes
    }

    private func nextPoint(_ line: Polyline, _ index: Int) -> Point {
        line.points[index + 1 == line.points.count ? 0 : index + 1]
    }
}
