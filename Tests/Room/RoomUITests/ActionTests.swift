import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Actions, by keys and through the palette")
struct ActionTests {
    @Test("no two actions share a key, a name or a meaning")
    func keysNamesAndSummariesAreUnique() throws {
        let entries = try Room().show.commands.entries
        let keys = entries.flatMap(\.keys).map { $0.label(.symbols(for: .unicode)) }
        #expect(Set(keys).count == keys.count)
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(Set(entries.map(\.command)).count == entries.count)
    }

    @Test("the help lists every key that has an action", arguments: [(80, 24), (120, 40)])
    func help(columns: Int, rows: Int) throws {
        var room = try Room()
        room.press("?", at: 0)
        let grid = room.grid(at: 0, columns: columns, rows: rows)
        let text = (0..<rows).map { Room.text(grid, row: $0).replacing(".", with: " ") }
        for entry in room.show.commands.entries where !entry.keys.isEmpty {
            let meaning = entry.summary.replacing(".", with: " ")
            #expect(text.contains { $0.contains(meaning) }, "\(entry.name)")
        }
    }

    @Test("on a small terminal the arrow keys scroll the help to its end and no further")
    func scrolling() throws {
        var room = try Room()
        room.show.handle(.resize(columns: 60, rows: 18), at: 0)
        room.press("?", at: 0)
        func shows(_ words: String) -> Bool {
            let grid = room.grid(at: 0, columns: 60, rows: 18)
            return (0..<18).contains { Room.text(grid, row: $0).contains(words) }
        }
        #expect(shows("close the gift") && !shows("send Rocket"))
        for _ in 0..<40 { room.show.handle(.key(.down), at: 0) }
        #expect(!shows("close the gift") && shows("send Rocket"))
        let offset = try #require(room.show.helpOffset)
        room.show.handle(.key(.end), at: 0)
        #expect(room.show.helpOffset == offset)
        room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 1, row: 1)), at: 0)
        #expect(room.show.helpOffset == offset - 1)
        room.show.handle(.key(.home), at: 0)
        #expect(shows("close the gift"))
    }

    @Test("the palette finds the typed action and runs it as its key would", arguments: [":", "Ctrl-P"])
    func palette(way: String) throws {
        var room = try Room()
        if way == ":" { room.press(":", at: 0) } else { room.show.handle(.key(.modified("p"), .control), at: 0) }
        room.press("sen roc", at: 0)
        #expect(room.show.controller.running == nil, "what is typed does nothing else")
        #expect(room.show.paletteHits.first?.name == "Send Rocket")
        room.show.handle(.key(.enter), at: .second)
        #expect(room.show.palette == nil)
        #expect(room.show.controller.running?.gift.kind == "rocket")
        room.press(":mode", at: 1)
        room.show.handle(.key(.enter), at: .second)
        #expect(room.show.controller.settings.mode == .replace)
        #expect(room.show.settings.origin(of: .mode) == .key("m"))
    }

    @Test(
        "the palette also accepts a setting with a value",
        arguments: [("replaceAt=0.45", "0.45"), ("replaceAt 0.7", "0.7")]
    )
    func assignment(typed: String, value: String) throws {
        var room = try Room()
        room.press(":" + typed, at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.controller.settings.replaceAt.description == value)
        #expect(room.show.settings.origin(of: .replaceAt) == .key(":"))
    }

    @Test("the palette lists impossible actions last, marks them and does not run them")
    func unavailableActionsAreListedLast() throws {
        var room = try Room()
        room.press(":", at: 0)
        let hits = room.show.paletteHits
        #expect(hits.map(\.isAvailable) == hits.map(\.isAvailable).sorted { $0 && !$1 })
        room.press("close", at: 0)
        #expect(room.show.paletteHits.first { $0.name == "Close" }?.isAvailable == false)
        let grid = room.grid(at: 0)
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("not now: nothing to close") })
        for _ in 0..<50 { room.show.handle(.key(.down), at: 0) }
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.palette != nil)
        room.show.handle(.key(.escape), at: 0)
        #expect(room.show.palette == nil)
    }

    @Test("pasted text goes into the palette's query and never counts as keys")
    func pasting() throws {
        var room = try Room()
        room.show.handle(.paste("1xmq"), at: 0)
        #expect(!room.show.isOver && room.show.controller.running == nil && room.show.settings.playback.mode == .queue)
        room.press(":", at: 0)
        room.show.handle(.paste("send\r\n rock\u{7}"), at: 0)
        #expect(room.show.palette?.query == "send rock")
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.controller.running?.gift.kind == "rocket")
        let keys = room.trace.record.compactMap { line -> String? in
            if case .terminalInput(.key(let key)) = line.kind { key } else { nil }
        }
        #expect(keys == ":send rock".map(String.init) + ["Enter"])
        room.press(":", at: 0)
        room.show.handle(.paste(String(repeating: "y", count: 60_000)), at: 0)
        #expect(room.show.palette?.query.count == Palette.maxQueryLength)
        room.show.handle(.key(.escape), at: 0)
        room.press(":", at: 0)
        room.show.handle(.paste("a" + String(repeating: "\u{301}", count: 60_000)), at: 0)
        for _ in 0..<1_000 { room.show.handle(.character("\u{301}"), at: 0) }
        #expect(room.show.palette?.query.unicodeScalars.count == Palette.maxQueryLength, "marks count too")
    }

    @Test("a click chooses in the palette, the wheel moves the choice, and a press beside it closes it")
    func mouse() throws {
        var room = try Room()
        room.press(":send", at: 0)
        let layout = PaletteLayout(try #require(StageLayout(columns: 80, rows: 24)))
        room.show.handle(.mouse(MouseEvent(.wheelDown, .press, column: 40, row: 5)), at: 0)
        #expect(room.show.palette?.chosen == 1)
        room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 40, row: 5)), at: 0)
        #expect(room.show.palette?.chosen == 0)
        let place = try #require(room.show.paletteHits.firstIndex { $0.name == "Send Heart" })
        let press = MouseEvent(.left, .press, column: layout.list.cells.column + 3, row: layout.list.cells.row + place)
        room.show.handle(.mouse(press), at: 0)
        #expect(room.show.controller.running?.gift.kind == "heart" && room.show.palette == nil)
        room.press(":", at: 0)
        room.show.handle(.mouse(MouseEvent(.left, .press, column: 1, row: 20)), at: 0)
        #expect(room.show.palette == nil && room.show.controller.running != nil)
    }

    @Test("Backspace and Ctrl-U delete the query, and the palette says when it finds nothing")
    func typing() throws {
        var room = try Room()
        room.press(":zzzz", at: 0)
        let grid = room.grid(at: 0)
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("no matches") })
        room.show.handle(.key(.enter), at: 0)
        room.show.handle(.key(.backspace), at: 0)
        #expect(room.show.palette?.query == "zzz")
        room.show.handle(.key(.modified("u"), .control), at: 0)
        #expect(room.show.palette?.query.isEmpty == true)
        room.show.handle(.key(.backspace), at: 0)
        #expect(room.show.palette == nil)
    }

    @Test("a replay has no palette and no settings to change, and shows its own statistics")
    func replay() throws {
        let recording = Recording(header: try Room().header, lines: [RecordedLine(at: 9 * .second, .end)])
        var show = ReplayShow(recording, in: try Room().setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        for key in [":", "S", "s"] { show.handle(.character(Character(key)), at: 0) }
        var grid = CellGrid(columns: 80, rows: 25)
        show.paint(&grid, at: 0, statistics: &statistics)
        let lines = (0..<25).map { Room.text(grid, row: $0) }
        #expect(!lines.contains { $0.contains("type a command") || $0.contains("Settings") })
        #expect(lines.contains { $0.contains("frames a second") })
    }
}
