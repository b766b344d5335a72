import Foundation
import Recordings
import SeededRandomness
import Testing

@testable import PolicyEvaluation
@testable import Scenarios

/// Tests of the statistics on populations whose truth is known: what is said to be sure 95 times in 100 is so.
@Suite("Statistics of known populations")
struct CoverageOfIntervalsTests {
    /// How the differences of sessions are distributed, with their true mean.
    enum Population: String, CaseIterable {
        /// Evenly, around 30.
        case even
        /// Most are small and few are very large, as values of evenings are: exponential, with mean 30.
        case skewed
        /// Nine in ten sessions do not differ.
        case rare

        func draw(_ random: inout SeededGenerator) -> Int {
            let unit = (Double(random.next(below: 1_000_000)) + 0.5) / 1e6
            switch self {
            case .even: return random.next(below: 161) - 50
            case .skewed: return Int((-log(unit) * 30).rounded())
            case .rare: return unit < 0.9 ? 0 : random.next(below: 601)
            }
        }
    }

    private static func figures(shown: Int) -> SessionFigures {
        var figures = SessionFigures()
        figures.shown = shown
        return figures
    }

    /// Returns the sums of sessions of which one policy shows 100 gifts, and the other so many more.
    private static func sums(_ differences: [Int], units: [[UInt64]], seed: UInt64) -> DifferenceSums {
        var sums = DifferenceSums()
        for (difference, units) in zip(differences, units) {
            sums.add(
                Int128(100 + difference), than: 100, weights: ResampleWeights.weights(seed: seed, units: units))
        }
        return sums
    }

    /// Returns a number as far from others as those of real sessions are.
    private static func identity(_ index: Int, seed: UInt64) -> UInt64 {
        (UInt64(index) + 1) &* 0x9E37_79B9_7F4A_7C15 ^ seed &* 0xBF58_476D_1CE4_E5B9
    }

    @Test(
        "an interval of 95 % has the true mean in about 95 of 100 populations",
        arguments: Population.allCases, [40, 160])
    func intervalsHaveTheTruth(population: Population, sessions: Int) throws {
        var hits = 0
        var changes = 0
        let trials = 200
        for seed in 1...UInt64(trials) {
            var random = SeededGenerator(seed: seed)
            let sums = Self.sums(
                (0..<sessions).map { _ in population.draw(&random) },
                units: (0..<sessions).map { [Self.identity($0, seed: seed)] }, seed: seed)
            let interval = try #require(sums.interval)
            if interval.low <= 30, interval.high >= 30 { hits += 1 }
            let change = try #require(sums.changeInterval)
            if change.low <= 0.3, change.high >= 0.3 { changes += 1 }
        }
        // Percentiles of resamples are too narrow for few sessions of a skewed kind, which the guide says: a calculation
        // of 2000 such populations apart from this code gave 92.8 % and, if one session in ten differs, 86.9 %. The limits
        // are three standard deviations of 200 draws away from these shares and from 94 %.
        let expected =
            switch (population, sessions) {
            case (.skewed, 40): 174...198
            case (.rare, 40): 159...188
            default: 178...199
            }
        #expect(expected.contains(hits), "\(population), \(sessions) sessions, seeds 1 to \(trials): \(hits)")
        #expect(hits == changes)
    }

    @Test("a share of what a policy loses never has more than all of it in its interval", arguments: 1...10)
    func noMoreThanAllIsLost(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var sums = DifferenceSums()
        for session in 0..<20 {
            let base = Int128(1 + random.next(below: 1_000))
            let units = [Self.identity(session, seed: 1)]
            sums.add(base / 300, than: base, weights: ResampleWeights.weights(seed: 1, units: units))
        }
        let (mean, base) = (try #require(sums.mean), try #require(sums.baseMean))
        let (change, interval) = (try #require(sums.change), try #require(sums.changeInterval))
        #expect(abs(change - mean / base) < 1e-12)
        #expect(interval.low >= -1 && interval.low <= change && change <= interval.high, "seed \(seed): \(interval)")
    }

    /// Returns the differences of a sweep of some values over sessions that differ by chance; with the last values, some
    /// gifts more are shown.
    private static func sweep(
        values: Int, truly different: Int = 0, by gifts: Int = 0, sessions: Int = 30, seed: UInt64
    ) -> SweepDifferences {
        var random = SeededGenerator(seed: seed)
        var differences = SweepDifferences(values: values)
        for _ in 0..<sessions {
            differences.add(
                (0..<values).map { value in
                    figures(shown: 100 + random.next(below: 21) + (value >= values - different ? gifts : 0))
                })
        }
        return differences
    }

    @Test("of values that do not differ, a sweep finds one in at most 5 of 100 sweeps, without the correction in many")
    func holmKeepsItsPromise() {
        var (corrected, uncorrected) = (0, 0)
        let trials = 400
        for seed in 1...UInt64(trials) {
            let tests = Self.sweep(values: 11, seed: seed).tests.filter { $0.figure == .shown }
            // All twelve figures of these sessions but one are equal, so that the correction is by their number, too.
            if tests.contains(where: \.isFound) { corrected += 1 }
            if tests.contains(where: { $0.probability <= SweepDifferences.level }) { uncorrected += 1 }
        }
        // More than 32 of 400 would happen once in 200 times at 5 %.
        #expect(corrected <= 32, "seeds 1 to \(trials): \(corrected)")
        #expect(uncorrected > 80, "seeds 1 to \(trials): \(uncorrected)")
    }

    @Test("real differences are found beside values that do not differ, and the others are not")
    func realDifferencesAreFound() {
        var (found, wrong) = (0, 0)
        for seed in 1...UInt64(100) {
            let tests = Self.sweep(values: 6, truly: 2, by: 12, seed: seed).tests.filter { $0.figure == .shown }
            found += tests.count { $0.isFound && $0.value >= 4 && $0.mean > 0 }
            if tests.contains(where: { $0.isFound && $0.value < 4 }) { wrong += 1 }
        }
        #expect(found >= 195, "seeds 1 to 100: \(found) of 200")
        #expect(wrong <= 12, "seeds 1 to 100: \(wrong) of 100")
    }

    @Test("Holm's correction is the step-down procedure of its paper", arguments: 1...20)
    func correctionIsThatOfThePaper(seed: Int) {
        let tests = Self.sweep(values: 9, truly: 3, by: 7, seed: UInt64(seed)).tests
        // Hypotheses are rejected in the order of their probabilities, as long as p ≤ 5 % ÷ (those that are left).
        var rejected: Set<Int> = []
        for (rank, index) in tests.indices.sorted(by: { tests[$0].probability < tests[$1].probability }).enumerated() {
            guard tests[index].probability <= SweepDifferences.level / Double(tests.count - rank) else { break }
            rejected.insert(index)
        }
        #expect(Set(tests.indices.filter { tests[$0].isFound }) == rejected, "seed \(seed)")
    }

    @Test("of days within rooms, the rooms alone give intervals that are right, the days alone too narrow ones")
    func outerGroupsAreEnough() throws {
        var hits = (days: 0, rooms: 0)
        let trials = 100
        for seed in 1...UInt64(trials) {
            var random = SeededGenerator(seed: seed)
            var sums: [DifferenceSums] = []
            var sessions: [(path: String, difference: Int)] = []
            for room in 0..<30 {
                let lean = random.next(below: 41) - 20
                for day in 0..<4 {
                    let mood = random.next(below: 21) - 10
                    for evening in 0..<3 {
                        sessions.append(
                            ("rooms/\(room)/\(day)/\(evening).ndjson", lean + mood + random.next(below: 9) - 4))
                    }
                }
            }
            for level in ["folder", "folder:2"] {
                let groupings = [try SessionGrouping(level)]
                sums.append(
                    Self.sums(
                        sessions.map(\.difference), units: try sessions.map { try groupings.groups(of: $0.path) },
                        seed: seed))
            }
            let isRight = try sums.map { sums in
                let interval = try #require(sums.interval)
                return interval.low <= 0 && interval.high >= 0
            }
            if isRight[0] { hits.days += 1 }
            if isRight[1] { hits.rooms += 1 }
        }
        #expect((87...100).contains(hits.rooms), "seeds 1 to \(trials): \(hits)")
        #expect(hits.days < 85, "seeds 1 to \(trials): \(hits)")
    }
}
