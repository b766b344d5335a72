import TestSupport
import Testing

@Suite("The demo queries its terminal", .serialized)
struct TerminalQueryTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let light = "48;2;227;232;244m"
    private static let dark = "48;2;20;26;46m"

    /// Starts the demo with an empty room, and waits until it has sent its queries.
    private func start(_ arguments: String...) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            columns: 80, rows: 24, running: [Program.path, "demo", "--rate", "0", "--transition", "none"] + arguments,
            environment: ["HOME": folder.path])
        try terminal.wait(for: "the questions") { terminal.output.contains("\u{1B}[c") }
        return terminal
    }

    private func quit(_ terminal: PseudoTerminal) throws {
        terminal.type("q")
        #expect(try terminal.end() == 0)
    }

    @Test(
        "the bars use the light theme on a light background, and the dark theme on a dark one",
        arguments: [("ffff/fafa/f0f0", light, dark), ("1010/1010/1818", dark, light)])
    func themeFollowsBackground(background: String, bar: String, other: String) throws {
        let terminal = try start()
        terminal.type("\u{1B}]11;rgb:\(background)\u{1B}\\\u{1B}[?2026;0$y\u{1B}[?62;22c")
        try terminal.wait(for: "its colours") { terminal.output.contains(bar) }
        // Frames before the answer may use other colors. The gallery is drawn completely.
        terminal.clearOutput()
        terminal.type("g")
        try terminal.wait(for: "the gallery") { terminal.output.contains(bar) }
        #expect(!terminal.output.contains(other))
        // The first q would close the gallery.
        terminal.type("g")
        try quit(terminal)
    }

    @Test("a theme that the user has set does not follow the background")
    func chosenThemeIgnoresBackground() throws {
        let terminal = try start("--set", "theme=dark")
        terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c")
        try terminal.wait(for: "a frame after the answers") { terminal.output.contains("\u{1B}[?2026h") }
        #expect(terminal.output.contains(Self.dark) && !terminal.output.contains(Self.light))
        try quit(terminal)
    }

    @Test("a terminal that supports synchronized updates gets every frame in one, including the last")
    func framesAreSynchronizedIfSupported() throws {
        let terminal = try start()
        terminal.type("\u{1B}[?2026;2$y\u{1B}[?62;22c")
        try terminal.wait(for: "some frames") { terminal.output.matches(of: /\x1B\[\?2026h/).count > 5 }
        try quit(terminal)
        terminal.read()
        let marks = terminal.output.matches(of: /\x1B\[\?2026([hl])/).map { String($0.1) }
        #expect(marks.count > 10 && marks.joined().hasPrefix("hlhlhlhlhl"))
        #expect(marks.last == "l")
        #expect(!marks.joined().contains("hh"))
    }

    @Test("a terminal that does not report synchronized updates gets none", arguments: ["\u{1B}[?2026;0$y", ""])
    func framesAreNotSynchronizedOtherwise(answer: String) throws {
        let terminal = try start()
        terminal.type("\(answer)\u{1B}[?62;22c1")
        try terminal.wait(for: "a gift") { terminal.output.contains("Heart") }
        try quit(terminal)
        #expect(!terminal.output.contains("\u{1B}[?2026h"))
    }
}
