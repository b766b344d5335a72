public import ExactNumbers
import Playback
import PlayerSettings
public import Recordings
public import Scenarios

/// The results of one session under several policies.
public struct Comparison: Sendable {
    /// An input of the session. The inputs are the same under every policy.
    public struct Event: Hashable, Sendable {
        /// The type of an input.
        public enum Kind: String, CaseIterable, Sendable {
            /// A gift arrives.
            case arrival
            /// The viewer closes the running presentation, or clears the stage.
            case close, clear
            /// Stage time stops or continues.
            case pause, resume
            /// Something else changes: a setting, the state of an animation, the speed or the playback position.
            case change
        }

        /// The session time of the input.
        public let at: Nanoseconds
        /// The type of the input.
        public let kind: Kind
    }

    /// The name of the session, or its path if it has none.
    public let name: String
    /// The sessions under each policy, in the order of the policies.
    public let sessions: [PolicySession]
    /// The first difference of each session from the first one; `nil` for the first one itself and for equal sessions.
    public let differences: [FirstDifference?]
    /// The inputs within the window, at most ``limit``.
    public let events: [Event]
    /// The maximum number of entries of each type in a timeline, and of inputs.
    public let limit: Int
    /// Whether the window ends early because it contains more than ``limit`` entries of one type.
    public let isTruncated: Bool
    /// The session time that the timelines and the inputs cover.
    public let window: Range<Nanoseconds>

    /// Runs a session under each policy, in parallel on all cores.
    ///
    /// - Parameters:
    ///   - source: The session.
    ///   - policies: The policies.
    ///   - branch: The session time from which the policies apply; `nil` for the start. Before it, all sessions are the
    ///     same.
    ///   - window: The session time that the timelines cover, limited to the longest session. The figures cover
    ///     everything.
    ///   - limit: The maximum number of entries of each type in a timeline.
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(
        of source: SessionSource, under policies: [Policy] = Policy.bothModes,
        from branch: Nanoseconds? = nil, window: Range<Nanoseconds> = 0..<Nanoseconds.max,
        limit: Int = SessionTimeline.defaultLimit
    ) async throws {
        let first = policies.first?.settings ?? []
        let results = try await mapInParallel(policies) { index, policy in
            (
                session: try PolicySession(source, under: policy, from: branch, window: window, limit: limit),
                difference: index == 0
                    ? nil : try FirstDifference(source, with: first, or: policy.settings, from: branch)
            )
        }
        name = source.name.isEmpty ? source.path : source.name
        sessions = results.map(\.session)
        differences = results.map(\.difference)
        let found = try Self.events(in: source, within: window, limit: limit)
        let longest = sessions.map(\.figures.end).max() ?? 0
        let cut = (sessions.map(\.timeline.truncatedAt) + [found.cutAt]).compactMap { $0 }.min()
        let end = max(window.lowerBound, min(window.upperBound, longest, cut ?? .max))
        isTruncated = cut != nil
        self.limit = limit
        self.window = window.lowerBound..<end
        events = found.happenings.filter { $0.at <= end }
    }

    /// The session time of the first difference between any two sessions; `nil` if all are equal.
    public var firstDifference: Nanoseconds? { differences.compactMap { $0?.at }.min() }

    private static func events(
        in source: SessionSource, within window: Range<Nanoseconds>, limit: Int
    ) throws(ConfigurationError) -> (happenings: [Event], cutAt: Nanoseconds?) {
        var found: [Event] = []
        var events = try source.events()
        while let event = try events.next() {
            guard event.at <= min(window.upperBound, source.until ?? .max) else { break }
            guard event.at >= window.lowerBound, let kind = Event.Kind(event.input) else { continue }
            guard found.count < limit else { return (found, event.at) }
            found.append(Event(at: event.at, kind: kind))
        }
        return (found, nil)
    }
}

extension Comparison.Event.Kind {
    fileprivate init?(_ input: Input) {
        switch input {
        case .arrival: self = .arrival
        case .close: self = .close
        case .clear: self = .clear
        case .pause: self = .pause
        case .resume: self = .resume
        case .set, .asset, .speed, .scrub: self = .change
        case .end: return nil
        }
    }
}

/// Returns the results of `work` for each element and its index, in the order of the elements, computed on all cores.
///
/// - Throws: The error of the first element for which `work` throws.
func mapInParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ work: @escaping @Sendable (Int, Element) throws -> Result
) async throws -> [Result] {
    let results = await withTaskGroup(of: (index: Int, result: Swift.Result<Result, any Error>).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask { (index, Swift.Result { try work(index, element) }) }
        }
        var results: [(index: Int, result: Swift.Result<Result, any Error>)] = []
        for await result in group { results.append(result) }
        return results.sorted { $0.index < $1.index }
    }
    return try results.map { try $0.result.get() }
}
