public import ExactNumbers
public import Playback

/// A written session: settings, timed events and expectations.
///
///     let scenario = try Scenario(text, path: "late.yaml", catalogue: catalogue)
///     scenario.run { event in print(event.json) }
///     for failure in scenario.check() { print(failure) }
public struct Scenario: Sendable {
    /// An event at a session time.
    public struct Event: Hashable, Sendable {
        /// The session time.
        public var at: Nanoseconds
        /// The input. The asset state of an arrival is the one that earlier asset events set for its kind.
        public var input: Input

        /// Creates an event at a session time.
        public init(at: Nanoseconds, _ input: Input) {
            self.at = at
            self.input = input
        }
    }

    /// The scenario's name; empty if the file has none.
    public var name: String
    /// The initial settings that differ from the defaults.
    public var settings: [Setting]
    /// The events in order of time; simultaneous events in file order.
    public var events: [Event]
    /// The end of the session; `nil` means when nothing more can become due.
    public var until: Nanoseconds?
    /// The expectations.
    public var expectations: [Expectation]

    /// Creates a scenario; the events are sorted by time with a stable sort.
    public init(
        name: String = "", settings: [Setting] = [], events: [Event], until: Nanoseconds? = nil,
        expectations: [Expectation] = []
    ) {
        self.name = name
        self.settings = settings
        self.events = events.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        self.until = until
        self.expectations = expectations
    }
}

/// The properties of a gift kind that a scenario needs.
public struct ScenarioGift: Hashable, Sendable {
    /// The duration of its animation at normal speed, with the planned rounds of its loop, or with one.
    public var duration: Nanoseconds
    /// The value of the kind.
    public var value: Int64
    /// The part of its animation that is played in rounds; `nil` without one.
    public var loop: GiftLoop?
    /// The settings that its gifts have of their own.
    public var policy: GiftPolicy

    /// Creates a gift kind.
    public init(duration: Nanoseconds, value: Int64 = 0, loop: GiftLoop? = nil, policy: GiftPolicy = .none) {
        self.duration = duration
        self.value = value
        self.loop = loop
        self.policy = policy
    }

    /// The duration, or the lengths of intro, loop and outro, in the form in which they are read.
    package var lengthText: String {
        guard let loop else { return duration.durationText }
        let rounds = loop.plannedRounds.map { "/\($0)" } ?? ""
        return [
            loop.start.durationText, loop.length.durationText + rounds, (duration - loop.end).durationText,
        ].joined(separator: "+")
    }

    /// Reads a duration such as `4s`, or the lengths of intro, loop and outro such as `1s+0.5s+1s`, where `1.5s/3` is a
    /// loop that is divided into three planned rounds; returns `nil` for anything else.
    package init?(lengths text: String) {
        var lengths: [Nanoseconds] = []
        var rounds: Int?
        for (index, part) in text.split(separator: "+", omittingEmptySubsequences: false).enumerated() {
            let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            if pieces.count == 2 {
                guard index == 1, let count = Int(pieces[1]), GiftLoop.plannedRange.contains(count) else { return nil }
                rounds = count
            }
            guard let length = Nanoseconds(durationText: String(pieces[0])) else { return nil }
            lengths.append(length)
        }
        if lengths.count == 1 {
            self.init(duration: lengths[0])
        } else {
            guard lengths.count == 3,
                let loop = GiftLoop(
                    start: lengths[0], end: lengths[0].addingSaturating(lengths[1]), plannedRounds: rounds)
            else { return nil }
            self.init(duration: loop.end.addingSaturating(lengths[2]), loop: loop)
        }
    }
}

/// The gift kinds that a scenario can use without listing them.
public struct ScenarioCatalogue: Sendable {
    let names: [String]
    let find: @Sendable (String) -> ScenarioGift?

    /// Creates a catalogue.
    ///
    /// - Parameters:
    ///   - names: The names of the kinds, for suggestions in errors.
    ///   - find: Returns the kind with a name.
    public init(names: [String], find: @escaping @Sendable (String) -> ScenarioGift?) {
        self.names = names
        self.find = find
    }

    /// Returns the kind with a name; `nil` if there is none.
    public func kind(_ name: String) -> ScenarioGift? { find(name) }

    /// Creates a catalogue of these kinds.
    public init(_ kinds: [String: ScenarioGift] = [:]) {
        self.init(names: kinds.keys.sorted()) { kinds[$0] }
    }
}
