import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomEvents
import Terminal
import TerminalCells
import TestSupport
import Testing

@testable import RoomUI

@Suite("A live room in virtual time")
struct RoomShowTests {
    private let red = CellColor(0xFF0000)

    @Test("a gift of the feed plays over the backdrop and below the chat and the controls")
    func layers() throws {
        let chat = FeedEvent(
            at: .milliseconds(100),
            kind: .chat(ChatMessage(id: "1", from: Viewer(id: "bob", name: "bob"), text: "hello")))
        var room = try Room(events: [chat, Room.gift("rocket", from: "ann", at: 1, id: "a")])
        let before = room.grid(at: 0.5)
        #expect(before[40, 12].background != red)
        let during = room.grid(at: 2)
        #expect(during[40, 12] == Cell(top: red, bottom: red))
        #expect(Room.text(during, row: 0).contains("LIVE  Mika"))
        #expect((0..<22).contains { Room.text(during, row: $0).contains("bob hello") })
        #expect(Room.text(during, row: 20).contains("[ ✕ ]"))
        #expect(Room.text(during, row: 22).hasPrefix(" ▶ Rocket ann"))
        let after = room.grid(at: 5)
        #expect(after[40, 12].background != red)
        #expect(!Room.text(after, row: 20).contains("✕"))
        #expect(Room.text(after, row: 21).contains("Rocket from ann completed"))
    }

    @Test("x, Esc and the button close the gift", arguments: ["x", "Esc", "mouse"])
    func close(way: String) throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
        _ = room.grid(at: 1)
        switch way {
        case "x": room.press("x", at: 1)
        case "Esc": room.show.handle(.key(.escape), at: .second)
        default:
            // A press beside the button has no effect.
            room.show.handle(.mouse(MouseEvent(.left, .press, column: 2, row: 20)), at: .second)
            #expect(room.show.controller.running != nil)
            room.show.handle(.mouse(MouseEvent(.left, .press, column: 40, row: 20)), at: .second)
        }
        #expect(room.show.controller.running == nil)
        #expect(
            room.trace.lines.last
                == #"{"at":1,"event":"ended","gift":1,"outcome":"dismissed","progress":0.25}"#)
    }

    @Test("X clears, space pauses and continues, and digits send gifts")
    func keysClearPauseAndSend() throws {
        var room = try Room()
        room.press("2", at: 0)
        room.press("11", at: 0.5)
        #expect(room.show.controller.running?.gift.kind == "rocket")
        #expect(room.show.controller.waitingCount == 2)
        room.press(" ", at: 1)
        room.show.advance(to: 3 * .second)
        #expect(room.show.controller.running?.elapsed == .second)
        #expect(!room.show.isMoving)
        room.press(" ", at: 3)
        #expect(room.show.isMoving)
        room.press("X", at: 3.5)
        #expect(room.show.controller.counts[.dismissed] == 1)
        #expect(room.show.controller.counts[.cleared] == 2)
        room.press("9", at: 4)
        #expect(room.show.controller.counts.arrivals == 3, "no gift has this number")
    }

    @Test("m switches the mode at once, and the screen shows that a key did it")
    func mode() throws {
        var room = try Room(["mode=queue"])
        #expect(Room.text(room.grid(at: 0), row: 21).contains("QUEUE  --set"))
        room.press("m", at: 0.5)
        #expect(room.show.controller.settings.mode == .replace)
        #expect(Room.text(room.grid(at: 0.5), row: 21).contains("REPLACE  key m"))
        room.press("m", at: 0.6)
        #expect(room.show.controller.settings.mode == .queue)
    }

    @Test("brackets change the threshold by exactly 0.05 between 0 and 1")
    func threshold() throws {
        var room = try Room()
        room.press("]", at: 0)
        #expect(room.show.controller.settings.replaceAt == Millionths(350_000))
        room.press(String(repeating: "[", count: 9), at: 0)
        #expect(room.show.controller.settings.replaceAt == .zero)
        room.press(String(repeating: "]", count: 30), at: 0)
        #expect(room.show.controller.settings.replaceAt == .one)
    }

    @Test("from a threshold above 1, ] has no effect and [ sets the threshold to 1")
    func thresholdKeysStartAtOneFromNever() throws {
        var room = try Room(["replaceAt=2"])
        room.press("]", at: 0)
        #expect(room.show.controller.settings.replaceAt == Millionths(2_000_000))
        room.press("[", at: 0)
        #expect(room.show.controller.settings.replaceAt == .one)
    }

    @Test("? opens the help over the picture, and Esc closes the help but not the gift")
    func help() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
        room.press("?", at: 0.1)
        let grid = room.grid(at: 0.2)
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("switch between queue and replace") })
        room.show.handle(.key(.escape), at: 300_000_000)
        #expect(!room.show.isHelpOpen)
        #expect(room.show.controller.running != nil)
    }

    @Test("q ends the session, and the remaining gifts end unplayed")
    func leave() throws {
        var room = try Room()
        room.press("21", at: 0)
        room.press("q", at: 1)
        #expect(room.show.isOver)
        #expect(room.trace.lines.suffix(2).allSatisfy { $0.contains(#""outcome":"unplayed""#) })
    }

    @Test("the session ends after its length")
    func length() throws {
        var room = try Room(length: 2 * .second)
        room.show.advance(to: 1_999_999_999)
        #expect(!room.show.isOver)
        #expect(room.show.nextDue == 2 * .second)
        room.show.advance(to: 5 * .second)
        #expect(room.show.isOver)
    }

    @Test("an animation that cannot play is dropped as missing, and the screen shows the reason")
    func unplayableAnimationIsDropped() throws {
        var room = try Room(
            events: [Room.gift("heart", from: "ann", at: 1, id: "a")], animation: { _ in Array(#"{"w":0}"#.utf8) })
        let grid = room.grid(at: 1)
        #expect(room.trace.lines.last == #"{"at":1,"event":"ended","gift":1,"outcome":"dropped","reason":"missing"}"#)
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("heart: w: expected a width above 0") })
    }

    @Test("a changed configuration file applies within a second, and an invalid one is reported and ignored")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mode: queue\n", to: "config.yaml")
        var room = try Room(configuration: ConfigurationWatcher(path: path, files: DiskFiles()))
        func wait(from second: Nanoseconds) {
            for step in 1...10 { room.show.advance(to: second * .second + Nanoseconds(step) * 100_000_000) }
        }
        wait(from: 0)
        try folder.write("mode: replace\nreplaceAt: 0.5\n", to: "config.yaml")
        wait(from: 1)
        #expect(room.show.controller.settings.mode == .replace)
        #expect(Room.text(room.grid(at: 2), row: 21).contains("REPLACE  config.yaml"))
        try folder.write("mode: repalce\n", to: "config.yaml")
        wait(from: 2)
        #expect(room.show.controller.settings.mode == .replace)
        let grid = room.grid(at: 3, columns: 160)
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("config.yaml:1:7") })
        #expect((0..<24).contains { Room.text(grid, row: $0).contains("the last good settings stay") })
    }

    @Test("without Unicode all controls are ASCII")
    func ascii() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], isASCII: true)
        let grid = room.grid(at: 1)
        let texts = (0..<24).map { Room.text(grid, row: $0) }
        #expect(texts.allSatisfy { text in text.unicodeScalars.allSatisfy { $0.isASCII || $0.value == 0xE9 } })
        #expect(texts[20].contains("[ x ]"))
    }

    @Test(
        "the room can be painted at any size",
        arguments: [(1, 1), (10, 3), (20, 6), (21, 7), (50, 14), (200, 60), (7, 100)]
    )
    func sizes(columns: Int, rows: Int) throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
        room.press("?", at: 0.5)
        #expect(room.grid(at: 1, columns: columns, rows: rows).columns == columns)
    }

    @Test("a moving scene is not painted while the terminal is too small", arguments: ["", "l", "g", "S"])
    func tooSmall(keys: String) throws {
        var room = try Room(
            events: [Room.gift("rocket", from: "ann", at: 0.5, id: "a")],
            adjust: { Room.addScenes(to: &$0, transition: false) })
        room.press(keys, at: 0.1)
        _ = room.grid(at: 1)
        #expect(room.show.needsPainting(at: 1_300_000_000))
        _ = room.grid(at: 1, columns: 19, rows: 5)
        #expect(room.show.controller.running != nil)
        #expect(!room.show.needsPainting(at: 1_300_000_000) && !room.show.isMoving)
        _ = room.grid(at: 1)
        #expect(room.show.needsPainting(at: 1_300_000_000))
    }

    @Test("a press on the help has no effect on what lies below it")
    func coveredByHelp() throws {
        var room = try Room(
            events: [Room.gift("rocket", from: "ann", at: 0, id: "a")],
            adjust: { Room.addScenes(to: &$0, transition: false) })
        _ = room.grid(at: 1)
        let layout = try #require(StageLayout(columns: 80, rows: 24))
        let (column, row) = (layout.closeButton.column + 3, layout.closeButton.row)
        let press = InputEvent.mouse(MouseEvent(.left, .press, column: column, row: row))
        room.press("?", at: 1)
        #expect(room.show.help.area(in: layout.panelArea).contains(column: column, row: row))
        room.show.handle(press, at: .second)
        #expect(room.show.controller.running != nil && room.show.isHelpOpen)
        room.press("?", at: 1)
        room.show.handle(press, at: .second)
        #expect(room.show.controller.running == nil)
        // A click on a door of the lobby has no effect below the help either.
        room.press("l?", at: 1)
        let door = try #require(LobbyLayout(layout, count: 3).door(0, showing: 0))
        let knock = InputEvent.mouse(
            MouseEvent(.left, .press, column: door.endColumn - 2, row: door.endRow - 2))
        room.show.handle(knock, at: .second)
        #expect(room.show.screen == .lobby)
        room.press("?", at: 1)
        room.show.handle(knock, at: .second)
        #expect(room.show.screen == .room)
    }

    @Test("nothing is painted while nothing changes")
    func nothingIsPaintedWithoutChanges() throws {
        var room = try Room()
        _ = room.grid(at: 0.01)
        #expect(!room.show.needsPainting(at: 20_000_000))
        #expect(room.show.needsPainting(at: 250_000_000), "the stream has moved on")
        _ = room.grid(at: 0.25)
        room.press("m", at: 0.26)
        #expect(room.show.needsPainting(at: 260_000_000))
    }
}
