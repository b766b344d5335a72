import TerminalCells
import TestSupport
import Testing

@Suite(
    "The room at all sizes, in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct RoomSizesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String, _ columns: Int, _ rows: Int) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: columns, rows: rows, folder: folder)
        try terminal.start(arguments)
        return terminal
    }

    @Test(
        "the room has its header, chat, settings line and help at every size",
        arguments: [(60, 18), (300, 100), (400, 120)])
    func roomIsCompleteAtEverySize(columns: Int, rows: Int) throws {
        let chat = #"{"at": 0, "type": "chat", "id": "c", "from": "星野 محمد", "text": "wow 🎉 e\u0301t"}"#
        try folder.write(chat + "\n", to: "feed.ndjson")
        let terminal = try start("demo --feed feed.ndjson --follow", columns, rows)
        let lines = try terminal.wait(for: "the room") { lines in
            ["QUEUE", "星野", "wow", "nothing waiting"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        #expect(
            lines[0].contains("LIVE") && lines[rows - 3].contains("QUEUE")
                && lines[rows - 2].contains("nothing waiting"))
        #expect(lines.contains { $0.contains("wow 🎉 e\u{301}t") }, "\(lines)")
        try terminal.type("?")
        try terminal.wait(forText: "switch between queue and replace")
        try terminal.press("Escape")
        try terminal.wait(for: "the room without help") { lines in
            !lines.contains { $0.contains("switch between queue and replace") }
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("a light theme has a light bar, and a dark theme a dark one", arguments: ["light", "dark"])
    func themeDeterminesBarColor(name: String) throws {
        let terminal = try start("demo --rate 0 --set theme=\(name)", 80, 24)
        try terminal.wait(forText: "QUEUE")
        let cells = try terminal.waitForCells("the bar", columns: 80, rows: 24) {
            $0[40, 23].background != .terminalDefault
        }
        let bar = cells[40, 23].background.encoded
        let brightness = (bar >> 16 & 255) + (bar >> 8 & 255) + (bar & 255)
        #expect(name == "light" ? brightness > 500 : brightness < 200, "\(cells[40, 23].background)")
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }
}
