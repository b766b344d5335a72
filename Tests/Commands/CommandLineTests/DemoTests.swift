import Foundation
import TestSupport
import Testing

@Suite("The demo in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DemoTests {
    static let sizes = [(80, 24), (200, 60)]
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "gifts of the feed play as half-blocks in 24-bit colors, below the button that closes them", arguments: sizes
    )
    func giftsPlayAsHalfBlocks(columns: Int, rows: Int) throws {
        let terminal = try start("--seed 3 --profile storm --set early=hold", columns, rows)
        let screen = try terminal.wait(forText: "[ ✕ ]")
        #expect(screen.count == rows)
        #expect(screen.contains { $0.contains("▀") || $0.contains("▄") })
        let colors = try terminal.coloredScreen()
        #expect(colors.contains("38;2;") && colors.contains("48;2;"))
        try terminal.wait(for: "somebody who sends something") { $0.contains { $0.contains(" sent ") } }
    }

    @Test("a key and an edit of the file switch the mode, and the screen names the source", arguments: sizes)
    func keyAndFileSwitchMode(columns: Int, rows: Int) throws {
        try folder.write("mode: queue\n", to: "policy.yaml")
        let terminal = try start("--rate 0 --config policy.yaml", columns, rows)
        try terminal.wait(forText: "QUEUE  policy.yaml")
        try folder.write("mode: replace\nreplaceAt: 0.55\n", to: "policy.yaml")
        try terminal.wait(forText: "REPLACE  policy.yaml")
        try terminal.wait(forText: "55 %")
        try folder.write("mode: [\n", to: "policy.yaml")
        try terminal.wait(forText: "policy.yaml:")
        try terminal.wait(forText: "REPLACE  policy.yaml")
        try terminal.type("m")
        try terminal.wait(forText: "QUEUE  key m")
        try terminal.type("]")
        try terminal.wait(forText: "60 %")
    }

    @Test("a key and the mouse close a gift", arguments: sizes)
    func keyAndMouseCloseGift(columns: Int, rows: Int) throws {
        let terminal = try start("--rate 0", columns, rows)
        try terminal.wait(forText: "QUEUE")
        // While paused, the gift stays at its beginning until it is closed, even on a slow machine.
        try terminal.type(" 1")
        try terminal.wait(forText: "[ ✕ ]")
        try terminal.type("x")
        try terminal.wait(forText: "dismissed")
        try terminal.wait(for: "an empty stage") { !$0.contains { $0.contains("[ ✕ ]") } }

        try terminal.type("1")
        let screen = try terminal.wait(forText: "[ ✕ ]")
        let row = try #require(screen.firstIndex { $0.contains("[ ✕ ]") })
        let button = try #require(screen[row].range(of: "[ ✕ ]"))
        let column = screen[row].distance(from: screen[row].startIndex, to: button.lowerBound) + 2
        try terminal.type("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
        try terminal.wait(for: "an empty stage") { !$0.contains { $0.contains("[ ✕ ]") } }
    }

    @Test("the screen follows the terminal's size")
    func screenFollowsTerminalSize() throws {
        let terminal = try start("--rate 0", 80, 24)
        try terminal.wait(forText: "QUEUE")
        for (columns, rows) in [(120, 40), (64, 20), (200, 60)] {
            try terminal.resize(columns: columns, rows: rows)
            try terminal.wait(for: "a screen of \(columns)×\(rows)") { lines in
                lines.count == rows && lines.suffix(3).contains { $0.contains("QUEUE") }
                    && (lines.first?.contains("Mika") ?? false)
            }
        }
    }

    @Test(
        "the terminal is restored, whatever ends the program",
        arguments: [
            ("q", "left 0"), ("C-c", "left 130"), ("TERM", "left 143"), ("HUP", "left 129"),
        ])
    func terminalIsRestored(how: String, words: String) throws {
        let terminal = try start("--seed 3", 80, 24)
        try terminal.wait(forText: "QUEUE")
        #expect(try terminal.state("alternate_on") == "1")
        switch how {
        case "TERM", "HUP":
            let shell = try terminal.state("pane_pid")
            let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
            let program = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
            #expect(kill(program, how == "TERM" ? SIGTERM : SIGHUP) == 0)
        default: try terminal.press(how)
        }
        let screen = try terminal.wait(forText: words)
        #expect(!screen.contains { $0.contains("▀") || $0.contains("QUEUE") })
        #expect(try terminal.state("alternate_on") == "0")
        #expect(try terminal.state("cursor_flag") == "1")
        #expect(try terminal.state("mouse_any_flag") == "0")
    }

    @Test("Ctrl-Z returns a clean terminal to the shell, and fg resumes")
    func suspendingReturnsCleanTerminal() throws {
        let terminal = try start("--rate 0", 80, 24)
        try terminal.wait(forText: "QUEUE")
        try terminal.press("C-z")
        try terminal.wait(forText: "Stopped")
        #expect(try terminal.state("alternate_on") == "0")
        try terminal.type("fg\n")
        try terminal.wait(forText: "QUEUE")
        #expect(try terminal.state("alternate_on") == "1")
        try terminal.type("m")
        try terminal.wait(forText: "REPLACE  key m")
    }

    private func start(_ arguments: String, _ columns: Int, _ rows: Int) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: columns, rows: rows, folder: folder)
        try terminal.start("demo \(arguments)")
        return terminal
    }
}
