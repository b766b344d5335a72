import SeededRandomness
import Testing

@testable import RoomEvents

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
}
