/// A machine that follows transitions without time between them, of which nothing is known but what actions have caused: the
/// events that they have fired, and the values that they have set.
///
/// It tries transitions in the order of ``StateMachine``, which ``TransitionOrder`` has. A condition on any other value does
/// not hold for it.
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
    private var order = TransitionOrder()
    /// The values that are known.
    private var known = InputValues(values: [:], areComplete: false)
    /// Whether the machine waits for time or for a viewer, as it is final or changes gradually.
    private var waits = false

    /// The most events that wait. More come only where the machine will not end.
    private static let maxEvents = 100

    /// Creates the run of a machine that starts.
    init(startOf machine: Machine, in state: Int) {
        self.state = state
        enter(state, machine)
        order.begin()
    }

    /// Creates the run of a machine that has just taken a transition, for a reason from outside.
    init(after taken: Taken, from state: Int, in machine: Machine) {
        self.state = state
        take(taken, machine)
    }

    /// Whether so many events wait that they will not end.
    var isOverfull: Bool { order.waitingCount > Self.maxEvents }

    /// Follows one transition and returns it; `nil` if the machine stays in its state.
    mutating func advance(in machine: Machine) -> Taken? {
        while !waits {
            let found = order.next(global: machine.globalIndex, present: state) { owner in
                machine.document.transition(of: owner, event: order.event, known).map { Taken(owner: owner, index: $0) }
            } leadsElsewhere: {
                machine.target(of: $0) != state
            }
            if let found {
                take(found, machine)
                return found
            }
            guard order.goOn() else { return nil }
        }
        return nil
    }

    private mutating func take(_ taken: Taken, _ machine: Machine) {
        let isGlobal = taken.owner == machine.globalIndex
        order.willTake()
        if !isGlobal { perform(machine.document.states[state].exitActions, machine.document) }
        guard let target = machine.target(of: taken), (machine.transition(taken).tween?.duration ?? 0) <= 0 else {
            waits = true
            return
        }
        enter(target, machine)
        order.didTake()
    }

    private mutating func enter(_ index: Int, _ machine: Machine) {
        state = index
        perform(machine.document.states[index].entryActions, machine.document)
        if machine.document.states[index].playback?.isFinal ?? true { waits = true }
    }

    // MARK: - Actions

    private mutating func perform(_ actions: [StateMachineDocument.Action], _ document: StateMachineDocument) {
        for action in actions { perform(action, document) }
    }

    private mutating func perform(_ action: StateMachineDocument.Action, _ document: StateMachineDocument) {
        switch action {
        case .fire(let name): order.fire(name)
        case .setNumeric(let name, let operand): set(name, known.number(operand).map { .numeric($0) })
        case .setString(let name, let operand): set(name, known.text(operand).map { .string($0) })
        case .setBoolean(let name, let operand): set(name, known.flag(operand).map { .boolean($0) })
        case .toggle(let name): set(name, known.flag(.input(name)).map { .boolean(!$0) })
        // A number that grows in each round may leave the circle at any of them.
        case .increment(let name, _), .decrement(let name, _): set(name, nil)
        case .reset(let name):
            guard let initial = document.inputs.first(where: { $0.name == name })?.initial else { return }
            set(name, initial)
        case .setTheme, .setFrame, .setProgress, .openURL, .fireCustomEvent, .unsupported: break
        }
    }

    private mutating func set(_ name: String, _ value: StateMachineValue?) {
        known.values[name] = value
        order.changeInput()
    }
}
