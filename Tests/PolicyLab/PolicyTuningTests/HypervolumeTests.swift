import Foundation
import Playback
import PolicyEvaluation
import Scenarios
import SeededRandomness
import Synchronization
import Testing

@testable import PolicyTuning

/// What the genetic search finds in a space that nobody can try whole, beside settings at random.
///
/// The measure is the hypervolume of what was found: the share of the rectangle between no value with the longest wait
/// and all value without a wait that is dominated by a candidate (Zitzler, Thiele 1999).
@Suite("The search of a space of a million settings")
struct HypervolumeTests {
    /// A search on sessions of calm, lively and crowded rooms.
    private struct Search {
        let space: SearchSpace
        let order: ParetoOrder
        let goal: TuningGoal
        let sessions = TuningSessions(open: LivelySessions.open, tasks: 2)
        let indices: [Int]

        init(sessions count: Int) throws {
            goal = try TuningGoal(
                objectives: [
                    TuningObjective(try TuningFigure("valueSeen"), isMaximised: true),
                    TuningObjective(try TuningFigure("p95(waiting)"), isMaximised: false),
                ], constraints: [])
            space = try SearchSpace(
                try [
                    "mode=queue,replace", "replaceAt=0:1:0.01 if mode=replace", "early=drop,hold if mode=replace",
                    "order=arrival,value if mode=queue", "maxWaiting=1:40:1 if mode=queue",
                    "overflow=dropNewest,dropOldest,dropCheapest if mode=queue", "expireAfter=1s:60s:1s if mode=queue",
                    "combineWithin=0s:10s:0.5s", "expireAfter@1000+=room,5s,20s,60s if mode=queue",
                    "replaceAt@1000+=room,0.4,0.6,0.8,1,2 if mode=replace", "early@1000+=room,hold if mode=replace",
                ].map { try TuningAxis($0) })
            order = ParetoOrder(criteria: goal.criteria)
            indices = Array(0..<count)
        }

        func judge(_ candidates: [Candidate]) async throws -> [Judgement] {
            let policies = candidates.map { TunedPolicy(settings: space.settings($0), rules: space.rules($0)) }
            return try await sessions.sums(of: indices, under: policies, goal.figures, done: {})
                .map { Judgement($0, goal) }
        }

        /// Returns the judgements of the first `tries` candidates of the genetic search, in the order in which they are tried.
        func genetic(seed: UInt64, tries: Int) async throws -> [Judgement] {
            let found = Mutex<[Judgement]>([])
            var search = GeneticSearch(space, order, seed: seed)
            _ = try await search.run(tries: tries) { candidates in
                let judgements = try await judge(candidates)
                found.withLock { $0 += judgements }
                return judgements
            }
            return found.withLock { $0 }
        }

        /// Returns the judgements of different candidates at random, each value of an axis as likely as another one.
        func random(seed: UInt64, tries: Int) async throws -> [Judgement] {
            var random = SeededGenerator(seed: seed)
            var known: Set<Candidate> = []
            var candidates: [Candidate] = []
            while candidates.count < tries {
                let candidate = space.candidate(space.axes.map { random.next(below: $0.values.count) })
                if known.insert(candidate).inserted { candidates.append(candidate) }
            }
            return try await judge(candidates)
        }

        /// Returns the hypervolume of judgements, as a share of the rectangle up to `value` and `wait`.
        func hypervolume(_ judgements: some Collection<Judgement>, value: Double, wait: Double) -> Double {
            let points = judgements.compactMap { judgement -> (value: Double, wait: Double)? in
                guard let one = judgement.criteria[0]?.value, let two = judgement.criteria[1]?.value else { return nil }
                return (min(one / value, 1), min(two / wait, 1))
            }
            var (area, reached) = (0.0, 0.0)
            // From the longest wait to the shortest one, each step adds a strip up to the greatest value at most so late.
            for point in points.sorted(by: { $0.wait < $1.wait }) where point.value > reached {
                area += (point.value - reached) * (1 - point.wait)
                reached = point.value
            }
            return area
        }

        /// The value and the wait of the sessions' own settings with a queue without limits: nothing is lost, all wait.
        func corner() async throws -> (value: Double, wait: Double) {
            let sums = try await sessions.sums(
                of: indices, under: [TunedPolicy(settings: [.mode(.queue)], rules: [])], goal.figures, done: {})
            let amounts = try #require(sums.first)
            return (try #require(amounts[0]).value, try #require(amounts[1]).value)
        }
    }

    @Test("the hypervolume of points is the area that they dominate")
    func hypervolumeIsAnArea() throws {
        let search = try Search(sessions: 1)
        func judgement(_ value: Int, _ wait: Int) -> Judgement {
            Judgement([FigureAmount(value), FigureAmount(wait)], search.goal)
        }
        let points = [judgement(4, 2), judgement(8, 5), judgement(3, 3), judgement(10, 10)]
        // 4 × 8 and 4 × 5 of 10 × 10; the third one is dominated, the last one is at the corner.
        #expect(abs(search.hypervolume(points, value: 10, wait: 10) - 0.52) < 1e-12)
        #expect(search.hypervolume([Judgement](), value: 10, wait: 10) == 0)
    }

    @Test("with the same tries, the genetic search has the greater hypervolume, in the mean of several seeds")
    func geneticSearchHasMore() async throws {
        let search = try Search(sessions: Self.prints ? 18 : 6)
        #expect(search.space.count > 1_000_000)
        let corner = try await search.corner()
        let (seeds, steps) = Self.prints ? (10, [100, 200, 400, 800]) : (3, [200])
        let tries = steps[steps.count - 1]
        var found: [(genetic: [Judgement], random: [Judgement])] = []
        for seed in 1...UInt64(seeds) {
            found.append(
                (
                    try await search.genetic(seed: seed, tries: tries),
                    try await search.random(seed: seed, tries: Self.prints ? 4 * tries : tries)
                ))
        }
        for count in Self.prints ? steps + [4 * tries] : steps {
            let volumes = found.map { found in
                [found.genetic, found.random].map {
                    search.hypervolume($0.prefix(count), value: corner.value, wait: corner.wait)
                }
            }
            let words = (0...1).map { side in Self.words(volumes.map { $0[side] }) }
            if Self.prints {
                let genetic = count > tries ? "" : "NSGA-II \(words[0]), "
                print("\(count) of \(search.space.count) settings tried: \(genetic)at random \(words[1])")
            } else {
                let sums = (0...1).map { side in volumes.reduce(0) { $0 + $1[side] } }
                #expect(sums[0] > sums[1], "seeds 1 to \(seeds): \(words)")
            }
        }
    }

    /// Returns the mean, the least and the greatest of some shares in per cent.
    private static func words(_ shares: [Double]) -> String {
        func text(_ share: Double) -> String { String(format: "%.1f", share * 100) }
        let mean = shares.reduce(0, +) / Double(shares.count)
        return "\(text(mean)) % (\(text(shares.min() ?? 0)) to \(text(shares.max() ?? 0)))"
    }

    private static let prints = ProcessInfo.processInfo.environment["GIFTTY_TUNING"] != nil
}
