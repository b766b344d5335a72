import PolicyReports

/// Curves over the values of a setting, with a table of the same values, through which the reader moves.
public struct HTMLChart: Sendable {
    let title: String
    let unit: SweepPanel.Unit
    let curves: [SweepCurve]
    let upperBound: Double
    /// The name of the setting.
    let axis: String
    /// The values of the setting.
    let values: [String]

    /// The number of marks of a curve; more would hide the pattern of its line.
    private static let maxMarks = 12
    private static let (width, height) = (1_000.0, 180.0)

    init(_ panel: SweepPanel, axis: String, values: [String]) {
        title = panel.title
        unit = panel.unit
        curves = panel.curves
        upperBound = panel.upperBound
        self.axis = axis
        self.values = values
    }

    func write(to page: inout HTMLWriter, id: String) {
        page.element("div", ["class": "chart"]) { page in
            page.element("div", ["class": "plot"]) { page in
                page.add("span", ["class": "high", "aria-hidden": "true"], text: unit.label(upperBound))
                page.add("span", ["class": "low", "aria-hidden": "true"], text: unit.label(0))
                writeCurves(to: &page)
            }
            page.element("p", ["class": "ends", "aria-hidden": "true"]) { page in
                page.add("span", text: values.first ?? "")
                page.add("span", text: axis)
                page.add("span", text: values.last ?? "")
            }
            page.element("div", ["class": "controls", "hidden": "hidden"]) { page in
                page.add(
                    "input",
                    [
                        "type": "range", "min": "0", "max": String(max(0, values.count - 1)), "value": "0",
                        "id": "\(id)-value", "aria-label": "Value of \(axis)",
                    ])
                page.add("output", ["class": "moment", "for": "\(id)-value"], text: values.first ?? "")
            }
            writeKeys(to: &page)
            page.element("details") { page in
                page.add("summary", text: "The values")
                table.write(to: &page)
            }
        }
    }

    private func writeCurves(to page: inout HTMLWriter) {
        let names = curves.map(\.name).joined(separator: ", ")
        page.element(
            "svg",
            [
                "class": "curves", "viewBox": "0 -6 1000 192", "preserveAspectRatio": "none", "role": "img",
                "aria-label": "\(title) over \(axis): \(names); the table below has the same",
            ]
        ) { page in
            for share in [0.0, 0.5, 1] {
                let y = Coordinate.text(Self.height * share)
                page.shape("line", ["class": "grid", "x1": "0", "x2": "1000", "y1": y, "y2": y])
            }
            for (index, curve) in curves.enumerated() {
                page.shape(
                    "path", ["class": "curve c\(index % 8) d\(index % 8)", "d": path(curve)], tooltip: curve.name)
            }
            page.shape("line", ["class": "playhead", "x1": "0", "x2": "0", "y1": "-6", "y2": "186"])
        }
    }

    private func path(_ curve: SweepCurve) -> String {
        let last = Double(max(1, curve.values.count - 1))
        var path = ""
        var isDrawing = false
        for (index, value) in curve.values.enumerated() {
            guard let value else {
                isDrawing = false
                continue
            }
            let x = Coordinate.text(Double(index) / last * Self.width)
            let y = Coordinate.text(Self.height * (1 - min(1, value / upperBound)))
            path += "\(isDrawing ? "L" : "M")\(x) \(y)"
            isDrawing = true
        }
        return path
    }

    private func writeKeys(to page: inout HTMLWriter) {
        page.element("ul", ["class": "legend"]) { page in
            for (index, curve) in curves.enumerated() {
                page.element("li", ["class": "key"]) { page in
                    page.element("svg", ["class": "line", "width": "34", "height": "10", "aria-hidden": "true"]) {
                        page in
                        page.shape("path", ["class": "curve c\(index % 8) d\(index % 8)", "d": "M0 5H34"])
                    }
                    page.add("span", text: curve.name)
                    page.add("b", ["class": "now"], text: "")
                }
            }
        }
    }

    private var table: HTMLTable {
        HTMLTable(
            "\(title) over \(axis)", columns: [axis] + curves.map(\.name),
            rows: values.indices.map { index in
                HTMLTable.Row(values[index], curves.map { $0.values[index].map(unit.label) ?? "–" })
            }, isNumeric: true)
    }
}

/// Differences between two policies, each as a line from the low to the high end of its interval.
public struct IntervalPlot: Sendable {
    /// A difference.
    struct Row: Sendable {
        let name: String
        /// The mean and the ends of the interval, as shares of the end that is farther from 0; `nil` if all are 0.
        let shares: (low: Double, mean: Double, high: Double)?
        let words: String
        let verdict: String
    }

    let caption: String
    let rows: [Row]

    func write(to page: inout HTMLWriter) {
        page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption]) { page in
            page.element("table", ["class": "intervals"]) { page in
                page.add("caption", text: caption)
                page.element("thead") { page in
                    page.element("tr") { page in
                        for column in ["figure", "answer", "less ← 0 → more", "difference of the means"] {
                            page.add("th", ["scope": "col"], text: column)
                        }
                    }
                }
                page.element("tbody") { page in
                    for row in rows { Self.write(row, to: &page) }
                }
            }
        }
    }

    private static func write(_ row: Row, to page: inout HTMLWriter) {
        page.element("tr") { page in
            page.add("th", ["scope": "row"], text: row.name)
            page.add("td", text: row.verdict)
            page.element("td") { page in
                page.element(
                    "svg",
                    [
                        "class": "interval", "viewBox": "0 0 240 20", "width": "240", "height": "20",
                        "aria-hidden": "true",
                    ]
                ) { page in
                    page.shape("line", ["class": "grid", "x1": "120", "x2": "120", "y1": "0", "y2": "20"])
                    guard let shares = row.shares else { return }
                    func x(_ share: Double) -> String { Coordinate.text(120 + 112 * max(-1, min(1, share))) }
                    page.shape(
                        "line", ["class": "span", "x1": x(shares.low), "x2": x(shares.high), "y1": "10", "y2": "10"])
                    page.shape("circle", ["class": "mean", "cx": x(shares.mean), "cy": "10", "r": "4"])
                }
            }
            page.add("td", text: row.words)
        }
    }
}
