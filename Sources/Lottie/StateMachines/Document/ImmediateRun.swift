/// A machine that follows transitions without time between them, of which nothing is known but what actions have caused: the
/// events that they have fired, and the values that they have set.
///
/// It tries transitions in the order of ``StateMachine``. A condition on any other value does not hold for it.
struct ImmediateRun: Hashable {
    /// A transition that was taken.
    struct Taken: Hashable {
        /// The index of the state whose transition it is: the present one, or the global one.
        let owner: Int
        /// The index of the transition.
        let index: Int
    }

    /// The machine to follow, with what is looked up in it at each transition.
    struct Machine {
        let document: StateMachineDocument
        let globalIndex: Int?
        private let indices: [String: Int]

        init(_ document: StateMachineDocument) {
            self.document = document
            globalIndex = document.globalIndex
            indices = Dictionary(document.states.enumerated().map { ($1.name, $0) }) { first, _ in first }
        }

        /// Returns the index of a state.
        func index(of name: String) -> Int? { indices[name] }

        /// Returns the state to which a transition leads.
        func target(of taken: Taken) -> Int? { index(of: transition(taken).target) }

        func transition(_ taken: Taken) -> StateMachineDocument.Transition {
            document.states[taken.owner].transitions[taken.index]
        }
    }

    /// The index of the present state.
    private(set) var state: Int
    private var event: String?
    private var fired: [String] = []
    /// The values that are known, by the names of their inputs.
    private var values: [String: StateMachineValue] = [:]
    private var hasChangedInputs = false
    private var owesPlainRound = false
    private var ignoresGlobal = false
    /// Whether the machine waits for time or for a viewer, as it is final or changes gradually.
    private var waits = false

    /// The most events that wait. More come only where the machine will not end.
    private static let maxEvents = 100

    /// Creates the run of a machine that starts.
    init(startOf machine: Machine, in state: Int) {
        self.state = state
        enter(state, machine)
        hasChangedInputs = false
        event = nextFired()
    }

    /// Creates the run of a machine that has just taken a transition, for a reason from outside.
    init(after taken: Taken, from state: Int, in machine: Machine) {
        self.state = state
        take(taken, machine)
    }

    /// Whether so many events wait that they will not end.
    var isOverfull: Bool { fired.count > Self.maxEvents }

    /// Follows one transition and returns it; `nil` if the machine stays in its state.
    mutating func advance(in machine: Machine) -> Taken? {
        while !waits {
            if !ignoresGlobal, let global = machine.globalIndex, let taken = transition(of: global, machine),
                machine.target(of: taken) != state
            {
                take(taken, machine)
                return taken
            }
            if let taken = transition(of: state, machine) {
                take(taken, machine)
                return taken
            }
            guard event != nil, !fired.isEmpty || owesPlainRound else { return nil }
            if fired.isEmpty { owesPlainRound = false }
            event = nextFired()
        }
        return nil
    }

    private func transition(of owner: Int, _ machine: Machine) -> Taken? {
        var fallback: Taken?
        for (index, transition) in machine.document.states[owner].transitions.enumerated() {
            if transition.guards.isEmpty {
                fallback = Taken(owner: owner, index: index)
            } else if transition.needsEvent == (event != nil), transition.guards.allSatisfy(holds) {
                return Taken(owner: owner, index: index)
            }
        }
        return fallback
    }

    private mutating func take(_ taken: Taken, _ machine: Machine) {
        let isGlobal = taken.owner == machine.globalIndex
        event = nil
        hasChangedInputs = false
        if !isGlobal { perform(machine.document.states[state].exitActions, machine.document) }
        guard let target = machine.target(of: taken), (machine.transition(taken).tween?.duration ?? 0) <= 0 else {
            waits = true
            return
        }
        enter(target, machine)
        let hasNews = hasChangedInputs || !fired.isEmpty
        // After a transition of the global state without news, those of the present one are tried.
        ignoresGlobal = !hasNews
        guard hasNews else { return }
        event = nextFired()
        owesPlainRound = event != nil && hasChangedInputs
        hasChangedInputs = false
    }

    private mutating func enter(_ index: Int, _ machine: Machine) {
        state = index
        perform(machine.document.states[index].entryActions, machine.document)
        if machine.document.states[index].playback?.isFinal ?? true { waits = true }
    }

    private mutating func nextFired() -> String? { fired.isEmpty ? nil : fired.removeFirst() }

    // MARK: - Actions

    private mutating func perform(_ actions: [StateMachineDocument.Action], _ document: StateMachineDocument) {
        for action in actions { perform(action, document) }
    }

    private mutating func perform(_ action: StateMachineDocument.Action, _ document: StateMachineDocument) {
        switch action {
        case .fire(let name): fired.append(name)
        case .setNumeric(let name, let operand): set(name, number(operand).map { .numeric($0) })
        case .setString(let name, let operand): set(name, text(operand).map { .string($0) })
        case .setBoolean(let name, let operand): set(name, flag(operand).map { .boolean($0) })
        case .toggle(let name): set(name, flag(.input(name)).map { .boolean(!$0) })
        // A number that grows in each round may leave the circle at any of them.
        case .increment(let name, _), .decrement(let name, _): set(name, nil)
        case .reset(let name):
            guard let initial = document.inputs.first(where: { $0.name == name })?.initial else { return }
            set(name, initial)
        case .setTheme, .setFrame, .setProgress, .openURL, .fireCustomEvent, .unsupported: break
        }
    }

    private mutating func set(_ name: String, _ value: StateMachineValue?) {
        values[name] = value
        hasChangedInputs = true
    }

    // MARK: - Conditions

    private func holds(_ condition: StateMachineDocument.Guard) -> Bool {
        switch condition {
        case .numeric(let name, let comparison, let operand):
            holds(comparison, number(.input(name)), number(operand))
        case .string(let name, let comparison, let operand): holds(comparison, text(.input(name)), text(operand))
        case .boolean(let name, let comparison, let operand):
            holds(comparison, flag(.input(name)).map { $0 ? 1 : 0 }, flag(operand).map { $0 ? 1 : 0 })
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

    private func number(_ operand: StateMachineDocument.Operand<Double>) -> Double? {
        switch operand {
        case .value(let number): number
        case .input(let name): if case .numeric(let number) = values[name] { number } else { nil }
        }
    }

    private func text(_ operand: StateMachineDocument.Operand<String>) -> String? {
        switch operand {
        case .value(let text): text
        case .input(let name): if case .string(let text) = values[name] { text } else { nil }
        }
    }

    private func flag(_ operand: StateMachineDocument.Operand<Bool>) -> Bool? {
        switch operand {
        case .value(let flag): flag
        case .input(let name): if case .boolean(let flag) = values[name] { flag } else { nil }
        }
    }
}
