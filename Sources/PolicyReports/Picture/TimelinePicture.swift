import HalfBlocks
import Playback
import PolicyComparison

/// The timelines of a comparison, one above the other with a common scale.
struct TimelinePicture {
    /// Notes on what the scale hides.
    let notes: [String]

    private let comparison: Comparison
    private let colors: KindColors
    private let settings: SettingsWords
    private let lanes: [LanePicture]
    private let axis: TimeAxis
    private let mostWaiting: Int

    /// The horizontal positions at which the timelines begin and end.
    static let left = 176.0
    static let right = PictureStyle.width - PictureStyle.margin

    init(_ comparison: Comparison, _ colors: KindColors, _ settings: SettingsWords) {
        let axis = TimeAxis(comparison.window, columns: Int(Self.right - Self.left))
        let lanes = comparison.sessions.map { LanePicture($0.timeline, axis, colors) }
        self.comparison = comparison
        self.colors = colors
        self.settings = settings
        self.axis = axis
        self.lanes = lanes
        mostWaiting = lanes.map(\.backlog.greatest).max() ?? 0
        notes = ScaleWords.notes(
            comparison, hidden: lanes.map(\.hiddenCount).max() ?? 0,
            place: "\(TimeWords.seconds(axis.length / Nanoseconds(axis.columns))) a pixel")
    }

    func draw(_ body: inout SVGWriter, _ y: inout Double) {
        y += 16
        let top = y
        let bottom = top + headHeight + lanes.reduce(0) { $0 + $1.height }
        grid(&body, from: top, to: bottom)
        y += 14
        happenings(&body, &y)
        for (index, lane) in lanes.enumerated() {
            names(index, lane, &body, y)
            lane.draw(&body, y, mostWaiting: mostWaiting)
            y += lane.height
        }
        difference(&body, from: top, to: bottom)
        legend(&body, &y)
    }

    private var hasControls: Bool { comparison.happenings.contains { $0.kind != .arrival } }
    private var headHeight: Double { 14 + 22 + (hasControls ? 20 : 0) }

    // MARK: - Scale

    private func grid(_ body: inout SVGWriter, from top: Double, to bottom: Double) {
        let (times, step) = axis.marks(spacing: 80)
        guard !comparison.window.isEmpty else { return }
        for time in times {
            let x = Drawn.number(Self.left + axis.position(time))
            body.add(
                "line", ["class": "grid", "x1": x, "x2": x, "y1": Drawn.number(top), "y2": Drawn.number(bottom)])
            let label = TimeWords.mark(time, step: step)
            let isLast = Self.left + axis.position(time) + Drawn.width(label) / 2 > PictureStyle.width
            body.add(
                "text",
                ["class": isLast ? "number faint small" : "middle faint small", "x": x, "y": Drawn.number(top - 5)],
                text: label)
        }
    }

    private func happenings(_ body: inout SVGWriter, _ y: inout Double) {
        label("arrivals", &body, y + 4, class: "faint")
        let arrivals = CountRow(
            comparison.happenings.filter { $0.kind == .arrival }.map(\.at),
            TimeAxis(axis.window, columns: axis.columns / 12))
        for (count, first) in zip(arrivals.counts, arrivals.firsts) where count > 0 {
            let x = Self.left + axis.position(first)
            if count == 1 {
                body.add("path", ["class": "faint", "d": "M\(Drawn.number(x - 4)) \(Drawn.number(y - 4))h8l-4 8z"])
            } else {
                body.add(
                    "text", ["class": "middle faint small", "x": Drawn.number(x), "y": Drawn.number(y + 4)],
                    text: String(count))
            }
        }
        y += 22
        guard hasControls else { return }
        label("controls", &body, y, class: "faint")
        var end = 0.0
        for control in comparison.happenings where control.kind != .arrival {
            let x = Self.left + axis.position(control.at)
            let word = control.kind.rawValue
            let start = x - Drawn.width(word, size: 11) / 2
            // Of labels that would overlap, only the first one is drawn.
            guard start > end else { continue }
            end = start + Drawn.width(word, size: 11)
            body.add(
                "text", ["class": "middle small faint", "x": Drawn.number(x), "y": Drawn.number(y)], text: word)
        }
        y += 20
    }

    private func names(_ index: Int, _ lane: LanePicture, _ body: inout SVGWriter, _ y: Double) {
        let session = comparison.sessions[index]
        label(session.policy.name, &body, y + 14, class: "head")
        if settings.own[index] != session.policy.name, !settings.own[index].isEmpty {
            label(settings.own[index], &body, y + 29, class: "small faint")
        }
        if lane.backlog.total > 0 {
            let words = lane.backlog.greatest == 1 ? "1 waiting" : "up to \(lane.backlog.greatest) waiting"
            label(words, &body, y + lane.backlogBase, class: "small faint")
        }
    }

    private func label(_ text: String, _ body: inout SVGWriter, _ y: Double, class name: String) {
        body.add(
            "text", ["class": name, "x": Drawn.number(PictureStyle.margin), "y": Drawn.number(y)],
            text: Drawn.fitted(
                text, width: Self.left - PictureStyle.margin - 8, size: name.hasPrefix("small") ? 11 : 13))
    }

    private func difference(_ body: inout SVGWriter, from top: Double, to bottom: Double) {
        guard let moment = comparison.firstDifference, comparison.window.contains(moment) else { return }
        let x = Drawn.number(Self.left + axis.position(moment))
        body.add(
            "line", ["class": "differ", "x1": x, "x2": x, "y1": Drawn.number(top), "y2": Drawn.number(bottom + 4)])
        let isRight = axis.position(moment) > Double(axis.columns) * 0.75
        body.add(
            "text",
            [
                "class": isRight ? "number small accent" : "small accent", "x": x, "dx": isRight ? "-4" : "4",
                "y": Drawn.number(bottom + 4),
            ], text: "first difference")
    }

    // MARK: - Legend

    private func legend(_ body: inout SVGWriter, _ y: inout Double) {
        y += 26
        var x = PictureStyle.margin
        func place(_ words: String) -> Double {
            let width = 22 + Drawn.width(words) + 18
            if x + width > PictureStyle.width - PictureStyle.margin {
                x = PictureStyle.margin
                y += 20
            }
            defer { x += width }
            return x
        }
        func write(_ words: String, _ x: Double) {
            body.add("text", ["class": "faint", "x": Drawn.number(x + 22), "y": Drawn.number(y)], text: words)
        }
        for kind in colors.kinds.prefix(Self.legendKinds) {
            let words = Drawn.fitted(kind, width: 300)
            let x = place(words)
            body.add(
                "rect",
                [
                    "class": "k\(colors.index(of: kind))", "x": Drawn.number(x), "y": Drawn.number(y - 10),
                    "width": "16",
                    "height": "11", "rx": "2",
                ])
            write(words, x)
        }
        let signs = lanes.reduce(into: Set<StageRow.Sign>()) { $0.formUnion($1.signs) }
        for sign in StageRow.Sign.allCases where signs.contains(sign) && sign != .unplayed {
            let x = place(sign.meaning)
            body.add(
                "text", ["class": "middle head", "x": Drawn.number(x + 8), "y": Drawn.number(y)],
                text: sign == .threshold ? "┊" : sign.glyph(TextStyle()))
            write(sign.meaning, x)
        }
        if lanes.contains(where: { $0.dropped.total > 0 }) {
            let x = place("dropped")
            body.add(
                "path", ["class": "cross", "d": "M\(Drawn.number(x + 4)) \(Drawn.number(y - 9))l8 8m0 -8l-8 8"])
            write("dropped", x)
        }
    }

    /// The maximum number of kinds in the legend. More kinds cannot be distinguished by color anyway.
    private static let legendKinds = 24
}
