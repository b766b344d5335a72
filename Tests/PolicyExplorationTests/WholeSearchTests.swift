import Playback
import Testing

@testable import PolicyExploration

/// Tests that an exploration, which skips the states that it knows, finds all states.
@Suite struct WholeSearchTests {
    /// A search of all states of a plan that goes through every session without any order or selection.
    private struct WholeSearch {
        let plan: ExplorationPlan
        /// Whether a state is visited only once for the same numbers of gifts and actions.
        let remembers: Bool
        private let vocabulary: Vocabulary
        private(set) var states: Set<[Int64]> = []
        private(set) var sessionCount = 0
        private var seen: Set<[Int64]> = []

        init(_ plan: ExplorationPlan, remembers: Bool) {
            self.plan = plan
            self.remembers = remembers
            vocabulary = Vocabulary(plan)
            visit(Session(PlaybackController(settings: plan.settings)), gifts: 0, actions: 0)
        }

        private mutating func visit(_ session: Session<PlaybackController>, gifts: Int, actions: Int) {
            let state = canonical(session)
            states.insert(state)
            if remembers, !seen.insert(state + [Int64(gifts), Int64(actions)]).inserted { return }
            sessionCount += 1
            if session.nextInstant(vocabulary) != nil {
                visit(made(.wait, in: session), gifts: gifts, actions: actions)
            }
            if gifts < plan.gifts {
                for move in vocabulary.gifts { visit(made(move, in: session), gifts: gifts + 1, actions: actions) }
            }
            if actions < plan.actions {
                for move in vocabulary.actions { visit(made(move, in: session), gifts: gifts, actions: actions + 1) }
            }
        }

        private func made(_ move: Move, in session: Session<PlaybackController>) -> Session<PlaybackController> {
            var next = session
            next.make(move, vocabulary)
            return next
        }

        /// Returns the numbers from which a fingerprint is computed.
        private func canonical(_ session: Session<PlaybackController>) -> [Int64] {
            var numbers: [Int64] = []
            _ = session.fingerprint(vocabulary, buffer: &numbers)
            return numbers
        }
    }

    private static func plan(
        _ settings: [Setting], gifts: Int, actions: Int, of kindsOfActions: [ExplorationPlan.Action],
        kinds: Int
    ) -> ExplorationPlan {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        var plan = ExplorationPlan(settings: all, gifts: gifts, actions: actions)
        plan.kindsOfActions = kindsOfActions
        plan.kinds = Array(ExplorationPlan.standardKinds.prefix(kinds))
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
    func nothingIsLeftOut(plan: ExplorationPlan) async {
        let whole = WholeSearch(plan, remembers: false)
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
        ])
    func longSessions(plan: ExplorationPlan) async {
        let whole = WholeSearch(plan, remembers: true)
        let result = await plan.explore(jobs: 2)
        #expect(result.counts.states == whole.states.count)
    }
}

/// Tests of the set of visited states and of the number of states.
@Suite struct StateCountTests {
    /// After a change of the rules or of the explored instants, these numbers must be counted anew and compared with
    /// ``WholeSearchTests``.
    @Test(
        "plans of two gifts and two actions have a fixed number of states, whatever the number of jobs is",
        arguments: [
            ([], 847), ([.mode(.replace)], 505), ([.combineWithin(.second)], 13_299),
            ([.combineWithin(.second), .mode(.replace)], 4_683), ([.expireAfter(.second)], 2_620),
            ([.gap(.second), .order(.value)], 1_027), ([.early(.hold), .mode(.replace), .backlog(.park)], 814),
            ([.missing(.wait), .maxWaiting(1)], 2_192),
        ] as [([Setting], Int)])
    func fixedPlans(settings: [Setting], states: Int) async {
        var all = Settings()
        for setting in settings { all.apply(setting) }
        for jobs in [1, 2, .max] {
            let result = await ExplorationPlan(settings: all, gifts: 2, actions: 2).explore(jobs: jobs)
            guard case .holds = result.verdict else {
                Issue.record("\(result.words)")
                return
            }
            #expect(result.counts.states == states)
            #expect(result.counts.depth == 4)
        }
    }

    @Test("a state counts as visited only for sessions with at least as many gifts and actions")
    func domination() {
        let state = Fingerprint([1])
        for gifts in 0...3 {
            for actions in 0...2 {
                var visited = VisitedStates(gifts: 3, actions: 2)
                let isNew = visited.insert(state, Spent(gifts: gifts, actions: actions))
                #expect(isNew)
                for moreGifts in 0...3 {
                    for moreActions in 0...2 {
                        let spent = Spent(gifts: moreGifts, actions: moreActions)
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
    func severalWays() {
        let state = Fingerprint([1])
        var visited = VisitedStates(gifts: 3, actions: 2)
        for (gifts, actions) in [(0, 2), (3, 0), (1, 1)] {
            let isNew = visited.insert(state, Spent(gifts: gifts, actions: actions))
            #expect(isNew)
        }
        let seen = (0...3).map { gifts in
            (0...2).filter { visited.contains(state, Spent(gifts: gifts, actions: $0)) }
        }
        #expect(seen == [[2], [1, 2], [1, 2], [0, 1, 2]])
    }

    @Test("many states are all found again separately")
    func manyStates() {
        var visited = VisitedStates(gifts: 1, actions: 1)
        let states = (0..<20_000).map { Fingerprint([Int64($0)]) }
        for state in states {
            let isNew = visited.insert(state, Spent(gifts: 1, actions: 0))
            #expect(isNew)
        }
        #expect(visited.count == 20_000)
        #expect(states.allSatisfy { visited.contains($0, Spent(gifts: 1, actions: 1)) })
        #expect(!states.contains { visited.contains($0, Spent(gifts: 0, actions: 1)) })
        #expect(!visited.contains(Fingerprint([-1]), Spent(gifts: 1, actions: 1)))
    }
}
