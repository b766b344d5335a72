/// A state that waits for its expansion.
struct Node<Controller: PolicyController>: Sendable {
    /// The session in the state. It takes a hundred times as much memory as the rest, so that only those of the next wave
    /// are kept; `nil` if it is to be repeated.
    let keptSession: SessionBox<Controller>?
    let usedMoves: UsedMoves
    let path: PathTree.Index
}

/// The sessions on the path to a state, so that a neighbour is reached in a few moves from where the paths part.
struct RepeatedPath<Controller: PolicyController> {
    /// A state on the path; further on, the indices grow.
    private var steps: [(path: PathTree.Index, session: ExploredSession<Controller>)] = []

    /// Returns the session in a state, which is repeated from the last state that it has in common with the one before.
    mutating func session(
        _ node: Node<Controller>, _ ground: ExpansionContext<Controller>
    ) -> ExploredSession<Controller> {
        if let kept = node.keptSession { return kept.session }
        var left: [(path: PathTree.Index, move: Move)] = []
        var path = node.path
        while true {
            // A state comes before those that follow it, so that a later one is none that leads to this.
            while let last = steps.last, last.path > path { steps.removeLast() }
            if steps.last?.path == path { break }
            guard path != ground.paths.root else {
                steps = [(path, ExploredSession(ground.controller, ground.vocabulary))]
                break
            }
            let step = ground.paths.step(to: path)
            left.append((path, step.move))
            path = step.parent
        }
        var session = steps[steps.count - 1].session
        for step in left.reversed() {
            session.perform(step.move, ground.vocabulary)
            steps.append((step.path, session))
        }
        return session
    }
}

/// A session in a heap box, so that growing arrays of states need not move it.
indirect enum SessionBox<Controller: PolicyController>: Sendable {
    case state(ExploredSession<Controller>)

    init(_ session: ExploredSession<Controller>) {
        self = .state(session)
    }

    var session: ExploredSession<Controller> {
        switch self {
        case .state(let session): session
        }
    }
}

/// The input of an expansion. It does not change during the expansion.
struct ExpansionContext<Controller: PolicyController>: Sendable {
    /// The controller before its session begins.
    let controller: Controller
    let plan: ExplorationPlan
    let vocabulary: ExplorationContext
    let visited: VisitedStates
    let paths: PathTree
}
