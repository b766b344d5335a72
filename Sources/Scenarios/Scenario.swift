public import Playback

/// A session written down: settings, what happens when, and what should come of it.
///
///     let scenario = try Scenario(text, path: "late.yaml", catalogue: catalogue)
///     scenario.run { event in print(event.json) }
///     for failure in scenario.check() { print(failure) }
public struct Scenario: Sendable {
    /// Something that happens at a session time.
    public struct Event: Hashable, Sendable {
        /// When.
        public var at: Nanoseconds
        /// What. The asset state of an arrival is that which the events before it have left its kind in.
        public var input: Input

        /// An input at a session time.
        public init(at: Nanoseconds, _ input: Input) {
            self.at = at
            self.input = input
        }
    }

    /// What it is about; empty when the file does not say.
    public var name: String
    /// The settings that differ from the defaults at the start.
    public var settings: [Setting]
    /// What happens, in order of time; at equal times in the order written.
    public var events: [Event]
    /// When the session ends; `nil` means when nothing more can fall due.
    public var until: Nanoseconds?
    /// What should come of it.
    public var expectations: [Expectation]

    /// A scenario made in code; the events are sorted by time, equal times as given.
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

/// What a scenario must know about a kind of gift.
public struct GiftKind: Hashable, Sendable {
    /// How long its animation plays at normal speed.
    public var duration: Nanoseconds
    /// What it is worth.
    public var value: Int64

    /// A kind of gift.
    public init(duration: Nanoseconds, value: Int64 = 0) {
        self.duration = duration
        self.value = value
    }
}

/// The kinds of gifts that a scenario may use without describing them.
public struct GiftCatalogue: Sendable {
    let names: [String]
    let find: @Sendable (String) -> GiftKind?

    /// A catalogue that looks kinds up by name; `names`, those it has, serve to suggest what a misspelt name meant.
    public init(names: [String], find: @escaping @Sendable (String) -> GiftKind?) {
        self.names = names
        self.find = find
    }

    /// These kinds.
    public init(_ kinds: [String: GiftKind] = [:]) {
        self.init(names: kinds.keys.sorted()) { kinds[$0] }
    }
}
