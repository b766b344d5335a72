extension StateMachine {
    /// Follows transitions as long as the conditions of one hold.
    ///
    /// Those of the global state come first. After a transition of the present state they are tried again only if an
    /// action has changed an input or fired an event, because otherwise they were tried with the same values.
    mutating func takeTransitions(_ step: inout Step) {
        guard status == .running else { return }
        step.hasChangedInputs = false
        var event = step.nextFired()
        var ignoresGlobal = false
        // Whether an action has changed an input and the transitions without events were not tried since.
        var owesPlainRound = false
        var taken = 0
        while status == .running {
            var goesOn = false
            var ignoresPresent = false
            if !ignoresGlobal, let global = document.globalIndex,
                let transition = transition(of: global, event, &step), transition.target != state
            {
                event = nil
                take(transition, isGlobal: true, &step)
                taken += 1
                if step.hasNews {
                    (event, owesPlainRound) = step.takeNews()
                    (goesOn, ignoresPresent) = (true, true)
                }
            }
            if status == .running, !ignoresPresent, let present = stateIndex,
                let transition = transition(of: present, event, &step)
            {
                event = nil
                take(transition, isGlobal: false, &step)
                taken += 1
                goesOn = true
                ignoresGlobal = !step.hasNews
                if step.hasNews { (event, owesPlainRound) = step.takeNews() }
            }
            guard status == .running else { return }
            if taken > Self.maxRounds * document.states.count {
                return stop(.endlessTransitions(state: state ?? ""), &step)
            }
            if goesOn { continue }
            // An event that no transition waits for is over.
            guard event != nil, !step.fired.isEmpty || owesPlainRound else { return }
            if step.fired.isEmpty { owesPlainRound = false }
            event = step.nextFired()
        }
    }

    /// Returns the transition of a state to take: the first one whose conditions all hold, or else the one without
    /// conditions.
    ///
    /// With an event, only those are tried that wait for one; without an event, the others.
    private mutating func transition(
        of index: Int, _ event: String?, _ step: inout Step
    ) -> StateMachineDocument.Transition? {
        var fallback: StateMachineDocument.Transition?
        for transition in document.states[index].transitions {
            guard step.work(1 + transition.guards.count) else {
                stop(.tooMuchWork, &step)
                return nil
            }
            if transition.guards.isEmpty {
                fallback = transition
            } else if transition.needsEvent == (event != nil), transition.guards.allSatisfy({ holds($0, event) }) {
                return transition
            }
        }
        return fallback
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

    // MARK: - Conditions

    private func holds(_ condition: StateMachineDocument.Guard, _ event: String?) -> Bool {
        switch condition {
        case .numeric(let name, let comparison, let operand):
            number(name).map { comparison.holds($0, number(operand)) } ?? false
        case .string(let name, let comparison, let operand):
            text(name).map { comparison.holds($0, text(operand)) } ?? false
        case .boolean(let name, let comparison, let operand):
            flag(name).map { comparison.holds($0 ? 1 : 0, flag(operand) ? 1 : 0) } ?? false
        case .event(let name): name == event
        case .unsupported: false
        }
    }

    private func number(_ name: String) -> Double? {
        if case .numeric(let number) = values[name] { number } else { nil }
    }

    private func text(_ name: String) -> String? {
        if case .string(let text) = values[name] { text } else { nil }
    }

    private func flag(_ name: String) -> Bool? {
        if case .boolean(let flag) = values[name] { flag } else { nil }
    }

    func number(_ operand: StateMachineDocument.Operand<Double>) -> Double {
        switch operand {
        case .value(let number): number
        case .input(let name): number(name) ?? 0
        }
    }

    func text(_ operand: StateMachineDocument.Operand<String>) -> String {
        switch operand {
        case .value(let text): text
        case .input(let name): text(name) ?? ""
        }
    }

    func flag(_ operand: StateMachineDocument.Operand<Bool>) -> Bool {
        switch operand {
        case .value(let flag): flag
        case .input(let name): flag(name) ?? false
        }
    }
}

extension StateMachine.Step {
    /// Whether actions have changed an input or fired an event.
    fileprivate var hasNews: Bool { hasChangedInputs || !fired.isEmpty }

    fileprivate mutating func nextFired() -> String? { fired.isEmpty ? nil : fired.removeFirst() }

    /// Returns the next event, and whether transitions without events are to be tried after it.
    fileprivate mutating func takeNews() -> (event: String?, owesPlainRound: Bool) {
        defer { hasChangedInputs = false }
        let event = nextFired()
        return (event, event != nil && hasChangedInputs)
    }
}
