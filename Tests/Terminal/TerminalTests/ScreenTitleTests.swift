import Foundation
import TestSupport
import Testing

/// The window title, which a terminal pushes onto its stack at every save sequence.
@Suite(.serialized)
struct ScreenTitleTests {
    private func count(_ sequence: String, in terminal: PseudoTerminal) -> Int {
        terminal.output.split(separator: sequence, omittingEmptySubsequences: false).count - 1
    }

    @Test func externalStopKeepsTheSavedTitle() throws {
        let probe = try ProbeTerminal(columns: 20, rows: 5, ["truecolor", "probing"])
        let terminal = probe.terminal
        try terminal.wait(for: "the first frame") { probe.log.contains("shown(") }
        for round in 1...2 {
            kill(terminal.process, SIGSTOP)
            kill(terminal.process, SIGCONT)
            try terminal.wait(for: "going on") { probe.log.matches(of: /resumed/).count == round }
        }
        terminal.type("q")
        try terminal.wait(for: "the terminal as it was") { terminal.output.contains("\u{1B}[?1049l") }
        #expect(try terminal.end() == 0)
        #expect(count("\u{1B}]2;probing\u{1B}\\", in: terminal) == 3)
        #expect(count("\u{1B}[22;2t", in: terminal) == 1 && count("\u{1B}[23;2t", in: terminal) == 1)
    }
}
