import ExactNumbers
import PlayerSettings
import Recordings
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The line of keys at the bottom, and the keys on the empty stage")
struct KeyLineTests {
    private func line(_ room: inout Room, at seconds: Double = 0.5, columns: Int = 160, rows: Int = 24) -> String {
        Room.text(room.grid(at: seconds, columns: columns, rows: rows), row: rows - 1)
    }

    @Test("the line names the keys of the topmost pane, in every screen and panel")
    func topmostPane() throws {
        for (keys, words) in [
            ("", "1 2 send a gift"), ("", "m queue/replace"), ("l", "← → ↑ ↓ choose  Enter go in  Esc back"),
            ("g", "↑ ↓ choose  space pause/resume  ← → 1 s  , . frame"), ("g", "Enter send  Esc back"),
            ("S", "↑ ↓ choose  ← → change"), ("S", "Enter type"), ("Sx", "Enter set  Esc cancel"),
            ("h", "↑ ↓ choose  Esc close"), ("?", "↑ ↓ scroll  Esc close"), (":", "↑ ↓ choose  Enter run  Esc close"),
        ] {
            var room = try Room.withScenes()
            room.press(keys, at: 0.2)
            #expect(line(&room).contains(words), "\(keys): \(line(&room))")
        }
    }

    @Test("the line of keys has the colors of the theme, which can change while the keys stay the same")
    func theme() throws {
        var room = try Room(["theme=dark"])
        let dark = room.grid(at: 0.1)
        let light = Assignment(.theme, .choice("light"), origin: .control)
        room.show.apply(.settings(.key, [light]), at: 200_000_000)
        var other = try Room(["theme=light"])
        let (changed, fresh) = (room.grid(at: 0.3), other.grid(at: 0.3))
        let columns = 0..<changed.columns
        #expect(columns.allSatisfy { changed[$0, 23] == fresh[$0, 23] })
        #expect(columns.allSatisfy { changed[$0, 23] != dark[$0, 23] })
    }

    @Test("a key is named only while it has an effect")
    func availability() throws {
        var room = try Room()
        #expect(!line(&room, at: 0.1).contains("close the gift"))
        room.press("2", at: 0.2)
        #expect(line(&room, at: 0.3).contains("x close the gift"))
        #expect(!line(&room, at: 0.4).contains("send again"))
        room.press("h", at: 0.5)
        #expect(line(&room, at: 0.6).contains("r send again"))
    }

    @Test("a key that a panel takes is not named for what lies below", arguments: [":", "S"])
    func keysOfPanesBelow(key: String) throws {
        var room = try Room()
        room.press("2" + key, at: 0.2)
        for words in ["close the gift", "queue/replace", "quit", "help"] { #expect(!line(&room).contains(words)) }
    }

    @Test("a narrow line drops the least important keys and never cuts one", arguments: 20...160)
    func narrow(columns: Int) throws {
        var room = try Room()
        room.press("2", at: 0)
        let whole = line(&room, columns: 400).split(separator: "  ").map { $0.trimmingPrefix(" ") }
        let kept = line(&room, columns: columns).split(separator: "  ").map { $0.trimmingPrefix(" ") }
            .filter { !$0.allSatisfy(\.isWhitespace) }
        for entry in kept { #expect(whole.contains { $0.trimmed == entry.trimmed }, "\(entry)") }
        #expect(kept.contains { $0.trimmed == "? help" })
        if columns >= 80 { #expect(kept.contains { $0.trimmed == "x close the gift" }) }
    }

    @Test("there is no line with fewer than 15 rows, and none covers anything", arguments: [6, 14, 15, 60])
    func rows(rows: Int) throws {
        let layout = try #require(StageLayout(columns: 80, rows: rows))
        #expect(layout.keyLine.rows == (rows < 15 ? 0 : 1))
        var room = try Room()
        room.show.handle(.resize(columns: 80, rows: rows), at: 0)
        #expect(line(&room, columns: 80, rows: rows).contains("m queue/replace") == (rows >= 15))
    }

    @Test("the line has ASCII characters only where the terminal has no others", arguments: ["2", "g", "l", "S", "h:"])
    func ascii(keys: String) throws {
        var room = try Room(isASCII: true)
        room.press(keys, at: 0)
        #expect(line(&room).unicodeScalars.allSatisfy { $0.isASCII })
    }

    @Test("in a replay the line names the keys of the replay and none that would change the session")
    func replay() throws {
        var session = try Room(events: [Room.gift("rocket", from: "ann", at: 1, id: "a")])
        session.show.end(at: 70 * .second)
        let recording = try Recording(Array(session.recording.utf8), path: "a.jsonl")
        var setup = try Room().setup
        setup.display.size = (160, 25)
        var show = ReplayShow(recording, in: setup, from: 2 * .second)
        var statistics = FrameStatistics(processorTime: { 0 })
        func line() -> String {
            var grid = CellGrid(columns: 160, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            return Room.text(grid, row: 23)
        }
        #expect(line().contains("space pause/resume  ← → seek 5 s"))
        for words in ["send", "queue/replace", "close the gift", "lobby"] { #expect(!line().contains(words)) }
        show.handle(.character("h"), at: 0)
        #expect(line().contains("↑ ↓ choose  Esc close") && line().contains("? help"))
        #expect(!line().contains("send again"))
    }

    @Test("the empty stage shows the five keys that matter until a key is used")
    func firstKeys() throws {
        var room = try Room(events: [Room.gift("heart", from: "ann", at: 2, id: "a")])
        func shows(at seconds: Double) -> Bool {
            let lines = room.lines(at: seconds)
            return lines.contains { $0.contains("Keys on the empty stage") }
                && lines.contains { $0.contains("  m    queue/replace  ") }
                && lines.contains { $0.contains("  ?    help  ") }
        }
        #expect(shows(at: 0.1) && shows(at: 1.9))
        #expect(!shows(at: 2.5), "a gift is not covered")
        #expect(shows(at: 4))
        room.press("m", at: 4.5)
        #expect(!shows(at: 4.6))
    }

    @Test(
        "the keys on the empty stage cover neither the top bar, the status nor the button",
        arguments: StageLayoutTests.sizes)
    func firstKeysPlace(columns: Int, rows: Int) throws {
        let layout = try #require(StageLayout(columns: columns, rows: rows))
        guard let place = layout.emptyStagePanel(columns: 27, rows: 8) else { return }
        #expect(place.intersection(layout.picture) == place)
        for part in [layout.topBar, layout.status, layout.closeButton] { #expect(place.intersection(part).isEmpty) }
        if columns >= 50 { #expect(place.intersection(layout.chat).isEmpty) }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
