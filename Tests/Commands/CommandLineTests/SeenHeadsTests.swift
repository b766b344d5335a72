import TerminalCells
import TestSupport
import Testing

@Suite(
    "Heads of readers in a terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct SeenHeadsTests {
    /// The right half of the chat, which contains the heads.
    private static let heads = 21..<41
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Replays a chat of several messages, followed by these lines.
    private func start(messages: Int = 8, _ lines: [String]) throws -> RoomTerminal {
        let chat = (1...messages).map { index in
            #"{"at":\#(Double(index) / 1000),"type":"chat","id":"c-\#(index)","from":{"id":"ann","name":"ann"},"text":"no. \#(index)."}"#
        }
        return try RoomTerminal(replaying: chat + lines, in: folder)
    }

    private func seen(_ message: Int, by name: String, at time: Double) -> String {
        #"{"at":\#(time),"type":"seen","from":{"id":"\#(name)","name":"\#(name)"},"message":"c-\#(message)"}"#
    }

    private func go(to place: String, in room: RoomTerminal) throws {
        try room.terminal.press("Right")
        try room.terminal.wait(forText: place)
    }

    /// Returns the initials at a message, from left to right, or `nil` while the message is not visible.
    private func initials(at message: Int, in cells: CellGrid) -> [String]? {
        cells.row(containing: "no. \(message).").map { row in
            Self.heads.filter { $0 < cells.columns }.map { cells[$0, row].glyph.description }
                .filter { $0.allSatisfy(\.isLetter) && !$0.isEmpty }
        }
    }

    @Test("several heads are side by side at a message, and a reader who reads on leaves the others")
    func headsAreSideBySide() throws {
        let room = try start(["Zoe", "Bo", "Mia"].map { seen(3, by: $0, at: 0.5) } + [seen(5, by: "Bo", at: 12)])
        try go(to: "0:05", in: room)
        try go(to: "0:10", in: room)
        try room.wait(for: "three at the third message", typing: ".") {
            initials(at: 3, in: $0)?.sorted() == ["B", "M", "Z"]
        }
        #expect(try initials(at: 5, in: room.cells()) == [])
        try go(to: "0:15", in: room)
        try room.wait(for: "one of them at the fifth", typing: ".") { cells in
            initials(at: 3, in: cells)?.sorted() == ["M", "Z"] && initials(at: 5, in: cells) == ["B"]
        }
        try room.terminal.resize(columns: 80, rows: 24)
        try room.terminal.waitForCells("them there at another size", columns: 80, rows: 24) { cells in
            guard let three = cells.row(containing: "no. 3."), let five = cells.row(containing: "no. 5.") else {
                return false
            }
            func letters(_ row: Int) -> Set<String> { Set((16..<33).map { cells[$0, row].glyph.description }) }
            return letters(three).isSuperset(of: ["M", "Z"]) && letters(five).contains("B")
        }
    }

    @Test("heads beyond the available space are counted")
    func overflowingHeadsAreCounted() throws {
        let names = "ABCDEFGHIJKLMNO".map { "\($0)my" }
        let room = try start(names.map { seen(3, by: $0, at: 0.5) } + [seen(5, by: "Amy", at: 7)])
        try go(to: "0:05", in: room)
        try room.wait(for: "three and twelve more", typing: ".") { cells in
            guard let row = cells.row(containing: "no. 3.") else { return false }
            return cells.text(row: row).contains("+12") && initials(at: 3, in: cells)?.count == 3
        }
        try go(to: "0:10", in: room)
        try room.wait(for: "one of them elsewhere", typing: ".") { cells in
            guard let row = cells.row(containing: "no. 3.") else { return false }
            return cells.text(row: row).contains("+11") && initials(at: 3, in: cells)?.count == 3
                && initials(at: 5, in: cells) == ["A"]
        }
    }

    @Test("scrolling moves heads with their messages, also out of sight and back")
    func headsScrollWithMessages() throws {
        let room = try start(messages: 40, [seen(35, by: "Zoe", at: 0.5)])
        try go(to: "0:05", in: room)
        let before = try room.wait(for: "the head", typing: ".") { initials(at: 35, in: $0) == ["Z"] }
        let row = try #require(before.row(containing: "no. 35."))
        for _ in 0..<3 { try room.terminal.mouse(.wheelUp, column: 10, row: 20) }
        try room.wait(for: "it three rows below") { cells in
            cells.row(containing: "no. 35.") == row + 3 && initials(at: 35, in: cells) == ["Z"]
        }
        for _ in 0..<8 { try room.terminal.mouse(.wheelUp, column: 10, row: 20) }
        try room.wait(for: "it out of sight") { cells in
            cells.row(containing: "no. 35.") == nil && cells.row(containing: "no. 29.") != nil
                && (16..<27).allSatisfy { row in !Self.heads.contains { cells[$0, row].glyph.description == "Z" } }
        }
        for _ in 0..<11 { try room.terminal.mouse(.wheelDown, column: 10, row: 20) }
        try room.wait(for: "it back") { cells in
            cells.row(containing: "no. 35.") == row && initials(at: 35, in: cells) == ["Z"]
        }
    }

    @Test("a moving head changes its course when its reader reads on meanwhile")
    func movingHeadChangesCourse() throws {
        let room = try start([
            seen(1, by: "Zoe", at: 0.5), seen(4, by: "Zoe", at: 15.3), seen(8, by: "Zoe", at: 15.45),
        ])
        // Five seconds later the head has faded in completely.
        try go(to: "0:05", in: room)
        try go(to: "0:10", in: room)
        let cells = try room.wait(for: "the head") { initials(at: 1, in: $0) == ["Z"] }
        let first = try #require(cells.row(containing: "no. 1."))
        let column = try #require(Self.heads.first { cells[$0, first].glyph.description == "Z" })
        let color = cells[column, first].background
        try go(to: "0:15", in: room)
        var ways: [Int] = []
        try room.wait(for: "it at the last message", typing: ".") { cells in
            if let top = cells.rows(of: color).first { ways.append(top) }
            return initials(at: 8, in: cells) == ["Z"] && cells.rows(of: color) == [first + 7]
        }
        #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 <= $1 }, "\(ways)")
        #expect(ways.contains { $0 > first && $0 < first + 7 }, "\(ways)")
    }

    @Test("the head of a viewer who leaves fades out")
    func headOfLeavingViewerFades() throws {
        let room = try start([
            seen(3, by: "Zoe", at: 0.5), #"{"at":15.3,"type":"leave","from":{"id":"Zoe","name":"Zoe"}}"#,
        ])
        try go(to: "0:05", in: room)
        try go(to: "0:10", in: room)
        let cells = try room.wait(for: "the head") { initials(at: 3, in: $0) == ["Z"] }
        let row = try #require(cells.row(containing: "no. 3."))
        let column = try #require(Self.heads.first { cells[$0, row].glyph.description == "Z" })
        func light(_ cells: CellGrid) -> Int {
            let rgb = (cells[column, row].pixels?.top ?? cells[column, row].background).rgb ?? 0
            return Int(rgb >> 16 & 255) + Int(rgb >> 8 & 255) + Int(rgb & 255)
        }
        let whole = light(cells)
        try go(to: "0:15", in: room)
        var lights: [Int] = []
        try room.wait(for: "it gone", typing: ".") { cells in
            lights.append(light(cells))
            return initials(at: 3, in: cells) == [] && light(cells) < 250
        }
        // The background behind a head is dark.
        #expect(whole > 450 && lights.contains { (250..<whole - 40).contains($0) }, "\(whole) \(lights)")
    }
}
