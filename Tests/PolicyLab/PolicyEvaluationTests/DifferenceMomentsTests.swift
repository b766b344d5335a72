import SeededRandomness
import Testing

@testable import PolicyEvaluation

/// Tests of the sums of differences.
@Suite struct DifferenceMomentsTests {
    private func moments(_ differences: [Int128]) -> DifferenceMoments {
        differences.reduce(into: DifferenceMoments()) { $0.add($1) }
    }

    @Test func varianceIsThatOfTheSample() throws {
        // The mean is 5, and the squares of the distances from it are 9, 1, 1, 1, 0, 0, 4 and 16.
        let known = moments([2, 4, 4, 4, 5, 5, 7, 9])
        #expect(known.mean == 5 && known.variance == 32.0 / 7)
        let effect = try #require(known.effect)
        #expect(abs(effect - 5 / (32.0 / 7).squareRoot()) < 1e-12)
    }

    @Test func equalDifferencesHaveNoSpread() {
        #expect(moments([7, 7, 7]).variance == 0 && moments([7, 7, 7]).effect == nil)
        #expect(moments([0, 0]).variance == 0 && moments([0, 0]).effect == 0)
        #expect(moments([7]).variance == nil && moments([7]).effect == nil && moments([]).mean == nil)
    }

    @Test(arguments: 1...UInt64(8))
    func orderAndGroupingDoNotMatter(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Half of the numbers have squares that no whole number of 128 bits holds.
        let differences = (0..<30).map { _ -> Int128 in
            let number = Int128(random.next(below: 1 << 40))
            return random.next(below: 2) == 0 ? number : number << 40
        }
        let whole = moments(differences)
        let cut = 1 + random.next(below: 28)
        var merged = moments(Array(differences[cut...].reversed()))
        merged.merge(moments(Array(differences[..<cut])))
        #expect(merged == whole, "seed \(seed)")
    }

    @Test func absurdDifferencesHaveAVariance() throws {
        let huge = moments([Int128(Int64.max) * 1_000_000, 0, Int128(Int64.max) * -1_000_000])
        #expect(huge.mean == 0 && huge.squares == .max)
        #expect(try #require(huge.variance) > 0)
    }
}
