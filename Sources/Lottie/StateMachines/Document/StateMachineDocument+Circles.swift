// Transitions that a machine would follow without end.
extension StateMachineDocument {
    /// A circle of states that lead to each other at once and without a condition.
    package struct Circle: Sendable, Hashable {
        /// The names of the states, in order; the last one leads to the first one.
        package let states: [String]
        /// Whether a transition with a condition may lead out of the circle.
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
        let states = path.map { self.states[$0] }
        return Circle(
            states: states.map(\.name), hasExit: states.contains { $0.transitions.contains { !$0.guards.isEmpty } })
    }

    /// Returns the state to which a state leads at once if no condition holds; `nil` if it stays.
    private func immediateTarget(of state: Int) -> Int? {
        guard let playback = states[state].playback, !playback.isFinal,
            let transition = states[state].transitions.last(where: { $0.guards.isEmpty }),
            (transition.tween?.duration ?? 0) <= 0
        else { return nil }
        return index(of: transition.target)
    }
}
