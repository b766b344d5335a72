import Playback
import PlayerSettings
package import PolicyComparison
import Scenarios

/// The values of one figure over a sweep.
package struct SweepCurve: Sendable {
    /// The name of the figure.
    package let name: String
    /// The value at each point; `nil` if there is none, such as the waiting time if no gift was shown.
    package let values: [Double?]
}

/// Curves with the same unit in one chart.
package struct SweepPanel: Sendable {
    /// The unit of the values.
    package enum Unit: Sendable {
        case count, seconds, percent
        /// A number that need not be whole.
        case ratio

        /// Returns the label for a value on the scale.
        package func label(_ value: Double) -> String {
            switch self {
            case .count, .ratio: Self.shortened(value)
            case .seconds: Self.shortened(value) + "s"
            case .percent: Self.shortened(value, places: 4) + " %"
            }
        }

        /// Formats a value below 10,000 with up to three decimal places or more, and a greater one with a letter such as
        /// `k` for thousands.
        private static func shortened(_ value: Double, places: Int = 3) -> String {
            var (value, letter) = (value, "")
            for next in ["k", "M", "G", "T", "P", "E"] where value >= 10_000 {
                value /= 1000
                letter = next
            }
            let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
            let rounded = (value * scale).rounded() / scale
            return (Int(exactly: rounded).map { String($0) } ?? String(rounded)) + letter
        }
    }

    /// The title.
    package let title: String
    /// The unit of the values.
    package let unit: Unit
    /// The curves.
    package let curves: [SweepCurve]

    /// Returns the chart with the values at some places alone.
    package func thinned(to places: [Int]) -> SweepPanel {
        SweepPanel(
            title: title, unit: unit,
            curves: curves.map { curve in SweepCurve(name: curve.name, values: places.map { curve.values[$0] }) })
    }

    /// The upper end of the scale, a round number. The lower end is 0.
    package var upperBound: Double {
        if unit == .percent { return 100 }
        let maximum = curves.flatMap(\.values).compactMap { $0 }.max() ?? 0
        guard maximum > 0 else { return 1 }
        var unit = 1.0
        while unit * 10 <= maximum { unit *= 10 }
        while unit > maximum { unit /= 10 }
        let step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].first { $0 * unit >= maximum * 0.999_999 } ?? 10
        let top = step * unit
        // The number of gifts is always whole.
        return self.unit == .count ? top.rounded(.up) : top
    }
}

/// The charts of a sweep.
package struct SweepPanels {
    /// The charts.
    package let panels: [SweepPanel]

    /// Creates the charts of a sweep.
    package init(_ sweep: Sweep) {
        let charts = SweepCharts(figures: sweep.points.map(\.combined))
        panels = charts.outcomes + charts.waiting + charts.cuts + charts.value + [charts.stage]
    }
}

/// The charts of the figures for each value of a setting. What does not occur for any value has no chart.
private struct SweepCharts {
    let figures: [SessionFigures]

    private func curve(_ name: String, _ value: (SessionFigures) -> Double?) -> SweepCurve {
        SweepCurve(name: name, values: figures.map(value))
    }

    private func count(_ name: String, _ value: (SessionFigures) -> Int) -> SweepCurve {
        curve(name) { Double(value($0)) }
    }

    private func tiers(where hasTier: (ViewingFigures, PriceTier) -> Bool) -> [PriceTier] {
        PriceTier.allCases.filter { tier in figures.contains { hasTier($0.viewing, tier) } }
    }

    var outcomes: [SweepPanel] {
        let reasons = Outcome.DropReason.allCases.filter { reason in figures.contains { $0.drops[reason] ?? 0 > 0 } }
        let causes = DismissalCause.allCases.filter { cause in
            figures.contains { $0.viewing.dismissals[cause, default: 0] > 0 }
        }
        let panels = [
            SweepPanel(
                title: "gifts", unit: .count,
                curves: [
                    count("shown") { $0.shown }, count("completed") { $0.outcomes[.completed, default: 0] },
                    count("cut short") { $0.interruptedProgress.count },
                    count("dropped") { $0.outcomes[.dropped, default: 0] },
                ]),
            SweepPanel(
                title: "dropped", unit: .count,
                curves: reasons.map { reason in count(reason.reportText) { $0.drops[reason, default: 0] } }),
            SweepPanel(
                title: "dismissed", unit: .count,
                curves: causes.map { cause in
                    count("by \(cause.label)") { $0.viewing.dismissals[cause, default: 0] }
                }),
        ]
        return panels.filter { !$0.curves.isEmpty }
    }

    var waiting: [SweepPanel] {
        let all = [("p50", 50), ("p95", 95), ("longest", 100)].map { name, percent in
            curve(name) { $0.waitingTimes[percent].map { Double($0) / 1e9 } }
        }
        let panel = SweepPanel(title: "waiting time", unit: .seconds, curves: all)
        let tiers = tiers { $0.waitingByTier[$1] != nil }
        guard tiers.count > 1 else { return [panel] }
        let curves = tiers.map { tier in
            curve("at \(tier.label)") { $0.viewing.waitingByTier[tier]?[95].map { Double($0) / 1e9 } }
        }
        return [panel, SweepPanel(title: "waiting time, p95", unit: .seconds, curves: curves)]
    }

    var cuts: [SweepPanel] {
        guard figures.contains(where: { $0.interruptedProgress.count > 0 }) else { return [] }
        let cuts = [("earliest", 0), ("p50", 50), ("latest", 100)].map { name, percent in
            curve(name) { $0.interruptedProgress[percent].map { Double($0) / 1e4 } }
        }
        func ratio(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
        let perWhom = [
            curve("per gift") { ratio($0.interruptions, $0.shown) },
            curve("per viewer") { ratio($0.interruptions, $0.viewing.viewers) },
        ]
        return [
            SweepPanel(title: "cut short at", unit: .percent, curves: cuts),
            SweepPanel(title: "cuts", unit: .ratio, curves: perWhom),
        ]
    }

    var value: [SweepPanel] {
        guard figures.contains(where: { $0.value > 0 }) else { return [] }
        let tiers = tiers { $0.byTier[$1] != nil }
        return [
            SweepPanel(
                title: "value lost of \(figures.first?.value ?? 0)", unit: .count,
                curves: [
                    curve("value never shown") { Double($0.unshownValue) },
                    curve("not seen") { Double($0.unseenValue) },
                    curve("of gifts seen under half") { Double($0.viewing.all.belowHalf.value) },
                ]),
            SweepPanel(
                title: "seen under half", unit: .count,
                curves: [count("all") { $0.viewing.all.belowHalf.gifts }]
                    + (tiers.count > 1 ? tiers : []).map { tier in
                        count("at \(tier.label)") { $0.viewing.byTier[tier]?.belowHalf.gifts ?? 0 }
                    }),
            SweepPanel(
                title: "fairness", unit: .percent,
                curves: [curve("fairness") { $0.viewing.fairness.map { Double($0.count) / 1e4 } }]),
        ]
    }

    var stage: SweepPanel {
        SweepPanel(
            title: "stage", unit: .seconds,
            curves: [
                curve("busy") { Double($0.busyTime) / 1e9 },
                curve("empty") { Double($0.emptyTime) / 1e9 },
                curve("longest drought") { Double($0.longestDrought) / 1e9 },
            ])
    }
}

/// The description of a sweep as text.
package struct SweepSummary {
    /// The name of the session, or the number of sessions.
    package let title: String
    /// The axis, the number of values and gifts, and the other settings.
    package let facts: [String]
    /// The values of the setting at which a figure is best.
    package let extremes: [String]

    /// Creates the description of a sweep.
    package init(_ sweep: Sweep) {
        let axis = sweep.axis
        title = sweep.title
        let ends = [axis.values.first, axis.values.last].map { $0?.description ?? "" }
        let values = axis.values.count == 1 ? "1 value" : "\(axis.values.count) values"
        let gifts = sweep.points.first?.combined.gifts ?? 0
        var facts = [
            "\(axis.key.name) from \(ends[0]) to \(ends[1])", values, gifts == 1 ? "1 gift" : "\(gifts) gifts",
        ]
        if !sweep.settings.isEmpty {
            facts.append("with \(sweep.settings.map(\.description).joined(separator: ", "))")
        }
        self.facts = facts
        var extremes: [String] = []
        func note(
            _ words: String, _ value: (SessionFigures) -> Int64?, isBetter: (Int64, Int64) -> Bool,
            _ text: (Int64) -> String
        ) {
            let values = sweep.points.map { value($0.combined) }
            let found = values.compactMap { $0 }
            guard let best = found.min(by: isBetter), found.contains(where: { $0 != best }),
                let start = values.firstIndex(of: best)
            else { return }
            let end = values[start...].firstIndex { $0 != best } ?? values.endIndex
            let span = [axis.values[start], axis.values[end - 1]].map(\.description)
            let place = span[0] == span[1] ? "at \(span[0])" : "from \(span[0]) to \(span[1])"
            extremes.append("\(words) \(place): \(text(best))")
        }
        note("most shown", { Int64($0.shown) }, isBetter: >) { String($0) }
        note("least value never shown", { $0.unshownValue }, isBetter: <) { String($0) }
        note("least value not seen", { $0.unseenValue }, isBetter: <) { String($0) }
        // Where no gift is shown, none has waited.
        note("smallest maximum wait", { $0.waitingTimes[100] }, isBetter: <) { TimeFormat.seconds($0) }
        note("least empty stage", { $0.emptyTime }, isBetter: <) { TimeFormat.seconds($0) }
        self.extremes = extremes
    }

    /// Returns a warning if a session changes the setting itself; `nil` otherwise.
    package static func overrideWarning(_ sweep: Sweep) -> String? {
        guard sweep.isOverridden else { return nil }
        let what = sweep.paths.count == 1 ? "the session" : "a session"
        return "\(what) sets \(sweep.axis.key.name) itself; from then on its own value holds"
    }
}
