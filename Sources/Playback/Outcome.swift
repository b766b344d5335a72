/// How a gift ended.
public enum Outcome: Hashable, Sendable {
    /// Its presentation played to its end.
    case completed
    /// The gift with the number `by` took its place at this progress.
    case replaced(by: Int, progress: Millionths)
    /// It was closed at this progress.
    case dismissed(progress: Millionths)
    /// It never played. For an early one, `progress` is that of the running presentation; else it is `nil`.
    case dropped(DropReason, progress: Millionths?)
    /// Its count was added to the gift with the number `into`.
    case merged(into: Int)
    /// The session ended first.
    case unplayed(UnplayedReason)

    /// Why a gift was dropped.
    public enum DropReason: String, CaseIterable, Sendable {
        /// The running presentation had not reached the threshold.
        case early
        /// A later early gift was held in its place.
        case superseded
        /// Its animation was not on disk.
        case missing
        /// The mode was switched to replace.
        case modeSwitch
        /// One too many waited.
        case overflow
        /// It had waited for too long when its turn came.
        case expired
        /// The stage was cleared.
        case cleared
        /// It was delivered before.
        case duplicate
    }

    /// What a gift was doing when the session ended.
    public enum UnplayedReason: String, CaseIterable, Sendable {
        /// It waited, was held or parked.
        case waiting
        /// It was on stage.
        case running
    }

    /// The outcomes without their details.
    public enum Name: String, CaseIterable, Sendable {
        /// The name of the outcome of the same name.
        case completed, replaced, dismissed, dropped, merged, unplayed
    }

    /// The outcome without its details.
    public var name: Name {
        switch self {
        case .completed: .completed
        case .replaced: .replaced
        case .dismissed: .dismissed
        case .dropped: .dropped
        case .merged: .merged
        case .unplayed: .unplayed
        }
    }

    /// Why, for the outcomes that have a reason.
    public var reason: String? {
        switch self {
        case .dropped(let reason, _): reason.rawValue
        case .unplayed(let reason): reason.rawValue
        case .completed, .replaced, .dismissed, .merged: nil
        }
    }

    /// The progress that goes with the outcome, where there is one.
    public var progress: Millionths? {
        switch self {
        case .replaced(_, let progress), .dismissed(let progress): progress
        case .dropped(_, let progress): progress
        case .completed, .merged, .unplayed: nil
        }
    }
}

/// A gift's end: which, how and when.
public struct Ending: Hashable, Sendable {
    /// The gift as it was when it ended.
    public let gift: Gift
    /// How it ended.
    public let outcome: Outcome
    /// The session time at which it ended.
    public let at: Nanoseconds
}

/// How many gifts arrived, and how many have ended in each way.
public struct Tally: Hashable, Sendable {
    /// Gifts that have arrived.
    public internal(set) var arrivals = 0
    /// Presentations that have started.
    public internal(set) var started = 0
    private var completed = 0
    private var replaced = 0
    private var dismissed = 0
    private var dropped = 0
    private var merged = 0
    private var unplayed = 0
    private var drops = DropTally()

    /// Gifts that ended in this way.
    public internal(set) subscript(outcome: Outcome.Name) -> Int {
        get {
            switch outcome {
            case .completed: completed
            case .replaced: replaced
            case .dismissed: dismissed
            case .dropped: dropped
            case .merged: merged
            case .unplayed: unplayed
            }
        }
        set {
            switch outcome {
            case .completed: completed = newValue
            case .replaced: replaced = newValue
            case .dismissed: dismissed = newValue
            case .dropped: dropped = newValue
            case .merged: merged = newValue
            case .unplayed: unplayed = newValue
            }
        }
    }

    /// Gifts that were dropped for this reason.
    public subscript(reason: Outcome.DropReason) -> Int { drops[reason] }

    mutating func add(_ outcome: Outcome) {
        self[outcome.name] += 1
        if case .dropped(let reason, _) = outcome { drops[reason] += 1 }
    }
}

/// How many gifts were dropped for each reason; fields, as a table would be looked up for every gift.
private struct DropTally: Hashable {
    private var early = 0
    private var superseded = 0
    private var missing = 0
    private var modeSwitch = 0
    private var overflow = 0
    private var expired = 0
    private var cleared = 0
    private var duplicate = 0

    subscript(reason: Outcome.DropReason) -> Int {
        get {
            switch reason {
            case .early: early
            case .superseded: superseded
            case .missing: missing
            case .modeSwitch: modeSwitch
            case .overflow: overflow
            case .expired: expired
            case .cleared: cleared
            case .duplicate: duplicate
            }
        }
        set {
            switch reason {
            case .early: early = newValue
            case .superseded: superseded = newValue
            case .missing: missing = newValue
            case .modeSwitch: modeSwitch = newValue
            case .overflow: overflow = newValue
            case .expired: expired = newValue
            case .cleared: cleared = newValue
            case .duplicate: duplicate = newValue
            }
        }
    }
}
