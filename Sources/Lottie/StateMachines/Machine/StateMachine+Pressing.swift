package import ExactNumbers

extension StateMachine {
    /// Changes an input as a key does: fires an event, negates a Boolean value, or adds 1 to a number.
    ///
    /// - Returns: What happened up to then and because of it; a text is not changed.
    @discardableResult
    package mutating func press(_ name: String, at time: Nanoseconds) -> [StateMachineEvent] {
        guard let input = document.inputs.first(where: { $0.name == name }) else { return [] }
        // Whatever is due before the key may change the value.
        var events = advance(to: time)
        switch (input.kind, values[name]) {
        case (.event, _): events += handle(.fire(name), at: time)
        case (.boolean, .boolean(let flag)?): events += handle(.set(name, .boolean(!flag)), at: time)
        case (.numeric, .numeric(let number)?): events += handle(.set(name, .numeric(number + 1)), at: time)
        default: break
        }
        return events
    }
}
