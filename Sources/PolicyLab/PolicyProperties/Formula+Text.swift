import ExactNumbers
import Playback

extension Formula {
    /// The formula in its canonical spelling.
    var text: String {
        switch self {
        case .condition(let condition): condition.text
        case .not(let part): "not \(part.operand)"
        case .all(let parts): parts.map(\.operand).joined(separator: " and ")
        case .any(let parts): parts.map(\.operand).joined(separator: " or ")
        case .implies(let one, let other): "\(one.operand) implies \(other.operand)"
        case .always(let part): "always \(part.operand)"
        case .never(let part): "never \(part.operand)"
        case .eventually(let part): "eventually \(part.operand)"
        case .until(let one, let other): "\(one.operand) until \(other.operand)"
        case .unless(let one, let other): "\(one.operand) unless \(other.operand)"
        case .within(let length, let part): "within \(length.durationText) \(part.operand)"
        case .after(let begin, nil, let body): "after \(begin.operand): \(body.operand)"
        case .after(let begin, let end?, let body): "after \(begin.operand) until \(end.operand): \(body.operand)"
        case .before(let end, let body): "before \(end.operand): \(body.operand)"
        case .ifPausesEnd(let body): "if pauses end: \(body.operand)"
        }
    }

    private var operand: String {
        if case .condition(let condition) = self { condition.operand } else { "(\(text))" }
    }
}

extension Condition {
    /// The condition in its canonical spelling.
    var text: String {
        switch self {
        case .all(let parts): parts.map(\.operand).joined(separator: " and ")
        case .any(let parts): parts.map(\.operand).joined(separator: " or ")
        case .not(.busy): "empty"
        case .not(let part): "not \(part.operand)"
        case .event(let event): event.rawValue
        case .outcome(let name, let reason): name.rawValue + (reason.map { "(\($0))" } ?? "")
        case .paused: "paused"
        case .busy: "busy"
        case .compare(let left, let comparison, let right):
            "\(left.text(beside: right)) \(comparison.rawValue) \(right.text(beside: left))"
        case .match(let left, let isEqual, let right): "\(left.text) \(isEqual ? "=" : "!=") \(right.text)"
        }
    }

    var operand: String {
        switch self {
        case .event, .outcome, .paused, .busy, .not(.busy): text
        case .all, .any, .not, .compare, .match: "(\(text))"
        }
    }
}

extension Condition.Subject {
    fileprivate var prefix: String { self == .itself ? "" : "\(rawValue)." }
}

extension Condition.Quantity {
    fileprivate func text(beside other: Self) -> String {
        switch self {
        case .value(let subject): "\(subject.prefix)value"
        case .count(let subject): "\(subject.prefix)count"
        case .duration(let subject): "\(subject.prefix)duration"
        case .progress: "progress"
        case .waitingTime: "waited"
        case .waiting: "waiting"
        case .parked: "parked"
        case .held: "held"
        case .setting(let key): key.name
        case .constant(let number): other.constantText(number)
        }
    }

    private func constantText(_ number: Int64) -> String {
        switch self {
        case .duration, .waitingTime: return number.durationText
        case .progress: return "\(Millionths(number))"
        case .setting(let key):
            switch key.kind {
            case .duration: return number.durationText
            case .fraction: return "\(Millionths(number))"
            case .choice, .count, .size, .bool, .text: return String(number)
            }
        case .value, .count, .waiting, .parked, .held, .constant: return String(number)
        }
    }
}

extension Condition.Name {
    fileprivate var text: String {
        switch self {
        case .kind(let subject): "\(subject.prefix)kind"
        case .sender(let subject): "\(subject.prefix)from"
        case .setting(let key): key.name
        case .constant(let text): text.contains("'") ? "\"\(text)\"" : "'\(text)'"
        }
    }
}
