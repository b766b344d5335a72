import HalfBlocks
import Testing

@Suite("The mouse in the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct MouseTests {
    static let size = (columns: 100, rows: 30)
    /// Behind the chosen line of a list.
    private static let chosen = CellColor(0x2B3A6B)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String = "--rate 0") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: Self.size.columns, rows: Self.size.rows, folder: folder)
        try terminal.start("demo --seed 3 --transition none \(arguments)")
        try terminal.wait(forText: "QUEUE  default")
        return terminal
    }

    /// Waits until the line that says this is the chosen one.
    @discardableResult
    private func wait(forChosen text: String, in terminal: TmuxSession) throws -> CellGrid {
        try terminal.waitForCells("\(text) chosen", columns: Self.size.columns, rows: Self.size.rows) {
            $0.background(of: text) == Self.chosen
        }
    }

    private func waitForAbsence(of text: String, in terminal: TmuxSession) throws {
        try terminal.wait(for: "no \(text)") { !$0.contains { $0.contains(text) } }
    }

    private func click(_ text: String, in terminal: TmuxSession) throws {
        let cells = try terminal.cells(columns: Self.size.columns, rows: Self.size.rows)
        let place = try #require(cells.place(of: text))
        try terminal.click(column: place.column, row: place.row)
    }

    @Test("in the palette the wheel chooses, a click does what it points at, and one beside it closes it")
    func palette() throws {
        let terminal = try start()
        try terminal.type(":")
        try wait(forChosen: "Switch the mode", in: terminal)
        try terminal.mouse(.wheelDown, column: 50, row: 5)
        try wait(forChosen: "replaceAt less", in: terminal)
        try terminal.mouse(.wheelUp, column: 50, row: 5)
        try wait(forChosen: "Switch the mode", in: terminal)
        try terminal.click(column: 50, row: 25)
        try waitForAbsence(of: "Switch the mode", in: terminal)
        try terminal.type(":gall")
        try terminal.wait(forText: "1 found")
        try click("Gallery", in: terminal)
        try terminal.wait(forText: "Gallery  14 gifts")
    }

    @Test("in the settings a click and the wheel choose, and a click beside them closes them")
    func settings() throws {
        let terminal = try start()
        try terminal.type("S")
        try wait(forChosen: "mode ", in: terminal)
        try click("maxWaiting", in: terminal)
        try wait(forChosen: "maxWaiting", in: terminal)
        try terminal.mouse(.wheelUp, column: 50, row: 10)
        let cells = try terminal.waitForCells("the one before", columns: Self.size.columns, rows: Self.size.rows) {
            $0.background(of: "maxWaiting") != Self.chosen
        }
        let row = try #require(cells.place(of: "maxWaiting")?.row)
        #expect(cells[20, row - 1].background == Self.chosen)
        try terminal.click(column: 50, row: 28)
        try waitForAbsence(of: "maxWaiting", in: terminal)
    }

    @Test("in the gallery a click and the wheel choose the gift that is looked at")
    func gallery() throws {
        let terminal = try start()
        try terminal.type("g")
        try wait(forChosen: "Heart", in: terminal)
        try click("Rocket", in: terminal)
        try terminal.wait(forText: "Rocket  500 coins")
        try wait(forChosen: "Rocket", in: terminal)
        try terminal.mouse(.wheelUp, column: 5, row: 5)
        try terminal.wait(for: "the one before it") { !$0.contains { $0.contains("Rocket  500 coins") } }
        try terminal.mouse(.wheelDown, column: 60, row: 10)
        try terminal.wait(forText: "Rocket  500 coins")
    }

    @Test("in the lobby the wheel chooses a door, and a click goes in")
    func lobby() throws {
        let terminal = try start()
        try terminal.type("l")
        try terminal.wait(forText: "Lobby  7 rooms")
        try terminal.mouse(.wheelDown, column: 50, row: 10)
        try terminal.wait(forText: "▶ Aiko")
        try terminal.mouse(.wheelUp, column: 50, row: 10)
        try terminal.wait(forText: "▶ Mika")
        try click("Bonsai by candlelight", in: terminal)
        try terminal.wait(forText: "LIVE  Aiko  Bonsai by candlelight")
    }

    @Test("over the chat the wheel goes back to what was said before, and forth again")
    func chat() throws {
        let lines = (1...40).map { index in
            #"{"at":0,"type":"chat","id":"c\#(index)","from":"ann","text":"line \#(index) of all"}"#
        }
        try folder.write(lines.joined(separator: "\n") + "\n", to: "feed.ndjson")
        let terminal = try start("--feed feed.ndjson --follow")
        let cells = try terminal.waitForCells("the last line", columns: Self.size.columns, rows: Self.size.rows) {
            $0.place(of: "line 40 of all") != nil
        }
        let last = try #require(cells.place(of: "line 40 of all"))
        for _ in 0..<3 { try terminal.mouse(.wheelUp, column: 10, row: 20) }
        try terminal.waitForCells("what came before", columns: Self.size.columns, rows: Self.size.rows) {
            $0.place(of: "line 37 of all")?.row == last.row && $0.place(of: "line 38 of all") == nil
        }
        // Elsewhere it is not the chat's.
        try terminal.mouse(.wheelDown, column: 80, row: 5)
        try terminal.mouse(.wheelDown, column: 10, row: 20)
        try terminal.waitForCells("one of them again", columns: Self.size.columns, rows: Self.size.rows) {
            $0.place(of: "line 38 of all")?.row == last.row
        }
        for _ in 0..<9 { try terminal.mouse(.wheelDown, column: 10, row: 20) }
        try terminal.wait(forText: "line 40 of all")
    }

    @Test("in the list of the last gifts a click chooses, and its sign closes it")
    func lastGifts() throws {
        let terminal = try start()
        try terminal.type(" 12h")
        try wait(forChosen: "Star", in: terminal)
        try click("Heart", in: terminal)
        let cells = try wait(forChosen: "Heart", in: terminal)
        #expect(cells.background(of: "Star") != Self.chosen)
        try terminal.mouse(.wheelUp, column: 50, row: 10)
        try wait(forChosen: "Star", in: terminal)
        try click("✕", in: terminal)
        try waitForAbsence(of: "Last gifts", in: terminal)
    }
}
