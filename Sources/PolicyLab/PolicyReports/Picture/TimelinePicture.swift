import ExactNumbers
import PolicyComparison
import TerminalCells

/// The timelines of a comparison, one above the other with a common scale.
struct TimelinePicture {
    /// Notes on what the scale hides.
    let notes: [String]

    private let comparison: Comparison
    private let colors: KindColors
    private let settings: SettingsSummary
    private let lanes: [LanePicture]
    private let axis: TimeAxis
    private let maxWaiting: Int

    /// The horizontal positions at which the timelines begin and end.
    static let left = 176.0
    static let right = PictureStyle.width - PictureStyle.margin

    init(_ comparison: Comparison, _ colors: KindColors, _ settings: SettingsSummary) {
        let axis = TimeAxis(comparison.window, columns: Int(Self.right - Self.left))
        let lanes = comparison.sessions.map { LanePicture($0.timeline, axis, colors) }
        self.comparison = comparison
        self.colors = colors
        self.settings = settings
        self.axis = axis
        self.lanes = lanes
        maxWaiting = lanes.map(\.backlog.maximum).max() ?? 0
        notes = TimelineNotes.notes(
            comparison, hidden: lanes.map(\.hiddenCount).max() ?? 0,
            place: "\(TimeFormat.seconds(axis.length / Nanoseconds(axis.columns))) a pixel")
    }

    func draw(_ body: inout SVGWriter, _ y: inout Double) {
        y += 16
        let top = y
        let bottom = top + headerHeight + lanes.reduce(0) { $0 + $1.height }
        drawGrid(&body, from: top, to: bottom)
        y += 14
        drawEvents(&body, &y)
        for (index, lane) in lanes.enumerated() {
            drawNames(index, lane, &body, y)
            lane.draw(&body, y, maxWaiting: maxWaiting)
            y += lane.height
        }
        drawDifference(&body, from: top, to: bottom)
        drawLegend(&body, &y)
    }

    private var hasControls: Bool { comparison.events.contains { $0.kind != .arrival } }
    private var headerHeight: Double { 14 + 22 + (hasControls ? 20 : 0) }

    // MARK: - Scale

    private func drawGrid(_ body: inout SVGWriter, from top: Double, to bottom: Double) {
        let (times, step) = axis.marks(spacing: 80)
        guard !comparison.window.isEmpty else { return }
        for time in times {
            let x = PictureText.coordinate(Self.left + axis.position(time))
            body.add(
                "line",
                [
                    "class": "grid", "x1": x, "x2": x, "y1": PictureText.coordinate(top),
                    "y2": PictureText.coordinate(bottom),
                ])
            let label = TimeFormat.mark(time, step: step)
            let isLast = Self.left + axis.position(time) + PictureText.width(label) / 2 > PictureStyle.width
            body.add(
                "text",
                [
                    "class": isLast ? "number faint small" : "middle faint small", "x": x,
                    "y": PictureText.coordinate(top - 5),
                ],
                text: label)
        }
    }

    private func drawEvents(_ body: inout SVGWriter, _ y: inout Double) {
        drawLabel("arrivals", &body, y + 4, class: "faint")
        let arrivals = CountRow(
            comparison.events.filter { $0.kind == .arrival }.map(\.at),
            TimeAxis(axis.window, columns: axis.columns / 12))
        body.addMarks(
            of: arrivals, axis, left: Self.left, y: y, shape: "h8l-4 8z", class: "faint", numberClass: "faint")
        y += 22
        guard hasControls else { return }
        drawLabel("controls", &body, y, class: "faint")
        var end = 0.0
        for control in comparison.events where control.kind != .arrival {
            let x = Self.left + axis.position(control.at)
            let word = control.kind.rawValue
            let start = x - PictureText.width(word, size: 11) / 2
            // Of labels that would overlap, only the first one is drawn.
            guard start > end else { continue }
            end = start + PictureText.width(word, size: 11)
            body.add(
                "text",
                ["class": "middle small faint", "x": PictureText.coordinate(x), "y": PictureText.coordinate(y)],
                text: word)
        }
        y += 20
    }

    private func drawNames(_ index: Int, _ lane: LanePicture, _ body: inout SVGWriter, _ y: Double) {
        let session = comparison.sessions[index]
        drawLabel(session.policy.name, &body, y + 14, class: "head")
        if settings.policySettings[index] != session.policy.name, !settings.policySettings[index].isEmpty {
            drawLabel(settings.policySettings[index], &body, y + 29, class: "small faint")
        }
        if lane.backlog.total > 0 {
            drawLabel(lane.backlog.waitingText, &body, y + lane.backlogBase, class: "small faint")
        }
    }

    private func drawLabel(_ text: String, _ body: inout SVGWriter, _ y: Double, class name: String) {
        body.add(
            "text", ["class": name, "x": PictureText.coordinate(PictureStyle.margin), "y": PictureText.coordinate(y)],
            text: PictureText.fitted(
                text, width: Self.left - PictureStyle.margin - 8, size: name.hasPrefix("small") ? 11 : 13))
    }

    private func drawDifference(_ body: inout SVGWriter, from top: Double, to bottom: Double) {
        guard let moment = comparison.firstDifference, comparison.window.contains(moment) else { return }
        let x = PictureText.coordinate(Self.left + axis.position(moment))
        body.add(
            "line",
            [
                "class": "differ", "x1": x, "x2": x, "y1": PictureText.coordinate(top),
                "y2": PictureText.coordinate(bottom + 4),
            ])
        let isRight = axis.position(moment) > Double(axis.columns) * 0.75
        body.add(
            "text",
            [
                "class": isRight ? "number small accent" : "small accent", "x": x, "dx": isRight ? "-4" : "4",
                "y": PictureText.coordinate(bottom + 4),
            ], text: "first difference")
    }

    // MARK: - Legend

    private func drawLegend(_ body: inout SVGWriter, _ y: inout Double) {
        y += 26
        var x = PictureStyle.margin
        func place(_ words: String) -> Double {
            let width = 22 + PictureText.width(words) + 18
            if x + width > PictureStyle.width - PictureStyle.margin {
                x = PictureStyle.margin
                y += 20
            }
            defer { x += width }
            return x
        }
        func write(_ words: String, _ x: Double) {
            body.add(
                "text", ["class": "faint", "x": PictureText.coordinate(x + 22), "y": PictureText.coordinate(y)],
                text: words)
        }
        for kind in colors.kinds.prefix(Self.maxLegendKinds) {
            let words = PictureText.fitted(kind, width: 300)
            let x = place(words)
            body.add(
                "rect",
                [
                    "class": "k\(colors.index(of: kind))", "x": PictureText.coordinate(x),
                    "y": PictureText.coordinate(y - 10),
                    "width": "16",
                    "height": "11", "rx": "2",
                ])
            write(words, x)
        }
        let signs = lanes.reduce(into: Set<StageRow.Symbol>()) { $0.formUnion($1.symbols) }
        for sign in StageRow.Symbol.allCases where signs.contains(sign) && sign != .unplayed {
            let x = place(sign.explanation)
            body.add(
                "text", ["class": "middle head", "x": PictureText.coordinate(x + 8), "y": PictureText.coordinate(y)],
                text: sign == .threshold ? "┊" : sign.glyph(TextStyle()))
            write(sign.explanation, x)
        }
        if lanes.contains(where: { $0.dropped.total > 0 }) {
            let x = place("dropped")
            body.add(
                "path",
                [
                    "class": "cross",
                    "d": "M\(PictureText.coordinate(x + 4)) \(PictureText.coordinate(y - 9))l8 8m0 -8l-8 8",
                ])
            write("dropped", x)
        }
    }

    /// The maximum number of kinds in the legend. More kinds cannot be distinguished by color anyway.
    private static let maxLegendKinds = 24
}
