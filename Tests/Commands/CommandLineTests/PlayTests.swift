import FaultProxy
import TerminalCells
import TestSupport
import Testing

@Suite(
    "giftty play in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct PlayTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            {"v":"5.7.0","fr":30,"ip":0,"op":1800,"w":40,"h":40,"layers":[
              {"ty":1,"ip":0,"op":1800,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
            """, to: "minute.json")
    }

    /// Plays an animation of one minute, paused at its beginning.
    private func start(_ arguments: String = "", columns: Int, rows: Int) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: columns, rows: rows, folder: folder)
        try terminal.start("play minute.json \(arguments)")
        try terminal.wait(forText: "of 60 s")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ minute.json")
        try terminal.press("Home")
        try terminal.wait(forText: "  0 of 60 s  frame 0")
        return terminal
    }

    @Test("an animation from standard input plays, and the keys come from the terminal")
    func animationFromStandardInput() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.type("\"$GIFTTY\" play - < minute.json; echo left $?\n")
        try terminal.wait(forText: "of 60 s")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ standard input")
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test(
        "the arrow keys move by seconds, comma and full stop by frames, and < and > change the speed",
        arguments: [(80, 24), (200, 60)])
    func keysMoveByTimeAndFrame(columns: Int, rows: Int) throws {
        let terminal = try start(columns: columns, rows: rows)
        try terminal.press("Right")
        try terminal.wait(forText: "1 of 60 s  frame 30")
        try terminal.type("..")
        try terminal.wait(forText: "frame 32")
        try terminal.type(",")
        try terminal.wait(forText: "frame 31")
        try terminal.press("Left")
        try terminal.press("Left")
        try terminal.wait(forText: "  0 of 60 s  frame 0")
        try terminal.type(">>>")
        try terminal.wait(forText: "speed 4")
        try terminal.type("<<<<<<<")
        try terminal.wait(forText: "speed 0.1")
        try terminal.type("=")
        try terminal.wait(for: "the usual speed") { !$0.contains { $0.contains("speed") } }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("while a server is slow, a line says what the program waits for, and then goes away")
    func waitingIsShown() throws {
        let file = try folder.read("minute.json")
        let server = try LoopbackServer { _ in
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(file.utf8.count)\r\n\r\n"
            return .raw([.pause(.seconds(3)), .bytes(Array((head + file).utf8))])
        }
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.start("play \(server.url("/minute.json"))")
        try terminal.wait(forText: "waiting for 127.0.0.1:\(server.port), 1 s; Ctrl-C quits")
        try terminal.wait(forText: "of 60 s")
        #expect(try !terminal.lines().contains { $0.contains("waiting for") })
        try terminal.type("q")
        let lines = try terminal.wait(forText: "left 0")
        #expect(!lines.contains { $0.contains("waiting for") })
    }

    @Test("the bar can be dragged, also beyond its ends", arguments: [(80, 24), (200, 60)])
    func barCanBeDragged(columns: Int, rows: Int) throws {
        let terminal = try start(columns: columns, rows: rows)
        let line = try #require(try terminal.lines().last)
        let bar = line.enumerated().filter { "━─".contains($0.element) }.map(\.offset)
        let (first, last) = (try #require(bar.first), try #require(bar.last))
        func mouse(_ button: Int, _ column: Int, _ end: String = "M") throws {
            try terminal.type("\u{1B}[<\(button);\(column + 1);\(rows)\(end)")
        }
        try mouse(0, (first + last + 1) / 2)
        try terminal.wait(for: "the middle") { $0.last?.contains(/(2[5-9]|3\d)(\.\d)? of 60 s/) ?? false }
        try mouse(32, columns - 1)
        try terminal.wait(for: "the end") { $0.last?.contains(/5\d(\.\d)? of 60 s/) ?? false }
        try mouse(32, 0)
        try terminal.wait(forText: "  0 of 60 s")
        try mouse(0, 0, "m")
        // After the release, movements of the mouse have no effect.
        try mouse(32, last)
        try terminal.press("Right")
        try terminal.wait(forText: "  1 of 60 s")
    }

    @Test(
        "the status line has the colors of the theme",
        arguments: [("dark", 0x141A2E), ("light", 0xE3E8F4)] as [(String, UInt32)])
    func statusLineHasThemeColors(name: String, color: UInt32) throws {
        let terminal = try start("--colors \(name)", columns: 80, rows: 24)
        let cells = try terminal.cells(columns: 80, rows: 24)
        #expect(cells[79, 23].background == CellColor(color))
    }

    @Test("an unknown theme is reported before anything is shown")
    func unknownThemeIsReported() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.start("play heart --colors pink")
        let lines = try terminal.wait(forText: "left 64")
        #expect(lines.contains { $0.contains("--colors") && $0.contains("auto, dark or light") })
    }
}
