import Foundation
import TestSupport
import Testing

@Suite(
    "Panels over the demo in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ScreenTests {
    static let sizes = [(80, 24), (200, 60)]
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String, _ columns: Int, _ rows: Int) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: columns, rows: rows, folder: folder)
        try terminal.start("demo \(arguments)")
        try terminal.wait(forText: "QUEUE")
        return terminal
    }

    @Test("the palette finds and runs what is typed, including quit", arguments: sizes)
    func paletteRunsTypedAction(columns: Int, rows: Int) throws {
        let terminal = try start("--rate 0", columns, rows)
        try terminal.press("C-p")
        try terminal.wait(forText: "type a command")
        try terminal.type("swi mo")
        try terminal.wait(forText: "Switch the mode")
        try terminal.type("\n")
        try terminal.wait(forText: "REPLACE  key m")
        try terminal.type(":replaceAt=0.45\n")
        try terminal.wait(forText: "45 %")
        try terminal.type(":quit\n")
        try terminal.wait(forText: "left 0")
    }

    @Test("settings are changed in the file, which keeps its comments", arguments: sizes)
    func settingsAreChangedInFile(columns: Int, rows: Int) throws {
        try folder.write("# ours\nmode: queue  # for now\n", to: "policy.yaml")
        let terminal = try start("--rate 0 --config policy.yaml", columns, rows)
        try terminal.type("S")
        try terminal.wait(forText: "saved in policy.yaml")
        try terminal.press("Right")
        try terminal.wait(forText: "mode: replace is in policy.yaml")
        try terminal.wait(forText: "REPLACE  policy.yaml")
        #expect(try folder.read("policy.yaml") == "# ours\nmode: replace  # for now\n")
        try terminal.press("Down")
        try terminal.press("S-Right")
        try terminal.wait(forText: "35 %")
        #expect(try folder.read("policy.yaml") == "# ours\nmode: replace  # for now\n")
    }

    @Test("keys and the bar move a gift in time, and its speed is shown", arguments: sizes)
    func keysAndBarMoveGift(columns: Int, rows: Int) throws {
        let terminal = try start("--rate 0", columns, rows)
        // While paused, the gift stays at its position, even on a slow machine.
        try terminal.type(" 9")
        try terminal.wait(forText: " 0 %")
        try terminal.press("Right")
        // The line of keys follows that of the bar.
        let screen = try terminal.wait(for: "a second of it") { !$0[rows - 2].contains(" 0 %") }
        try terminal.type(">")
        try terminal.wait(forText: "×2")
        let line = screen[rows - 2]
        let bar = try #require(line.firstIndex { "━─┃".contains($0) })
        let column = line.distance(from: line.startIndex, to: bar) + 1
        try terminal.type("\u{1B}[<0;\(column);\(rows - 1)M\u{1B}[<0;\(column);\(rows - 1)m")
        try terminal.wait(for: "its beginning") { $0[rows - 2].contains(" 0 %") }
    }

    @Test("the window has a title while the program runs, and its former title afterwards")
    func windowTitleIsRestored() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        let before = try terminal.state("pane_title")
        try terminal.start("demo --rate 0")
        try terminal.wait(forText: "QUEUE")
        #expect(try terminal.state("pane_title") == "giftty: Mika")
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        #expect(try terminal.state("pane_title") == before)
    }

    @Test("--plain prints events as lines of text without control sequences")
    func plainHasNoControlSequences() throws {
        let result = try Program.run(["demo", "--plain", "--duration", "3s", "--seed", "3", "--rate", "60"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("0:00  mode queue"))
        #expect(result.output.contains(" started: nothing was playing\n"))
        #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
