public import ExactNumbers

/// The outcome of a gift.
public enum Outcome: Hashable, Sendable {
    /// The presentation played to its end.
    case completed
    /// The gift with the number `by` started in its place at this progress.
    case replaced(by: Int, progress: Millionths)
    /// The presentation was closed at this progress.
    case dismissed(progress: Millionths)
    /// The gift never played. For an early gift, `progress` is that of the running presentation, rounded down;
    /// otherwise `nil`.
    case dropped(DropReason, progress: Millionths?)
    /// The gift's count was added to the gift with the number `into`.
    case merged(into: Int)
    /// The session ended first.
    case unplayed(UnplayedReason)

    /// The reason for which a gift was dropped.
    public enum DropReason: String, CaseIterable, Sendable {
        /// The running presentation had not reached the threshold.
        case early
        /// A later early gift was held in its place.
        case superseded
        /// Its animation was not available.
        case missing
        /// The mode changed to replace while the gift waited.
        case modeSwitch
        /// More gifts waited than `maxWaiting` permits.
        case overflow
        /// The gift had waited too long when its turn came.
        case expired
        /// The stage was cleared.
        case cleared
        /// An event with the same id had arrived before.
        case duplicate
    }

    /// The state of a gift when the session ended.
    public enum UnplayedReason: String, CaseIterable, Sendable {
        /// The gift waited, was held or was parked.
        case waiting
        /// The gift was on stage.
        case running
    }

    /// The outcomes without their details.
    public enum Name: String, CaseIterable, Sendable {
        /// The name of the outcome of the same name.
        case completed, replaced, dismissed, dropped, merged, unplayed
    }

    /// The number of the gift that replaced this one or into which it was merged; `nil` for other outcomes.
    package var otherGift: Int? {
        switch self {
        case .replaced(let other, _), .merged(let other): other
        case .completed, .dismissed, .dropped, .unplayed: nil
        }
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

    /// The reason, for the outcomes that have one.
    public var reason: String? {
        switch self {
        case .dropped(let reason, _): reason.rawValue
        case .unplayed(let reason): reason.rawValue
        case .completed, .replaced, .dismissed, .merged: nil
        }
    }

    /// The outcome's progress, for the outcomes that have one.
    public var progress: Millionths? {
        switch self {
        case .replaced(_, let progress), .dismissed(let progress): progress
        case .dropped(_, let progress): progress
        case .completed, .merged, .unplayed: nil
        }
    }

    /// The progress in whole per cent, such as `31 %`, for the outcomes that have one.
    ///
    /// The progress of an early gift, which is below the threshold, and that of a closed one, which may be, are rounded
    /// down; others are rounded half up. None of a presentation that was cut short reads as 100 %.
    public var percent: String? {
        switch self {
        case .dropped(.early, let progress): progress?.percentRoundedDown
        case .dismissed(let progress): progress.belowOne.percentRoundedDown
        case .replaced(_, let progress): progress.belowOne.percent
        case .completed, .dropped, .merged, .unplayed: progress?.percent
        }
    }

    /// The outcome as text for people, such as `completed`, `replaced by 3 at 44 %` or `dropped: early at 6 %`.
    public var summary: String { label + (percent.map { " at \($0)" } ?? "") }

    /// The outcome as text without its progress, such as `replaced by 3` or `dropped: early`.
    public var label: String {
        switch self {
        case .completed, .dismissed: name.rawValue
        case .replaced(let by, _): "replaced by \(by)"
        case .dropped(let reason, _): "dropped: \(reason.label)"
        case .merged(let into): "merged into \(into)"
        case .unplayed(let reason): "unplayed: \(reason.rawValue)"
        }
    }
}

extension Outcome.DropReason {
    /// The reason as text for people.
    public var label: String { self == .modeSwitch ? "mode switched" : rawValue }
}

/// The end of a gift: the gift, its outcome and the time.
public struct Ending: Hashable, Sendable {
    /// The gift at its end.
    public let gift: Gift
    /// The gift's outcome.
    public let outcome: Outcome
    /// The session time at which the gift ended.
    public let at: Nanoseconds
}

/// The number of gifts that arrived, and of those that ended with each outcome.
public struct OutcomeCounts: Hashable, Sendable {
    /// The number of gifts that arrived.
    public internal(set) var arrivals = 0
    /// The number of presentations that started.
    public internal(set) var started = 0
    // In vectors, because a dictionary would need a lookup for every gift.
    private var outcomes = SIMD8<Int>()
    private var drops = SIMD8<Int>()

    /// The number of gifts that ended with this outcome.
    public subscript(outcome: Outcome.Name) -> Int { outcomes[outcome.index] }

    /// The number of gifts that were dropped for this reason.
    public subscript(reason: Outcome.DropReason) -> Int { drops[reason.index] }

    mutating func add(_ outcome: Outcome) {
        outcomes[outcome.name.index] += 1
        if case .dropped(let reason, _) = outcome { drops[reason.index] += 1 }
    }
}

extension Outcome.Name {
    fileprivate var index: Int {
        switch self {
        case .completed: 0
        case .replaced: 1
        case .dismissed: 2
        case .dropped: 3
        case .merged: 4
        case .unplayed: 5
        }
    }
}

extension Outcome.DropReason {
    fileprivate var index: Int {
        switch self {
        case .early: 0
        case .superseded: 1
        case .missing: 2
        case .modeSwitch: 3
        case .overflow: 4
        case .expired: 5
        case .cleared: 6
        case .duplicate: 7
        }
    }
}
