import Playback

/// The successors of several states.
struct Expansion<Controller: PolicyController>: Sendable {
    /// A state that may be new.
    struct Successor: Sendable {
        let session: Kept<Controller>
        let state: Fingerprint
        let spent: Spent
        let parent: Paths.Index
        let move: Move
    }

    private(set) var successors: [Successor] = []
    private(set) var transitions = 0
    /// The first violation that follows from the passing of time or the end of a session.
    private(set) var late: Paths.End?
    /// The first violation that follows from a gift or an action.
    private(set) var sudden: Paths.End?
    private var buffer: [Int64] = []

    /// Applies every move to every state.
    ///
    /// Successors that are in the context's visited states are left out. That set may be out of date.
    init(_ nodes: ArraySlice<Node<Controller>>, _ ground: Ground<Controller>) {
        for node in nodes {
            let session = node.session(ground)
            pass(session, node, ground)
            if node.spent.gifts < ground.plan.gifts {
                let spent = Spent(gifts: node.spent.gifts + 1, actions: node.spent.actions)
                for move in ground.vocabulary.gifts { make(move, session, node, spent, ground) }
            }
            if node.spent.actions < ground.plan.actions {
                let spent = Spent(gifts: node.spent.gifts, actions: node.spent.actions + 1)
                for move in ground.vocabulary.actions { make(move, session, node, spent, ground) }
            }
        }
    }

    private mutating func make(
        _ move: Move, _ before: Session<Controller>, _ node: Node<Controller>, _ spent: Spent,
        _ ground: Ground<Controller>
    ) {
        var session = before
        session.make(move, ground.vocabulary)
        transitions += 1
        guard session.violation(ground.vocabulary) == nil else {
            if sudden == nil { sudden = Paths.End(path: node.path, move: move) }
            return
        }
        keep(session, node, by: move, spent, ground)
    }

    /// Advances to the next instant, or ends the session if nothing more can happen.
    private mutating func pass(
        _ before: Session<Controller>, _ node: Node<Controller>, _ ground: Ground<Controller>
    ) {
        var session = before
        transitions += 1
        let isAtRest = session.nextInstant(ground.vocabulary) == nil
        if isAtRest { session.end() } else { session.make(.wait, ground.vocabulary) }
        guard session.violation(ground.vocabulary) == nil else {
            if late == nil { late = Paths.End(path: node.path, move: isAtRest ? nil : .wait) }
            return
        }
        if !isAtRest { keep(session, node, by: .wait, node.spent, ground) }
    }

    private mutating func keep(
        _ session: Session<Controller>, _ node: Node<Controller>, by move: Move, _ spent: Spent,
        _ ground: Ground<Controller>
    ) {
        let state = session.fingerprint(ground.vocabulary, buffer: &buffer)
        guard !ground.visited.contains(state, spent) else { return }
        successors.append(
            Successor(session: Kept(session), state: state, spent: spent, parent: node.path, move: move))
    }
}
