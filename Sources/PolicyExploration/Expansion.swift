import Playback

/// What a few states lead to.
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
    /// The first violation by the passing of time or the end of a session.
    private(set) var late: Paths.End?
    /// The first violation by a gift or an action.
    private(set) var sudden: Paths.End?
    private var buffer: [Int64] = []

    /// Makes every move in every state. Successors that the ground has seen are left out; it may lag behind.
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

    /// Lets time pass to the next instant, or ends the session where nothing is left to happen.
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
