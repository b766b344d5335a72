import ExactNumbers
import Playback
import Testing

@testable import PolicyExploration

/// Tests that an exploration, which skips the states that it knows, finds all states.
@Suite struct CompleteSearchTests {
    /// A search of all states of a plan that goes through every session without any order or selection.
    private struct CompleteSearch {
        let plan: ExplorationPlan
        /// Whether a state is visited only once for the same numbers of gifts and actions.
        let skipsKnownStates: Bool
        private let vocabulary: ExplorationContext
        private(set) var states: Set<[Int64]> = []
        private(set) var sessionCount = 0
        private var seen: Set<[Int64]> = []

        init(_ plan: ExplorationPlan, skipsKnownStates: Bool) {
            self.plan = plan
            self.skipsKnownStates = skipsKnownStates
            vocabulary = ExplorationContext(plan)
            visit(
                ExploredSession(PlaybackController(settings: plan.settings, roundLimit: .max), vocabulary), gifts: 0,
                actions: 0)
        }

        private mutating func visit(_ session: ExploredSession<PlaybackController>, gifts: Int, actions: Int) {
            let state = canonical(session)
            states.insert(state)
            if skipsKnownStates, !seen.insert(state + [Int64(gifts), Int64(actions)]).inserted { return }
            sessionCount += 1
            if session.nextInstant(vocabulary) != nil {
                visit(performing(.wait, in: session), gifts: gifts, actions: actions)
            }
            if gifts < plan.maxGifts {
                for move in vocabulary.moves.gifts {
                    visit(performing(move, in: session), gifts: gifts + 1, actions: actions)
                }
            }
            if actions < plan.maxActions {
                for move in vocabulary.moves.actions {
                    visit(performing(move, in: session), gifts: gifts, actions: actions + 1)
                }
            }
        }

        private func performing(_ move: Move, in session: ExploredSession<PlaybackController>) -> ExploredSession<
            PlaybackController
        > {
            var next = session
            next.perform(move, vocabulary)
            return next
        }

        /// Returns the numbers from which a fingerprint is computed.
        private func canonical(_ session: ExploredSession<PlaybackController>) -> [Int64] {
            var numbers: [Int64] = []
            _ = session.fingerprint(vocabulary, buffer: &numbers)
            return numbers
        }
    }

    /// The second half of the first kind's animation, a heart of a second.
    private static let loop = GiftLoop(start: .second / 2, end: 3 * .second / 4)

    private static func plan(
        _ settings: [Setting], gifts: Int, actions: Int, of kindsOfActions: [ExplorationPlan.Action],
        kinds: Int, loop: GiftLoop? = nil
    ) -> ExplorationPlan {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        var plan = ExplorationPlan(settings: all, maxGifts: gifts, maxActions: actions)
        plan.allowedActions = kindsOfActions
        plan.kinds = Array(ExplorationPlan.defaultKinds.prefix(kinds))
        for index in plan.kinds.indices { plan.kinds[index].kind.loop = loop }
        return plan
    }

    @Test(
        "an exploration finds every state that a complete search finds",
        arguments: [
            plan([], gifts: 2, actions: 1, of: [.close, .mode], kinds: 1),
            plan([.mode(.replace), .early(.hold)], gifts: 2, actions: 1, of: [.pause, .mode], kinds: 1),
            plan([.combineWithin(.second)], gifts: 2, actions: 1, of: [.close], kinds: 1),
            plan([.gap(.second)], gifts: 1, actions: 3, of: [.close, .pause, .resume], kinds: 1),
            plan([.missing(.wait)], gifts: 1, actions: 2, of: [.missing, .ready], kinds: 2),
        ])
    func explorationFindsEveryState(plan: ExplorationPlan) async {
        let whole = CompleteSearch(plan, skipsKnownStates: false)
        let result = await plan.explore(jobs: 2)
        #expect(result.counts.states == whole.states.count)
        #expect(whole.sessionCount > 2 * whole.states.count, "nothing was there to be left out")
    }

    /// Tests longer sessions, in which the complete search visits repeated states only once.
    @Test(
        "an exploration finds every state of longer sessions",
        arguments: [
            plan([.combineWithin(.second)], gifts: 3, actions: 2, of: [.close, .pause, .resume], kinds: 1),
            plan([.combineWithin(.second), .mode(.replace)], gifts: 2, actions: 2, of: [.close, .mode], kinds: 2),
            plan([.expireAfter(.second)], gifts: 3, actions: 2, of: [.clear, .mode], kinds: 1),
            plan([.early(.hold), .mode(.replace)], gifts: 3, actions: 2, of: [.close, .pause], kinds: 2),
            plan([.missing(.wait), .backlog(.park)], gifts: 2, actions: 3, of: [.missing, .ready, .mode], kinds: 1),
            plan([.combineWithin(.second)], gifts: 2, actions: 2, of: [.close, .pause], kinds: 1, loop: loop),
            plan([.loopWhile(.idle)], gifts: 2, actions: 2, of: [.pause, .resume], kinds: 1, loop: loop),
            EveryInputTests.randomPlan(1, gifts: 2, actions: 2), EveryInputTests.randomPlan(2, gifts: 2, actions: 2),
            EveryInputTests.randomPlan(3, gifts: 3, actions: 1), EveryInputTests.randomPlan(4, gifts: 1, actions: 3),
        ])
    func explorationFindsEveryStateOfLongerSessions(plan: ExplorationPlan) async {
        let whole = CompleteSearch(plan, skipsKnownStates: true)
        let result = await plan.explore(jobs: 2)
        #expect(result.counts.states == whole.states.count)
    }
}

/// Tests of the set of visited states and of the number of states.
@Suite struct StateCountTests {
    /// After a change of the rules or of the explored instants, these numbers must be counted anew and compared with
    /// ``CompleteSearchTests``.
    @Test(
        "plans of two gifts and two actions have a fixed number of states, whatever the number of jobs is",
        arguments: [
            ([], 847), ([.mode(.replace)], 505), ([.combineWithin(.second)], 13_299),
            ([.combineWithin(.second), .mode(.replace)], 4_683), ([.expireAfter(.second)], 2_620),
            ([.gap(.second), .order(.value)], 1_027), ([.early(.hold), .mode(.replace), .backlog(.park)], 814),
            ([.missing(.wait), .maxWaiting(1)], 2_192),
        ] as [([Setting], Int)])
    func plansHaveFixedNumberOfStates(settings: [Setting], states: Int) async {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        for jobs in [1, 2, .max] {
            let result = await ExplorationPlan(settings: all, maxGifts: 2, maxActions: 2).explore(jobs: jobs)
            guard case .holds = result.verdict else {
                Issue.record("\(result.summary)")
                return
            }
            #expect(result.counts.states == states)
            #expect(result.counts.depth == 4)
        }
    }

    @Test("a state counts as visited only for sessions with at least as many gifts and actions")
    func visitedStateCoversLargerCounts() {
        let state = Fingerprint([1])
        for gifts in 0...3 {
            for actions in 0...2 {
                var visited = VisitedStates(gifts: 3, actions: 2)
                let isNew = visited.insert(state, UsedMoves(gifts: gifts, actions: actions))
                #expect(isNew)
                for moreGifts in 0...3 {
                    for moreActions in 0...2 {
                        let spent = UsedMoves(gifts: moreGifts, actions: moreActions)
                        let isCovered = moreGifts >= gifts && moreActions >= actions
                        #expect(visited.contains(state, spent) == isCovered)
                        var copy = visited
                        let isNews = copy.insert(state, spent)
                        #expect(isNews != isCovered)
                        #expect(copy.count == 1)
                    }
                }
            }
        }
    }

    @Test("a state that is reached in several ways counts for all of them")
    func stateReachedInSeveralWaysCountsForAll() {
        let state = Fingerprint([1])
        var visited = VisitedStates(gifts: 3, actions: 2)
        for (gifts, actions) in [(0, 2), (3, 0), (1, 1)] {
            let isNew = visited.insert(state, UsedMoves(gifts: gifts, actions: actions))
            #expect(isNew)
        }
        let seen = (0...3).map { gifts in
            (0...2).filter { visited.contains(state, UsedMoves(gifts: gifts, actions: $0)) }
        }
        #expect(seen == [[2], [1, 2], [1, 2], [0, 1, 2]])
    }

    @Test("many states are all found again separately")
    func manyStatesAreFoundSeparately() {
        var visited = VisitedStates(gifts: 1, actions: 1)
        let states = (0..<20_000).map { Fingerprint([Int64($0)]) }
        for state in states {
            let isNew = visited.insert(state, UsedMoves(gifts: 1, actions: 0))
            #expect(isNew)
        }
        #expect(visited.count == 20_000)
        #expect(states.allSatisfy { visited.contains($0, UsedMoves(gifts: 1, actions: 1)) })
        #expect(!states.contains { visited.contains($0, UsedMoves(gifts: 0, actions: 1)) })
        #expect(!visited.contains(Fingerprint([-1]), UsedMoves(gifts: 1, actions: 1)))
    }
}
