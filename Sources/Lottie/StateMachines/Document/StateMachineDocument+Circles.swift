// Transitions that a machine would follow without end.
extension StateMachineDocument {
    /// A circle of states that lead to each other at once: without a condition, or by an event that coming to the state
    /// fires.
    package struct Circle: Sendable, Hashable {
        /// The names of the states, in order; the last one leads to the first one.
        package let states: [String]
        /// Whether another transition with a condition may lead out of the circle.
        package let hasExit: Bool
    }

    /// The circles at which a machine stops, as it would follow their transitions without end.
    package var endlessCircles: [Circle] {
        var circles: [Circle] = []
        var visited: Set<Int> = []
        for start in states.indices where !visited.contains(start) {
            var path: [Int] = []
            var state: Int? = start
            while let present = state, !visited.contains(present) {
                visited.insert(present)
                path.append(present)
                state = immediateTarget(of: present)
            }
            // States of an earlier path have had their circle.
            if let state, let first = path.firstIndex(of: state) { circles.append(circle(path[first...])) }
        }
        return circles
    }

    private func circle(_ path: ArraySlice<Int>) -> Circle {
        let hasExit = path.contains { state in
            let taken = immediateTransition(of: state)
            return states[state].transitions.enumerated().contains { $0 != taken && !$1.guards.isEmpty }
        }
        return Circle(states: path.map { states[$0].name }, hasExit: hasExit)
    }

    /// Returns the state to which a state leads at once if no other condition holds; `nil` if it stays.
    private func immediateTarget(of state: Int) -> Int? {
        guard let playback = states[state].playback, !playback.isFinal, let taken = immediateTransition(of: state)
        else { return nil }
        let transition = states[state].transitions[taken]
        return (transition.tween?.duration ?? 0) <= 0 ? index(of: transition.target) : nil
    }

    /// Returns the index of the transition that a state takes at once if no other condition holds; `nil` if there is none.
    private func immediateTransition(of state: Int) -> Int? {
        let transitions = states[state].transitions
        let plain = transitions.lastIndex { $0.guards.isEmpty }
        let fired = states[state].entryActions.compactMap { if case .fire(let name) = $0 { name } else { nil } }
        // A transition without conditions is taken before a second event is looked at.
        for event in plain == nil ? fired : Array(fired.prefix(1)) {
            let index = transitions.firstIndex { transition in
                !transition.guards.isEmpty && transition.guards.allSatisfy { $0 == .event(event) }
            }
            if let index { return index }
        }
        return plain
    }
}
