public import ExactNumbers
public import Playback
public import Scenarios

/// The comparison of an app's log with the rules of playback.
///
///     let verdict = try Conformance(overrides: [.mode(.replace)], kinds: catalogue).verdict(on: log)
public struct Conformance: Sendable {
    /// The settings that override those that the first line of a log states.
    public var overrides: [Setting]
    /// The gift kinds whose durations and values a log does not state.
    public var kinds: ScenarioCatalogue
    /// The greatest distance of a logged time from the true one.
    public var tolerance: Nanoseconds
    /// Whether closes of the viewer that the log does not have are inferred.
    public var infersClose: Bool

    /// The default of ``tolerance``.
    public static let defaultTolerance: Nanoseconds = 20_000_000
    /// The number of steps that the search may try for each line of a log, and for any log.
    static let maxStepsPerLine = 64
    static let maxSteps = 100_000

    /// Creates a comparison.
    public init(
        overrides: [Setting] = [], kinds: ScenarioCatalogue = ScenarioCatalogue(),
        tolerance: Nanoseconds = Conformance.defaultTolerance, infersClose: Bool = false
    ) {
        self.overrides = overrides
        self.kinds = kinds
        self.tolerance = max(0, tolerance)
        self.infersClose = infersClose
    }

    /// The answer for a log.
    public enum Verdict: Hashable, Sendable {
        /// A run of the policy gives the log, if what is inferred happened.
        case conforms([Inference])
        /// No run of the policy within the tolerance gives the log.
        case refused(Refusal)
        /// The search stopped at its limit; the number is that of the line that it could not get past.
        case undecided(line: Int)
    }

    /// Holds a log against the rules.
    ///
    /// - Throws: ``ConformanceFault`` for a gift of an unknown kind.
    public func verdict(on log: AppLog) throws(ConformanceFault) -> Verdict {
        let index = try LogIndex(log, kinds: kinds, tolerance: tolerance)
        guard !index.lines.isEmpty else { return .conforms([]) }
        guard let statement = index.statement else { return verdict(on: index, statement: nil) }
        let verdict = verdict(on: index, statement: statement)
        // The line can also be a change in the first moment of the session.
        guard statement != 0, case .refused = verdict else { return verdict }
        let other = self.verdict(on: index, statement: nil)
        if case .refused = other { return verdict }
        return other
    }

    /// Holds a log against the rules.
    ///
    /// - Parameter statement: The index of the line that states the settings of the start; `nil` if none does.
    private func verdict(on index: LogIndex, statement: Int?) -> Verdict {
        var settings = Settings()
        if let statement, case .settings(let stated) = index.lines[statement].event {
            for setting in stated { settings.apply(setting) }
        }
        for setting in overrides { settings.apply(setting) }
        let search = ConformanceSearch(
            index, infersClose: infersClose, maxSteps: Self.maxSteps + Self.maxStepsPerLine * index.lines.count)
        switch search.run(settings: settings, statement: statement) {
        case .found(let state): return .conforms(state.inferences)
        case .refused(let line, let state, let mismatches):
            return .refused(Refusal(line, in: index, after: state, mismatches))
        case .undecided(let line): return .undecided(line: index.lines[line].number)
        }
    }
}
