public import ExactNumbers

/// The settings of a session's policy, with their defaults.
///
/// The table of their names and meanings is ``Setting``'s extension at the end of this file.
public struct Settings: Hashable, Sendable {
    /// The rule for a gift that arrives while another one plays.
    public enum Mode: String, CaseIterable, Sendable {
        /// The gift waits for its turn.
        case queue
        /// The gift replaces the running one if that has reached the threshold.
        case replace
    }

    /// The rule, in replace mode, for a gift that arrives before the running one has reached the threshold.
    public enum Early: String, CaseIterable, Sendable {
        /// The gift is dropped.
        case drop
        /// The latest such gift is held until the running one reaches the threshold or ends.
        case hold
    }

    /// The rule for waiting gifts when the mode changes from queue to replace.
    public enum Backlog: String, CaseIterable, Sendable {
        /// The gifts are dropped.
        case discard
        /// The gifts are parked for the return to queue mode.
        case park
    }

    /// The rule that selects the gift to drop when too many wait.
    public enum Overflow: String, CaseIterable, Sendable {
        /// The gift that arrived last.
        case dropNewest
        /// The gift that arrived first.
        case dropOldest
        /// The gift of the lowest value, the newest of equal ones.
        case dropCheapest
    }

    /// The order in which waiting gifts play.
    public enum Order: String, CaseIterable, Sendable {
        /// By arrival.
        case arrival
        /// By value, highest first; equal ones by arrival.
        case value
    }

    /// The rule for a gift whose animation is not available.
    public enum Missing: String, CaseIterable, Sendable {
        /// The gift is dropped.
        case drop
        /// The gift keeps its place until the animation is ready or ``Settings/waitAtMost`` has passed.
        case wait
    }

    /// The rule for how long the loop of an animation with intro, loop and outro goes on.
    public enum LoopWhile: String, CaseIterable, Sendable {
        /// As long as another gift of the streak would be merged into the running one.
        case streak
        /// As long as no gift that can play waits.
        case idle
        /// The loop is played once.
        case never
    }

    /// The rule for a gift that arrives while another one plays.
    public var mode = Mode.queue
    /// The threshold: the progress from which a running gift may be replaced; above 1 means never.
    public var replaceAt = Millionths(300_000)
    /// The rule, in replace mode, for a gift that arrives before the threshold.
    public var early = Early.drop
    /// The rule for waiting gifts when the mode changes to replace.
    public var backlog = Backlog.discard
    /// The maximum number of waiting gifts; `nil` means no limit.
    public var maxWaiting: Int?
    /// The rule that selects the gift to drop when too many wait.
    public var overflow = Overflow.dropNewest
    /// The longest wait, in stage time, after which a gift still plays; `nil` means no limit.
    public var expireAfter: Nanoseconds?
    /// The session time after an arrival within which a gift of the same kind and sender is merged; `nil` means never.
    public var combineWithin: Nanoseconds?
    /// The order in which waiting gifts play.
    public var order = Order.arrival
    /// The stage time between two presentations in queue mode.
    public var gap: Nanoseconds = 0
    /// The rule for a gift whose animation is not available.
    public var missing = Missing.drop
    /// The longest session time for which a gift waits for its animation.
    public var waitAtMost: Nanoseconds = 10 * .second
    /// The rule for how long the loop of an animation goes on.
    public var loopWhile = LoopWhile.streak
    /// The name of the room's arm in a roll-out; `nil` outside of one.
    ///
    /// No decision depends on it. It is one of the settings so that a trace names the arm of its session.
    public var arm: String?

    /// Creates settings with the defaults.
    public init() {}
}

extension Setting {
    /// ``Settings/mode``
    public static let mode = TypedKey("mode", \.mode, "what a gift does that arrives while another one plays")
    /// ``Settings/replaceAt``
    public static let replaceAt = TypedKey(
        "replaceAt", \.replaceAt, "progress from which a running gift may be replaced; above 1 is never")
    /// ``Settings/early``
    public static let early = TypedKey("early", \.early, "what happens to a gift that arrives before that")
    /// ``Settings/backlog``
    public static let backlog = TypedKey(
        "backlog", \.backlog, "what a switch to replace does with waiting gifts")
    /// ``Settings/maxWaiting``
    public static let maxWaiting = TypedKey("maxWaiting", \.maxWaiting, "maximum queue length")
    /// ``Settings/overflow``
    public static let overflow = TypedKey("overflow", \.overflow, "which gift is dropped when the queue is full")
    /// ``Settings/expireAfter``
    public static let expireAfter = TypedKey(
        "expireAfter", \.expireAfter, "longest wait after which a gift is still shown")
    /// ``Settings/combineWithin``
    public static let combineWithin = TypedKey(
        "combineWithin", \.combineWithin, "time within which the same gift by the same sender is counted up")
    /// ``Settings/order``
    public static let order = TypedKey("order", \.order, "order in which waiting gifts play")
    /// ``Settings/gap``
    public static let gap = TypedKey("gap", \.gap, "pause between two presentations in queue mode")
    /// ``Settings/missing``
    public static let missing = TypedKey(
        "missing", \.missing, "what happens to a gift without its animation")
    /// ``Settings/waitAtMost``
    public static let waitAtMost = TypedKey("waitAtMost", \.waitAtMost, "how long a gift waits for its animation")
    /// ``Settings/loopWhile``
    public static let loopWhile = TypedKey(
        "loopWhile", \.loopWhile, "how long an animation with intro, loop and outro repeats its loop")
    /// ``Settings/arm``
    public static let arm = TypedKey(
        "arm", \.arm, hasNone: false, "the arm of a trial that the room is in")
}

extension SettingKey {
    /// The settings of the policy in table order, which is that of a trace.
    public static let policy = [
        mode, replaceAt, Setting.early.key, Setting.backlog.key, Setting.maxWaiting.key, Setting.overflow.key,
        Setting.expireAfter.key, Setting.combineWithin.key, Setting.order.key, Setting.gap.key, Setting.missing.key,
        Setting.waitAtMost.key, Setting.loopWhile.key, arm,
    ]
    /// The settings of the policy that a person can set, in table order: all except the arm.
    public static let playback = policy.filter { $0 != .arm }
    /// The settings of the policy that a gift can override, in table order: those that concern one gift.
    public static let gift = [
        replaceAt, Setting.early.key, Setting.expireAfter.key, Setting.missing.key, Setting.loopWhile.key,
    ]
    /// ``Settings/mode``
    public static let mode = Setting.mode.key
    /// ``Settings/replaceAt``
    public static let replaceAt = Setting.replaceAt.key
    /// ``Settings/arm``, which only the store sets: the room's arm in a roll-out.
    public static let arm = Setting.arm.key
}
