import HalfBlocks
import Playback
import PolicyComparison

/// The timeline of one policy: bars for presentations, crosses for dropped gifts and an area for waiting gifts.
struct LanePicture {
    /// The number of waiting gifts at each pixel.
    let backlog: CountRow
    /// The number of dropped gifts, in columns wide enough for a sign.
    let dropped: CountRow
    /// The number of presentations that are too short to be drawn next to their neighbours.
    let hiddenCount: Int
    /// The signs that the legend must explain.
    let signs: Set<StageRow.Sign>

    private let bars: [Bar]
    private let axis: TimeAxis

    private struct Bar {
        let presentation: Timeline.Presentation
        let color: Int
        let start: Double
        let end: Double
        let replaces: Bool

        /// The tooltip of the bar: `gift 3 heart: 2s to 3.5s, is completed`.
        var tip: String {
            let span = presentation.span
            let words = "\(TimeWords.exact(span.lowerBound)) to \(TimeWords.exact(span.upperBound))"
            return "gift \(presentation.gift) \(presentation.kind): \(words), \(presentation.outcome.predicate)"
        }
    }

    private static let barHeight = 26.0
    private static let backlogHeight = 22.0
    private static let signWidth = 12
    /// The minimum width of a bar, in pixels. A bar is omitted if it ends less than this after the one before.
    private static let narrowest = 0.5

    init(_ timeline: Timeline, _ axis: TimeAxis, _ colors: KindColors) {
        self.axis = axis
        backlog = CountRow(timeline.backlog, axis)
        dropped = CountRow(
            timeline.absences.filter { $0.outcome.name == .dropped }.map(\.at),
            TimeAxis(axis.window, columns: axis.columns / Self.signWidth))
        var bars: [Bar] = []
        var hidden = 0
        for (index, presentation) in timeline.presentations.enumerated() where presentation.overlaps(axis.window) {
            let start = axis.position(presentation.span.lowerBound)
            let end = max(start + Self.narrowest, axis.position(presentation.span.upperBound))
            if let last = bars.last, end <= last.end + Self.narrowest {
                hidden += 1
                continue
            }
            let replaces = index > 0 && timeline.presentations[index - 1].isReplaced(by: presentation)
            bars.append(
                Bar(
                    presentation: presentation, color: colors.index(of: presentation.kind), start: start, end: end,
                    replaces: replaces))
        }
        self.bars = bars
        hiddenCount = hidden
        signs = bars.reduce(into: []) { signs, bar in
            if bar.replaces { signs.insert(.replacement) }
            if bar.presentation.threshold != nil { signs.insert(.threshold) }
            if bar.presentation.outcome.name == .dismissed { signs.insert(.dismissal) }
        }
    }

    /// The height of the lane with the space below it.
    var height: Double { backlogBase + 14 }
    /// The base line of the waiting gifts, from the top of the lane.
    var backlogBase: Double {
        Self.barHeight + (dropped.total > 0 ? 16 : 0) + (backlog.total > 0 ? Self.backlogHeight + 4 : 4)
    }

    func draw(_ body: inout SVGWriter, _ y: Double, mostWaiting: Int) {
        body.add(
            "rect",
            [
                "class": "lane", "x": Drawn.number(TimelinePicture.left), "y": Drawn.number(y),
                "width": String(axis.columns), "height": Drawn.number(Self.barHeight), "rx": "3",
            ])
        for (index, bar) in bars.enumerated() {
            let next = index + 1 < bars.count ? bars[index + 1].start : Double(axis.columns)
            draw(bar, next: next, &body, y)
        }
        drops(&body, y + Self.barHeight + 9)
        waiting(&body, y + backlogBase, mostWaiting: mostWaiting)
    }

    private func draw(_ bar: Bar, next: Double, _ body: inout SVGWriter, _ y: Double) {
        let x = TimelinePicture.left + bar.start
        // A gap separates adjacent bars of the same color, if they are wide enough.
        let seam = bar.end - bar.start > 3 && next - bar.end < 1 ? 1.0 : 0
        body.add(
            "rect",
            [
                "class": "k\(bar.color)", "x": Drawn.number(x), "y": Drawn.number(y),
                "width": Drawn.number(bar.end - bar.start - seam), "height": Drawn.number(Self.barHeight),
                "rx": bar.end - bar.start > 8 ? "3" : "0",
            ], tip: bar.tip)
        var textStart = x + 6
        if bar.replaces, bar.end - bar.start > 14 {
            write("»", "on head", textStart - 2, &body, y)
            textStart += 11
        }
        var textEnd = TimelinePicture.left + bar.end - 6
        if bar.presentation.outcome.name == .dismissed, bar.end - bar.start > 28 {
            write("✕", "on number", textEnd + 2, &body, y)
            textEnd -= 14
        }
        let threshold = bar.presentation.threshold.map { TimelinePicture.left + axis.position($0) }
        if let threshold, threshold > x + 1, axis.window.contains(bar.presentation.threshold ?? 0) {
            let line = Drawn.number(min(threshold, TimelinePicture.left + bar.end - 1.5))
            body.add(
                "line",
                [
                    "class": "threshold", "x1": line, "x2": line, "y1": Drawn.number(y),
                    "y2": Drawn.number(y + Self.barHeight),
                ])
        }
        let number = String(bar.presentation.gift)
        let rooms = [
            textStart..<max(textStart, min(textEnd, (threshold ?? .infinity) - 4)),
            max(textStart, (threshold ?? textStart) + 6)..<max(textEnd, textStart, (threshold ?? textStart) + 6),
        ]
        for text in ["\(number) \(bar.presentation.kind)", number] {
            for room in rooms where Drawn.width(text) <= room.upperBound - room.lowerBound {
                return write(text, "on", room.lowerBound, &body, y)
            }
        }
    }

    private func write(_ text: String, _ name: String, _ x: Double, _ body: inout SVGWriter, _ y: Double) {
        body.add("text", ["class": name, "x": Drawn.number(x), "y": Drawn.number(y + 18)], text: text)
    }

    private func drops(_ body: inout SVGWriter, _ y: Double) {
        for (count, first) in zip(dropped.counts, dropped.firsts) where count > 0 {
            let x = TimelinePicture.left + axis.position(first)
            if count == 1 {
                body.add(
                    "path", ["class": "cross", "d": "M\(Drawn.number(x - 4)) \(Drawn.number(y - 4))l8 8m0 -8l-8 8"])
            } else {
                body.add(
                    "text", ["class": "middle alarm small", "x": Drawn.number(x), "y": Drawn.number(y + 4)],
                    text: String(count))
            }
        }
    }

    private func waiting(_ body: inout SVGWriter, _ base: Double, mostWaiting: Int) {
        guard backlog.total > 0, mostWaiting > 0 else { return }
        var path = "M\(Drawn.number(TimelinePicture.left)) \(Drawn.number(base))"
        var last = 0
        for (column, count) in backlog.counts.enumerated() where count != last {
            let top = base - Self.backlogHeight * Double(count) / Double(mostWaiting)
            path += "H\(Drawn.number(TimelinePicture.left + Double(column)))V\(Drawn.number(top))"
            last = count
        }
        path += "H\(Drawn.number(TimelinePicture.right))V\(Drawn.number(base))z"
        body.add("path", ["class": "backlog", "d": path], tip: "gifts that wait, at most \(backlog.greatest)")
    }
}
