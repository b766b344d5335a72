import Foundation
import TestSupport
import Testing

/// The terminal's state is restored, whatever ends the program.
@Suite(.serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ScreenLeavingTests {
    /// A way to end the program, and the exit codes that the shell may see.
    enum Ending: CustomTestStringConvertible, Sendable {
        case key(String, status: [Int])
        case signal(String, status: Int)

        var testDescription: String {
            switch self {
            case .key(let key, _): "key \(key)"
            case .signal(let name, _): "SIG\(name)"
            }
        }
    }

    private func expectRestored(_ probe: ProbeSession) throws {
        #expect(try probe.terminal.state("alternate_on") == "0")
        #expect(try probe.terminal.state("cursor_flag") == "1")
        #expect(try probe.terminal.state("mouse_any_flag") == "0")
        #expect(try probe.terminal.state("mouse_sgr_flag") == "0")
        #expect(try probe.terminal.state("keypad_flag") == "0")
        #expect(probe.file("modes-after") == probe.file("modes-before"))
        // Bidirectional reordering (BDSM, mode 8) is enabled again last, after the switch back to the main screen.
        // The command line that was typed contains "left=$?".
        try probe.wait("the end of what was written") { probe.file("bytes").contains(/left=\d/) }
        let bytes = probe.file("bytes")
        let isBack = try #require(bytes.range(of: "\u{1B}[?1049l", options: .backwards))
        let ordersItself = try #require(bytes.range(of: "\u{1B}[8h", options: .backwards))
        let isToldNotTo = try #require(bytes.range(of: "\u{1B}[8l", options: .backwards))
        #expect(isToldNotTo.upperBound < isBack.lowerBound && isBack.upperBound <= ordersItself.lowerBound)
        #expect(probe.text.hasPrefix("$ echo on the"))
        #expect(probe.text.contains("\non the screen before\n"))
        // Later output has no color, and the shell receives pasted text without brackets.
        try probe.terminal.type("echo plain\n")
        try probe.wait("the shell") { probe.text.contains("\nplain\n") }
        for row in try probe.cells().rows {
            #expect(row.allSatisfy { $0.background == .terminalDefault && $0.foreground == .terminalDefault })
        }
    }

    private func startedProbe(isInShell: Bool = false) throws -> ProbeSession {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.terminal.type("echo on the screen before\n")
        try probe.terminal.record(to: "\(probe.folder.path)/bytes")
        try probe.startProbe(isInShell: isInShell)
        // The terminal may read a frame later than the program logs it.
        try probe.wait("the screen of the program") {
            try ["alternate_on", "cursor_flag", "mouse_any_flag"].map(probe.terminal.state) == ["1", "0", "1"]
        }
        return probe
    }

    /// Waits until the shell has printed the exit code and stored the terminal's modes.
    ///
    /// The terminal may read the exit code later than the modes are in their file.
    private func waitForShell(_ probe: ProbeSession) throws {
        try probe.wait("the shell") {
            !probe.file("modes-after").isEmpty && probe.text.contains(/left=\d+\n/)
        }
    }

    @Test(arguments: [
        Ending.key("q", status: [0]), .key("C-c", status: [130]), .key("C-\\", status: [131]),
        .key("t", status: [132, 133]), .key("o", status: [139]), .key("b", status: [134]), .key("e", status: [3]),
        .signal("TERM", status: 143), .signal("HUP", status: 129), .signal("INT", status: 130),
        .signal("SEGV", status: 139), .signal("ILL", status: 132), .signal("ABRT", status: 134),
        .signal("BUS", status: 135), .signal("FPE", status: 136), .signal("TRAP", status: 133),
    ])
    func terminalIsRestored(ending: Ending) throws {
        let probe = try startedProbe()
        let status: [Int]
        switch ending {
        case .key(let key, let codes):
            try probe.terminal.press(key)
            status = codes
        case .signal(let name, let code):
            try probe.send(signal: name)
            status = [code]
        }
        try waitForShell(probe)
        #expect(status.contains { probe.text.contains("left=\($0)\n") }, "\(probe.text)")
        try expectRestored(probe)
    }

    @Test(arguments: ["q", "C-c", "t"])
    func nothingOfTheProgramStaysAfterItsTerminalHasGrown(key: String) throws {
        let probe = try startedProbe()
        try probe.terminal.resize(columns: 110, rows: 40)
        try probe.wait("the picture in the larger terminal") { probe.text.split(separator: "\n").count > 30 }
        try probe.terminal.press(key)
        try waitForShell(probe)
        #expect(probe.text.hasPrefix("$ echo on the"), "\(probe.text)")
        #expect(!probe.text.contains("▄"))
    }

    @Test func hangingProgramEndsAtTheThirdSignal() throws {
        let probe = try startedProbe()
        try probe.terminal.press("z")
        try probe.wait("the sleep") { probe.log.contains("character(\"z\")") }
        let process = try #require(try probe.process())
        // The requests follow each other closely, because the program also ends some time after the first one.
        for _ in 0..<3 {
            kill(process, SIGTERM)
            usleep(20_000)
        }
        try waitForShell(probe)
        #expect(probe.text.contains("left=143\n"))
        #expect(!probe.log.contains("terminate"))
        try expectRestored(probe)
    }

    @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129)])
    func hangingProgramEndsAtTheFirstSignal(signal: String, status: Int) throws {
        let probe = try startedProbe(isInShell: true)
        try probe.terminal.press("z")
        try probe.wait("the sleep") { probe.log.contains("character(\"z\")") }
        try probe.send(signal: signal)
        try waitForShell(probe)
        #expect(probe.text.contains("left=\(status)\n"))
        // The event would be in the log if the program had finished its sleep and then read the signal.
        #expect(!probe.log.contains("terminate"))
        try expectRestored(probe)
    }

    @Test func stopRestoresTheTerminalAndContinueRepaints() throws {
        let probe = try startedProbe()
        for round in 1...2 {
            try probe.terminal.press("C-z")
            // The message about the first stop stays on the screen.
            try probe.wait("the shell") { probe.text.matches(of: /Stopped/).count == round }
            #expect(try probe.terminal.state("alternate_on") == "0")
            #expect(try probe.terminal.state("cursor_flag") == "1")
            #expect(try probe.terminal.state("mouse_any_flag") == "0")
            #expect(probe.text.contains("on the screen before"))
            try probe.terminal.type("fg; echo left=$?\n")
            try probe.wait("the screen") { probe.log.matches(of: /resumed/).count == round }
            try probe.terminal.press("a")
            // The terminal may read the frame later than the program logs its continuation.
            try probe.wait("the text") {
                let text = probe.text
                return text.contains("▄") && text.contains("漢字") == (round == 1)
            }
            #expect(try probe.terminal.state("alternate_on") == "1")
            #expect(try probe.terminal.state("mouse_any_flag") == "1")
        }
        try probe.terminal.press("q")
        try probe.wait("the end") { probe.text.contains("left=0") }
    }

    @Test func externalStopIsRepairedOnContinue() throws {
        let probe = try startedProbe()
        try probe.send(signal: "STOP")
        try probe.wait("the shell") { probe.log.contains("shown") && probe.text.contains("Stopped") }
        try probe.terminal.press("Enter")
        try probe.terminal.type("fg; echo left=$?\n")
        try probe.wait("the screen") { probe.log.contains("resumed") }
        try probe.terminal.press("a")
        try probe.wait("the text") { probe.text.contains("漢字") }
        try probe.terminal.press("q")
        try probe.wait("the end") { probe.text.contains("left=0") }
        #expect(try probe.terminal.state("alternate_on") == "0")
        #expect(try probe.terminal.state("cursor_flag") == "1")
    }
}
