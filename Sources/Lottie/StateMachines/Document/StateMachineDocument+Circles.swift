// Transitions that a machine would follow without end.
extension StateMachineDocument {
    /// A circle of states that lead to each other at once: without a condition, or because of what the actions do that are
    /// performed on the way.
    package struct Circle: Sendable, Hashable {
        /// The names of the states, in order; the last one leads to the first one.
        package let states: [String]
        /// Whether another transition with a condition may lead out of the circle.
        package let hasExit: Bool

        /// When the machine stops and why, such as `when it comes to "p": it goes from "p" to "q" to "p" without end`; of a
        /// long circle only the beginning.
        package var summary: String {
            let names = states.prefix(Self.maxNames).map { "\"\($0)\"" }
            let more = states.count > Self.maxNames ? ["…"] : []
            let way = (names + more + names.prefix(1)).joined(separator: " to ")
            return "when it comes to \(names[0])" + (hasExit ? ", unless a condition leads elsewhere" : "")
                + ": it goes from \(way) without end"
        }

        private static let maxNames = 6
    }

    /// The most transitions that are followed to find circles; far more than a machine that people have made needs.
    private static var maxSteps: Int { 20_000 }

    /// The circles at which a machine stops, as it would follow their transitions without end.
    ///
    /// A machine is followed from its start, and from each of its transitions. What comes from outside meanwhile, and values
    /// that no action has set, are not known: a condition on them may lead out of a circle.
    package var endlessCircles: [Circle] {
        var search = CircleSearch(self, maxSteps: Self.maxSteps)
        if let first = index(of: initial) { search.follow { ImmediateRun(startOf: $0, in: first) } }
        for (owner, state) in states.enumerated() {
            for index in state.transitions.indices {
                // A transition of the global state leads out of any state, without its exit actions.
                search.follow {
                    ImmediateRun(after: ImmediateRun.Taken(owner: owner, index: index), from: owner, in: $0)
                }
            }
        }
        return search.circles
    }
}

/// A search for circles that begins at several places.
private struct CircleSearch {
    /// A run, and the transition that it takes next.
    private struct Step {
        let state: Int
        let taken: ImmediateRun.Taken
    }

    private let machine: ImmediateRun.Machine
    private var stepsLeft: Int
    private(set) var circles: [StateMachineDocument.Circle] = []
    /// The runs whose way is known.
    private var visited: Set<ImmediateRun> = []
    /// The states of the circles that were found.
    private var found: Set<Set<Int>> = []

    init(_ document: StateMachineDocument, maxSteps: Int) {
        machine = ImmediateRun.Machine(document)
        stepsLeft = maxSteps
    }

    /// Follows a run until it stays in a state, or its further way is known.
    mutating func follow(_ start: (ImmediateRun.Machine) -> ImmediateRun) {
        guard stepsLeft > 0 else { return }
        var run = start(machine)
        var path: [Step] = []
        var places: [ImmediateRun: Int] = [:]
        while stepsLeft > 0, visited.insert(run).inserted {
            stepsLeft -= 1
            places[run] = path.count
            let state = run.state
            guard let taken = run.advance(in: machine) else { return }
            path.append(Step(state: state, taken: taken))
            guard run.isOverfull else { continue }
            // With more events fired than handled, the waiting events grow, so that no run is equal to an earlier one.
            if let last = path.lastIndex(where: { $0.state == run.state }) { add(path[last...]) }
            return
        }
        if let first = places[run] { add(path[first...]) }
    }

    private mutating func add(_ steps: ArraySlice<Step>) {
        guard found.insert(Set(steps.map(\.state))).inserted else { return }
        let states = machine.document.states
        let taken = Set(steps.map(\.taken))
        let owners = Set(steps.map(\.state) + (machine.globalIndex.map { [$0] } ?? []))
        let hasExit = owners.contains { owner in
            states[owner].transitions.enumerated().contains { index, transition in
                !transition.guards.isEmpty && !taken.contains(ImmediateRun.Taken(owner: owner, index: index))
            }
        }
        circles.append(StateMachineDocument.Circle(states: steps.map { states[$0.state].name }, hasExit: hasExit))
    }
}
