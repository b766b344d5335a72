import ExactNumbers
import Playback
import PolicyProperties

extension ForbiddenExpression {
    /// Returns a description of how the last step of a session met the forbidden condition; `nil` if it did not.
    func problem(in book: InvariantChecker) -> String? {
        guard condition.isAboutGift else {
            let position = SessionPosition(at: book.now, stage: book.stageFacts)
            return condition.holds(at: position, isAboutGift: false) ? "the forbidden state is reached" : nil
        }
        guard !condition.namesEvent else {
            guard let position = book.positions.first(where: { condition.holds(at: $0, isAboutGift: true) }) else {
                return nil
            }
            return position.eventText
        }
        guard !book.step.endings.isEmpty else { return nil }
        let stage = book.stageFacts
        let ends = book.step.endings.lazy.map { $0.position(stage) }
        return ends.first { condition.holds(at: $0, isAboutGift: true) }?.eventText
    }
}

extension SessionPosition {
    /// What happens at the position: `gift 1, a rocket worth 500, ends as replaced by 2 at 0.3`.
    var eventText: String {
        guard let gift else { return "the stage is in a state that breaks it" }
        let subject = "gift \(gift.number), a \(gift.kind) worth \(gift.value),"
        switch event {
        case .arrived: return "\(subject) arrives"
        case .started: return "\(subject) starts"
        case .ended(let outcome):
            let progress = outcome.progress.map { " at \($0)" } ?? ""
            return "\(subject) ends as \(outcome.label)\(progress)"
        case .other: return "the stage is in a state that breaks it"
        }
    }
}

// MARK: - Dependencies

extension Condition {
    /// The properties of a session that the condition depends on.
    var abstraction: StateAbstraction {
        leaves.reduce(StateAbstraction()) { $0.union($1.leafAbstraction) }
    }

    private var leafAbstraction: StateAbstraction {
        var watched = StateAbstraction()
        switch self {
        case .compare(let left, _, let right):
            for (side, other) in [(left, right), (right, left)] {
                switch (side, other) {
                case (.progress, .constant(let number)): watched.fractions.insert(Millionths(number))
                case (.waitingTime, .constant(let number)):
                    watched.waitingTimes.insert(max(0, number))
                    watched.agePrecision = .upTo(max(0, number))
                case (.waitingTime, _): watched.agePrecision = .exact
                case (.count, _): watched.distinguishesCounts = true
                default: break
                }
            }
        case .match(let left, _, let right):
            for (side, other) in [(left, right), (right, left)] {
                switch (side, other) {
                case (.sender, .constant(let name)):
                    watched.distinguishesSenders = true
                    watched.senderNames.append(name)
                case (.sender, _): watched.distinguishesSenders = true
                case (.kind, .constant(let name)): watched.kindNames.insert(name)
                case (.kind, .setting): watched.distinguishesKinds = true
                default: break
                }
            }
        case .all, .any, .not, .event, .outcome, .paused, .busy: break
        }
        return watched
    }
}
