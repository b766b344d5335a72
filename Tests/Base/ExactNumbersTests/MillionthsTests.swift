import ExactNumbers
import Testing

/// Tests of fractions and of their rounding.
@Suite struct MillionthsTests {
    @Test(
        "percentages are whole numbers, rounded half up, but neither 0 % nor 100 % of something that is not",
        arguments: [
            (0, "0 %"), (1, "0.0001 %"), (449, "0.04 %"), (4_999, "0.5 %"), (5_000, "1 %"), (314_999, "31 %"),
            (315_000, "32 %"), (994_999, "99 %"), (995_000, "99.5 %"), (999_499, "99.9 %"), (999_999, "99.9999 %"),
            (1_000_000, "100 %"), (1_999_999, "200 %"),
        ] as [(Int64, String)])
    func percentagesAreRounded(count: Int64, words: String) {
        #expect(Millionths(count).percent == words)
    }

    @Test(
        "a percentage has as many decimal places as asked for, or fewer",
        arguments: [(302_000, 1, "30.2 %"), (300_000, 1, "30 %"), (333_333, 2, "33.33 %"), (999_960, 1, "99.996 %")]
            as [(Int64, Int, String)])
    func percentagesHavePlaces(count: Int64, places: Int, words: String) {
        #expect(Millionths(count).percent(places: places) == words)
    }

    @Test(
        "a share below a threshold is never displayed as the threshold",
        arguments: [
            (0, "0 %"), (1, "0.0001 %"), (9_999, "0.9 %"), (10_000, "1 %"), (999_999, "99 %"), (1_000_000, "100 %"),
        ]
            as [(Int64, String)])
    func percentagesBelowThresholdAreRoundedDown(count: Int64, words: String) {
        #expect(Millionths(count).percentRoundedDown == words)
    }

    @Test(
        arguments: [
            (1, 3, 333_333, 333_333), (2, 3, 666_667, 666_666), (5, 5, 1_000_000, 1_000_000),
            (9, 5, 1_000_000, 1_000_000),
            (0, 5, 0, 0), (5, 0, 0, 0), (.max, .max, 1_000_000, 1_000_000),
        ] as [(Int64, Nanoseconds, Int64, Int64)])
    func shareOfDurationIsRoundedAsAsked(part: Int64, whole: Nanoseconds, nearest: Int64, lower: Int64) {
        let part = Int128(part) * 1_000_000
        #expect(Millionths(part, of: whole, rounded: .halfUp) == Millionths(nearest))
        #expect(Millionths(part, of: whole, rounded: .down) == Millionths(lower))
    }
}
