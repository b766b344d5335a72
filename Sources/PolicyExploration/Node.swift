/// A state that waits for its expansion.
struct Node<Controller: PolicyController>: Sendable {
    /// The session of the state; `nil` if too many sessions are kept, in which case this one is replayed.
    let kept: Kept<Controller>?
    let spent: Spent
    let path: Paths.Index

    /// Returns the session in this state, and replays it if it was not kept.
    func session(_ ground: Ground<Controller>) -> Session<Controller> {
        if let kept { return kept.session }
        var session = Session(ground.controller)
        for move in ground.paths.moves(to: path) { session.make(move, ground.vocabulary) }
        return session
    }
}

/// A session in a heap box, so that growing arrays of states need not move it.
indirect enum Kept<Controller: PolicyController>: Sendable {
    case state(Session<Controller>)

    init(_ session: Session<Controller>) {
        self = .state(session)
    }

    var session: Session<Controller> {
        switch self {
        case .state(let session): session
        }
    }
}

/// The input of an expansion. It does not change during the expansion.
struct Ground<Controller: PolicyController>: Sendable {
    /// The controller before its session begins.
    let controller: Controller
    let plan: ExplorationPlan
    let vocabulary: Vocabulary
    let visited: VisitedStates
    let paths: Paths
}
