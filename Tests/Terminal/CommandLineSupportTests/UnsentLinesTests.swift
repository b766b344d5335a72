import CommandLineSupport
import Testing

@Suite("Lines that wait for a reader")
struct UnsentLinesTests {
    private func lines(_ texts: String..., limit: Int = 100) -> UnsentLines {
        var lines = UnsentLines(limit: limit)
        for text in texts { lines.add(Array(text.utf8)) }
        return lines
    }

    @Test("they are written in order, and nothing is to be done when all are")
    func order() {
        var lines = lines("one", "two")
        #expect(lines.action == .write(Array("one\ntwo\n".utf8)))
        lines.wrote(Array("one\n".utf8))
        #expect(lines.action == .write(Array("two\n".utf8)))
        lines.wrote(Array("two\n".utf8))
        #expect(lines.action == .wait)
        lines.end()
        #expect(lines.action == .end && lines.lostCount == 0)
    }

    @Test("what waits at the end is still written")
    func end() {
        var lines = lines("one")
        lines.end()
        #expect(lines.action == .write(Array("one\n".utf8)))
        lines.wrote(Array("one\n".utf8))
        #expect(lines.action == .end)
    }

    @Test("a write has whole lines, as many as a pipe takes at once, and a longer line is cut")
    func pieces() {
        var lines = UnsentLines()
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 300)
        for _ in 0..<2 { lines.add(long) }
        #expect(lines.action == .write(long + [10]))
        lines.wrote(long + [10])
        lines.wrote(long + [10])
        lines.add(long + long)
        #expect(lines.action == .write(Array((long + long).prefix(UnsentLines.maxWrite))))
    }

    @Test("who lets more wait than the limit gets nothing any more, and each line that was not read counts as lost")
    func limit() {
        var lines = lines("123456789", "123456789", limit: 20)
        #expect(lines.lostCount == 0)
        lines.wrote(Array("123456789\n".utf8))
        lines.add(Array("123456789".utf8))
        #expect(lines.lostCount == 0, "what was read makes room")
        lines.add([])
        #expect(lines.action == .end && lines.lostCount == 3)
        lines.add(Array("x".utf8))
        #expect(lines.action == .end && lines.lostCount == 4)
        // A write that was on its way has come.
        lines.wrote(Array("123456789\n".utf8))
        #expect(lines.action == .end && lines.lostCount == 3)
    }

    @Test("who is given up loses what waits, once")
    func givingUp() {
        var lines = lines("one", "two")
        lines.wrote(Array("one\n".utf8))
        lines.giveUp()
        lines.giveUp()
        #expect(lines.action == .end && lines.lostCount == 1)
    }

    @Test("many lines in small pieces stay in order")
    func longQueue() {
        var lines = UnsentLines()
        var read: [UInt8] = []
        var sent: [UInt8] = []
        for number in 0..<20_000 {
            lines.add(Array("\(number)".utf8))
            sent += Array("\(number)\n".utf8)
            guard number % 3 == 0, case .write(let bytes) = lines.action else { continue }
            read += bytes.prefix(7)
            lines.wrote(Array(bytes.prefix(7)))
        }
        while case .write(let bytes) = lines.action {
            read += bytes
            lines.wrote(bytes)
        }
        #expect(read == sent && lines.lostCount == 0)
    }
}
