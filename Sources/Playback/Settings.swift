/// Everything that can be set about the way gifts are played, with the defaults of a new session.
public struct Settings: Hashable, Sendable {
    /// What happens to a gift that arrives while another one plays.
    public enum Mode: String, CaseIterable, Sendable {
        /// It waits for its turn.
        case queue
        /// It takes the place of the running one, once that has been seen for long enough.
        case replace
    }

    /// What happens, in replace mode, to a gift that arrives before the running one may be replaced.
    public enum Early: String, CaseIterable, Sendable {
        /// It is dropped.
        case drop
        /// The latest one is held until the running one may be replaced or ends.
        case hold
    }

    /// What happens to the waiting gifts on a switch from queue to replace mode.
    public enum Backlog: String, CaseIterable, Sendable {
        /// They are dropped.
        case discard
        /// They are kept for the return to queue mode.
        case park
    }

    /// Which gift goes when one too many waits.
    public enum Overflow: String, CaseIterable, Sendable {
        /// The one that arrived last.
        case dropNewest
        /// The one that arrived first.
        case dropOldest
        /// The one of lowest value, the newest of equals.
        case dropCheapest
    }

    /// In which order waiting gifts play.
    public enum Order: String, CaseIterable, Sendable {
        /// As they arrived.
        case arrival
        /// Dearest first, equals as they arrived.
        case value
    }

    /// What happens to a gift whose animation is not on disk.
    public enum Missing: String, CaseIterable, Sendable {
        /// It is dropped.
        case drop
        /// It keeps its place until the animation is there or ``Settings/waitAtMost`` has passed.
        case wait
    }

    /// What happens to a gift that arrives while another one plays.
    public var mode = Mode.queue
    /// The progress from which a running gift may be replaced; above 1 means never.
    public var replaceAt = Millionths(300_000)
    /// What happens, in replace mode, to a gift that arrives too early.
    public var early = Early.drop
    /// What happens to the waiting gifts on a switch to replace mode.
    public var backlog = Backlog.discard
    /// The most gifts that wait at a time; `nil` is no limit.
    public var maxWaiting: Int?
    /// Which gift goes when one too many waits.
    public var overflow = Overflow.dropNewest
    /// The longest wait, in stage time, after which a gift still plays; `nil` is no limit.
    public var expireAfter: Nanoseconds?
    /// The session time within which a gift of the same kind and sender is merged into one that is there; `nil` is never.
    public var combineWithin: Nanoseconds?
    /// In which order waiting gifts play.
    public var order = Order.arrival
    /// The stage time between two presentations in queue mode.
    public var gap: Nanoseconds = 0
    /// What happens to a gift whose animation is not on disk.
    public var missing = Missing.drop
    /// The session time for which a gift waits for its animation.
    public var waitAtMost: Nanoseconds = 10 * .second
    /// The arm of a trial that the room is in, by name; `nil` outside of one. No decision depends on it: it stands among
    /// the settings so that a trace says under which arm it came about.
    public var arm: String?

    /// The defaults.
    public init() {}
}
