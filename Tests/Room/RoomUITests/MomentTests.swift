import ExactNumbers
import Playback
import Recordings
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("A moment of the past")
struct MomentTests {
    /// A rocket at 0, an early heart at 0.5 s and 0.9 s, and a heart that replaces the rocket at 2 s.
    private func room(_ options: [String] = ["motion=reduced"]) throws -> Room {
        try Room(
            ["mode=replace"] + options,
            events: [
                Room.gift("rocket", from: "ann", at: 0, id: "a"), Room.gift("heart", from: "bob", at: 0.5, id: "b"),
                Room.gift("heart", from: "dee", at: 0.9, id: "d"), Room.gift("heart", from: "cy", at: 2, id: "c"),
                Room.gift("rocket", from: "eve", at: 6, id: "e"),
            ])
    }

    private func texts(_ room: inout Room, at seconds: Double) -> [String] {
        let grid = room.grid(at: seconds)
        return (0..<24).map { Room.text(grid, row: $0) }
    }

    private func press(_ key: Key, _ room: inout Room, at seconds: Double) {
        room.show.handle(.key(key), at: Nanoseconds(seconds * 1e9))
    }

    @Test("Enter on a gift shows the moment that decided about it, and Esc returns to now")
    func enter() throws {
        var room = try room()
        _ = room.grid(at: 5)
        room.press("h", at: 5)
        press(.down, &room, at: 5)
        press(.down, &room, at: 5)
        press(.enter, &room, at: 5)
        let lines = texts(&room, at: 5)
        #expect(lines[0].contains("MOMENT 0.5 s, −4.5 s") && lines[0].contains("Esc back to now"))
        #expect(lines[1].contains("bob's Heart dropped: ann's Rocket was only at 12 % of 30 %"))
        #expect(lines.contains { $0.contains("▶ Rocket ann") && $0.contains("12 %") })
        press(.escape, &room, at: 5.5)
        let now = texts(&room, at: 5.5)
        #expect(now[0].contains("LIVE") && now.contains { $0.contains("Last gifts") })
        #expect(room.show.controller.running == nil)
    }

    @Test("the arrow keys go from decision to decision, and say so where there is none")
    func steps() throws {
        var room = try room()
        _ = room.grid(at: 5)
        room.press("h", at: 5)
        press(.end, &room, at: 5)
        press(.up, &room, at: 5)
        press(.enter, &room, at: 5)
        for (key, words) in [
            (Key.right, "MOMENT 0.9 s"), (.right, "MOMENT 2.0 s"), (.right, "MOMENT 3.0 s"),
            (.right, "no later decision yet"), (.left, "MOMENT 2.0 s"), (.left, "MOMENT 0.9 s"),
            (.left, "MOMENT 0.5 s"),
        ] {
            press(key, &room, at: 5)
            #expect(texts(&room, at: 5)[0].contains(words), "\(key)")
        }
        press(.left, &room, at: 5)
        press(.left, &room, at: 5)
        #expect(texts(&room, at: 5)[0].contains("no earlier decision is kept"))
    }

    @Test("the session goes on, keys do not change it, and nothing is lost")
    func session() throws {
        var room = try room()
        _ = room.grid(at: 5)
        room.press("h", at: 5)
        press(.enter, &room, at: 5)
        room.press("m x1]r", at: 5.5)
        #expect(texts(&room, at: 5.5)[0].contains("this is the past"))
        #expect(room.show.settings.playback.mode == .replace && room.show.giftLog.entries.count == 4)
        _ = room.grid(at: 7)
        #expect(room.show.controller.running?.gift.sender == "eve", "the gift of 6 s plays below the moment")
        press(.escape, &room, at: 7)
        #expect(texts(&room, at: 7).contains { $0.contains("▶ Rocket eve") })
    }

    @Test("the moment is replayed from shortly before")
    func runUp() throws {
        var room = try room(["motion=full"])
        _ = room.grid(at: 5)
        room.press("h", at: 5)
        press(.enter, &room, at: 5)
        #expect(texts(&room, at: 5)[0].contains("MOMENT 1.5 s, −3.5 s"))
        #expect(room.show.isMoving && room.show.needsPainting(at: 5_033_000_000))
        #expect(texts(&room, at: 6)[0].contains("MOMENT 2.5 s, −3.5 s"))
        #expect(texts(&room, at: 8)[0].contains("MOMENT 3.0 s, −5.0 s"))
    }

    @Test("a screencast shows what the viewer saw of the past, and a replay says which keys serve")
    func recordings() throws {
        var room = try room()
        _ = room.grid(at: 5)
        room.press("h", at: 5)
        press(.enter, &room, at: 5.1)
        _ = room.grid(at: 5.2)
        press(.escape, &room, at: 5.8)
        room.show.end(at: 7 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        let setup = try self.room().setup
        let past = Screencast(of: recording, in: setup, columns: 80, rows: 24)
            .filter { Room.text($0.screen, row: 0).contains("MOMENT 3.0 s") }
        #expect(past.first.map { $0.time >= 5_100_000_000 && $0.time < 5_200_000_000 } == true)
        #expect(past.allSatisfy { $0.time < 5_900_000_000 })
        var replay = ReplayShow(recording, in: setup, from: 5 * .second)
        replay.handle(.character("h"), at: 0)
        replay.handle(.key(.enter), at: 0)
        var statistics = FrameStatistics(processorTime: { 0 })
        var grid = CellGrid(columns: 80, rows: 25)
        replay.paint(&grid, at: 0, statistics: &statistics)
        #expect((0..<25).contains { Room.text(grid, row: $0).contains("in a replay, the arrow keys move in time") })
    }
}
