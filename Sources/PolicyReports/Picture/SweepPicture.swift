public import PolicyComparison

/// A sweep as an SVG picture, with a chart for each type of figure.
public struct SweepPicture {
    private let sweep: Sweep

    private static let gap = 40.0
    private static let plotHeight = 150.0
    private static let axisWidth = 56.0

    /// Creates a picture of a sweep.
    public init(_ sweep: Sweep) {
        self.sweep = sweep
    }

    /// The SVG document.
    public var svg: String {
        let words = SweepWords(sweep)
        var body = SVGWriter()
        var y = PictureStyle.margin + 16
        body.line(words.title, y, class: "title", size: 20)
        y += 22
        body.line(words.facts.joined(separator: " · "), y, class: "faint")
        if let warning = SweepWords.overriding(sweep) {
            y += 20
            body.line(warning, y, class: "alarm")
        }
        let width = (PictureStyle.width - 2 * PictureStyle.margin - Self.gap) / 2
        let panels = SweepPanels(sweep).panels
        for start in stride(from: 0, to: panels.count, by: 2) {
            y += 34
            let pair = panels[start..<min(panels.count, start + 2)]
            let heights = pair.enumerated().map { index, panel in
                draw(panel, &body, x: PictureStyle.margin + Double(index) * (width + Self.gap), y: y, width: width)
            }
            y += heights.max() ?? 0
        }
        y += 12
        for extreme in words.extremes {
            y += 20
            body.line(extreme, y, class: "faint")
        }
        return SVGDocument(
            title: "Gift policies over \(sweep.axis.key.name): \(words.title)",
            description: ([words.facts.joined(separator: ", ")] + words.extremes).joined(separator: ". ") + ".",
            height: y, body: body
        ).text
    }

    /// Draws a chart with its top left corner at (`x`, `y`) and returns its height.
    private func draw(
        _ panel: SweepPanel, _ body: inout SVGWriter, x: Double, y: Double, width: Double
    ) -> Double {
        let left = x + Self.axisWidth
        let right = x + width - 6
        let top = y + 16
        body.add("text", ["class": "head", "x": Drawn.number(left), "y": Drawn.number(y)], text: panel.title)
        scale(panel, &body, from: left, to: right, top: top)
        let stretch = right - left
        for (index, curve) in panel.curves.enumerated() {
            draw(curve, color: index % KindColors.palette.count, of: panel, &body, left: left, top: top, width: stretch)
        }
        let names = legend(panel, &body, from: left, to: right, y: top + Self.plotHeight + 38)
        return 16 + Self.plotHeight + 38 + names
    }

    private func scale(_ panel: SweepPanel, _ body: inout SVGWriter, from left: Double, to right: Double, top: Double) {
        let bottom = top + Self.plotHeight
        for step in 0...2 {
            let share = Double(step) / 2
            let line = Drawn.number(bottom - share * Self.plotHeight)
            body.add(
                "line", ["class": "grid", "x1": Drawn.number(left), "x2": Drawn.number(right), "y1": line, "y2": line])
            body.add(
                "text",
                [
                    "class": "number small faint", "x": Drawn.number(left - 8),
                    "y": Drawn.number(bottom - share * Self.plotHeight + 4),
                ], text: panel.unit.label(panel.top * share))
        }
        let labels = [sweep.axis.values.first, sweep.axis.values.last].map { $0?.description ?? "" }
        let y = Drawn.number(bottom + 18)
        body.add("text", ["class": "small faint", "x": Drawn.number(left), "y": y], text: labels[0])
        body.add(
            "text", ["class": "middle small faint", "x": Drawn.number((left + right) / 2), "y": y],
            text: sweep.axis.key.name)
        guard sweep.axis.values.count > 1 else { return }
        body.add("text", ["class": "number small faint", "x": Drawn.number(right), "y": y], text: labels[1])
    }

    /// Draws a curve. Missing values interrupt it, and isolated points are dots.
    private func draw(
        _ curve: SweepCurve, color: Int, of panel: SweepPanel, _ body: inout SVGWriter, left: Double, top: Double,
        width: Double
    ) {
        func point(_ index: Int, _ value: Double) -> (x: Double, y: Double) {
            let share = curve.values.count > 1 ? Double(index) / Double(curve.values.count - 1) : 0.5
            return (left + share * width, top + (1 - min(1, value / panel.top)) * Self.plotHeight)
        }
        var path = ""
        var isOpen = false
        for (index, value) in curve.values.enumerated() {
            guard let value else {
                isOpen = false
                continue
            }
            let place = point(index, value)
            path += "\(isOpen ? "L" : "M")\(Drawn.number(place.x)) \(Drawn.number(place.y))"
            isOpen = true
        }
        guard !path.isEmpty else { return }
        body.add("path", ["class": "curve c\(color)", "d": path], tip: "\(panel.title): \(curve.name)")
        // More points than this look like a line even without dots.
        guard curve.values.count <= 60 else { return }
        for (index, value) in curve.values.enumerated() {
            guard let value else { continue }
            let place = point(index, value)
            let words = "\(sweep.axis.values[index]): \(panel.unit.label(value)) \(curve.name)"
            body.add(
                "circle", ["class": "k\(color)", "cx": Drawn.number(place.x), "cy": Drawn.number(place.y), "r": "3"],
                tip: words)
        }
    }

    /// Draws the legend of the curves and returns the height of its lines after the first one.
    private func legend(
        _ panel: SweepPanel, _ body: inout SVGWriter, from left: Double, to right: Double, y top: Double
    ) -> Double {
        var x = left
        var y = top
        for (index, curve) in panel.curves.enumerated() {
            let width = 20 + Drawn.width(curve.name) + 14
            if x + width > right, x > left {
                x = left
                y += 18
            }
            let color = index % KindColors.palette.count
            body.add(
                "rect",
                [
                    "class": "k\(color)", "x": Drawn.number(x), "y": Drawn.number(y - 6), "width": "14", "height": "4",
                    "rx": "2",
                ])
            body.add("text", ["class": "faint", "x": Drawn.number(x + 20), "y": Drawn.number(y)], text: curve.name)
            x += width
        }
        return y - top
    }
}
