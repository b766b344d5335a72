import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import SeededRandomness
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Seeking and speed of the running gift")
struct PlaybackControlTests {
    private func room(_ options: [String] = []) throws -> Room {
        try Room(options, events: [Room.gift("rocket", from: "ann", at: 0, id: "a")])
    }

    private func elapsed(_ room: Room) -> Nanoseconds? { room.show.controller.running?.elapsed }

    @Test("the arrow keys seek by one second, as far as the start and the end")
    func arrows() throws {
        var room = try room()
        room.show.handle(.key(.right), at: 500_000_000)
        #expect(elapsed(room) == 1_500_000_000)
        for _ in 0..<3 { room.show.handle(.key(.left), at: 500_000_000) }
        #expect(elapsed(room) == 0)
        for _ in 0..<4 { room.show.handle(.key(.right), at: 600_000_000) }
        #expect(room.show.controller.running == nil)
        #expect(room.trace.lines.last == #"{"at":0.6,"event":"ended","gift":1,"outcome":"completed"}"#)
        let count = room.trace.record.count
        room.show.handle(.key(.right), at: .second)
        #expect(room.trace.record.count == count + 1, "on an empty stage only the key is heard")
    }

    @Test(
        "the keys for single frames go to the exact start of the next or previous frame and pause",
        arguments: [",", "Shift"]
    )
    func frames(way: String) throws {
        var room = try room()
        _ = room.grid(at: 1.01)
        func press(forward: Bool) {
            let event: InputEvent =
                way == "Shift" ? .key(forward ? .right : .left, .shift) : .character(forward ? "." : ",")
            room.show.handle(event, at: 1_010_000_000)
        }
        // 120 frames in 4 seconds: at 1.01 s frame 30 is visible.
        press(forward: true)
        #expect(room.show.controller.isPaused)
        #expect(elapsed(room) == 1_033_333_334)
        press(forward: false)
        press(forward: false)
        #expect(elapsed(room) == 966_666_667)
        for _ in 0..<200 { press(forward: true) }
        #expect(elapsed(room) == 3_966_666_667, "the last frame is to be seen")
        for _ in 0..<200 { press(forward: false) }
        #expect(elapsed(room) == 0)
        room.show.advance(to: 100 * .second)
        #expect(elapsed(room) == 0)
    }

    @Test(
        "the start of every frame is the first time at which it is visible",
        arguments: [(1, 1), (3, 10), (120, 4_000_000_000), (7, 0), (90, 89)])
    func frameTimes(count: Int, duration: Nanoseconds) {
        let frames = FrameTimes(count: count, duration: duration)
        for frame in 0..<count where duration >= count {
            #expect(frames.frame(at: frames.start(of: frame)) == frame)
            if frame > 0 { #expect(frames.frame(at: frames.start(of: frame) - 1) == frame - 1) }
        }
        #expect(frames.start(of: 0) == 0 && frames.start(of: count) == duration)
        #expect((0..<count).contains(frames.frame(at: duration)))
    }

    @Test("the speed ranges from a tenth to four times, and the screen shows it")
    func speed() throws {
        var room = try room()
        room.press(">>>>>>", at: 0)
        #expect(room.show.controller.speed == Millionths(4_000_000))
        #expect(Room.text(room.grid(at: 0.5), row: 21).contains("×4"))
        #expect(elapsed(room) == 2 * .second)
        room.press(String(repeating: "<", count: 20), at: 0.5)
        #expect(room.show.controller.speed == Millionths(100_000))
        _ = room.grid(at: 1.5)
        #expect(elapsed(room) == 2_100_000_000)
        // From the lowest speed, one step up leads to the second lowest.
        room.press(">", at: 1.5)
        #expect(room.show.controller.speed == Millionths(250_000))
        room.press("=", at: 1.5)
        #expect(room.show.controller.speed == .one)
        #expect(!Room.text(room.grid(at: 1.5), row: 21).contains("×"))
    }

    @Test("a press or drag on the bar seeks, also beyond its ends, until the button is released")
    func bar() throws {
        var room = try room()
        let line = Room.text(room.grid(at: 1), row: 22)
        let cells = Array(line).indices.filter { "━─┃".contains(Array(line)[$0]) }
        let (first, last) = (try #require(cells.first), try #require(cells.last))
        let width = last - first + 1
        func use(_ action: MouseEvent.Action, _ column: Int, row: Int = 22) {
            room.show.handle(.mouse(MouseEvent(.left, action, column: column, row: row)), at: .second)
        }
        use(.press, first + width / 2)
        let half = try #require(elapsed(room))
        #expect(abs(half - 4 * .second * Nanoseconds(width / 2) / Nanoseconds(width)) <= 1)
        use(.drag, first - 3, row: 10)
        #expect(elapsed(room) == 0)
        use(.drag, 79)
        #expect(try #require(room.show.controller.running).progress < .one, "the bar's end leaves something to be seen")
        use(.release, 79)
        let before = elapsed(room)
        use(.drag, first)
        #expect(elapsed(room) == before, "nobody holds it")
        use(.press, first - 1)
        use(.drag, first)
        #expect(elapsed(room) == before, "it was pressed beside the bar")
    }

    @Test("a gift that starts while the button is held does not move")
    func nextGift() throws {
        var room = try Room(events: [
            Room.gift("heart", from: "ann", at: 0, id: "a"), Room.gift("rocket", from: "bob", at: 0, id: "b"),
        ])
        let line = Array(Room.text(room.grid(at: 0.2), row: 22))
        let first = try #require(line.firstIndex { "━─┃".contains($0) })
        room.show.handle(.mouse(MouseEvent(.left, .press, column: first, row: 22)), at: 200_000_000)
        #expect(elapsed(room) == 0)
        room.show.handle(.mouse(MouseEvent(.left, .drag, column: first + 5, row: 22)), at: 2 * .second)
        #expect(room.show.controller.running?.gift.number == 2 && elapsed(room) == 800_000_000)
    }

    /// Returns the cells of the progress bar on the screen, and the one with the mark.
    private func bar(_ grid: CellGrid) throws -> (cells: ClosedRange<Int>, mark: Int) {
        let line = Array(Room.text(grid, row: 22))
        let cells = line.indices.filter { "━─┃".contains(line[$0]) }
        return (try #require(cells.first)...(try #require(cells.last)), try #require(line.firstIndex(of: "┃")))
    }

    @Test("the mark of the threshold is dragged on the bar, from itself or the cells beside it", arguments: [-1, 0, 1])
    func thresholdIsDragged(grip: Int) throws {
        var room = try room()
        let (cells, mark) = try bar(room.grid(at: 1))
        func use(_ action: MouseEvent.Action, _ column: Int, row: Int = 22) {
            room.show.handle(.mouse(MouseEvent(.left, action, column: column, row: row)), at: .second)
        }
        use(.press, mark + grip)
        #expect(room.show.settings.playback.replaceAt == Millionths(300_000), "taking it moves nothing")
        use(.drag, cells.lowerBound + cells.count / 2 + grip, row: 10)
        let half = room.show.settings.playback.replaceAt.count
        #expect(abs(half - 500_000) < 1_000_000 / Int64(cells.count) && half.isMultiple(of: 10_000))
        #expect(try bar(room.grid(at: 1)).mark == cells.lowerBound + cells.count / 2)
        use(.drag, 79)
        #expect(room.show.settings.playback.replaceAt == .one)
        use(.drag, 0)
        #expect(room.show.settings.playback.replaceAt == .zero)
        use(.release, 0)
        use(.drag, 60)
        #expect(room.show.settings.playback.replaceAt == .zero, "nobody holds it")
        #expect(elapsed(room) == .second, "the gift stays where it was")
    }

    @Test("two cells from the mark, the bar seeks")
    func barSeeksBesideTheMark() throws {
        var room = try room()
        let (_, mark) = try bar(room.grid(at: 2))
        room.show.handle(.mouse(MouseEvent(.left, .press, column: mark + 2, row: 22)), at: 2 * .second)
        #expect(elapsed(room) != 2 * .second)
        #expect(room.show.settings.playback.replaceAt == Millionths(300_000))
    }

    @Test("every cell of a bar stands for a threshold whose mark is in it", arguments: [6, 16, 37, 60, 150])
    func cellsStandForThresholds(columns: Int) {
        for cell in 0..<columns {
            let threshold = ThresholdDrag.threshold(ofCell: cell, of: columns)
            #expect(min(columns - 1, Int(threshold.count) * columns / 1_000_000) == cell)
            #expect(columns > 60 || threshold.count.isMultiple(of: 10_000), "a whole percentage, if there is one")
        }
    }

    @Test("seeking past the threshold starts the held gift, and seeking back below it does not")
    func threshold() throws {
        var room = try room(["mode=replace", "early=hold"])
        room.press("1", at: 1)
        room.show.handle(.key(.left), at: .second)
        #expect(room.show.controller.held != nil)
        room.show.handle(.key(.right), at: 1_100_000_000)
        #expect(room.show.controller.held != nil)
        room.show.handle(.key(.right), at: 1_150_000_000)
        #expect(room.trace.lines.contains { $0.contains(#""outcome":"replaced","progress":0.5375,"by":2"#) })
    }

    @Test(
        "a session with seeks and speed changes replays exactly from its recording", arguments: 0..<40 as Range<UInt64>
    )
    func recording(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let gifts = (0..<12).map { number in
            Room.gift(
                ["heart", "rocket"][chance.next(below: 2)], from: "ann", at: Double(chance.next(below: 9_000)) / 1_000,
                id: "m\(number)")
        }
        let events = gifts.sorted { $0.at < $1.at }
        var room = try Room([["mode=queue", "mode=replace"][chance.next(below: 2)], "early=hold"], events: events)
        let keys: [InputEvent] =
            [.key(.left), .key(.right), .key(.left, .shift), .key(.right, .shift)]
            + ",.<>= x[]m".map { .character($0) }
        var time: Nanoseconds = 0
        for _ in 0..<40 {
            time += Nanoseconds(chance.next(below: 400_000_007))
            if chance.next(below: 3) == 0 {
                let mouse = MouseEvent(.left, .press, column: chance.next(below: 80), row: 22)
                room.show.handle(.mouse(mouse), at: time)
            } else {
                room.show.handle(keys[chance.next(below: keys.count)], at: time)
            }
            // An occasional paint asks for the state at times between the inputs.
            if chance.next(below: 2) == 0 { room.show.advance(to: time + Nanoseconds(chance.next(below: 1_000_000))) }
        }
        room.show.end(at: time + .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        let check = RecordingCheck(recording)
        #expect(check.difference == nil, "seed \(seed)")
        #expect(check.equalCount == room.trace.lines.count)
    }

    @Test("a paused gift shows its exact frame, not the nearest step of the stage")
    func exactFrame() throws {
        // Red only in frame 1, of 60 frames per second.
        let flash = Array(
            """
            {"v":"5.7.0","fr":60,"ip":0,"op":240,"w":40,"h":40,"layers":[
              {"ty":1,"ip":1,"op":2,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
            """.utf8)
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], animation: { _ in flash })
        _ = room.grid(at: 0)
        room.press(".", at: 0)
        #expect(room.grid(at: 0.2)[40, 12].background == CellColor(0xFF0000))
        room.press(".", at: 0.3)
        #expect(room.grid(at: 0.4)[40, 12].background != CellColor(0xFF0000))
    }
}
