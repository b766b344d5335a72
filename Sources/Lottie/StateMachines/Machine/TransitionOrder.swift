/// The order in which a machine tries transitions, and what actions have caused that leads to further ones.
///
/// Those of the global state come first. After a transition without news they are not tried again, as they were tried with
/// the same values.
struct TransitionOrder: Hashable {
    /// The event with which transitions are tried; `nil` for those without one.
    private(set) var event: String?
    /// The events that were fired and that no transition was tried with yet.
    private var fired: [String] = []
    /// Whether an action has changed an input since transitions were tried last.
    private var hasChangedInputs = false
    /// Whether an action has changed an input and the transitions without events were not tried since.
    private var owesPlainRound = false
    private var ignoresGlobal = false

    /// The number of events that wait.
    var waitingCount: Int { fired.count }

    private var hasNews: Bool { hasChangedInputs || !fired.isEmpty }

    mutating func fire(_ name: String) { fired.append(name) }

    mutating func changeInput() { hasChangedInputs = true }

    /// Begins to try transitions, after the start or something from outside.
    mutating func begin() {
        (hasChangedInputs, owesPlainRound, ignoresGlobal) = (false, false, false)
        event = nextFired()
    }

    /// Returns the transition to take, if there is one; otherwise ``goOn()`` says whether others are to be tried.
    ///
    /// - Parameters:
    ///   - global: The index of the global state; `nil` if there is none.
    ///   - present: The index of the present state; `nil` before the first one.
    ///   - find: Returns the transition of a state to take; `nil` if it has none.
    ///   - leadsElsewhere: Whether a transition leads to another state than the present one.
    func next<Found>(
        global: Int?, present: Int?, find: (Int) -> Found?, leadsElsewhere: (Found) -> Bool
    ) -> Found? {
        if !ignoresGlobal, let global, let found = find(global), leadsElsewhere(found) { return found }
        return present.flatMap(find)
    }

    /// Begins to take a transition, whose event is over.
    mutating func willTake() {
        event = nil
        hasChangedInputs = false
    }

    /// Notes that a transition was taken, with the actions on its way.
    mutating func didTake() {
        ignoresGlobal = !hasNews
        guard hasNews else { return }
        event = nextFired()
        owesPlainRound = event != nil && hasChangedInputs
        hasChangedInputs = false
    }

    /// Goes on to the next event, after no transition was found; `false` if there is nothing more to try.
    mutating func goOn() -> Bool {
        // An event that no transition waits for is over.
        guard event != nil, !fired.isEmpty || owesPlainRound else { return false }
        if fired.isEmpty { owesPlainRound = false }
        event = nextFired()
        return true
    }

    private mutating func nextFired() -> String? { fired.isEmpty ? nil : fired.removeFirst() }
}

extension StateMachineDocument {
    /// Returns the index of the transition of a state to take: the first one whose conditions all hold, or else the last
    /// one without conditions.
    ///
    /// - Parameters:
    ///   - state: The index of the state.
    ///   - event: The event: then only those are tried that wait for one; without an event, the others.
    ///   - values: The values of the inputs.
    ///   - mayTry: Whether a transition may be tried; otherwise none is returned.
    func transition(
        of state: Int, event: String?, _ values: InputValues, mayTry: (Transition) -> Bool = { _ in true }
    ) -> Int? {
        var fallback: Int?
        for (index, transition) in states[state].transitions.enumerated() {
            guard mayTry(transition) else { return nil }
            if transition.guards.isEmpty {
                fallback = index
            } else if transition.needsEvent == (event != nil),
                transition.guards.allSatisfy({ values.holds($0, event: event) })
            {
                return index
            }
        }
        return fallback
    }
}
