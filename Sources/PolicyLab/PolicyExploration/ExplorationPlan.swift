public import ExactNumbers
public import Playback
public import PolicyProperties
public import Scenarios

/// The input of an exploration: settings, gifts, actions, limits and forbidden conditions.
public struct ExplorationPlan: Sendable {
    /// An action of the viewer or a change in the store.
    public enum Action: String, CaseIterable, Sendable {
        /// Closes the running presentation.
        case close
        /// Closes the running presentation and drops all other gifts.
        case clear
        /// Stops stage time.
        case pause
        /// Continues stage time.
        case resume
        /// Switches to the other mode.
        case mode
        /// Makes the animation of a gift kind unavailable.
        case missing
        /// Makes the animation of a gift kind available again.
        case ready
        /// Removes the animation of a gift kind, also from the stage.
        case withdrawn
        /// Sends the latest gift again with the id that it had.
        case duplicate
        /// Changes the speed of stage time: to twice the normal speed, and back.
        case speed
        /// Moves the running presentation to its start, to the threshold or to its end.
        case scrub

        /// The actions that are tried unless others are chosen: a viewer of a live room has no others.
        public static let usual = [close, clear, pause, resume, mode, missing, ready]
    }

    /// A gift kind with a name.
    public struct NamedKind: Hashable, Sendable {
        /// The name of the gift kind.
        public var name: String
        /// The duration, the value and the own settings of the gift kind.
        public var kind: ScenarioGift
        /// The number of gifts that are sent at once.
        public var count = 1

        /// Creates a gift kind. The duration is in nanoseconds, the value in coins.
        public init(
            _ name: String, duration: Nanoseconds, value: Int64 = 0, loop: GiftLoop? = nil, policy: GiftPolicy = .none
        ) {
            self.name = name
            kind = ScenarioGift(duration: duration, value: value, loop: loop, policy: policy)
        }
    }

    /// A short and cheap kind, a long and expensive one, and one whose animation has no duration.
    public static let defaultKinds = [
        NamedKind("heart", duration: 1 * .second, value: 1),
        NamedKind("rocket", duration: 4 * .second, value: 500),
        NamedKind("flash", duration: 0, value: 5),
    ]

    /// The default limit of states. With about 40 bytes a state, that is less than 200 MB.
    public static let defaultStateLimit = 4_000_000

    /// The maximum number of gift kinds. More kinds would not lead to new behaviour.
    public static let maxKinds = 16

    /// The maximum number of changes of settings.
    public static let maxChanges = 64

    /// The settings at the start of each session.
    public var settings: Settings
    /// The maximum number of gifts in a session.
    public var maxGifts: Int
    /// The maximum number of actions in a session.
    public var maxActions: Int
    /// The actions that occur.
    public var allowedActions: [Action] = Action.usual
    /// The changes of settings that occur as actions: each sets this value, and sets that of the start where it is in
    /// force already.
    public var changes: [Setting] = []
    /// Whether states that differ only by an exchange of kinds with equal properties count as one.
    public var foldsSymmetricKinds = true
    /// The gift kinds that occur.
    public var kinds: [NamedKind] = defaultKinds
    /// The conditions that must never hold, in addition to the rules.
    public var forbiddenConditions: [ForbiddenExpression] = []
    /// The promises that every session must keep, in addition to the rules.
    public var properties: [Property] = []
    /// The maximum number of states. An exploration that needs more ends with ``ExplorationResult/Verdict/stopped``.
    public var stateLimit = defaultStateLimit

    /// Returns whether the numbers are permitted: (`gifts` + 1) × (`actions` + 1) combinations must fit in 64 bits.
    public static func isPermitted(gifts: Int, actions: Int) -> Bool {
        gifts >= 0 && actions >= 0 && gifts < 64 && actions < 64 && (gifts + 1) * (actions + 1) <= 64
    }

    /// Creates a plan for sessions of up to `maxGifts` gifts and `maxActions` actions. Numbers that do not fit are reduced.
    public init(settings: Settings, maxGifts: Int, maxActions: Int) {
        self.settings = settings
        self.maxGifts = min(max(0, maxGifts), 63)
        self.maxActions = min(max(0, maxActions), 64 / (self.maxGifts + 1) - 1)
    }
}
