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
    let symbols: Set<StageRow.Symbol>

    private let bars: [Bar]
    private let axis: TimeAxis

    private struct Bar {
        let presentation: SessionTimeline.Presentation
        let color: Int
        let start: Double
        let end: Double
        let isReplacement: Bool

        /// The tooltip of the bar: `gift 3 heart: 2s to 3.5s, is completed`.
        var tooltip: String {
            let span = presentation.span
            let words = "\(span.lowerBound.durationText) to \(span.upperBound.durationText)"
            return "gift \(presentation.gift) \(presentation.kind): \(words), is \(presentation.outcome.summary)"
        }
    }

    private static let barHeight = 26.0
    private static let backlogHeight = 22.0
    private static let symbolWidth = 12
    /// The minimum width of a bar, in pixels. A bar is omitted if it ends less than this after the one before.
    private static let minBarWidth = 0.5

    init(_ timeline: SessionTimeline, _ axis: TimeAxis, _ colors: KindColors) {
        self.axis = axis
        backlog = CountRow(timeline.backlog, axis)
        dropped = CountRow(
            timeline.unshownGifts.filter { $0.outcome.name == .dropped }.map(\.at),
            TimeAxis(axis.window, columns: axis.columns / Self.symbolWidth))
        var bars: [Bar] = []
        var hidden = 0
        for (index, presentation) in timeline.presentations.enumerated() where presentation.overlaps(axis.window) {
            let start = axis.position(presentation.span.lowerBound)
            let end = max(start + Self.minBarWidth, axis.position(presentation.span.upperBound))
            if let last = bars.last, end <= last.end + Self.minBarWidth {
                hidden += 1
                continue
            }
            let replaces = index > 0 && timeline.presentations[index - 1].isReplaced(by: presentation)
            bars.append(
                Bar(
                    presentation: presentation, color: colors.index(of: presentation.kind), start: start, end: end,
                    isReplacement: replaces))
        }
        self.bars = bars
        hiddenCount = hidden
        symbols = bars.reduce(into: []) { signs, bar in
            if bar.isReplacement { signs.insert(.replacement) }
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

    func draw(_ body: inout SVGWriter, _ y: Double, maxWaiting: Int) {
        body.add(
            "rect",
            [
                "class": "lane", "x": PictureText.coordinate(TimelinePicture.left), "y": PictureText.coordinate(y),
                "width": String(axis.columns), "height": PictureText.coordinate(Self.barHeight), "rx": "3",
            ])
        for (index, bar) in bars.enumerated() {
            let next = index + 1 < bars.count ? bars[index + 1].start : Double(axis.columns)
            draw(bar, next: next, &body, y)
        }
        drawDrops(&body, y + Self.barHeight + 9)
        drawWaiting(&body, y + backlogBase, maxWaiting: maxWaiting)
    }

    private func draw(_ bar: Bar, next: Double, _ body: inout SVGWriter, _ y: Double) {
        let x = TimelinePicture.left + bar.start
        // A gap separates adjacent bars of the same color, if they are wide enough.
        let seam = bar.end - bar.start > 3 && next - bar.end < 1 ? 1.0 : 0
        body.add(
            "rect",
            [
                "class": "k\(bar.color)", "x": PictureText.coordinate(x), "y": PictureText.coordinate(y),
                "width": PictureText.coordinate(bar.end - bar.start - seam),
                "height": PictureText.coordinate(Self.barHeight),
                "rx": bar.end - bar.start > 8 ? "3" : "0",
            ], tooltip: bar.tooltip)
        var textStart = x + 6
        if bar.isReplacement, bar.end - bar.start > 14 {
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
            let line = PictureText.coordinate(min(threshold, TimelinePicture.left + bar.end - 1.5))
            body.add(
                "line",
                [
                    "class": "threshold", "x1": line, "x2": line, "y1": PictureText.coordinate(y),
                    "y2": PictureText.coordinate(y + Self.barHeight),
                ])
        }
        let number = String(bar.presentation.gift)
        let rooms = [
            textStart..<max(textStart, min(textEnd, (threshold ?? .infinity) - 4)),
            max(textStart, (threshold ?? textStart) + 6)..<max(textEnd, textStart, (threshold ?? textStart) + 6),
        ]
        for text in ["\(number) \(bar.presentation.kind)", number] {
            for room in rooms where PictureText.width(text) <= room.upperBound - room.lowerBound {
                return write(text, "on", room.lowerBound, &body, y)
            }
        }
    }

    private func write(_ text: String, _ name: String, _ x: Double, _ body: inout SVGWriter, _ y: Double) {
        body.add(
            "text", ["class": name, "x": PictureText.coordinate(x), "y": PictureText.coordinate(y + 18)], text: text)
    }

    private func drawDrops(_ body: inout SVGWriter, _ y: Double) {
        body.addMarks(
            of: dropped, axis, left: TimelinePicture.left, y: y, shape: "l8 8m0 -8l-8 8", class: "cross",
            numberClass: "alarm")
    }

    private func drawWaiting(_ body: inout SVGWriter, _ base: Double, maxWaiting: Int) {
        guard backlog.total > 0, maxWaiting > 0 else { return }
        var path = "M\(PictureText.coordinate(TimelinePicture.left)) \(PictureText.coordinate(base))"
        var last = 0
        for (column, count) in backlog.counts.enumerated() where count != last {
            let top = base - Self.backlogHeight * Double(count) / Double(maxWaiting)
            path += "H\(PictureText.coordinate(TimelinePicture.left + Double(column)))V\(PictureText.coordinate(top))"
            last = count
        }
        path += "H\(PictureText.coordinate(TimelinePicture.right))V\(PictureText.coordinate(base))z"
        body.add("path", ["class": "backlog", "d": path], tooltip: backlog.waitingText)
    }
}
