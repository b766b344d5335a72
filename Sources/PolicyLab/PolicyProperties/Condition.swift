package import Playback

/// A condition on one position of a session, without operators over time: `dropped(early) & value >= 500`.
package indirect enum Condition: Hashable, Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case event(GiftEvent)
    case outcome(Outcome.Name, reason: String?)
    case paused
    /// Whether a presentation runs.
    case busy
    case compare(Quantity, Comparison, Quantity)
    case match(Name, isEqual: Bool, Name)

    /// What happens to a gift.
    package enum GiftEvent: String, CaseIterable, Hashable, Sendable {
        case arrived, started, ended
    }

    /// A comparison operator.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// The gift to which a term refers.
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case itself = ""
        case replacement = "by"
        case running = "running"
    }

    /// A numeric term. All numbers are compared as integers: coins, counts, nanoseconds or millionths.
    package enum Quantity: Hashable, Sendable {
        case value(Subject)
        case count(Subject)
        case duration(Subject)
        case progress
        case waitingTime
        case waiting
        case parked
        case held
        case setting(SettingKey)
        case constant(Int64)
    }

    /// A term with a name as its value.
    package enum Name: Hashable, Sendable {
        case kind(Subject)
        case sender(Subject)
        case setting(SettingKey)
        case constant(String)
    }
}

extension Condition {
    /// The comparisons, outcomes and facts of the condition.
    package var leaves: [Condition] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves
        case .event, .outcome, .paused, .busy, .compare, .match: [self]
        }
    }

    /// Whether the condition names a gift that arrives, starts or ends, and not only the stage.
    package var isAboutGift: Bool {
        leaves.contains { leaf in
            switch leaf {
            case .event, .outcome: true
            case .compare(let left, _, let right): left.refersToGift || right.refersToGift
            case .match(let left, _, let right): left.refersToGift || right.refersToGift
            case .paused, .busy, .all, .any, .not: false
            }
        }
    }

    /// Whether the condition names an arrival or a start, so that it is not about ends only.
    package var namesEvent: Bool {
        leaves.contains { if case .event = $0 { true } else { false } }
    }
}

extension Condition.Quantity {
    fileprivate var refersToGift: Bool {
        switch self {
        case .value(let subject), .count(let subject), .duration(let subject): subject != .running
        case .progress, .waitingTime: true
        case .waiting, .parked, .held, .setting, .constant: false
        }
    }
}

extension Condition.Name {
    fileprivate var refersToGift: Bool {
        switch self {
        case .kind(let subject), .sender(let subject): subject != .running
        case .setting, .constant: false
        }
    }
}

extension Condition.Comparison {
    /// Returns whether the comparison holds for two numbers.
    package func holds(_ left: Int64, _ right: Int64) -> Bool {
        switch self {
        case .equal: left == right
        case .unequal: left != right
        case .less: left < right
        case .atMost: left <= right
        case .greater: left > right
        case .atLeast: left >= right
        }
    }
}
