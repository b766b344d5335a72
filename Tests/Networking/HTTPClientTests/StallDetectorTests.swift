import Testing

@testable import HTTPClient

@Suite struct StallDetectorTests {
    /// Returns the second in which the watch reports a stall when the given numbers of bytes arrive per second, or
    /// `nil`.
    private func stall(_ bytes: [Int], slowest: Int, over seconds: Int) -> Int? {
        var watch = StallDetector(.init(bytesPerSecond: slowest, over: .seconds(seconds)), at: .zero, totalBytes: 500)
        var moved = 500
        for (second, count) in bytes.enumerated() {
            moved += count
            if watch.updateStall(at: .seconds(second + 1), totalBytes: moved) { return second + 1 }
        }
        return nil
    }

    @Test func silenceStallsAfterPeriod() {
        #expect(stall(Array(repeating: 0, count: 20), slowest: 1000, over: 5) == 5)
        #expect(stall(Array(repeating: 0, count: 4), slowest: 1000, over: 5) == nil)
    }

    @Test func sufficientSpeedNeverStalls() {
        #expect(stall(Array(repeating: 1000, count: 100), slowest: 1000, over: 5) == nil)
        #expect(stall(Array(repeating: 999, count: 100), slowest: 1000, over: 5) == 5)
    }

    @Test func burstDelaysStallByOnePeriod() {
        #expect(stall([1_000_000] + Array(repeating: 0, count: 20), slowest: 1000, over: 5) == 6)
    }

    @Test func anyByteKeepsStreamAlive() {
        #expect(stall([0, 0, 1, 0, 0, 1, 0, 0, 1], slowest: 0, over: 3) == nil)
        #expect(stall([0, 0, 1, 0, 0, 0, 1], slowest: 0, over: 3) == 6)
    }

    @Test func restartedCountIsNotNegative() {
        var watch = StallDetector(.init(bytesPerSecond: 10, over: .seconds(2)), at: .zero, totalBytes: 1000)
        let answers = (1...3).map { watch.updateStall(at: .seconds($0), totalBytes: 20) }
        #expect(answers == [false, false, true])
    }

    @Test(arguments: [Int.max, -5, 0])
    func anySpeedIsAccepted(_ speed: Int) {
        var watch = StallDetector(.init(bytesPerSecond: speed, over: .seconds(1)), at: .zero, totalBytes: 0)
        let answers = [999, 1000].map { watch.updateStall(at: .milliseconds($0), totalBytes: 0) }
        #expect(answers == [false, true])
    }
}
