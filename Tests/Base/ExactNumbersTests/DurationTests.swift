import ExactNumbers
import Testing

/// Tests of durations in whole units.
@Suite struct DurationTests {
    @Test(
        arguments: [
            (0, 0, 0), (0, 999_999_999, 0), (0, 1_000_000_000, 1), (0, -1, -1), (0, -1_000_000_000, -1),
            (3, 500_000_000, 3_000_000_000),
            (-1, -500_000_000_000_000_000, -1_500_000_000), (9_223_372_036, 854_775_807_999_999_999, .max),
            (9_223_372_037, 0, .max), (-9_223_372_037, 0, .min), (.max, 0, .max), (.min, 0, .min),
        ] as [(Int64, Int64, Nanoseconds)])
    func nanosecondsAreRoundedDownAndClamped(seconds: Int64, attoseconds: Int64, time: Nanoseconds) {
        #expect(Duration(secondsComponent: seconds, attosecondsComponent: attoseconds).inNanoseconds == time)
    }

    @Test(arguments: [(999_999, 0), (1_000_000, 1), (-1, -1), (-1_000_000, -1), (-1_000_001, -2)] as [(Int64, Int64)])
    func millisecondsAreRoundedDown(time: Nanoseconds, milliseconds: Int64) {
        #expect(Duration.nanoseconds(time).inMilliseconds == milliseconds)
    }
}
