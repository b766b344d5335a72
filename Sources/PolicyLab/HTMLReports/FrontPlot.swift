import PolicyReports
import PolicyTuning

/// The candidates of a tuning by two criteria, with the points of the front.
public struct FrontPlot: Sendable {
    /// A place as shares of width and height, from the lower left.
    private typealias Place = (x: Double, y: Double)

    private let axes: (x: TuningObjective, y: TuningObjective)
    private let ends: (x: (low: String, high: String), y: (low: String, high: String))
    private let cloud: [(x: Double, y: Double)]
    private let points: [(x: Double, y: Double)]
    /// How many candidates are left out.
    let hidden: Int

    private static let (width, height) = (1_000.0, 400.0)

    /// Creates the picture; `nil` with a single criterion, or without a candidate that has both.
    ///
    /// - Parameter limit: The greatest number of candidates; of more, some are left out evenly.
    init?(_ tuning: Tuning, limit: Int) {
        let criteria = tuning.plan.goal.criteria
        guard criteria.count > 1 else { return nil }
        axes = (criteria[1], criteria[0])
        func pair(_ amounts: [FigureAmount?]) -> Place? {
            guard let y = amounts[0]?.value, let x = amounts[1]?.value else { return nil }
            return (x, y)
        }
        let figures = tuning.plan.goal.figures
        let front = tuning.points.compactMap { point in
            pair(criteria.map { criterion in figures.firstIndex(of: criterion.figure).flatMap { point.tuned[$0] } })
        }
        let all = tuning.cloud.compactMap(pair)
        let step = max(1, (all.count + max(1, limit) - 1) / max(1, limit))
        hidden = all.count - (all.count + step - 1) / step
        guard let first = (all + front).first else { return nil }
        var (low, high) = (first, first)
        for place in all + front {
            low = (min(low.x, place.x), min(low.y, place.y))
            high = (max(high.x, place.x), max(high.y, place.y))
        }
        func share(_ place: Place) -> Place {
            (
                high.x > low.x ? (place.x - low.x) / (high.x - low.x) : 0.5,
                high.y > low.y ? (place.y - low.y) / (high.y - low.y) : 0.5
            )
        }
        cloud = stride(from: 0, to: all.count, by: step).map { share(all[$0]) }
        points = front.map(share)
        func text(_ value: Double, _ axis: TuningObjective) -> String { EvaluationText.text(value, axis.figure.unit) }
        ends = (
            (text(low.x, axes.x), text(high.x, axes.x)), (text(low.y, axes.y), text(high.y, axes.y))
        )
    }

    func write(to page: inout HTMLWriter) {
        page.element("div", ["class": "chart"]) { page in
            page.add(
                "p", ["class": "facts"],
                text: "↑ \(axes.y.figure), \(ends.y.low) to \(ends.y.high) · → \(axes.x.figure), \(ends.x.low) to "
                    + "\(ends.x.high), on the sessions that settings were tuned on")
            page.element(
                "svg",
                [
                    "class": "front", "viewBox": "-14 -14 1028 428", "role": "img",
                    "aria-label": "\(axes.y.figure) over \(axes.x.figure) of all settings that were tried; the "
                        + "\(points.count) points stand out, and the table below has them",
                ]
            ) { page in
                page.shape("rect", ["class": "frame", "x": "0", "y": "0", "width": "1000", "height": "400"])
                for place in cloud { page.shape("circle", Self.circle(place, "other", radius: "3")) }
                for (index, place) in points.enumerated() {
                    page.shape("circle", Self.circle(place, "point", radius: "9"), tooltip: "point \(index + 1)")
                }
            }
        }
    }

    private static func circle(_ place: Place, _ name: String, radius: String) -> HTMLWriter.Attributes {
        [
            "class": name, "cx": Coordinate.text(place.x * width), "cy": Coordinate.text((1 - place.y) * height),
            "r": radius,
        ]
    }
}
