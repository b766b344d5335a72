public import Playback
import PlayerSettings
public import Scenarios

/// The results of one or several sessions that run with many values of one setting.
public struct Sweep: Sendable {
    /// The results for one value.
    public struct Point: Sendable {
        /// The figures of each session, in the order of the sessions.
        public let sessions: [SessionFigures]
        /// The merged figures of all sessions: sums of counts, values and times, and percentiles over all gifts.
        public let combined: SessionFigures
    }

    /// The setting that changes, with its values.
    public let axis: SweepAxis
    /// The settings that stay the same; they replace those with which the sessions start.
    public let settings: [Setting]
    /// The names of the sessions, or the path of a session without a name.
    public let titles: [String]
    /// The paths from which the sessions were read.
    public let paths: [String]
    /// The results for each value of the axis.
    public let points: [Point]
    /// Whether an event of a session changes the setting, so that the value of the axis applies only until then.
    public let isOverridden: Bool

    /// Runs the sessions with every value, in parallel on all cores.
    ///
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(of sources: [SessionSource], over axis: SweepAxis, with settings: [Setting] = []) async throws {
        self.axis = axis
        self.settings = settings
        titles = sources.map { $0.name.isEmpty ? $0.path : $0.name }
        paths = sources.map(\.path)
        points = try await mapInParallel(Array(axis.values.indices)) { _, index in
            let overrides = settings + (axis.setting(at: index).map { [$0] } ?? [])
            let sessions = try sources.map { source in
                var figures = SessionFigures()
                try source.run(overriding: overrides, observer: &figures)
                return figures
            }
            var together = SessionFigures()
            for figures in sessions { together.merge(figures) }
            return Point(sessions: sessions, combined: together)
        }
        isOverridden = try sources.contains { try $0.changesSetting(axis.key) }
    }
}

extension SessionSource {
    /// Returns whether an event of the session changes the setting `key`.
    fileprivate func changesSetting(_ key: SettingKey) throws(ConfigurationError) -> Bool {
        var events = try events()
        while let event = try events.next() {
            if case .set(let changes) = event.input, changes.contains(where: { $0.key == key }) {
                return true
            }
        }
        return false
    }
}
