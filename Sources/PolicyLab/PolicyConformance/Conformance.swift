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

    /// What leaves fewer runs for a log that is not decided, in words.
    public static let remedy =
        "a smaller tolerance, or gifts with numbers in the order of their arrival, leave fewer runs"

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
        /// The search stopped at its limit. The refusal is that of the line that it could not get past: none of the runs
        /// that were tried allows it.
        case undecided(Refusal)

        /// What is inferred, up to the line that is refused.
        public var inferences: [Inference] {
            switch self {
            case .conforms(let inferences): inferences
            case .refused(let refusal), .undecided(let refusal): refusal.inferences
            }
        }
    }

    /// Holds a log against the rules.
    ///
    /// - Throws: ``ConformanceFault`` for a gift of an unknown kind.
    public func verdict(on log: AppLog) throws(ConformanceFault) -> Verdict { try judge(log).verdict }

    /// Holds a log against the rules, and keeps the run that led to the answer.
    ///
    /// - Throws: ``ConformanceFault`` for a gift of an unknown kind.
    public func judge(_ log: AppLog) throws(ConformanceFault) -> Judgement {
        let index = try LogIndex(log, kinds: kinds, tolerance: tolerance)
        guard let statement = index.statement else { return judge(index, statement: nil, name: log.path) }
        let judgement = judge(index, statement: statement, name: log.path)
        // The line can also be a change in the first moment of the session.
        guard statement != 0, case .refused = judgement.verdict else { return judgement }
        let other = judge(index, statement: nil, name: log.path)
        if case .refused = other.verdict { return judgement }
        return other
    }

    /// Holds a log against the rules.
    ///
    /// - Parameter statement: The index of the line that states the settings of the start; `nil` if none does.
    private func judge(_ index: LogIndex, statement: Int?, name: String) -> Judgement {
        var stated: [Setting] = []
        if let statement, case .settings(let settings) = index.lines[statement].event { stated = settings }
        stated += overrides
        var settings = Settings()
        for setting in stated { settings.apply(setting) }
        let search = ConformanceSearch(
            index, infersClose: infersClose, maxSteps: Self.maxSteps + Self.maxStepsPerLine * index.lines.count)
        let (verdict, state): (Verdict, ConformanceState) =
            switch search.run(settings: settings, statement: statement) {
            case .found(let state): (.conforms(state.inferences), state)
            case .refused(let line, let state, let mismatches):
                (.refused(Refusal(line, in: index, after: state, mismatches)), state)
            case .undecided(let line, let state, let mismatches):
                (.undecided(Refusal(line, in: index, after: state, mismatches)), state)
            }
        return Judgement(verdict, after: state, settings: stated, in: index, name: name)
    }
}
