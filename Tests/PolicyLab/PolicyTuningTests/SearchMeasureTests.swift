import ExactNumbers
import Foundation
import Playback
import PolicyEvaluation
import Scenarios
import SeededRandomness
import Testing

@testable import PolicyTuning

/// How much of a front the genetic search finds, beside settings at random.
@Suite("The searches of a large space")
struct SearchMeasureTests {
    /// Candidates with their judgements, which were all found by trying.
    private struct Landscape {
        let space: SearchSpace
        let order: ParetoOrder
        let judgements: [Candidate: Judgement]
        let front: [Candidate]

        /// Returns the share of the front that is among candidates.
        func share(_ tried: [Candidate]) -> Double {
            let found = tried.compactMap { judgements[$0] }
            let count = front.count { best in
                judgements[best].map { best in found.contains { order.areEqual($0, best) } } ?? false
            }
            return Double(count) / Double(front.count)
        }
    }

    private static func landscape() async throws -> Landscape {
        let objectives = [("valueSeen", true), ("waitingMean", false)]
        let goal = try TuningGoal(
            objectives: try objectives.map { TuningObjective(try TuningFigure($0.0), isMaximised: $0.1) },
            constraints: [])
        let space = try SearchSpace(
            try [
                "mode=queue,replace", "replaceAt=0:1:0.05 if mode=replace", "early=drop,hold if mode=replace",
                "order=arrival,value if mode=queue", "maxWaiting=none,1,2,3,5,8 if mode=queue",
                "overflow=dropNewest,dropOldest,dropCheapest if maxWaiting!=none",
                "expireAfter=none,1s,2s,4s,8s,16s if mode=queue", "combineWithin=none,1s,3s,9s",
            ].map { try TuningAxis($0) })
        let all = space.all
        let sessions = TuningSessions(open: { try RandomSessions.open(String($0 + 1)) }, tasks: 2)
        let sums = try await sessions.sums(
            of: Array(0..<6), under: all.map { TunedPolicy(settings: space.settings($0), rules: []) }, goal.figures,
            done: {})
        let order = ParetoOrder(criteria: goal.criteria)
        let judged = sums.map { Judgement($0, goal) }
        return Landscape(
            space: space, order: order, judgements: Dictionary(uniqueKeysWithValues: zip(all, judged)),
            front: order.front(judged).map { all[$0] })
    }

    @Test("with the same tries, the genetic search finds more of the front than settings at random")
    func geneticSearchFindsMore() async throws {
        let landscape = try await Self.landscape()
        let all = landscape.judgements.keys.sorted()
        var shares = (genetic: 0.0, random: 0.0)
        for tries in [80, 160, 320] {
            var (genetic, random) = (0.0, 0.0)
            for seed in 1...UInt64(10) {
                var search = GeneticSearch(landscape.space, landscape.order, seed: seed)
                let tried = await search.run(tries: tries) { candidates in
                    candidates.compactMap { landscape.judgements[$0] }
                }
                genetic += landscape.share(tried.map(\.candidate)) / 10
                var generator = SeededGenerator(seed: seed)
                random += landscape.share(Array(all.shuffled(using: &generator).prefix(tries))) / 10
            }
            shares.genetic += genetic / 3
            shares.random += random / 3
            if Self.prints {
                print(
                    "\(tries) of \(all.count) settings tried: \(genetic) of the front by NSGA-II, \(random) at random")
            }
        }
        #expect(shares.genetic > shares.random, "\(shares)")
    }

    private static let prints = ProcessInfo.processInfo.environment["GIFTTY_TUNING"] != nil
}
