import ExactNumbers
import Foundation
import Playback
import PolicyEvaluation
import PolicyExploration
import PolicyProperties
import Scenarios
import SeededRandomness
import Testing

@testable import PolicyTuning

@Suite("Tunings")
struct TuningTests {
    private static let axes = [
        "mode=queue,replace", "replaceAt=0.2:0.8:0.2 if mode=replace", "early=drop,hold if mode=replace",
        "maxWaiting=none,2 if mode=queue", "order=arrival,value if mode=queue",
    ]

    private static func plan(
        _ axes: [String] = axes, objectives: [String] = ["valueSeen"], limits: [String] = ["p95(waiting) < 8s"],
        promises: [String] = []
    ) throws -> TuningPlan {
        var exploration = ExplorationPlan(settings: Settings(), maxGifts: 1, maxActions: 0)
        exploration.kinds = [ExplorationPlan.NamedKind("rocket", duration: 4 * .second, value: 2_000)]
        return TuningPlan(
            goal: try TuningGoal(
                objectives: try objectives.map { TuningObjective(try TuningFigure($0), isMaximised: true) },
                constraints: try limits.map { try TuningConstraint($0) }),
            space: try SearchSpace(try axes.map { try TuningAxis($0) }), common: [],
            certificates: CertificatePlan(exploration, promises: try promises.map { try Property($0) }))
    }

    private static func run(_ plan: TuningPlan, sessions: ClosedRange<Int> = 1...20, tasks: Int = 2) async throws
        -> Tuning
    {
        try await plan.run(on: RandomSessions.names(sessions), tasks: tasks, open: RandomSessions.open)
    }

    /// Returns the value seen in sessions under a policy, in millionths, and the waiting time of 95 % of the gifts, as `simulate` counts
    /// them.
    private static func figures(
        _ indices: [Int], _ policy: TunedPolicy
    ) throws -> (value: Int128, wait: Nanoseconds) {
        var whole = SessionFigures()
        var value: Int128 = 0
        for index in indices {
            var own = SessionFigures()
            try RandomSessions.open(String(index + 1)).run(overriding: policy.settings, observer: &own)
            value += own.seenMillionths
            whole.merge(own)
        }
        return (value, try #require(whole.waitingTimes[95]))
    }

    @Test("an exact search finds the front that trying everything by hand finds")
    func exactSearchEqualsBruteForce() async throws {
        let plan = try Self.plan()
        let tuning = try await Self.run(plan)
        let all = plan.space.all
        #expect(tuning.method == .exact && tuning.tried == all.count && all.count == 12)
        let identities = try (1...20).map { try SessionIdentity(of: try RandomSessions.open(String($0))).number }
        let split = try #require(
            SessionSplit(identities.enumerated().map { ($0, $1, []) }, share: plan.heldOutShare, seed: plan.seed))
        #expect(split.tuned.count == tuning.sessions.tuned && split.heldOut.count == tuning.sessions.heldOut)
        // By hand: the pairs of value seen and waiting, and what no other pair beats.
        let results = try all.map { candidate in
            let found = try Self.figures(split.tuned, plan.policy(candidate))
            return (candidate, value: found.value, wait: found.wait)
        }
        let kept = results.filter { $0.wait < 8 * .second }
        let front = kept.filter { one in
            !kept.contains { other in
                other.value >= one.value && other.wait <= one.wait && (other.value, other.wait) != (one.value, one.wait)
            }
        }
        let expected = Set(front.map { [$0.value, Int128($0.wait)] })
        let found = Set(
            tuning.points.map { point in
                [(point.tuned[0]?.numerator ?? 0), point.tuned[1]?.numerator ?? 0]
            })
        #expect(found == expected && tuning.frontCount == expected.count)
        // The points are judged on the other sessions.
        for point in tuning.points {
            let judged = try Self.figures(split.heldOut, point.policy)
            #expect(point.heldOut[0].amount == FigureAmount(judged.value, over: Int128(split.heldOut.count)))
            #expect(point.heldOut[1].amount == FigureAmount(judged.wait))
        }
    }

    @Test("the same seed gives the same answer, for any number of tasks and any order of the sessions")
    func answerIsRepeated() async throws {
        var plan = try Self.plan(objectives: ["valueSeen", "fairness"])
        plan.tries = 9
        func words(_ tuning: Tuning) -> String { "\(tuning.points.map { ($0.policy, $0.tuned, $0.heldOut) })" }
        let one = try await Self.run(plan, tasks: 1)
        #expect(one.method == .genetic && one.tried <= 9)
        for tasks in [1, 3, 7] { #expect(words(try await Self.run(plan, tasks: tasks)) == words(one)) }
        let names = RandomSessions.names(1...20)
        let reversed = try await plan.run(on: names.reversed(), tasks: 2, open: RandomSessions.open)
        #expect(words(reversed) == words(one))
        plan.seed = 2
        #expect(words(try await Self.run(plan)) != words(one))
    }

    @Test("a genetic search of a small space finds its best settings", arguments: 1...6)
    func geneticSearchFindsTheBest(seed: Int) async throws {
        var plan = try Self.plan(
            ["mode=replace", "replaceAt=0:1:0.02", "early=drop,hold", "combineWithin=none,1s,2s,4s,8s"],
            limits: [])
        plan.seed = UInt64(seed)
        plan.heldOutShare = 0.3
        let exact = try await Self.run(plan, sessions: 1...8)
        #expect(exact.method == .exact && exact.spaceCount == 51 * 2 * 5)
        plan.tries = 250
        let genetic = try await Self.run(plan, sessions: 1...8)
        #expect(genetic.method == .genetic && genetic.tried <= 250)
        #expect(genetic.points.first?.tuned[0] == exact.points.first?.tuned[0], "seed \(seed)")
    }

    @Test("a genetic search tries nothing twice and no more than it may", arguments: [1, 7, 40, 41, 300])
    func geneticSearchKeepsItsLimit(tries: Int) async throws {
        let space = SearchSpace.usual(fixed: [])
        let goal = try TuningGoal(
            objectives: [TuningObjective(try TuningFigure("shown"), isMaximised: true)], constraints: [])
        var search = GeneticSearch(space, ParetoOrder(criteria: goal.criteria), seed: 3)
        let tried = await search.run(tries: tries) { candidates in
            candidates.map { Judgement([FigureAmount($0.indices.reduce(0, +))], goal) }
        }
        let candidates = tried.map(\.candidate)
        #expect(candidates.count <= tries && Set(candidates).count == candidates.count)
        #expect(candidates.count >= min(tries, 30))
        #expect(candidates == candidates.sorted() && Set(candidates).isSubset(of: Set(space.all)))
    }

    @Test("gifts of a price tier, or of a kind, have the settings that were tried for them")
    func rulesAreTried() async throws {
        var plan = try Self.plan(
            ["mode=replace", "replaceAt@1000+=room,2", "early@heart=room,hold"], objectives: ["completed"], limits: [])
        plan.maxPoints = 4
        let tuning = try await Self.run(plan)
        #expect(tuning.spaceCount == 4)
        // A rocket that nothing replaces is completed more often.
        let best = try #require(tuning.points.first)
        #expect(best.policy.rules.contains(GiftRule(.tier(.thousands), .replaceAt(Millionths(2_000_000)))))
        #expect(best.certificate.plan.kinds[0].kind.policy.settings == [.replaceAt(Millionths(2_000_000))])
        var own = SessionFigures()
        let session = try RepeatedSession(try RandomSessions.open("5"))
        try RandomSessions.open("5").run(overriding: best.policy.settings, observer: &own)
        let ruled = try session.figures(best.policy.settings, best.policy.rules)
        #expect(ruled.gifts == own.gifts && ruled.outcomes != own.outcomes)
    }

    @Test("each promise has a certificate or the shortest counterexample of its own")
    func promisesHaveAnswers() async throws {
        let promises = ["never dropped", "always (arrived implies within 1s started)", "never completed"]
        let tuning = try await Self.run(
            try Self.plan(["mode=queue,replace"], limits: ["dropped < 100"], promises: promises))
        #expect(!tuning.points.isEmpty)
        for point in tuning.points {
            #expect(point.certificate.answers.map(\.promise?.text) == promises)
            for (answer, isKept) in zip(point.certificate.answers, [true, true, false]) {
                switch answer.result.verdict {
                case .holds: #expect(isKept && answer.result.counts.states > 0)
                case .violated(let example):
                    #expect(!isKept && example.scenario.events.count == 1)
                    #expect(example.violation.rule == .promise("never completed"))
                case .stopped: Issue.record("not decided")
                }
            }
            #expect(!point.certificate.holds)
        }
        #expect(tuning.proven.isEmpty)
    }

    @Test("if nothing keeps the limits, the nearest settings are the answer, and nothing is proven")
    func nearestSettingsAreNamed() async throws {
        let tuning = try await Self.run(try Self.plan(limits: ["p95(waiting) < 1ns", "valueSeen > 100000"]))
        #expect(!tuning.isFeasible && tuning.frontCount == 0 && tuning.points.count == 1 && tuning.proven.isEmpty)
    }

    @Test("of one session, or one group, held out, no interval is told, and a limit is not decided")
    func oneSessionHasNoInterval() async throws {
        var plan = try Self.plan(["mode=queue,replace"], limits: ["dropped < 100"])
        plan.heldOutShare = 0.5
        func intervals(_ sessions: ClosedRange<Int>, groups: [[UInt64]] = []) async throws -> [Bool] {
            let tuning = try await plan.run(
                on: RandomSessions.names(sessions), groups: groups, tasks: 2, open: RandomSessions.open)
            let figures = tuning.own + tuning.points.flatMap(\.heldOut)
            return Set(figures.map { $0.interval != nil || $0.differenceInterval != nil }).sorted { !$0 && $1 }
        }
        #expect(try await intervals(1...2) == [false])
        #expect(try await intervals(1...4) == [true])
        // Two rooms: one is held out.
        #expect(try await intervals(1...6, groups: [[1], [1], [1], [2], [2], [2]]) == [false])
        #expect(try await intervals(1...6, groups: [[1], [1], [2], [2], [3], [4]]) == [true])
    }

    @Test("broken sessions are named and in no figure, and one session alone cannot be judged")
    func brokenSessionsAreNamed() async throws {
        let plan = try Self.plan(["mode=queue,replace"])
        let tuning = try await plan.run(
            on: ["1", "x", "2", "3"], tasks: 2, open: RandomSessions.open)
        #expect(tuning.broken.map(\.path) == ["x"] && tuning.sessions.tuned + tuning.sessions.heldOut == 3)
        await #expect(throws: TuningFault.self) {
            try await plan.run(on: ["1", "1"], tasks: 2, open: RandomSessions.open)
        }
        await #expect(throws: TuningFault.self) { try await plan.run(on: [], tasks: 2, open: RandomSessions.open) }
    }
}
