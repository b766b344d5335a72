import TerminalCells
import TestSupport
import Testing

@Suite("A direct chat in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DirectChatTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the rows with a head of these initials: a bold letter by itself to the right of the chat's text.
    private func heads(_ initials: String, in cells: CellGrid) -> [Int] {
        (2..<27).filter { row in
            (15..<45).contains { column in
                let around = [cells[column - 1, row], cells[column + 1, row]]
                return cells[column, row].glyph.description == initials && cells[column, row].attributes.contains(.bold)
                    && around.allSatisfy { $0.glyph == .space || $0.pixels != nil }
            }
        }
    }

    @Test(
        "the other viewer's head is at the last line read and moves on, and one's own head is never shown, also in a replay"
    )
    func readerHeadMovesToLastLineRead() throws {
        let room = try RoomTerminal(
            "demo --seed 3 --scene lobby --transition none --set mode=queue --record talk.jsonl", in: folder)
        let terminal = room.terminal
        try terminal.wait(forText: "Bonsai by candlelight")
        try terminal.press("End")
        try terminal.wait(forText: "▶ העונ")
        try terminal.press("Enter")
        try terminal.wait(forText: "LIVE  העונ  Just the two of you")
        /// Waits until the other viewer's head is at a different line than `before`, and returns the text of that line.
        func words(unlike before: String, typing keys: String = "") throws -> String {
            func words(_ cells: CellGrid) -> String {
                heads("נ", in: cells).map {
                    String(cells.text(row: $0).dropFirst(2).prefix(12).prefix { !("▀"..."▟").contains($0) })
                }.joined(separator: "|")
            }
            let cells = try room.wait(for: "their head elsewhere than at \(before)", typing: keys) {
                ![before, ""].contains(words($0)) && heads("נ", in: $0).count == 1
            }
            #expect(heads("Y", in: cells).isEmpty)
            return words(cells)
        }
        let first = try words(unlike: "")
        // Further lines move the chat up, and the other viewer reads on.
        _ = try words(unlike: first)
        try terminal.wait(for: "words of one's own") { $0.contains { $0.prefix(6).contains("you ") } }
        _ = try terminal.quit(recording: "talk.jsonl")
        let recorded = try folder.read("talk.jsonl")
        #expect(recorded.contains(#""type":"seen""#) && recorded.contains(#""name":"you""#))
        try terminal.start("replay talk.jsonl")
        try terminal.wait(forText: "? help")
        try terminal.type(" ")
        try terminal.wait(forText: "▌▌ 0:")
        try terminal.press("Home")
        try terminal.wait(forText: "▌▌ 0:00 /")
        // The replay advances frame by frame, independently of the time the recording took.
        _ = try words(unlike: "", typing: ".")
    }

    @Test("the setting viewer names one's own user in a feed")
    func viewerSettingNamesOwnUser() throws {
        let lines = [
            #"{"at":0,"type":"chat","id":"c-1","from":{"id":"u-1","name":"Ann"},"text":"hi bob"}"#,
            #"{"at":0,"type":"chat","id":"c-2","from":{"id":"u-2","name":"Bob"},"text":"hi ann"}"#,
            #"{"at":0.1,"type":"seen","from":{"id":"u-2","name":"Bob"},"message":"c-2"}"#,
            #"{"at":0.1,"type":"seen","from":{"id":"u-1","name":"Ann"},"message":"c-2"}"#,
        ]
        try folder.write(lines.joined(separator: "\n") + "\n", to: "feed.ndjson")
        for (own, seen, unseen) in [("Bob", ["A"], ["B"]), ("u-1", ["B"], ["A"]), ("none", ["A", "B"], [])] {
            let room = try RoomTerminal("demo --feed feed.ndjson --follow --set viewer=\(own)", in: folder)
            let cells = try room.wait(for: "heads of \(seen)") { cells in
                guard let row = cells.row(containing: "hi ann") else { return false }
                return seen.allSatisfy { heads($0, in: cells) == [row] }
            }
            for initials in unseen { #expect(heads(initials, in: cells).isEmpty, "\(own)") }
        }
    }
}
