public import JSON
public import PolicyComparison
import PolicyReports

extension HTMLReport {
    /// Creates the report of a sweep.
    ///
    /// - Parameters:
    ///   - sweep: The sweep.
    ///   - figures: The sweep as JSON, for download.
    ///   - limit: The greatest number of values in all charts; of more, some are left out evenly.
    public init(_ sweep: Sweep, figures: JSONValue?, limit: Int) {
        let summary = SweepSummary(sweep)
        let panels = SweepPanels(sweep).panels
        let curves = max(1, panels.reduce(0) { $0 + $1.curves.count })
        let step = max(1, (sweep.axis.values.count * curves + max(1, 4 * limit) - 1) / max(1, 4 * limit))
        let indices = Array(stride(from: 0, to: sweep.axis.values.count, by: step))
        let values = indices.map { sweep.axis.values[$0].description }
        let charts = panels.map { panel -> Section in
            let thinned = panel.thinned(to: indices)
            return .chart(title: panel.title, HTMLChart(thinned, axis: sweep.axis.key.name, values: values))
        }
        let best = summary.extremes.isEmpty ? [] : [Section.text(title: "Best values", summary.extremes)]
        self.init(
            command: "sweep", title: summary.title, facts: summary.facts, sections: best + charts, figures: figures)
        if let warning = SweepSummary.overrideWarning(sweep) { notes.append(warning) }
        if step > 1 { notes.append("The charts have every \(step)th value; --format csv has all of them.") }
    }
}
