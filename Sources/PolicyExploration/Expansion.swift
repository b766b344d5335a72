import Playback

/// What a few states lead to.
struct Expansion<Controller: PolicyController>: Sendable {
    /// A state that may be new.
    struct Successor: Sendable {
        let session: Session<Controller>
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

    /// Makes every move in every state. Successors that `visited` has are left out; it may lag behind.
    init(
        _ nodes: ArraySlice<Node<Controller>>, _ plan: ExplorationPlan, _ vocabulary: Vocabulary,
        _ visited: VisitedStates
    ) {
        for node in nodes {
            pass(node, vocabulary, visited)
            if node.spent.gifts < plan.gifts {
                let spent = Spent(gifts: node.spent.gifts + 1, actions: node.spent.actions)
                for move in vocabulary.gifts { make(move, from: node, spent, vocabulary, visited) }
            }
            if node.spent.actions < plan.actions {
                let spent = Spent(gifts: node.spent.gifts, actions: node.spent.actions + 1)
                for move in vocabulary.actions { make(move, from: node, spent, vocabulary, visited) }
            }
        }
    }

    private mutating func make(
        _ move: Move, from node: Node<Controller>, _ spent: Spent, _ vocabulary: Vocabulary, _ visited: VisitedStates
    ) {
        var session = node.session
        session.make(move, vocabulary)
        transitions += 1
        guard session.violation(vocabulary) == nil else {
            if sudden == nil { sudden = Paths.End(path: node.path, move: move) }
            return
        }
        keep(session, from: node, by: move, spent, vocabulary, visited)
    }

    /// Lets time pass to the next instant, or ends the session where nothing is left to happen.
    private mutating func pass(_ node: Node<Controller>, _ vocabulary: Vocabulary, _ visited: VisitedStates) {
        var session = node.session
        transitions += 1
        guard session.nextInstant(vocabulary) != nil else {
            session.end()
            if session.violation(vocabulary) != nil, late == nil { late = Paths.End(path: node.path, move: nil) }
            return
        }
        session.make(.wait, vocabulary)
        guard session.violation(vocabulary) == nil else {
            if late == nil { late = Paths.End(path: node.path, move: .wait) }
            return
        }
        keep(session, from: node, by: .wait, node.spent, vocabulary, visited)
    }

    private mutating func keep(
        _ session: Session<Controller>, from node: Node<Controller>, by move: Move, _ spent: Spent,
        _ vocabulary: Vocabulary, _ visited: VisitedStates
    ) {
        let state = session.fingerprint(vocabulary, buffer: &buffer)
        guard !visited.contains(state, spent) else { return }
        successors.append(Successor(session: session, state: state, spent: spent, parent: node.path, move: move))
    }
}
