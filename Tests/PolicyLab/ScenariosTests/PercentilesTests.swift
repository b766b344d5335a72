import ExactNumbers
import Scenarios
import SeededRandomness
import Testing

/// Tests of percentiles in bounded memory.
@Suite struct PercentilesTests {
    private func percentiles(_ lengths: some Sequence<Nanoseconds>) -> Percentiles {
        lengths.reduce(into: Percentiles()) { $0.add($1) }
    }

    @Test func percentileIsTheNearestRank() {
        let few = percentiles([3, 0])
        #expect(few[50] == 0 && few[51] == 3 && few[0] == 0 && few[100] == 3)
        #expect(Percentiles()[50] == nil)
    }

    @Test(arguments: [1, Percentiles.exactCount, Percentiles.exactCount + 1, 20_000])
    func shortestAndLongestAreExact(count: Int) {
        // No bound of a class is among the lengths.
        let lengths = (0..<count).map { Nanoseconds(1_000_003 + 7 * $0) }
        let all = percentiles(lengths)
        #expect(all[0] == lengths.first && all[100] == lengths.last)
        #expect(all.minimum == lengths.first && all.maximum == lengths.last)
    }

    @Test(arguments: 1...UInt64(4))
    func mergedOnesAreThoseOfAll(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lengths = (0..<9_000).map { _ in Nanoseconds(500 + random.next(below: 1 << 30)) }
        let cut = random.next(below: 9_000)
        for (one, other) in [(lengths[..<cut], lengths[cut...]), (lengths[cut...], lengths[..<cut])] {
            var merged = percentiles(one)
            merged.merge(percentiles(other))
            #expect(merged == percentiles(lengths), "seed \(seed)")
        }
    }

    @Test(arguments: 1...UInt64(4))
    func percentilesOfManyAreAtMost128thTooHigh(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let lengths = (0..<9_000).map { _ in Nanoseconds(random.next(below: 1 << 34)) }
        let (all, sorted) = (percentiles(lengths), lengths.sorted())
        for percent in 0...100 {
            let exact = sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
            let found = try #require(all[percent])
            #expect(found >= exact && found <= exact + exact / 128 + 1, "seed \(seed), \(percent) %")
        }
    }

    @Test(arguments: [(0, 1), (1, 1), (50, 50), (95, 95), (99, 99), (100, 100)] as [(Int, Nanoseconds)])
    func fewValuesAreExactByNearestRank(percent: Int, length: Nanoseconds) {
        var percentiles = Percentiles()
        #expect(percentiles[percent] == nil)
        for length in (1...100).reversed() { percentiles.add(Nanoseconds(length)) }
        #expect(percentiles[percent] == length)
    }

    @Test(arguments: [50, 90, 95, 99, 100])
    func manyValuesAreWithinOne128th(percent: Int) throws {
        var percentiles = Percentiles()
        for number in 1...100_000 { percentiles.add(Nanoseconds(number) * Nanoseconds(number)) }
        let exact = Nanoseconds(percent * 1_000) * Nanoseconds(percent * 1_000)
        let found = try #require(percentiles[percent])
        #expect(found >= exact && found <= exact + exact / 128)
        #expect(percentiles.count == 100_000 && percentiles.maximum == 10_000_000_000)
    }

    @Test func minimumAndMaximumAreExact() {
        var percentiles = Percentiles()
        for _ in 0..<5_000 { percentiles.add(.max) }
        for _ in 0..<5_000 { percentiles.add(-1) }
        #expect(percentiles[50] == 0 && percentiles[51] == .max)
    }
}
