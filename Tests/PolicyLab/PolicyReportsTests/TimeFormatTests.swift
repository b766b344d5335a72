import ExactNumbers
import Testing

@testable import PolicyReports

/// Tests of times and shares as text, and of their rounding.
@Suite struct TimeFormatTests {
    @Test(
        "times are rounded half up, to milliseconds below 100 seconds and to tenths of a second from there on",
        arguments: [
            (0, "0s"), (499_999, "0s"), (500_000, "0.001s"), (1_499_999, "0.001s"), (1_500_000, "0.002s"),
            (99_999_499_999, "99.999s"), (99_999_500_000, "100s"), (100_000_000_000, "100s"),
            (100_049_999_999, "100s"), (100_050_000_000, "100.1s"), (.max, "9223372036.8s"),
        ] as [(Nanoseconds, String)])
    func secondsAreRounded(time: Nanoseconds, words: String) {
        #expect(TimeFormat.seconds(time) == words)
    }

    @Test(
        "a mark has the largest unit that needs no fraction",
        arguments: [
            (0, 3600, "0h"), (7200, 3600, "2h"), (5400, 1800, "90m"), (3600, 1800, "60m"), (90, 30, "90s"),
            (120, 30, "120s"), (60, 60, "1m"),
        ] as [(Nanoseconds, Nanoseconds, String)])
    func marksHaveLargestUnit(time: Nanoseconds, step: Nanoseconds, words: String) {
        #expect(TimeFormat.mark(time * .second, step: step * .second) == words)
    }

    @Test("a time lies in the column of its share of the range, and the end lies in the last column")
    func timeLiesInItsColumn() {
        let axis = TimeAxis(10..<20, columns: 5)
        #expect([9, 10, 11, 12, 19, 20, 99].map { axis.column($0) } == [0, 0, 0, 1, 4, 4, 4])
        #expect(axis.marks(spacing: 1).times == [10, 12, 14, 16, 18])
        #expect(TimeAxis(11..<20, columns: 9).marks(spacing: 2).times == [12, 14, 16, 18, 20])
        #expect(TimeAxis(5..<5, columns: 0).column(5) == 0)
    }
}
