public import Playback
public import Scenarios

/// Scenarios played again and again with one setting at different values.
public struct Sweep: Sendable {
    /// What came of one value.
    public struct Point: Sendable {
        /// The figures of each scenario, in their order.
        public let sessions: [SessionFigures]
        /// The figures of all of them together: counts, values and times added up, percentiles taken over all gifts.
        public let together: SessionFigures
    }

    /// What changes.
    public let axis: SweepAxis
    /// What stays, over what the scenarios start with.
    public let settings: [Setting]
    /// The scenarios' names.
    public let names: [String]
    /// What came of each value of the axis.
    public let points: [Point]
    /// Whether a scenario itself sets the setting on its way, so that the axis holds only until then.
    public let isOverridden: Bool

    /// Plays the scenarios at every value, as many at a time as there are cores. `names` are those of the scenarios.
    public init(of scenarios: [Scenario], names: [String], over axis: SweepAxis, with settings: [Setting] = []) async {
        self.axis = axis
        self.settings = settings
        self.names = names
        points = await inParallel(Array(axis.values.indices)) { _, index in
            let overrides = settings + (axis.setting(at: index).map { [$0] } ?? [])
            let counts = scenarios.map { FigureCount.playing($0, from: $0.settings(under: overrides)) }
            var together = FigureCount()
            for count in counts { together.merge(count) }
            return Point(sessions: counts.map(\.figures), together: together.figures)
        }
        isOverridden = scenarios.contains { scenario in
            scenario.events.contains { event in
                guard case .set(let changes) = event.input else { return false }
                return changes.contains { $0.name.rawValue == axis.key.name }
            }
        }
    }
}
