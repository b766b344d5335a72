public import Playback
public import Scenarios

/// What an exploration goes through: under which settings, with which gifts and actions, how many of them, and what it
/// looks out for.
public struct ExplorationPlan: Sendable {
    /// What somebody, or the store, can do beside sending gifts.
    public enum Action: String, CaseIterable, Sendable {
        /// Close the running presentation.
        case close
        /// Close it and drop all that waits.
        case clear
        /// Stop stage time.
        case pause
        /// Let stage time go on.
        case resume
        /// Go to the other mode.
        case mode
        /// Lose the animation of a kind.
        case missing
        /// Have the animation of a kind again.
        case ready
    }

    /// A kind of gift under a name.
    public struct NamedKind: Hashable, Sendable {
        /// The kind's name.
        public var name: String
        /// How long it plays and what it is worth.
        public var kind: GiftKind

        /// A kind of gift under a name.
        public init(_ name: String, duration: Nanoseconds, value: Int64 = 0) {
            self.name = name
            kind = GiftKind(duration: duration, value: value)
        }
    }

    /// A short gift, a long and dear one, and one whose animation has no length.
    public static let standardKinds = [
        NamedKind("heart", duration: 1 * .second, value: 1),
        NamedKind("rocket", duration: 4 * .second, value: 500),
        NamedKind("flash", duration: 0, value: 5),
    ]

    /// The most states by default, at some 60 bytes each; with the sessions that are kept, less than a gigabyte.
    public static let standardStateLimit = 4_000_000

    /// The most kinds of gifts; more would say nothing that these don't.
    public static let mostKinds = 16

    /// The settings at the start.
    public var settings: Settings
    /// The most gifts in a session.
    public var gifts: Int
    /// The most actions in a session.
    public var actions: Int
    /// Which actions there are.
    public var kindsOfActions: [Action] = Action.allCases
    /// Which kinds of gifts there are.
    public var kinds: [NamedKind] = standardKinds
    /// What must never happen, besides what the rules forbid.
    public var forbidden: [ForbiddenExpression] = []
    /// The most states to go through; an exploration that needs more stops and says so.
    public var stateLimit = standardStateLimit

    /// The largest `gifts` and `actions` together, so that (gifts + 1) × (actions + 1) combinations fit in 64 bits.
    public static func fits(gifts: Int, actions: Int) -> Bool {
        gifts >= 0 && actions >= 0 && gifts < 64 && actions < 64 && (gifts + 1) * (actions + 1) <= 64
    }

    /// Sessions of up to `gifts` gifts and as many `actions`. Numbers that don't fit are taken down to those that do.
    public init(settings: Settings, gifts: Int, actions: Int) {
        self.settings = settings
        self.gifts = min(max(0, gifts), 63)
        self.actions = min(max(0, actions), 64 / (self.gifts + 1) - 1)
    }
}
