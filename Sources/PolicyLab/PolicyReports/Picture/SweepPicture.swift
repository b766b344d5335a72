public import PolicyComparison

/// A sweep as an SVG picture, with a chart for each type of figure.
public struct SweepPicture {
    private let sweep: Sweep

    private static let gap = 40.0
    private static let plotHeight = 150.0
    private static let axisWidth = 56.0
    /// The length of a line in the legend: long enough for the pattern of dashes.
    private static let sampleWidth = 36.0

    /// Creates a picture of a sweep.
    public init(_ sweep: Sweep) {
        self.sweep = sweep
    }

    /// The SVG document.
    public var svg: String {
        let words = SweepSummary(sweep)
        var body = SVGWriter()
        var y = PictureStyle.margin + 16
        body.drawLine(words.title, y, class: "title", size: 20)
        y += 22
        body.drawLine(words.facts.joined(separator: " · "), y, class: "faint")
        if let warning = SweepSummary.overrideWarning(sweep) {
            y += 20
            body.drawLine(warning, y, class: "alarm")
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
            body.drawLine(extreme, y, class: "faint")
        }
        return SVGDocument(
            title: "Gift policies over \(sweep.axis.key.name): \(words.title)",
            description: ([words.facts.joined(separator: ", ")] + words.extremes).joined(separator: ". ") + ".",
            height: y, body: body, styleSheet: CurveLook.styleSheet
        ).text
    }

    /// Draws a chart with its top left corner at (`x`, `y`) and returns its height.
    private func draw(
        _ panel: SweepPanel, _ body: inout SVGWriter, x: Double, y: Double, width: Double
    ) -> Double {
        let left = x + Self.axisWidth
        let right = x + width - 6
        let top = y + 16
        body.add(
            "text", ["class": "head", "x": PictureText.coordinate(left), "y": PictureText.coordinate(y)],
            text: panel.title)
        drawScale(panel, &body, from: left, to: right, top: top)
        let stretch = right - left
        for (index, curve) in panel.curves.enumerated() {
            draw(curve, at: index, of: panel, &body, left: left, top: top, width: stretch)
        }
        let names = drawLegend(panel, &body, from: left, to: right, y: top + Self.plotHeight + 38)
        return 16 + Self.plotHeight + 38 + names
    }

    private func drawScale(
        _ panel: SweepPanel, _ body: inout SVGWriter, from left: Double, to right: Double, top: Double
    ) {
        let bottom = top + Self.plotHeight
        for step in 0...2 {
            let share = Double(step) / 2
            let line = PictureText.coordinate(bottom - share * Self.plotHeight)
            body.add(
                "line",
                [
                    "class": "grid", "x1": PictureText.coordinate(left), "x2": PictureText.coordinate(right),
                    "y1": line, "y2": line,
                ])
            body.add(
                "text",
                [
                    "class": "number small faint", "x": PictureText.coordinate(left - 8),
                    "y": PictureText.coordinate(bottom - share * Self.plotHeight + 4),
                ], text: panel.unit.label(panel.upperBound * share))
        }
        let labels = [sweep.axis.values.first, sweep.axis.values.last].map { $0?.description ?? "" }
        let y = PictureText.coordinate(bottom + 18)
        body.add("text", ["class": "small faint", "x": PictureText.coordinate(left), "y": y], text: labels[0])
        body.add(
            "text", ["class": "middle small faint", "x": PictureText.coordinate((left + right) / 2), "y": y],
            text: sweep.axis.key.name)
        guard sweep.axis.values.count > 1 else { return }
        body.add("text", ["class": "number small faint", "x": PictureText.coordinate(right), "y": y], text: labels[1])
    }

    /// Draws a curve. Missing values interrupt it, and isolated points are marks.
    private func draw(
        _ curve: SweepCurve, at index: Int, of panel: SweepPanel, _ body: inout SVGWriter, left: Double, top: Double,
        width: Double
    ) {
        let look = CurveLook(index)
        let places = curve.values.enumerated().map { index, value -> (x: Double, y: Double)? in
            guard let value else { return nil }
            let share = curve.values.count > 1 ? Double(index) / Double(curve.values.count - 1) : 0.5
            return (left + share * width, top + (1 - min(1, value / panel.upperBound)) * Self.plotHeight)
        }
        var path = ""
        var isOpen = false
        for place in places {
            if let place {
                path += "\(isOpen ? "L" : "M")\(PictureText.coordinate(place.x)) \(PictureText.coordinate(place.y))"
            }
            isOpen = place != nil
        }
        guard !path.isEmpty else { return }
        body.add("path", ["class": look.lineClass, "d": path], tooltip: "\(panel.title): \(curve.name)")
        for place in CurveLook.markedValues(of: curve, at: index).compactMap({ places[$0] }) {
            body.add("path", ["class": look.markClass, "d": look.mark(x: place.x, y: place.y)])
        }
        // More values than this are too close together to point at one.
        guard curve.values.count <= 60 else { return }
        for (index, place) in places.enumerated() {
            guard let place, let value = curve.values[index] else { continue }
            body.add(
                "circle",
                [
                    "class": "spot", "cx": PictureText.coordinate(place.x), "cy": PictureText.coordinate(place.y),
                    "r": "3",
                ],
                tooltip: "\(sweep.axis.values[index]): \(panel.unit.label(value)) \(curve.name)")
        }
    }

    /// Draws the legend of the curves and returns the height of its lines after the first one.
    private func drawLegend(
        _ panel: SweepPanel, _ body: inout SVGWriter, from left: Double, to right: Double, y top: Double
    ) -> Double {
        var x = left
        var y = top
        for (index, curve) in panel.curves.enumerated() {
            let width = Self.sampleWidth + 6 + PictureText.width(curve.name) + 14
            if x + width > right, x > left {
                x = left
                y += 18
            }
            let look = CurveLook(index)
            body.add(
                "path",
                [
                    "class": look.lineClass,
                    "d": "M\(PictureText.coordinate(x)) \(PictureText.coordinate(y - 4))h\(Int(Self.sampleWidth))",
                ])
            body.add("path", ["class": look.markClass, "d": look.mark(x: x + Self.sampleWidth / 2, y: y - 4)])
            body.add(
                "text",
                [
                    "class": "faint", "x": PictureText.coordinate(x + Self.sampleWidth + 6),
                    "y": PictureText.coordinate(y),
                ], text: curve.name)
            x += width
        }
        return y - top
    }
}
