import Foundation
import Testing

/// What is typed and clicked in a real terminal arrives.
@Suite(.serialized, .enabled(if: TmuxTerminal.isAvailable, "tmux is not installed"))
struct ScreenInputTests {
    @Test func keysMouseAndPastedTextArrive() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.startProbe()
        try terminal.press("x", "Left", "F5", "Space", "BTab", "C-p")
        try terminal.send(bytes: "\u{1B}[<0;40;23M\u{1B}[<0;40;23m")
        try terminal.send(bytes: "\u{1B}[200~q\r[?q\u{1B}[201~")
        try terminal.send(bytes: "é🎁")
        let expected = [
            "character(\"x\")", "key(Terminal.Key.left", "key(Terminal.Key.function(5)", "character(\" \")",
            "key(Terminal.Key.tab", "key(Terminal.Key.modified(\"p\")", "character(\"é\")", "character(\"🎁\")",
        ]
        for event in expected {
            try terminal.wait(event) { terminal.log.contains(event) }
        }
        #expect(terminal.log.contains("action: Terminal.MouseEvent.Action.press, column: 39, row: 22"))
        #expect(terminal.log.contains("action: Terminal.MouseEvent.Action.release, column: 39, row: 22"))
        #expect(terminal.log.contains("paste(\"q"))
        #expect(!terminal.log.contains("closed"))
    }

    @Test func escapeIsHeardWithoutAnotherKey() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.startProbe()
        try terminal.send(bytes: "\u{1B}")
        try terminal.wait("Esc") { terminal.log.contains("key(Terminal.Key.escape") }
    }

    @Test func withoutATerminalThereIsNoScreen() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.type("\(TmuxTerminal.probe) \(terminal.folder.path)/log | cat; echo left=${PIPESTATUS[0]}")
        try terminal.press("Enter")
        try terminal.wait("the end") { terminal.text.contains("left=69") }
        #expect(terminal.text.contains("standard output: expected a terminal"))
    }

    @Test func aDumbTerminalIsRefusedInOneLine() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24, environment: ["TERM": "dumb"])
        try terminal.type("\(TmuxTerminal.probe) \(terminal.folder.path)/log; echo left=$?")
        try terminal.press("Enter")
        try terminal.wait("the end") { terminal.text.contains("left=69") }
        #expect(terminal.text.contains("TERM=dumb: expected a terminal that can place its cursor"))
    }
}
