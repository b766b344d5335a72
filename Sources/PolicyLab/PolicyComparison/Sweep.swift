public import Playback
import PlayerSettings
public import Scenarios
public import SessionResults

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
    ///   - journal: The results of an earlier run, where those of the other sessions are kept.
    ///   - open: Opens the session with this index.
    ///   - played: Called after each session with what was odd in its file, one line each, from any task.
    ///   - done: Called with the result of each session, in order.
    /// - Throws: The first error of `open` or `done`, and `ConfigurationError` if an event cannot be read.
    public init(
        of paths: [String], over axis: SweepAxis, with settings: [Setting] = [],
        keepingSessions keepsSessions: Bool = true, journal: ResultJournal? = nil,
        open: @escaping @Sendable (Int) throws -> SessionSource,
        played: @escaping @Sendable ([String]) -> Void = { _ in },
        done: (SessionResult) throws -> Void = { _ in }
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
            let work = SweepWork(axis: axis, settings: settings, journal: journal, open: open, played: played)
            for run in try await work.results(of: indices, named: paths) {
                title = title ?? run.title
                isOverridden = isOverridden || run.isOverridden
                for (index, figures) in run.figures.enumerated() {
                    // Only single sessions have figures by sender.
                    if paths.count == 1 { combined[index] = figures } else { combined[index].merge(figures) }
                    if keepsSessions { sessions[index].append(figures) }
                }
                try done(run)
            }
        }
        self.title = paths.count == 1 ? title ?? "" : "\(paths.count) sessions together"
        self.isOverridden = isOverridden
        points = zip(sessions, combined).map { Point(sessions: $0, combined: $1) }
    }

    /// The number of sessions that run at the same time; with fewer, the values of each run in parallel.
    private static let batch = 64
}

/// How the sessions of a sweep are played.
private struct SweepWork: Sendable {
    let axis: SweepAxis
    let settings: [Setting]
    let journal: ResultJournal?
    let open: @Sendable (Int) throws -> SessionSource
    let played: @Sendable ([String]) -> Void

    /// Returns the results of some sessions; of one alone, the values run in parallel.
    func results(of sessions: [Int], named paths: [String]) async throws -> [SessionResult] {
        // Results are kept by session, each of which one task plays.
        if sessions.count == 1, journal == nil {
            let source = try open(sessions[0])
            let figures = try await mapInParallel(Array(axis.values.indices)) { _, index in
                try self.figures(source, index)
            }
            let result = try self.result(of: source, figures)
            played(result.warnings)
            return [result]
        }
        return try await mapInParallel(sessions) { _, session in
            let result = try journal.result(of: paths[session]) {
                let source = try open(session)
                return try self.result(of: source, try axis.values.indices.map { try figures(source, $0) })
            }
            played(result.warnings)
            return result
        }
    }

    private func result(of source: SessionSource, _ figures: [SessionFigures]) throws -> SessionResult {
        SessionResult(of: source, isOverridden: try source.changesSetting(axis.key), figures: figures)
    }

    private func figures(_ source: SessionSource, _ index: Int) throws -> SessionFigures {
        var figures = SessionFigures()
        try source.run(overriding: settings + (axis.setting(at: index).map { [$0] } ?? []), observer: &figures)
        return figures
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
