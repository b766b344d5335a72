extension StateMachine {
    /// Performs actions of a state; the transitions are tried after all of them.
    mutating func perform(_ actions: [StateMachineDocument.Action], _ step: inout Step) {
        for action in actions where status == .running { perform(action, &step) }
    }

    /// Performs actions of interactions; the transitions are tried after each of them that has news.
    mutating func performOutside(_ actions: [StateMachineDocument.Action], _ step: inout Step) {
        for action in actions {
            if status == .tweening, let input = input(of: action) {
                step.report(.ignored(input, because: .tweening))
                continue
            }
            if case .stopped = status { return }
            let concernsInput = input(of: action) != nil
            perform(action, &step)
            if concernsInput { takeTransitions(&step) }
        }
    }

    private mutating func perform(_ action: StateMachineDocument.Action, _ step: inout Step) {
        guard step.work(1) else { return stop(.tooMuchWork, &step) }
        if let input = input(of: action) {
            switch input {
            case .set(let name, let value): set(name, value, &step)
            case .fire(let name): fire(name, &step)
            case .pointer: break
            }
            return
        }
        switch action {
        case .setTheme(let operand):
            theme = text(operand)
            step.report(.themeSet(text(operand)))
        case .setFrame(let operand): show(frameNumber: number(operand), &step)
        case .setProgress(let operand): show(percent: number(operand), &step)
        case .openURL(let operand, let target): step.report(.openURL(text(operand), target: target))
        case .fireCustomEvent(let text): step.report(.custom(text))
        case .unsupported(let type): step.report(.unsupportedAction(type))
        default: break
        }
    }

    /// Returns what an action does with an input; nil for actions that concern none.
    private func input(of action: StateMachineDocument.Action) -> StateMachineInput? {
        switch action {
        case .setNumeric(let name, let operand): .set(name, .numeric(number(operand)))
        case .increment(let name, let operand):
            .set(name, .numeric(Self.limited(number(.input(name)) + number(operand))))
        case .decrement(let name, let operand):
            .set(name, .numeric(Self.limited(number(.input(name)) - number(operand))))
        case .setString(let name, let operand): .set(name, .string(text(operand)))
        case .setBoolean(let name, let operand): .set(name, .boolean(flag(operand)))
        case .toggle(let name): .set(name, .boolean(!flag(.input(name))))
        case .fire(let name): .fire(name)
        case .reset(let name):
            document.inputs.first { $0.name == name }?.initial.map { .set(name, $0) }
        case .setTheme, .setFrame, .setProgress, .openURL, .fireCustomEvent, .unsupported: nil
        }
    }

    /// Returns a finite number, so that values compare as numbers do.
    private static func limited(_ number: Double) -> Double {
        max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, number))
    }

    mutating func set(_ name: String, _ value: StateMachineValue, _ step: inout Step) {
        guard let old = values[name] else { return }
        values[name] = value
        step.order.changeInput()
        if old != value { step.report(.inputChanged(name, from: old, to: value)) }
    }

    mutating func fire(_ name: String, _ step: inout Step) {
        step.report(.fired(name))
        step.order.fire(name)
    }

    // MARK: - The pointer

    /// Performs the actions of what the pointer does over some layers.
    ///
    /// A terminal or a phone sees no pointer that only hovers, so each event may enter or leave layers.
    mutating func handle(
        _ pointer: StateMachineDocument.Interaction.Pointer, over layers: Set<String>, _ step: inout Step
    ) {
        let present = pointer == .exit ? [] : layers.intersection(document.layerNames)
        let isOver = pointer == .click ? enteredLayers : present
        var actions: [StateMachineDocument.Action] = []
        for interaction in document.interactions {
            guard case .pointer(let wanted, let layer) = interaction.trigger else { continue }
            let happens =
                switch (wanted, layer) {
                case (.enter, let layer?): isOver.contains(layer) && !enteredLayers.contains(layer)
                case (.exit, let layer?): enteredLayers.contains(layer) && !isOver.contains(layer)
                case (_, let layer?): wanted == pointer && layers.contains(layer)
                case (_, nil): wanted == pointer
                }
            if happens { actions += interaction.actions }
        }
        enteredLayers = isOver
        performOutside(actions, &step)
    }
}
