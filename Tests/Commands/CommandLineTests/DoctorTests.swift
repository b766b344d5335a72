import TestSupport
import Testing

@Suite("giftty doctor queries the terminal", .serialized)
struct DoctorTests {
    /// Runs the command in a terminal that gives these answers after the last query, and returns the output's lines.
    private func doctor(answering answers: String?) throws -> [String] {
        let terminal = try PseudoTerminal(
            columns: 120, rows: 40, running: [Program.path, "doctor"], environment: ["HOME": "/nonexistent"])
        if let answers {
            try terminal.wait(for: "the questions") { terminal.output.contains("\u{1B}[c") }
            terminal.type(answers)
        }
        #expect(try terminal.end() == 0)
        terminal.read()
        return terminal.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    private func found(_ subject: String, _ lines: [String]) -> String? {
        lines.first { $0.contains("  \(subject)  ") }
    }

    @Test("a terminal that answers everything is described completely")
    func completeAnswersAreDescribed() throws {
        let lines = try doctor(answering: "\u{1B}]11;rgb:ffff/fafa/f0f0\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c")
        #expect(found("background", lines)?.contains("#fffaf0, light") == true, "\(lines)")
        #expect(found("frames", lines)?.contains("shown at once") == true)
    }

    @Test("a terminal that only gives its attributes is described with a hint about the background")
    func attributesOnlyGiveHint() throws {
        let lines = try doctor(answering: "\u{1B}[?2026;0$y\u{1B}[?62;22c")
        #expect(found("background", lines)?.contains("not reported") == true, "\(lines)")
        #expect(found("frames", lines)?.contains("may be shown in parts") == true)
        #expect(lines.contains { $0.hasPrefix("background: set theme") })
    }

    @Test("a terminal that does not answer delays the command by about a second")
    func silentTerminalDelaysOneSecond() throws {
        let lines = try doctor(answering: nil)
        #expect(found("answers", lines)?.contains("none within a second") == true, "\(lines)")
        #expect(found("gifts", lines) != nil)
    }
}
