import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Gifts that leave the stage before their end")
struct DepartureTests {
    /// Returns a room in replace mode in which a red rocket plays from 0 on, and an invisible heart arrives at 2 s.
    private func room(_ options: [String] = [], heartAt time: Double = 2) throws -> Room {
        let nothing = Array(#"{"v":"5.7.0","fr":30,"ip":0,"op":120,"w":40,"h":40,"layers":[]}"#.utf8)
        return try Room(
            ["mode=replace"] + options,
            events: [
                Room.gift("rocket", from: "ann", at: 0, id: "a"),
                Room.gift("heart", from: "bob", at: time, id: "b"),
            ],
            animation: { $0.contains("rocket") ? Room.redSquare : nothing })
    }

    /// The columns of a row in the middle of the picture that the red gift covers, and how red they are, from 0 to 255.
    private func red(_ grid: CellGrid) -> (columns: [Int], strength: Int) {
        let strengths = (0..<grid.columns).map { column in
            let color = Int(grid[column, 11].background.rgb ?? 0)
            let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
            return red > max(green, blue) + 40 ? red : 0
        }
        return (strengths.indices.filter { strengths[$0] > 0 }, strengths.max() ?? 0)
    }

    /// The cells of that row beside the chat.
    private func middle(_ grid: CellGrid) -> [Cell] { (34..<grid.columns).map { grid[$0, 11] } }

    @Test("a gift that is replaced is pushed out to the left within 350 ms")
    func replacedGiftIsPushedOut() throws {
        var room = try room()
        let before = red(room.grid(at: 1.9)).columns
        #expect(before.contains(40) && before.count > 20)
        let soon = red(room.grid(at: 2.1)).columns
        let later = red(room.grid(at: 2.25)).columns
        #expect(
            room.show.controller.running?.gift.kind == "heart", "the new gift starts at its own time")
        let starts = try [before, soon, later].map { try #require($0.first) }
        #expect(starts[0] > starts[1] && starts[1] > starts[2])
        #expect(red(room.grid(at: 2.36)).columns.isEmpty)
    }

    @Test(
        "with fade and with reduced motion it fades where it was",
        arguments: ["replacement=fade", "motion=reduced"])
    func replacedGiftFades(option: String) throws {
        var room = try room([option])
        let before = red(room.grid(at: 1.9))
        let faded = red(room.grid(at: 2.2))
        #expect(faded.columns == before.columns && faded.strength < before.strength)
        #expect(red(room.grid(at: 2.36)).columns.isEmpty)
    }

    @Test("with none it is cut")
    func replacedGiftIsCut() throws {
        var room = try room(["replacement=none"])
        #expect(!red(room.grid(at: 1.99)).columns.isEmpty)
        #expect(red(room.grid(at: 2.01)).columns.isEmpty)
        #expect(room.show.session.scene.departed == nil)
    }

    @Test("a gift that is closed leaves too, even in a pause", arguments: [false, true])
    func closedGiftLeaves(inPause: Bool) throws {
        var room = try room(heartAt: 9)
        let before = red(room.grid(at: 1)).columns
        room.press(inPause ? " x" : "x", at: 1)
        let leaving = red(room.grid(at: 1.2)).columns
        #expect(!leaving.isEmpty && leaving.count < before.count)
        #expect(
            room.show.session.scene.isMoving(at: 1_349_999_999)
                && room.show.needsPainting(at: 1_300_000_000))
        #expect(red(room.grid(at: 1.36)).columns.isEmpty)
        #expect(!room.show.session.scene.isMoving(at: 1_350_000_000))
    }

    @Test(
        "a gift that ends by itself, or starts and is replaced at one instant, leaves nothing behind")
    func otherEndsLeaveNothing() throws {
        var completed = try room(heartAt: 9)
        _ = completed.grid(at: 4.1)
        #expect(completed.show.session.scene.departed == nil)
        var instant = try room(["replaceAt=0"], heartAt: 0)
        _ = instant.grid(at: 0.1)
        #expect(
            instant.show.controller.running?.gift.kind == "heart"
                && instant.show.session.scene.departed == nil)
    }

    @Test("the picture depends on the session, not on how often it was painted")
    func pictureDependsOnTheSessionOnly() throws {
        func grid(after steps: [Double]) throws -> CellGrid {
            var room = try room()
            for step in steps { _ = room.grid(at: step) }
            return room.grid(at: 2.2)
        }
        let often = try middle(grid(after: (0..<66).map { Double($0) / 30 }))
        #expect(try middle(grid(after: [])) == often)
    }

    @Test("a replay that goes back and forth shows the same picture")
    func replayShowsTheSamePicture() throws {
        var room = try room()
        _ = room.grid(at: 3)
        room.show.end(at: 3 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        var statistics = FrameStatistics(processorTime: { 0 })
        func grid(_ show: inout ReplayShow) -> CellGrid {
            var grid = CellGrid(columns: 80, rows: 24)
            show.paint(&grid, at: 0, statistics: &statistics)
            return grid
        }
        var show = ReplayShow(recording, in: room.setup, from: 2_200_000_000)
        show.handle(.character(" "), at: 0)
        let first = grid(&show)
        #expect(!red(first).columns.isEmpty)
        show.handle(.key(.home), at: 0)
        _ = grid(&show)
        show.handle(.key(.end), at: 0)
        _ = grid(&show)
        for _ in 0..<24 { show.handle(.character(","), at: 0) }
        #expect(middle(grid(&show)) == middle(first))
    }
}
