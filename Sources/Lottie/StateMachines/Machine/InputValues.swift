/// The values of inputs by their names, and what conditions and operands make of them.
struct InputValues: Hashable {
    var values: [String: StateMachineValue]
    /// Whether all values are known, so that an operand that names an input without a value of its type counts as 0, empty
    /// or false. Otherwise such an operand is unknown, and no condition on it holds.
    let areComplete: Bool

    func number(_ operand: StateMachineDocument.Operand<Double>) -> Double? {
        switch operand {
        case .value(let number): number
        case .input(let name): number(of: name) ?? (areComplete ? 0 : nil)
        }
    }

    func text(_ operand: StateMachineDocument.Operand<String>) -> String? {
        switch operand {
        case .value(let text): text
        case .input(let name): text(of: name) ?? (areComplete ? "" : nil)
        }
    }

    func flag(_ operand: StateMachineDocument.Operand<Bool>) -> Bool? {
        switch operand {
        case .value(let flag): flag
        case .input(let name): flag(of: name) ?? (areComplete ? false : nil)
        }
    }

    /// Returns whether a condition holds with an event; one on an input without a value of its type does not.
    func holds(_ condition: StateMachineDocument.Guard, event: String?) -> Bool {
        switch condition {
        case .numeric(let name, let comparison, let operand): holds(comparison, number(of: name), number(operand))
        case .string(let name, let comparison, let operand): holds(comparison, text(of: name), text(operand))
        case .boolean(let name, let comparison, let operand):
            holds(comparison, flag(of: name).map { $0 ? 1 : 0 }, flag(operand).map { $0 ? 1 : 0 })
        case .event(let name): name == event
        case .unsupported: false
        }
    }

    private func holds<Value: Comparable>(
        _ comparison: StateMachineDocument.Comparison, _ left: Value?, _ right: Value?
    ) -> Bool {
        guard let left, let right else { return false }
        return comparison.holds(left, right)
    }

    private func number(of name: String) -> Double? {
        if case .numeric(let number) = values[name] { number } else { nil }
    }

    private func text(of name: String) -> String? {
        if case .string(let text) = values[name] { text } else { nil }
    }

    private func flag(of name: String) -> Bool? {
        if case .boolean(let flag) = values[name] { flag } else { nil }
    }
}
