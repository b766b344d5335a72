import ExactNumbers
import JSON
import Playback
import PolicyEvaluation
import Recordings
import Scenarios
import SeededRandomness
import Testing

/// Tests of evaluations of many sessions.
@Suite struct EvaluationTests {
    private static let policies = Policy.bothModes + [Policy("hold", [.mode(.replace), .early(.hold)])]

    /// Returns a random session; the name is its seed.
    @Sendable private static func session(_ path: String) throws -> SessionSource {
        guard let seed = UInt64(path) else { throw CancellationError() }
        var random = SeededGenerator(seed: seed)
        var time: Nanoseconds = 0
        var events: [Scenario.Event] = []
        for _ in 0..<(10 + random.next(below: 30)) {
            time += Nanoseconds(random.next(below: 2_000)) * 1_000_000
            let (kind, value, seconds) = [("heart", 1, 1), ("rose", 30, 3), ("rocket", 500, 4)][random.next(below: 3)]
            events.append(
                Scenario.Event(
                    at: time,
                    .arrival(
                        Arrival(
                            kind: kind, sender: ["ann", "bob", "cy"][random.next(below: 3)], value: Int64(value),
                            duration: Nanoseconds(seconds) * .second))))
            if random.next(below: 9) == 0 { events.append(Scenario.Event(at: time, .close)) }
        }
        return SessionSource(Scenario(name: path, events: events), path: path)
    }

    private static func evaluation(of sessions: some Sequence<Int>, tasks: Int = 1) async -> Evaluation {
        await Evaluation(
            of: sessions.map(String.init), under: policies, seed: 5, tasks: tasks, open: session)
    }

    @Test func resultDoesNotDependOnTheNumberOfTasks() async {
        let one = await Self.evaluation(of: 1...15).partJSON.text
        for tasks in [2, 3, 7] { #expect(await Self.evaluation(of: 1...15, tasks: tasks).partJSON.text == one) }
    }

    @Test func partsOfACoinCount() async throws {
        // Of each session, one coin is seen for 60 % in replace mode, and whole in queue mode.
        @Sendable func session(_ path: String) -> SessionSource {
            let arrivals = [0, 6].map { second in
                Scenario.Event(
                    at: second * .second,
                    .arrival(
                        Arrival(kind: "a", sender: path, value: second == 0 ? 1 : 0, duration: 10 * .second)))
            }
            return SessionSource(Scenario(name: path, events: arrivals), path: path)
        }
        let evaluation = await Evaluation(
            of: ["a", "b", "c"], under: Policy.bothModes, seed: 1, tasks: 1, open: session)
        let index = try #require(EvaluatedFigure.allCases.firstIndex(of: .valueNotSeen))
        let sums = evaluation.comparisons[0].figures[index]
        #expect(sums.mean == 400_000 && sums.verdict == DifferenceSums.Verdict.more)
    }

    @Test func sumsThatCannotBeAddedAreNotRead() async {
        let text = await Self.evaluation(of: 1...2).partJSON.text
        let absurd = text.replacing(/"base":"[0-9]+"/, with: "\"base\":\"\(Int128.max)\"")
        #expect(absurd != text)
        #expect(throws: EvaluationFault.self) { try Evaluation(partJSON: Array(absurd.utf8), path: "part.json") }
    }

    @Test func partsInAnyOrderAndGroupingMergeToTheWhole() async throws {
        let whole = await Self.evaluation(of: 1...20).partJSON.text
        for seed in 1...UInt64(5) {
            var random = SeededGenerator(seed: seed)
            var groups = [[Int]](repeating: [], count: 1 + random.next(below: 7))
            for session in (1...20).shuffled(using: &random) {
                groups[random.next(below: groups.count)].append(session)
            }
            var parts: [Evaluation] = []
            for group in groups {
                let text = await Self.evaluation(of: group).partJSON.text
                parts.append(try Evaluation(partJSON: Array(text.utf8), path: "part.json"))
            }
            var merged = parts[0]
            for part in parts.dropFirst() { try merged.merge(part, path: "part.json") }
            #expect(merged.partJSON.text == whole, "seed \(seed)")
        }
    }

    @Test func figuresOfThePartsAreThoseOfTheSessions() async throws {
        let evaluation = await Self.evaluation(of: 1...20)
        for (policy, merged) in zip(Self.policies, evaluation.figures) {
            var figures = SessionFigures()
            for session in 1...20 {
                var own = SessionFigures()
                try Self.session(String(session)).run(overriding: policy.settings, observer: &own)
                figures.merge(own)
            }
            #expect(figures.gifts == merged.gifts && figures.unseenValue == merged.unseenValue)
            #expect(figures.viewing.fairness == merged.viewing.fairness)
            #expect(figures.waitingTimes[95] == merged.waitingTimes[95])
        }
        #expect(evaluation.comparisons.map(\.policy) == [1, 2])
        let shown = try #require(evaluation.comparisons.first?.figures.first)
        #expect(shown.count == 20)
        #expect(shown.sum == Int128(evaluation.figures[1].shown - evaluation.figures[0].shown))
    }

    @Test func brokenSessionIsNamedAndNotCounted() async {
        let evaluation = await Evaluation(
            of: ["3", "x", "4"], under: Self.policies, seed: 1, tasks: 2, open: Self.session)
        #expect(evaluation.sessions == 2)
        #expect(evaluation.broken.map(\.path) == ["x"])
    }

    @Test func partsOfOtherPoliciesOrSeedsAreRefused() async throws {
        var merged = await Self.evaluation(of: 1...2)
        let other = Evaluation(policies: Policy.bothModes, seed: 5)
        #expect(throws: EvaluationFault.self) { try merged.merge(other, path: "other.json") }
        let seed = Evaluation(policies: Self.policies, seed: 6)
        #expect(throws: EvaluationFault.self) { try merged.merge(seed, path: "other.json") }
        #expect(throws: EvaluationFault.self) { try Evaluation(partJSON: Array("{}".utf8), path: "empty.json") }
        #expect(throws: EvaluationFault.self) { try Evaluation(partJSON: Array("nonsense".utf8), path: "x.json") }
    }

    @Test func policyThatChangesNothingIsEqual() async {
        let policies = [Policy("queue", [.mode(.queue)]), Policy("same", [.mode(.queue)])]
        let evaluation = await Evaluation(
            of: (1...10).map(String.init), under: policies, seed: 1, tasks: 2, open: Self.session)
        #expect(evaluation.comparisons[0].figures.allSatisfy { $0.verdict == .equal && $0.effect == 0 })
    }

    @Test func intervalContainsTheMeanAndTellsClearDifferences() async throws {
        let evaluation = await Self.evaluation(of: 1...60)
        let figures = zip(EvaluatedFigure.allCases, evaluation.comparisons[0].figures)
        for (figure, sums) in figures {
            let (mean, interval) = (try #require(sums.mean), try #require(sums.interval))
            #expect(interval.low <= mean && mean <= interval.high, "\(figure)")
        }
        let waiting = try #require(figures.first { $0.0 == .waitingMean }?.1)
        #expect(waiting.verdict == .less, "replace mode never waits")
        #expect(try #require(waiting.effect) < -1)
    }

    @Test func intervalsContainTheTrueMeanAboutAsOftenAsTheyShould() {
        // Differences of two policies that are equal on average: 38 of 40 intervals contain 0, give or take.
        var hits = 0
        for trial in 0..<40 {
            var evaluation = Evaluation(policies: Policy.bothModes, seed: 1)
            var random = SeededGenerator(seed: UInt64(trial + 1))
            for session in 0..<30 {
                let (left, right) = (random.next(below: 30), random.next(below: 30))
                evaluation.add(
                    [Self.figures(shown: left), Self.figures(shown: right)],
                    identity: UInt64(trial * 1000 + session) &* 0x9E37_79B9_7F4A_7C15)
            }
            if let interval = evaluation.comparisons[0].figures[0].interval, interval.low <= 0, interval.high >= 0 {
                hits += 1
            }
        }
        #expect((33...40).contains(hits), "\(hits) of 40")
    }

    private static func figures(shown: Int) -> SessionFigures {
        var figures = SessionFigures()
        for gift in 0..<shown {
            figures.willHandle(.arrival(Arrival(kind: "heart", sender: "ann", duration: 0)))
            figures.receive(TraceEvent(at: 0, .arrived(gift: gift, kind: "heart", sender: "ann", count: 1)))
            figures.receive(TraceEvent(at: 0, .started(gift: gift)))
            figures.receive(TraceEvent(at: 0, .ended(gift: gift, .completed)))
        }
        return figures
    }
}
