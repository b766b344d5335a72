import Foundation
import TestSupport
import Testing

/// A terminal that accepts no output does not delay keys and signals.
@Suite(.serialized)
struct SlowTerminalTests {
    /// Returns a program whose first frame is larger than the terminal's buffer, so that its output blocks.
    private func blockedProbe() throws -> (ProbeTerminal, PseudoTerminal) {
        let probe = try ProbeTerminal(columns: 200, rows: 60)
        try wait(probe, for: "the first frame") { probe.log.contains("shown(") }
        return (probe, probe.terminal)
    }

    private func wait(_ probe: ProbeTerminal, for what: String, until condition: () -> Bool) throws {
        try probe.terminal.wait(for: what, isReading: false, until: condition)
    }

    @Test func blockedTerminalDropsFramesAndDeliversKeys() throws {
        let (probe, terminal) = try blockedProbe()
        terminal.type("n")
        try wait(probe, for: "the key") { probe.log.contains("character(\"n\")") }
        try wait(probe, for: "a dropped frame") { probe.log.contains("dropped") }
        #expect(probe.log.matches(of: /shown/).count == 1)
        terminal.type("q")
        #expect(try terminal.end(isReading: false) == 0)
        #expect(probe.log.contains("closed"))
    }

    @Test func signalEndsTheProgram() throws {
        let (_, terminal) = try blockedProbe()
        kill(terminal.process, SIGTERM)
        #expect(try terminal.end(isReading: false) == 143)
    }

    @Test func framesContinueWhenTheTerminalReadsAgain() throws {
        let (probe, terminal) = try blockedProbe()
        terminal.type("n")
        try wait(probe, for: "a dropped frame") { probe.log.contains("dropped") }
        try terminal.wait(for: "the second frame") { probe.log.matches(of: /shown/).count == 2 }
        terminal.type("q")
        #expect(try terminal.end(isReading: false) == 0)
    }

    @Test func hangUpEndsTheProgram() throws {
        let (probe, terminal) = try blockedProbe()
        terminal.hangUp()
        #expect(try terminal.end(isReading: false) == 129)
        #expect(probe.log.contains("terminate(signal: 1)"))
    }
}
