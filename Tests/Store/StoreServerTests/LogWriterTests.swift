import Synchronization
import Testing

@testable import StoreServer

@Suite("The log", .timeLimit(.minutes(1)))
struct LogWriterTests {
    /// A reader that blocks at the first line until the test releases it.
    private final class Reader: Sendable {
        private let lines = Mutex<[String]>([])
        let blockingWork = BlockingWork()

        func read(_ line: String) {
            if line == "first" { blockingWork.run() }
            lines.withLock { $0.append(line) }
        }

        var all: [String] { lines.withLock { $0 } }
    }

    @Test("an unread log blocks no writer and then counts the lost lines")
    func unreadLogBlocksNoWriter() async throws {
        let reader = Reader()
        let log = LogWriter { reader.read($0) }
        log.add("first")
        try await reader.blockingWork.waitUntilStarted()
        let lines = (0..<LogWriter.maxWaiting + 7).map { "line \($0)" }
        for line in lines { log.add(line) }
        log.finish(timeout: .milliseconds(1))
        #expect(reader.all == [])
        reader.blockingWork.release()
        log.finish(timeout: .seconds(60))
        var expected = ["first"]
        expected += lines.prefix(LogWriter.maxWaiting)
        expected.append("log lines dropped because the reader was too slow: 7")
        #expect(reader.all == expected)
        log.add("later")
        log.finish(timeout: .seconds(60))
        #expect(reader.all.last == "later")
    }
}
