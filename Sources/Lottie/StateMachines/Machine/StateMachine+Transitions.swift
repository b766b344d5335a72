extension StateMachine {
    /// Follows transitions as long as the conditions of one hold, in the order of ``TransitionOrder``.
    mutating func takeTransitions(_ step: inout Step) {
        guard status == .running else { return }
        step.order.begin()
        var taken = 0
        while status == .running {
            if let (owner, transition) = nextTransition(&step) {
                step.order.willTake()
                take(transition, isGlobal: owner == document.globalIndex, &step)
                step.order.didTake()
                taken += 1
                if status == .running, taken > Self.maxRounds * document.states.count {
                    stop(.endlessTransitions(state: state ?? ""), &step)
                }
            } else if status != .running || !step.order.goOn() {
                return
            }
        }
    }

    /// Returns the transition to take and the state whose transition it is; `nil` if there is none, or if the machine has
    /// stopped as there was too much to try.
    private mutating func nextTransition(
        _ step: inout Step
    ) -> (owner: Int, transition: StateMachineDocument.Transition)? {
        let (order, known, state) = (step.order, inputValues, self.state)
        var mayGoOn = true
        let found: (owner: Int, transition: StateMachineDocument.Transition)? = order.next(
            global: document.globalIndex, present: stateIndex
        ) { owner in
            guard mayGoOn else { return nil }
            let index = document.transition(of: owner, event: order.event, known) { transition in
                mayGoOn = step.work(1 + transition.guards.count)
                return mayGoOn
            }
            return index.map { (owner, document.states[owner].transitions[$0]) }
        } leadsElsewhere: {
            $0.transition.target != state
        }
        if !mayGoOn { stop(.tooMuchWork, &step) }
        return found
    }

    private mutating func take(
        _ transition: StateMachineDocument.Transition, isGlobal: Bool, _ step: inout Step
    ) {
        guard let target = document.index(of: transition.target) else { return }
        let old = stateIndex.map { document.states[$0] }
        step.report(.transition(from: old?.name ?? "", to: transition.target))
        if let old {
            // As in dotlottie-rs, the global state takes over without asking the state.
            if !isGlobal { perform(old.exitActions, &step) }
            guard status == .running else { return }
            step.report(.exited(old.name))
        }
        if let tween = transition.tween, begin(tween, to: target) { return }
        enter(target, &step)
    }

    /// Comes to a state: plays what it plays, and performs its entry actions.
    mutating func enter(_ index: Int, _ step: inout Step) {
        let state = document.states[index]
        stateIndex = index
        step.report(.entered(state.name))
        if let playback = state.playback { play(playback, &step) }
        perform(state.entryActions, &step)
        if status == .running, state.playback?.isFinal == true { stop(.finalState, &step) }
    }

    mutating func stop(_ reason: StopReason, _ step: inout Step) {
        status = .stopped(reason)
        step.report(.stopped(reason))
    }

    // MARK: - Values

    private var inputValues: InputValues { InputValues(values: values, areComplete: true) }

    func number(_ operand: StateMachineDocument.Operand<Double>) -> Double { inputValues.number(operand) ?? 0 }

    func text(_ operand: StateMachineDocument.Operand<String>) -> String { inputValues.text(operand) ?? "" }

    func flag(_ operand: StateMachineDocument.Operand<Bool>) -> Bool { inputValues.flag(operand) ?? false }
}
