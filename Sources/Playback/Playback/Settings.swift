public import ExactNumbers

/// The settings of a session's policy, with their defaults.
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
    /// The name of the room's arm in a roll-out; `nil` outside of one.
    ///
    /// No decision depends on it. It is one of the settings so that a trace names the arm of its session.
    public var arm: String?

    /// Creates settings with the defaults.
    public init() {}
}
