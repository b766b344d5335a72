import Synchronization
import Testing

@testable import StoreServer

@Suite("The log", .timeLimit(.minutes(1)))
struct LogWriterTests {
    /// A reader that blocks at the first line until the test releases it.
    private final class Reader: Sendable {
        private let lines = Mutex<[String]>([])
        let stubborn = Stubborn()

        func read(_ line: String) {
            if line == "first" { stubborn.work() }
            lines.withLock { $0.append(line) }
        }

        var all: [String] { lines.withLock { $0 } }
    }

    @Test("an unread log blocks no writer and then counts the lost lines")
    func unread() async throws {
        let reader = Reader()
        let log = LogWriter { reader.read($0) }
        log.add("first")
        try await reader.stubborn.waitUntilBegun()
        let lines = (0..<LogWriter.mostWaiting + 7).map { "line \($0)" }
        for line in lines { log.add(line) }
        log.finish(within: .milliseconds(1))
        #expect(reader.all == [])
        reader.stubborn.letGo()
        log.finish(within: .seconds(60))
        var expected = ["first"]
        expected += lines.prefix(LogWriter.mostWaiting)
        expected.append("lines of the log that nobody read in time: 7")
        #expect(reader.all == expected)
        log.add("later")
        log.finish(within: .seconds(60))
        #expect(reader.all.last == "later")
    }
}
