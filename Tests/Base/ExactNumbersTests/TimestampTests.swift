import ExactNumbers
import SeededRandomness
import Testing

@Suite("Timestamps of RFC 3339")
struct TimestampTests {
    @Test(
        "a timestamp is written to the second",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_709_210_096, "2024-02-29T12:34:56Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"), (-1, "1969-12-31T23:59:59Z"),
            (-9_214_560_000, "1678-01-01T00:00:00Z"), (9_214_646_399, "2261-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func timestampIsWrittenToSecond(seconds: Int64, text: String) {
        #expect(Timestamp(secondsSince1970: seconds).text == text)
    }

    @Test("a written timestamp reads back as the same time", arguments: 1...4 as ClosedRange<UInt64>)
    func writtenTimestampReadsBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let seconds = Int64(random.next(below: 18_429_206_399)) - 9_214_560_000
            let text = Timestamp(secondsSince1970: seconds).text
            #expect(Timestamp(text)?.nanoseconds == seconds * 1_000_000_000, "\(text), seed \(seed)")
        }
    }

    @Test(
        "a timestamp is written to the millisecond",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_795_255_200_250, "2026-11-21T10:00:00.250Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func timestampIsWrittenToMillisecond(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSince1970: milliseconds).textWithMilliseconds == text)
    }

    @Test("each month ends after its last day, and a leap year has 29 February")
    func monthsHaveTheirDays() {
        for (year, february) in [(1_900, 28), (2_000, 29), (2_023, 28), (2_024, 29)] {
            for (index, days) in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                let month = index < 9 ? "0\(index + 1)" : "\(index + 1)"
                #expect(Timestamp("\(year)-\(month)-\(days)T00:00:00Z") != nil)
                #expect(Timestamp("\(year)-\(month)-\(days + 1)T00:00:00Z") == nil)
            }
        }
    }
}
