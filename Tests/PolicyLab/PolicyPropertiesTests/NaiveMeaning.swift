import ExactNumbers
import PolicyProperties

/// The meaning of properties by definition: recursive over the whole trace, without progression, negation normal forms
/// or deadlines. It shares nothing with the program but the parsed formula.
struct NaiveMeaning {
    /// The conditions that hold at each position.
    let truths: [Set<Condition>]
    let times: [Nanoseconds]

    /// Returns whether the formula holds of the positions from `index` up to, and without, `end`.
    func holds(_ formula: Formula, from index: Int, to end: Int) -> Bool {
        switch formula {
        case .condition(let condition): truth(condition, at: index)
        case .not(let part): !holds(part, from: index, to: end)
        case .all(let parts): parts.allSatisfy { holds($0, from: index, to: end) }
        case .any(let parts): parts.contains { holds($0, from: index, to: end) }
        case .implies(let one, let other): !holds(one, from: index, to: end) || holds(other, from: index, to: end)
        case .always(let part): (index..<end).allSatisfy { holds(part, from: $0, to: end) }
        case .never(let part): !(index..<end).contains { holds(part, from: $0, to: end) }
        case .eventually(let part): (index..<end).contains { holds(part, from: $0, to: end) }
        case .until(let one, let other):
            (index..<end).contains { goal in
                holds(other, from: goal, to: end) && (index..<goal).allSatisfy { holds(one, from: $0, to: end) }
            }
        case .unless(let one, let other):
            (index..<end).contains { goal in
                holds(other, from: goal, to: end) && (index..<goal).allSatisfy { holds(one, from: $0, to: end) }
            } || (index..<end).allSatisfy { holds(one, from: $0, to: end) }
        case .within(let length, let part):
            (index..<end).contains { times[$0] <= times[index] + length && holds(part, from: $0, to: end) }
        case .after(let begin, nil, let body):
            (index..<end).first { truth(begin, at: $0) }.map { holds(body, from: $0, to: end) } ?? true
        case .after(let begin, let stop?, let body):
            (index..<end).allSatisfy { start in
                guard truth(begin, at: start), !truth(stop, at: start) else { return true }
                return holds(body, from: start, to: (start..<end).first { truth(stop, at: $0) } ?? end)
            }
        case .before(let stop, let body):
            (index..<end).first { truth(stop, at: $0) }.map { $0 == index || holds(body, from: index, to: $0) } ?? true
        case .ifPausesEnd(let body):
            (index..<end).contains { start in
                truth(.paused, at: start) && !(start..<end).contains { !truth(.paused, at: $0) }
            } || holds(body, from: index, to: end)
        }
    }

    private func truth(_ condition: Condition, at index: Int) -> Bool {
        switch condition {
        case .all(let parts): parts.allSatisfy { truth($0, at: index) }
        case .any(let parts): parts.contains { truth($0, at: index) }
        case .not(let part): !truth(part, at: index)
        default: truths[index].contains(condition)
        }
    }
}
