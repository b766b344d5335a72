import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Every input answers")
struct InputAnswerTests {
    static let escape = InputEvent.key(.escape)
    static let gift = [Room.gift("rocket", from: "ann", at: 0, id: "1")]

    // MARK: - Reasons

    @Test(
        "a key that can do nothing now says why, and changes nothing",
        arguments: [
            ("x", [], "nothing to close"), ("X", [], "nothing to clear"), (",", [], "nothing is playing"),
            ("=", [], "already at normal speed"), ("r", [], "nothing to replay: no gift has arrived"),
            ("0", [], "no gift published by a store"), ("7", [], "no gift on the key 7"),
            ("z", [], "z does nothing here; ? lists the keys"),
            ("]", ["--set=replaceAt=1"], "replaceAt is already at 100 %"),
            ("[", ["--set=replaceAt=0"], "replaceAt is already at 0 %"),
            ("]", ["--set=replaceAt=2"], "replaceAt is already above 100 %"),
        ])
    func refusals(key: String, options: [String], reason: String) throws {
        var room = try Room(options.map { String($0.dropFirst(6)) })
        room.press(key, at: 1)
        #expect(room.screen(at: 1).contains(reason))
        #expect(room.trace.record.allSatisfy { $0.input == nil }, "nothing becomes an input of the session")
        #expect(room.trace.lines.count == 1, "only the settings at the beginning")
    }

    @Test("Esc without a gift says that there is nothing to close")
    func escapeOnAnEmptyStage() throws {
        var room = try Room()
        room.show.handle(Self.escape, at: .second)
        #expect(room.screen(at: 1).contains("nothing to close"))
    }

    @Test("the lowest and the highest speed say so")
    func speeds() throws {
        var room = try Room()
        room.press(">>>", at: 0)
        #expect(room.screen(at: 0).contains("already at the highest speed, ×4"))
        room.press("<<<<<<", at: 0)
        #expect(room.screen(at: 0).contains("already at the lowest speed, ×0.1"))
    }

    @Test("a gift at its beginning cannot be moved further back")
    func beginning() throws {
        var room = try Room(events: Self.gift)
        room.show.advance(to: 0)
        room.show.handle(.key(.left), at: 0)
        #expect(room.screen(at: 0).contains("already at the beginning"))
    }

    @Test("a reason is shown for two seconds, or until the next key")
    func displayTime() throws {
        var room = try Room()
        room.press("x", at: 1)
        #expect(room.screen(at: 2.9).contains("nothing to close"))
        #expect(room.show.needsPainting(at: 3 * .second), "so that it goes")
        #expect(!room.screen(at: 3).contains("nothing to close"))
        room.press("x", at: 4)
        room.press(" ", at: 4)
        #expect(!room.screen(at: 4).contains("nothing to close"))
    }

    @Test("a reason fits every terminal", arguments: [(20, 6), (50, 15), (80, 24), (200, 60), (10, 3)])
    func sizes(columns: Int, rows: Int) throws {
        var room = try Room(isASCII: columns < 80)
        room.show.handle(.resize(columns: columns, rows: rows), at: 0)
        room.press("x", at: 0)
        let grid = room.grid(at: 0, columns: columns, rows: rows)
        let start = columns < 20 ? "nothi" : "nothing to close"
        #expect((0..<rows).contains { Room.text(grid, row: $0).contains(start) })
    }

    @Test("the palette says why an entry is not available, and stays open")
    func paletteRefusal() throws {
        var room = try Room()
        room.press(":clear", at: 0)
        #expect(room.show.paletteHits.first?.refusal == "nothing to clear")
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.palette != nil && room.screen(at: 0).contains("nothing to clear"))
    }

    @Test("the gallery says which marker is missing, and the settings at which end a value is")
    func screens() throws {
        var room = try Room()
        room.press("g", at: 0)
        room.press("9", at: 1)
        #expect(room.screen(at: 1.5).contains("has no marker 9"))
        room.show.handle(Self.escape, at: 2 * .second)
        room.press("S", at: 2)
        let index = try #require(room.show.settings.keys.firstIndex(of: .bannerLanes))
        for _ in 0..<index { room.show.handle(.key(.down), at: 2 * .second) }
        for _ in 0..<4 { room.show.handle(.key(.left), at: 2 * .second) }
        #expect(room.screen(at: 2).contains("bannerLanes is already at its lowest value, 0"))
    }

    @Test("in a replay, keys that would change the session say that they cannot", arguments: ["x", "m", "1", "S", ":"])
    func replay(key: String) throws {
        let recording = Recording(header: try Room().header, lines: [RecordedLine(at: 9 * .second, .end)])
        var show = ReplayShow(recording, in: try Room().setup)
        show.handle(.character(" "), at: 0)
        show.handle(.character(Character(key)), at: 0)
        #expect(Self.screen(of: &show, at: 0).contains("not in a replay"))
        #expect(show.needsPainting(at: 2 * .second), "the viewer's time goes on while the replay is paused")
        #expect(!Self.screen(of: &show, at: 2 * .second).contains("not in a replay"))
    }

    private static func screen(of show: inout ReplayShow, at time: Nanoseconds) -> String {
        var statistics = FrameStatistics(processorTime: { 0 })
        show.advance(to: time)
        var grid = CellGrid(columns: 80, rows: 25)
        show.paint(&grid, at: time, statistics: &statistics)
        return (0..<25).map { Room.text(grid, row: $0) }.joined(separator: "\n")
    }

    // MARK: - Closing

    @Test("q closes what is open first: panels, then screens, then the session", arguments: ["h", "s", "?"])
    func quitClosesFirst(panel: String) throws {
        var room = try Room()
        room.press("g" + "l", at: 0)
        if panel != "h" { room.press(panel, at: 0) }
        let openCount = room.show.interface.view.openCount
        for remaining in (1..<openCount).reversed() {
            room.press("q", at: 1)
            #expect(room.show.interface.view.openCount == remaining && !room.show.isOver)
        }
        if panel == "h" {
            room.press("hq", at: 1)
            #expect(!room.show.interface.view.isOpen(.giftList) && !room.show.isOver)
        }
        room.press("q", at: 1)
        #expect(room.show.isOver)
    }

    @Test("q closes the settings, but is text while a value is typed")
    func quitInSettings() throws {
        var room = try Room()
        room.press("Sq", at: 0)
        #expect(room.show.settingsScreen == nil && !room.show.isOver)
        room.press("S0q", at: 0)
        #expect(room.show.settingsScreen?.typedValue == "0q")
    }

    @Test("the palette's Quit ends the session, whatever is open below it")
    func paletteQuit() throws {
        var room = try Room()
        room.press("l:quit", at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.isOver)
    }

    @Test("in a replay, q closes a panel first")
    func quitInReplay() throws {
        let recording = Recording(header: try Room().header, lines: [RecordedLine(at: 9 * .second, .end)])
        var show = ReplayShow(recording, in: try Room().setup)
        for key in "hq" { show.handle(.character(key), at: 0) }
        #expect(!show.isOver)
        show.handle(.character("q"), at: 0)
        #expect(show.isOver)
    }

    @Test(
        "Esc does not dismiss a gift within 300 ms of the closing of a panel",
        arguments: ["h", "s", "?", "g", "S", ":"])
    func escapeGuard(opening: String) throws {
        var room = try Room(events: Self.gift)
        room.press(opening, at: 1)
        room.show.handle(Self.escape, at: .second)
        room.show.handle(Self.escape, at: 1_299_999_999)
        #expect(room.show.controller.running != nil)
        #expect(room.screen(at: 1.3).contains("a panel has just closed; Esc again closes the gift"))
        room.show.handle(Self.escape, at: 1_300_000_000)
        #expect(room.show.controller.running == nil)
    }

    @Test("x dismisses a gift at any time, and Esc does if no panel was open")
    func closingWithoutPanel() throws {
        for key in [InputEvent.character("x"), Self.escape] {
            var room = try Room(events: Self.gift)
            if key != Self.escape { room.press("hh", at: 1) }
            room.show.handle(key, at: .second)
            #expect(room.show.controller.running == nil)
        }
    }

    @Test("a recorded session with guarded presses has the same decisions and the same screen")
    func guardedRecording() throws {
        var room = try Room(events: Self.gift)
        room.press("h", at: 1)
        for time in [1_100_000_000, 1_200_000_000, 1_500_000_000] as [Nanoseconds] {
            room.show.handle(Self.escape, at: time)
        }
        room.show.handle(Self.escape, at: 1_700_000_000)
        let last = room.grid(at: 1.9)
        room.show.end(at: 2 * .second)
        let controls = room.trace.record.compactMap { line in if case .control = line.input { line.at } else { nil } }
        #expect(controls == [1_500_000_000])
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        let frames = Screencast(of: recording, in: room.setup, columns: 80, rows: 24)
        #expect(Array(frames).last { $0.time <= 1_900_000_000 }?.screen == last)
    }
}

extension Room {
    /// Returns the rows of the screen at a time, one per line.
    mutating func screen(at seconds: Double, columns: Int = 80, rows: Int = 24) -> String {
        let grid = grid(at: seconds, columns: columns, rows: rows)
        return (0..<rows).map { Self.text(grid, row: $0) }.joined(separator: "\n")
    }
}
