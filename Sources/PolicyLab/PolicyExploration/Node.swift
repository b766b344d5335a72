/// A state that waits for its expansion.
struct Node<Controller: PolicyController>: Sendable {
    /// The session of the state; `nil` if too many sessions are kept, in which case this one is replayed.
    let keptSession: SessionBox<Controller>?
    let usedMoves: UsedMoves
    let path: PathTree.Index

    /// Returns the session in this state, and replays it if it was not kept.
    func session(_ ground: ExpansionContext<Controller>) -> ExploredSession<Controller> {
        if let keptSession { return keptSession.session }
        var session = ExploredSession(ground.controller, ground.vocabulary)
        for move in ground.paths.moves(to: path) { session.perform(move, ground.vocabulary) }
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
