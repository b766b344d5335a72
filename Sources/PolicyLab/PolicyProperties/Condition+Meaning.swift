import ExactNumbers
import Playback

extension Condition {
    /// Returns whether the condition holds at a position.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - isAboutGift: Whether `running` is the gift on the stage at the moment of the line, as for a condition about a
    ///     gift, rather than after the step.
    package func holds(at position: SessionPosition, isAboutGift: Bool) -> Bool {
        switch self {
        case .all(let parts): return parts.allSatisfy { $0.holds(at: position, isAboutGift: isAboutGift) }
        case .any(let parts): return parts.contains { $0.holds(at: position, isAboutGift: isAboutGift) }
        case .not(let part): return !part.holds(at: position, isAboutGift: isAboutGift)
        case .event(let event): return event.occurs(position.event)
        case .outcome(let name, let reason):
            guard let outcome = position.ending else { return false }
            return outcome.name == name && (reason == nil || outcome.reason == reason)
        case .paused: return position.stage.isPaused
        case .busy: return position.stage.running != nil
        case .compare(let left, let comparison, let right):
            guard let left = left.value(at: position, isAboutGift), let right = right.value(at: position, isAboutGift)
            else { return false }
            return comparison.holds(left, right)
        case .match(let left, let isEqual, let right):
            guard let left = left.value(at: position, isAboutGift), let right = right.value(at: position, isAboutGift)
            else { return false }
            return (left == right) == isEqual
        }
    }
}

extension Condition.GiftEvent {
    fileprivate func occurs(_ event: SessionPosition.Event) -> Bool {
        switch (self, event) {
        case (.arrived, .arrived), (.started, .started), (.ended, .ended): true
        default: false
        }
    }
}

extension Condition.Quantity {
    fileprivate func value(at position: SessionPosition, _ isAboutGift: Bool) -> Int64? {
        switch self {
        case .value(let subject): position.gift(subject, isAboutGift)?.value
        case .count(let subject): position.gift(subject, isAboutGift).map { Int64($0.count) }
        case .duration(let subject): position.gift(subject, isAboutGift)?.duration
        case .progress:
            position.ending.flatMap { $0 == .completed ? Millionths.one.count : $0.progress?.count }
        case .waitingTime: position.gift.map { ($0.startedAt ?? position.at) - $0.arrivedAt }
        case .waiting: Int64(position.stage.waiting)
        case .parked: Int64(position.stage.parked)
        case .held: Int64(position.stage.held)
        case .setting(let key): position.stage.settings[key]?.value.number
        case .constant(let number): number
        }
    }
}

extension Condition.Name {
    fileprivate func value(at position: SessionPosition, _ isAboutGift: Bool) -> String? {
        switch self {
        case .kind(let subject): position.gift(subject, isAboutGift)?.kind
        case .sender(let subject): position.gift(subject, isAboutGift)?.sender
        case .setting(let key): position.stage.settings[key]?.value.word
        case .constant(let text): text
        }
    }
}

extension SessionPosition {
    fileprivate func gift(_ subject: Condition.Subject, _ isAboutGift: Bool) -> GiftFacts? {
        switch subject {
        case .itself: gift
        case .replacement: by
        case .running: isAboutGift && ending != nil ? runningAtEnd : stage.running
        }
    }
}

extension SettingValue {
    /// The value as a number that can be compared; `nil` for words and for `none`.
    var number: Int64? {
        switch self {
        case .fraction(let fraction): fraction.count
        case .count(let count): Int64(count)
        case .duration(let duration): duration
        case .choice, .size, .bool, .text, .none: nil
        }
    }

    var word: String? {
        if case .choice(let word) = self { word } else { nil }
    }
}
