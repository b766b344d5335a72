public import Playback
import PlayerSettings
public import Scenarios

/// The results of one or several sessions that run with many values of one setting.
public struct Sweep: Sendable {
    /// The results for one value.
    public struct Point: Sendable {
        /// The figures of each session, in the order of the sessions; none if they were not kept.
        public let sessions: [SessionFigures]
        /// The merged figures of all sessions: sums of counts, values and times, and percentiles over all gifts.
        public let combined: SessionFigures
    }

    /// The setting that changes, with its values.
    public let axis: SweepAxis
    /// The settings that stay the same; they replace those with which the sessions start.
    public let settings: [Setting]
    /// The name of the session, or how many there are.
    public let title: String
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
        try await self.init(of: sources.map(\.path), over: axis, with: settings, open: { sources[$0] })
    }

    /// Runs many sessions with every value, in parallel on all cores, a few at a time.
    ///
    /// - Parameters:
    ///   - paths: The names of the sessions.
    ///   - axis: The setting and its values.
    ///   - settings: The settings of all runs.
    ///   - keepsSessions: Whether the figures of each session are kept; otherwise the memory does not grow with the number
    ///     of sessions, apart from their names.
    ///   - open: Opens the session with this index.
    ///   - done: Called after each session, in order, with its figures for each value.
    /// - Throws: The first error of `open`, and `ConfigurationError` if an event cannot be read.
    public init(
        of paths: [String], over axis: SweepAxis, with settings: [Setting] = [],
        keepingSessions keepsSessions: Bool = true,
        open: @escaping @Sendable (Int) throws -> SessionSource,
        done: (SessionSource, [SessionFigures]) -> Void = { _, _ in }
    ) async throws {
        self.axis = axis
        self.settings = settings
        self.paths = paths
        var title: String?
        var isOverridden = false
        var sessions = [[SessionFigures]](repeating: [], count: axis.values.count)
        var combined = [SessionFigures](repeating: SessionFigures(), count: axis.values.count)
        for start in stride(from: 0, to: paths.count, by: Self.batch) {
            let indices = Array(start..<min(start + Self.batch, paths.count))
            for run in try await Self.runs(indices, axis, settings, open) {
                title = title ?? (run.source.name.isEmpty ? run.source.path : run.source.name)
                isOverridden = isOverridden || run.isOverridden
                for (index, figures) in run.figures.enumerated() {
                    combined[index].merge(figures)
                    if keepsSessions { sessions[index].append(figures) }
                }
                done(run.source, run.figures)
            }
        }
        self.title = paths.count == 1 ? title ?? "" : "\(paths.count) sessions together"
        self.isOverridden = isOverridden
        points = zip(sessions, combined).map { Point(sessions: $0, combined: $1) }
    }

    /// The number of sessions that run at the same time; with fewer, the values of each run in parallel.
    private static let batch = 64

    /// A session that ran with every value.
    private struct Run: Sendable {
        let source: SessionSource
        let isOverridden: Bool
        let figures: [SessionFigures]
    }

    /// Runs some sessions; of one alone, the values run in parallel.
    private static func runs(
        _ sessions: [Int], _ axis: SweepAxis, _ settings: [Setting],
        _ open: @escaping @Sendable (Int) throws -> SessionSource
    ) async throws -> [Run] {
        @Sendable func figures(_ source: SessionSource, _ index: Int) throws -> SessionFigures {
            var figures = SessionFigures()
            try source.run(overriding: settings + (axis.setting(at: index).map { [$0] } ?? []), observer: &figures)
            return figures
        }
        let indices = Array(axis.values.indices)
        if sessions.count == 1 {
            let source = try open(sessions[0])
            let figures = try await mapInParallel(indices) { _, index in try figures(source, index) }
            return [Run(source: source, isOverridden: try source.changesSetting(axis.key), figures: figures)]
        }
        return try await mapInParallel(sessions) { _, session in
            let source = try open(session)
            return Run(
                source: source, isOverridden: try source.changesSetting(axis.key),
                figures: try indices.map { try figures(source, $0) })
        }
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
