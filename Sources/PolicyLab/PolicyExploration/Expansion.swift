/// The successors of several states.
struct Expansion<Controller: PolicyController>: Sendable {
    /// A state that may be new.
    struct Successor: Sendable {
        /// The session, if it is expanded soon.
        let session: SessionBox<Controller>?
        let state: Fingerprint
        let usedMoves: UsedMoves
        let parent: PathTree.Index
        let move: Move
    }

    private(set) var successors: [Successor] = []
    private(set) var transitions = 0
    /// The first violation that follows from the passing of time or the end of a session.
    private(set) var timeViolation: PathTree.ViolatingPath?
    /// The first violation that follows from a gift or an action.
    private(set) var moveViolation: PathTree.ViolatingPath?
    private var buffer: [Int64] = []

    /// Applies every move to every state.
    ///
    /// Successors that are in the context's visited states are left out. That set may be out of date.
    init(_ nodes: ArraySlice<Node<Controller>>, _ ground: ExpansionContext<Controller>) {
        var repeated = RepeatedPath<Controller>()
        for node in nodes {
            let session = repeated.session(node, ground)
            advanceTime(session, node, ground)
            let redundant = session.renaming(ground.vocabulary).redundant
            if node.usedMoves.gifts < ground.plan.maxGifts {
                let spent = UsedMoves(gifts: node.usedMoves.gifts + 1, actions: node.usedMoves.actions)
                for move in ground.vocabulary.moves.gifts where !session.isRedundant(move, redundant) {
                    perform(move, session, node, spent, ground)
                }
            }
            if node.usedMoves.actions < ground.plan.maxActions {
                let spent = UsedMoves(gifts: node.usedMoves.gifts, actions: node.usedMoves.actions + 1)
                for move in ground.vocabulary.moves.actions where !session.isRedundant(move, redundant) {
                    perform(move, session, node, spent, ground)
                }
            }
        }
    }

    private mutating func perform(
        _ move: Move, _ before: ExploredSession<Controller>, _ node: Node<Controller>, _ spent: UsedMoves,
        _ ground: ExpansionContext<Controller>
    ) {
        var session = before
        session.perform(move, ground.vocabulary)
        transitions += 1
        guard session.violation(ground.vocabulary) == nil else {
            if moveViolation == nil { moveViolation = PathTree.ViolatingPath(path: node.path, move: move) }
            return
        }
        record(session, node, by: move, spent, ground)
    }

    /// Advances to the next instant, or ends the session if nothing more can happen.
    private mutating func advanceTime(
        _ before: ExploredSession<Controller>, _ node: Node<Controller>, _ ground: ExpansionContext<Controller>
    ) {
        var session = before
        transitions += 1
        let instant = session.nextInstant(ground.vocabulary)
        let isAtRest = instant == nil
        if let instant { session.wait(until: instant) } else { session.end() }
        let isKnown = !isAtRest && isVisited(session, node.usedMoves, ground)
        // A loop of states is closed by its last step, so that only known states can close one.
        if isAtRest || isKnown, before.endlessViolation(ground.vocabulary) != nil {
            if timeViolation == nil { timeViolation = PathTree.ViolatingPath(path: node.path, move: nil) }
            return
        }
        guard session.violation(ground.vocabulary) == nil else {
            if timeViolation == nil {
                timeViolation = PathTree.ViolatingPath(path: node.path, move: isAtRest ? nil : .wait)
            }
            return
        }
        if !isAtRest { record(session, node, by: .wait, node.usedMoves, ground) }
    }

    private mutating func isVisited(
        _ session: ExploredSession<Controller>, _ spent: UsedMoves, _ ground: ExpansionContext<Controller>
    ) -> Bool {
        guard ground.vocabulary.canLoopForever else { return false }
        return ground.visited.contains(session.fingerprint(ground.vocabulary, buffer: &buffer), spent)
    }

    private mutating func record(
        _ session: ExploredSession<Controller>, _ node: Node<Controller>, by move: Move, _ spent: UsedMoves,
        _ ground: ExpansionContext<Controller>
    ) {
        let state = session.fingerprint(ground.vocabulary, buffer: &buffer)
        guard !ground.visited.contains(state, spent) else { return }
        successors.append(
            Successor(
                session: move == .wait ? SessionBox(session) : nil, state: state, usedMoves: spent, parent: node.path,
                move: move))
    }
}
