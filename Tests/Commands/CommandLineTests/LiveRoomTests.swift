import Foundation
import TerminalCells
import TestSupport
import Testing

@Suite("The live room in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct LiveRoomTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func gift(_ kind: String, from sender: String, at time: Double, more: String = "") -> String {
        #"{"at":\#(time),"type":"gift","id":"g-\#(time)","gift":"\#(kind)","name":"\#(kind.capitalized)","#
            + #""from":{"id":"\#(sender)","name":"\#(sender)"},"count":1,"value":1,"duration":4\#(more)}"#
    }

    // MARK: - Movements of gifts

    @Test("a gift enters and leaves by the movements of its manifest, in stage time")
    func giftMovesAsManifestDescribes() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4,
            manifest: """
                enter: [slide: {from: left, for: 2s, easing: linear}]
                exit: [slide: {to: right, for: 1s, easing: linear}]
                """)
        let room = try RoomTerminal(rows: 31, with: store, in: folder)
        try room.sendPaused("Comet")
        func green(_ place: String) throws -> [Int] {
            try room.cells(at: place).columns(of: RoomTerminal.green, row: 3)
        }
        // The square is 56 columns wide and rests at column 22.
        #expect(try green("0.0").isEmpty, "it begins out of sight")
        try room.terminal.press("Right")
        #expect(try green("1.0") == Array(0..<39), "half its way")
        try room.terminal.press("Right")
        #expect(try green("2.0") == Array(22..<78))
        try room.terminal.press("Right")
        #expect(try green("3.0") == Array(22..<78))
        try room.terminal.type(String(repeating: ".", count: 15))
        #expect(try green("3.5") == Array(61..<100), "half its way off")
    }

    @Test("a gift without its own movements grows into place, and with reduced motion it fades in")
    func giftGrowsOrFadesInByDefault() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 4)
        for (motion, width) in [("full", 49), ("reduced", 0)] {
            let room = try RoomTerminal("--set motion=\(motion)", rows: 31, with: store, in: folder)
            try room.sendPaused("Comet")
            let first = try room.cells(at: "0.0").columns(of: RoomTerminal.green, row: 6)
            #expect(abs(first.count - width) <= 2, "it fades in where motion is reduced")
            try room.terminal.press("Right")
            #expect(try room.cells(at: "1.0").columns(of: RoomTerminal.green, row: 6) == Array(22..<78))
        }
    }

    @Test("a manifest's properties show the sender of each gift in turn")
    func propertiesShowEachSender() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4, manifest: #"properties: {"**.Color": "{head}"}"#)
        try RoomTerminal.fetch(store, in: folder)
        let gifts = [("ann", 1.0), ("bob", 1.5)].map { Self.gift("comet", from: $0.0, at: $0.1) }
        let room = try RoomTerminal(replaying: gifts, "--home gifts", in: folder)
        try room.terminal.press("Right")
        try room.terminal.wait(forText: "0:05")
        // Ann's gift plays from 1 s to 5 s, Bob's from 5 s to 9 s.
        try room.terminal.type(",")
        let ann = try room.wait(for: "Ann's colour", typing: ",") {
            $0.has(CellColor(0x7FD1FF), column: 50, row: 3)
        }
        #expect(ann.columns(of: RoomTerminal.green, row: 3).isEmpty)
        try room.wait(for: "Bob's colour", typing: ".") {
            $0.has(CellColor(0xFFD59E), column: 50, row: 3)
        }
    }

    // MARK: - Readers of the chat

    @Test(
        "a reader's head is at the last message read, moves when the reader reads on, and disappears when the reader leaves"
    )
    func readerHeadFollowsReading() throws {
        func at(_ time: Double, _ rest: String) -> String { #"{"at":\#(time),\#(rest)}"# }
        let zoe = #"{"id":"zoe","name":"Zoe"}"#
        var lines = (1...8).map { index in
            at(
                Double(index) / 100,
                #""type":"chat","id":"c-\#(index)","from":{"id":"ann","name":"ann"},"text":"message \#(index)""#)
        }
        lines += [
            at(0.5, #""type":"seen","from":\#(zoe),"message":"c-1""#),
            at(15, #""type":"seen","from":\#(zoe),"message":"c-8""#),
            at(30, #""type":"leave","from":\#(zoe)"#),
        ]
        let room = try RoomTerminal(replaying: lines, in: folder)
        let terminal = room.terminal
        func go(to time: String) throws -> CellGrid {
            try terminal.press("Right")
            try terminal.wait(forText: time)
            return try room.cells()
        }
        _ = try go(to: "0:05")
        // Five seconds later the head has faded in completely.
        let before = try go(to: "0:10")
        let first = try #require(before.row(containing: "message 1"))
        let last = try #require(before.row(containing: "message 8"))
        #expect(last - first >= 7)
        let column = try #require((0..<45).last { before[$0, first].glyph.description == "Z" })
        let color = before[column, first].background
        #expect(before.rows(of: color) == [first])
        _ = try go(to: "0:15")
        try room.wait(for: "it between the two", typing: ".") { cells in
            let rows = cells.rows(of: color)
            return !rows.isEmpty && rows.allSatisfy { $0 > first && $0 < last }
        }
        let after = try room.wait(for: "it there", typing: ".") { cells in
            cells.rows(of: color) == [last] && cells.text(row: last).contains("Z")
        }
        #expect(after[column, last].glyph.description == "Z")
        try terminal.resize(columns: 80, rows: 24)
        try terminal.waitForCells("it there at another size", columns: 80, rows: 24) { cells in
            guard let row = cells.row(containing: "message 8") else { return false }
            return cells.rows(of: color) == [row]
        }
        try terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C")
        try terminal.wait(forText: "0:3")
        try terminal.waitForCells("it gone", columns: 80, rows: 24, typing: ".") { $0.rows(of: color).isEmpty }
    }

    // MARK: - Banners

    @Test("a streak counts up in its lane, and the banner of a higher value moves up")
    func valuableStreakMovesUp() throws {
        let room = try RoomTerminal("demo --rate 0 --set bannerStay=60s --set bannerBelow=100000", in: folder)
        let terminal = room.terminal
        try terminal.wait(forText: "QUEUE  default")
        func rows(_ heart: String, _ star: String) throws -> (heart: Int, star: Int) {
            let cells = try room.wait(for: "\(heart) and \(star)") {
                $0.row(containing: heart) != nil && $0.row(containing: star) != nil
            }
            return (cells.row(containing: heart) ?? 0, cells.row(containing: star) ?? 0)
        }
        try terminal.type("1")
        try terminal.wait(forText: "you sent Heart")
        try terminal.type("2")
        let first = try rows("you sent Heart", "you sent Star")
        #expect(first.star != first.heart)
        try terminal.wait(for: "the star above the heart") {
            let place = try rows("you sent Heart", "you sent Star")
            return place.star == place.heart - 1
        }
        try terminal.type("11")
        try terminal.wait(for: "the heart above the star") {
            let place = try rows("you sent Heart ×3", "you sent Star")
            return place.heart == place.star - 1
        }
    }

    @Test("a banner moves as its gift kind's manifest describes")
    func bannerMovesAsManifestDescribes() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 4,
            manifest: """
                banner:
                  text: "{sender} rides a comet"
                  only: yes
                  enter: [slide: {from: right, for: 1s, easing: linear}]
                  stay: {repeat: {times: forever, do: [wait: 500ms, shake: {times: 1, by: 4, for: 500ms}]}}
                """)
        let terminal = try RoomTerminal("--set bannerStay=60s", with: store, in: folder).terminal
        try terminal.wait(for: "the banner") { lines in
            if lines.contains(where: { $0.contains("you rides a comet") }) { return true }
            try terminal.type("0")
            return false
        }
        var columns: Set<Int> = []
        try terminal.wait(for: "it at several places for as long as it stays") { lines in
            guard let line = lines.first(where: { $0.contains("you rides a comet") }),
                let place = line.range(of: "you rides")
            else { return false }
            columns.insert(line.distance(from: line.startIndex, to: place.lowerBound))
            return columns.count >= 4
        }
        #expect(try terminal.lines().contains { $0.contains("[ ✕ ]") } == false, "it never has the stage")
    }

    @Test("a gift without its animation has a banner that says so, and a very small terminal has banners too")
    func missingAnimationHasBanner() throws {
        let missing = Self.gift("castle", from: "ann", at: 0.5, more: #","is":"missing""#)
        let terminal = try RoomTerminal(replaying: [missing, Self.gift("heart", from: "bob", at: 0.7)], in: folder)
            .terminal
        try terminal.type(String(repeating: ".", count: 45))
        // The outcome is visible even if the text is too long.
        try terminal.wait(forText: "ann builds a castle of l… (missing)")
        try terminal.wait(forText: "bob sent Heart")
        for (columns, rows) in [(60, 6), (40, 5), (60, 3)] {
            try terminal.resize(columns: columns, rows: rows)
            try terminal.wait(for: "a banner at \(columns)×\(rows)") { lines in
                lines.count == rows && lines.contains { $0.contains("bob sent Heart") || $0.contains("(missing)") }
            }
        }
    }
}
