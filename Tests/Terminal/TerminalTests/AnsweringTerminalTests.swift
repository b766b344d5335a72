import Foundation
import Testing

/// Tests with a terminal that answers queries, in pieces and between keys.
@Suite(.serialized)
struct AnsweringTerminalTests {
    @Test func splitAnswersEnableSynchronizedOutputAndAreNotKeys() throws {
        let probe = try ProbeTerminal(columns: 80, rows: 24)
        let terminal = probe.terminal
        try terminal.wait(for: "the questions") { terminal.output.contains("\u{1B}[c") }
        #expect(terminal.output.contains("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p"))
        // The time between two pieces is longer than the decoder waits for the rest of a key.
        for piece in ["\u{1B}]11;rg", "b:ffff/ffff/ff", "ff\u{1B}\\x\u{1B}[?20", "26;2$y\u{1B}[?62;2", "2c"] {
            terminal.type(piece)
            usleep(80_000)
        }
        try terminal.wait(for: "the key between them") { probe.log.contains("character(\"x\")") }
        try terminal.wait(for: "the colour") { probe.log.contains("background(") }
        #expect(probe.log.matches(of: /character|key\(/).count == 1)
        terminal.type("n")
        // The output before it may be the end of the first frame, which was already being written.
        try terminal.wait(for: "a frame at once") { terminal.output.contains("\u{1B}[?2026l") }
        let marked = terminal.output.split(separator: "\u{1B}[?2026h")
        #expect(marked.count == 2 && marked[1].hasSuffix("\u{1B}[?2026l"))
        #expect(marked[1].contains("\u{1B}[38;2;"))
        terminal.clearOutput()
        terminal.type("q")
        try terminal.wait(for: "the end") { probe.log.contains("closed") }
        try terminal.wait(for: "the terminal as it was") { terminal.output.contains("\u{1B}[?1049l") }
        #expect(terminal.output.contains("\u{1B}[?2026l"))
        #expect(try terminal.end() == 0)
    }

    @Test func unsupportedSequencesAreNotSent() throws {
        let probe = try ProbeTerminal(columns: 80, rows: 24)
        let terminal = probe.terminal
        try terminal.wait(for: "the questions") { terminal.output.contains("\u{1B}[c") }
        terminal.type("\u{1B}[?2026;0$y\u{1B}[?62c")
        try terminal.wait(for: "the first frame") { probe.log.contains("shown(") }
        terminal.type("n")
        try terminal.wait(for: "the second frame") { probe.log.matches(of: /shown/).count == 2 }
        #expect(!terminal.output.contains("\u{1B}[?2026h"))
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(probe.log.contains("closed"))
    }
}
