import Configuration
public import Playback
public import Scenarios

/// Sessions played again and again with one setting at different values.
public struct Sweep: Sendable {
    /// What came of one value.
    public struct Point: Sendable {
        /// The figures of each session, in their order.
        public let sessions: [SessionFigures]
        /// The figures of all of them together: counts, values and times added up, percentiles taken over all gifts.
        public let together: SessionFigures
    }

    /// What changes.
    public let axis: SweepAxis
    /// What stays, over what the sessions start with.
    public let settings: [Setting]
    /// What the sessions are about, or where they were read where they don't say.
    public let titles: [String]
    /// Where the sessions were read.
    public let paths: [String]
    /// What came of each value of the axis.
    public let points: [Point]
    /// Whether a session itself sets the setting on its way, so that the axis holds only until then.
    public let isOverridden: Bool

    /// Plays the sessions at every value, as many at a time as there are cores.
    /// - Throws: the error of an event that cannot be read.
    public init(of sources: [SessionSource], over axis: SweepAxis, with settings: [Setting] = []) async throws {
        self.axis = axis
        self.settings = settings
        titles = sources.map { $0.name.isEmpty ? $0.path : $0.name }
        paths = sources.map(\.path)
        points = try await inParallel(Array(axis.values.indices)) { _, index in
            let overrides = settings + (axis.setting(at: index).map { [$0] } ?? [])
            let sessions = try sources.map { source in
                var figures = SessionFigures()
                try source.run(overriding: overrides, observer: &figures)
                return figures
            }
            var together = SessionFigures()
            for figures in sessions { together.merge(figures) }
            return Point(sessions: sessions, together: together)
        }
        isOverridden = try sources.contains { try $0.sets(axis.key) }
    }
}

extension SessionSource {
    /// Whether one of the events sets this setting.
    fileprivate func sets(_ key: SettingKey) throws(ConfigurationError) -> Bool {
        var events = try events()
        while let event = try events.next() {
            if case .set(let changes) = event.input, changes.contains(where: { $0.name.rawValue == key.name }) {
                return true
            }
        }
        return false
    }
}
