import Configuration
public import Playback
public import Scenarios

/// One session under several policies.
public struct Comparison: Sendable {
    /// What happened to the session from outside, the same under every policy.
    public struct Happening: Hashable, Sendable {
        /// What it was.
        public enum Kind: String, CaseIterable, Sendable {
            /// A gift arrived.
            case arrival
            /// The running gift was closed, or everything was.
            case close, clear
            /// Stage time stopped or went on.
            case pause, resume
            /// Something else changed: a setting, an animation on disk, the speed or the place in the animation.
            case change
        }

        /// When.
        public let at: Nanoseconds
        /// What.
        public let kind: Kind
    }

    /// The session's name.
    public let name: String
    /// How it went under each policy, in the order in which they were given.
    public let sessions: [PolicySession]
    /// Where each session first differs from the first one; `nil` for that one itself and where they are the same.
    public let differences: [FirstDifference?]
    /// What happened from outside within the window, at most ``limit`` of it.
    public let happenings: [Happening]
    /// The most entries that a timeline has of a kind.
    public let limit: Int
    /// Whether the window ends early because there is more in it than ``limit``.
    public let isCut: Bool
    /// The session time that the timelines and the happenings cover.
    public let window: Range<Nanoseconds>

    /// Plays a session under each policy, as many at a time as there are cores.
    ///
    /// The policies hold from the start or from the moment `branch` on, up to which all goes the same way. The timelines cover `window`, or the longest session where that is shorter; the figures cover everything.
    /// - Throws: the error of an event that cannot be read.
    public init(
        of source: SessionSource, under policies: [Policy] = Policy.bothModes,
        from branch: Nanoseconds? = nil, window: Range<Nanoseconds> = 0..<Nanoseconds.max,
        limit: Int = Timeline.limit
    ) async throws {
        let first = policies.first?.settings ?? []
        let results = try await inParallel(policies) { index, policy in
            (
                session: try PolicySession(source, under: policy, from: branch, window: window, limit: limit),
                difference: index == 0
                    ? nil : try FirstDifference(source, with: first, or: policy.settings, from: branch)
            )
        }
        name = source.name.isEmpty ? source.path : source.name
        sessions = results.map(\.session)
        differences = results.map(\.difference)
        let found = try Self.happenings(in: source, within: window, limit: limit)
        let longest = sessions.map(\.figures.end).max() ?? 0
        let cut = (sessions.map(\.timeline.cutAt) + [found.cutAt]).compactMap { $0 }.min()
        let end = max(window.lowerBound, min(window.upperBound, longest, cut ?? .max))
        isCut = cut != nil
        self.limit = limit
        self.window = window.lowerBound..<end
        happenings = found.happenings.filter { $0.at <= end }
    }

    /// The moment from which the sessions are not all the same; `nil` where they are to the end.
    public var firstDifference: Nanoseconds? { differences.compactMap { $0?.at }.min() }

    private static func happenings(
        in source: SessionSource, within window: Range<Nanoseconds>, limit: Int
    ) throws(ConfigurationError) -> (happenings: [Happening], cutAt: Nanoseconds?) {
        var found: [Happening] = []
        var events = try source.events()
        while let event = try events.next() {
            guard event.at <= min(window.upperBound, source.until ?? .max) else { break }
            guard event.at >= window.lowerBound, let kind = Happening.Kind(event.input) else { continue }
            guard found.count < limit else { return (found, event.at) }
            found.append(Happening(at: event.at, kind: kind))
        }
        return (found, nil)
    }
}

extension Comparison.Happening.Kind {
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

/// What `work` makes of each element and its index, in the order of the elements; done on as many cores as there are.
///
/// Of several errors the first element's is thrown.
func inParallel<Element: Sendable, Result: Sendable>(
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
