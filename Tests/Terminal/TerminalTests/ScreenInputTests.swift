import Foundation
import TestSupport
import Testing

/// Keys, clicks and pasted text of a real terminal reach the program.
@Suite(.serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ScreenInputTests {
    @Test func keysMouseAndPastedTextArrive() throws {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.startProbe()
        try probe.terminal.press("x", "Left", "F5", "Space", "BTab", "C-p")
        try probe.terminal.send(bytes: "\u{1B}[<0;40;23M\u{1B}[<0;40;23m")
        try probe.terminal.send(bytes: "\u{1B}[200~q\r[?q\u{1B}[201~")
        try probe.terminal.send(bytes: "é🎁")
        let expected = [
            "character(\"x\")", "key(Terminal.Key.left", "key(Terminal.Key.function(5)", "character(\" \")",
            "key(Terminal.Key.tab", "key(Terminal.Key.modified(\"p\")", "character(\"é\")", "character(\"🎁\")",
        ]
        for event in expected {
            try probe.wait(event) { probe.log.contains(event) }
        }
        #expect(probe.log.contains("action: Terminal.MouseEvent.Action.press, column: 39, row: 22"))
        #expect(probe.log.contains("action: Terminal.MouseEvent.Action.release, column: 39, row: 22"))
        #expect(probe.log.contains("paste(\"q"))
        #expect(!probe.log.contains("closed"))
    }

    @Test func escapeKeyArrivesAlone() throws {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.startProbe()
        try probe.terminal.send(bytes: "\u{1B}")
        try probe.wait("Esc") { probe.log.contains("key(Terminal.Key.escape") }
    }

    @Test func screenRequiresATerminal() throws {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.terminal.type("$PROBE log | cat; echo left=${PIPESTATUS[0]}\n")
        try probe.wait("the end") { probe.text.contains("left=69") }
        #expect(probe.text.contains("standard output: expected a terminal"))
    }

    @Test func dumbTerminalIsRejectedWithOneLine() throws {
        let probe = try ProbeSession(columns: 80, rows: 24, environment: ["TERM": "dumb"])
        try probe.terminal.type("$PROBE log; echo left=$?\n")
        try probe.wait("the end") { probe.text.contains("left=69") }
        #expect(probe.text.contains("TERM=dumb: expected a terminal that can position its cursor"))
    }
}
