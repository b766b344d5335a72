import ExactNumbers
import Recordings
import RoomEvents
import RoomSession
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The decision line on the stage")
struct DecisionPainterTests {
    private func room(_ options: [String] = [], sender: String = "bob", isASCII: Bool = false) throws -> Room {
        try Room(
            ["mode=replace"] + options,
            events: [
                Room.gift("rocket", from: "ann", at: 0, id: "a"),
                Room.gift("heart", from: sender, at: 0.66, id: "b"),
            ], isASCII: isASCII)
    }

    private func row(_ room: inout Room, _ row: Int = 1, at time: Double, _ columns: Int = 80, _ rows: Int = 24)
        -> String
    {
        Room.text(room.grid(at: time, columns: columns, rows: rows), row: row)
    }

    @Test("a decision is said under the top bar for three seconds, in the color of its outcome")
    func sentence() throws {
        var room = try room()
        let words = " bob's Heart dropped: ann's Rocket was only at 16 % of 30 % "
        #expect(row(&room, at: 1).contains(words))
        let grid = room.grid(at: 1.1)
        #expect(grid[40, 1].background == ThemeColors.dark.heart && grid[2, 1].background != ThemeColors.dark.heart)
        #expect(row(&room, at: 3.4).contains(words))
        #expect(!row(&room, at: 3.7).contains("dropped"))
    }

    @Test("a ribbon opens from its middle, and with reduced motion it is there at once", arguments: [false, true])
    func motion(isReduced: Bool) throws {
        var room = try room(isReduced ? ["motion=reduced"] : [])
        let opening = row(&room, at: 0.72)
        #expect(opening.contains("16 % of 30 %") == isReduced && opening.contains("ann's"))
    }

    @Test("a high terminal has room for three sentences, and a narrow one leaves the senders out")
    func sizes() throws {
        var room = try room()
        let lines = (1...3).map { row(&room, $0, at: 1, 120, 40) }
        #expect(lines[0].contains("16 % of 30 %") && lines[1].contains("ann's Rocket started: nothing was playing"))
        #expect(!row(&room, 2, at: 1).contains("started"))
        #expect(row(&room, at: 1, 50, 15).contains(" Heart dropped: Rocket was only at 16 % of 30 % "))
        #expect(row(&room, 0, at: 1, 20, 6).contains("Heart dropped: Ro…"))
    }

    @Test("without Unicode, the line has ASCII only")
    func ascii() throws {
        var room = try room(isASCII: true)
        room.press("1", at: 0.7)
        room.press("1", at: 0.7)
        let line = row(&room, at: 1)
        #expect(line.contains(" Heart x3 dropped: ann's Rocket"))
    }

    @Test("a screencast of the session has the same line at the same times")
    func screencast() throws {
        var room = try room()
        for time in stride(from: 0.0, through: 5, by: 0.1) { _ = room.grid(at: time) }
        room.show.end(at: 5 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        var visible: [Nanoseconds] = []
        for frame in Screencast(of: recording, in: try self.room().setup, columns: 80, rows: 24)
        where Room.text(frame.screen, row: 1).contains("bob's Heart dropped") {
            visible.append(frame.time)
        }
        let first = try #require(visible.first)
        let last = try #require(visible.last)
        #expect(first >= 660_000_000 && first < .second && last > 3_400_000_000 && last <= 3_660_000_000)
    }
}
