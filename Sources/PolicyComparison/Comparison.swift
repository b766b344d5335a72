public import Playback
public import Scenarios

/// One scenario under several policies.
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

    /// The scenario's name.
    public let name: String
    /// How it went under each policy, in the order in which they were named.
    public let sessions: [PolicySession]
    /// Where each session first differs from the first one; `nil` for that one itself and where they are the same.
    public let differences: [FirstDifference?]
    /// What happened from outside within the window, at most ``Timeline/limit`` of it.
    public let happenings: [Happening]
    /// The session time that the timelines and the happenings cover.
    public let window: Range<Nanoseconds>

    /// Plays a scenario under each policy, as many at a time as there are cores.
    ///
    /// The timelines cover `window`, or the longest session where that is shorter; the figures cover everything.
    public init(
        of scenario: Scenario, under policies: [Policy] = Policy.bothModes,
        window: Range<Nanoseconds> = 0..<Nanoseconds.max
    ) async {
        let first = scenario.settings(under: policies.first?.settings ?? [])
        let results = await inParallel(policies) { index, policy in
            (
                session: PolicySession(scenario, under: policy, window: window),
                difference: index == 0
                    ? nil : FirstDifference(scenario, from: first, and: scenario.settings(under: policy.settings))
            )
        }
        name = scenario.name
        sessions = results.map(\.session)
        differences = results.map(\.difference)
        let longest = sessions.map(\.figures.length).max() ?? 0
        let cut = sessions.compactMap(\.timeline.cutAt).min() ?? .max
        let end = max(window.lowerBound, min(window.upperBound, longest, cut))
        self.window = window.lowerBound..<end
        happenings = Self.happenings(in: scenario, within: self.window)
    }

    /// The moment from which the sessions are not all the same; `nil` where they are to the end.
    public var firstDifference: Nanoseconds? { differences.compactMap { $0?.at }.min() }

    /// Whether the timelines end before the session because it has more entries than ``Timeline/limit``.
    public var isCut: Bool { sessions.contains { $0.timeline.cutAt != nil } }

    private static func happenings(in scenario: Scenario, within window: Range<Nanoseconds>) -> [Happening] {
        var found: [Happening] = []
        for event in scenario.events where event.at >= window.lowerBound && event.at <= window.upperBound {
            if let until = scenario.until, event.at > until { break }
            guard let kind = Happening.Kind(event.input), found.count < Timeline.limit else { continue }
            found.append(Happening(at: event.at, kind: kind))
        }
        return found
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
func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ work: @escaping @Sendable (Int, Element) -> Result
) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask { (index, work(index, element)) }
        }
        var results = [Result?](repeating: nil, count: elements.count)
        for await (index, result) in group { results[index] = result }
        return results.compactMap { $0 }
    }
}
