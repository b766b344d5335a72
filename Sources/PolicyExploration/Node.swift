/// A state whose turn is yet to come.
struct Node<Controller: PolicyController>: Sendable {
    /// Its session, unless so many are kept already that this one has to be played again.
    let kept: Kept<Controller>?
    let spent: Spent
    let path: Paths.Index

    /// The session in this state.
    func session(_ ground: Ground<Controller>) -> Session<Controller> {
        if let kept { return kept.session }
        var session = Session(ground.controller)
        for move in ground.paths.moves(to: path) { session.make(move, ground.vocabulary) }
        return session
    }
}

/// A session in a box of its own, so that lists of states that grow need not move it.
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

/// What states are expanded on: nothing of it changes while they are.
struct Ground<Controller: PolicyController>: Sendable {
    /// The controller before its session begins.
    let controller: Controller
    let plan: ExplorationPlan
    let vocabulary: Vocabulary
    let visited: VisitedStates
    let paths: Paths
}
