import ExactNumbers
import Recordings
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The recording of a session with scenes")
struct SceneRecordingTests {
    private static let events = [
        Room.gift("rocket", from: "ann", at: 0.2, id: "a"), Room.gift("heart", from: "bob", at: 0.9, id: "b"),
        Room.gift("heart", from: "cy", at: 3.3, id: "c"),
    ]
    /// Inputs that open the lobby and the gallery and return, enter another room during a transition, and send a gift
    /// from the gallery.
    private static let inputs: [(Double, InputEvent)] = [
        (0.51, .character("l")), (1.3, .character("g")), (1.62, .character(" ")), (2.05, .key(.right)),
        (2.4, .key(.escape)), (2.5, .key(.escape)), (2.9, .character("l")), (3.31, .key(.right)), (4.2, .key(.enter)),
        (5.9, .character(":")), (5.95, .character("l")), (5.96, .character("o")), (5.97, .character("b")),
        (6.1, .key(.enter)), (6.5, .character("S")), (6.6, .key(.escape)), (7.7, .character("g")), (8.2, .key(.down)),
        (8.9, .key(.enter)), (9.6, .character("x")),
    ]
    private static let seconds = 10
    private let recording: Recording
    private let sessionScreens: [CellGrid]

    init() throws {
        var room = try Room.withScenes(["mode=replace"], events: Self.events, transition: true)
        var seen: [CellGrid] = []
        var told = 0
        for step in 0..<(30 * Self.seconds) {
            let time = Double(step) / 30
            while told < Self.inputs.count, Self.inputs[told].0 <= time {
                let (at, event) = Self.inputs[told]
                room.show.handle(event, at: Nanoseconds((at * 1e9).rounded()))
                told += 1
            }
            seen.append(room.grid(at: ((time * 1e9).rounded() + 0.25) / 1e9))
        }
        room.show.end(at: Nanoseconds(Self.seconds) * .second)
        self.sessionScreens = seen
        recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
    }

    /// Returns a setup with the recording's settings and with the same scenes.
    private func setup(of recording: Recording) throws -> RoomShow.Setup {
        var setup = try Room.withScenes().setup
        Room.addScenes(to: &setup, transition: true)
        setup.settings = recording.header.settings
        return setup
    }

    @Test("a screencast has the same cells as the recorded session, through all changes of scenes")
    func cells() throws {
        let setup = try self.setup(of: recording)
        var screens: [CellGrid] = []
        for frame in Screencast(of: recording, in: setup, columns: 80, rows: 24) {
            let step = Int((Double(frame.time) / 1e9 * 30).rounded())
            while screens.count < step, let last = screens.last { screens.append(last) }
            screens.append(frame.screen)
        }
        // The screencast does not show the settings, so the frames in which they are open are left out.
        let settings = 194...228
        for (step, (found, wanted)) in zip(screens, sessionScreens).enumerated() where !settings.contains(step) {
            let places = zip(found.cells, wanted.cells).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(places == [], "frame \(step)")
        }
        #expect(screens.count > 290)
    }

    @Test("a screencast follows the recorded settings of transition, theme, motion and banners")
    func screencastFollowsViewSettings() throws {
        for options in [["transition=none", "theme=light"], ["motion=reduced", "bannerLanes=1"]] {
            var room = try Room.withScenes(options, events: Self.events, transition: true)
            room.press("l", at: 1)
            let seen = room.grid(at: 1.1)
            room.show.end(at: 2 * .second)
            let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
            let setup = try self.setup(of: recording)
            let told = Array(Screencast(of: recording, in: setup, columns: 80, rows: 24))
            #expect(told.last { $0.time <= 1_100_000_000 }?.screen == seen)
        }
    }

    @Test("the settings close the help in a screencast too")
    func help() throws {
        var room = try Room.withScenes()
        for (key, time) in [("?", 1.0), ("S", 2)] { room.press(key, at: time) }
        room.show.handle(.key(.escape), at: 3 * .second)
        let without = room.lines(at: 4)
        room.press("?", at: 5)
        let with = room.lines(at: 6)
        room.show.end(at: 7 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        let told = Array(Screencast(of: recording, in: room.setup, columns: 80, rows: 24))
        for (seconds, seen) in [(4, without), (6, with)] as [(Nanoseconds, [String])] {
            let screen = try #require(told.last { $0.time <= seconds * .second }?.screen)
            #expect((0..<24).map { Room.text(screen, row: $0) } == seen)
        }
        #expect(without != with)
    }

    @Test("a check finds the same decisions, and the recording reads back as it was written")
    func decisions() throws {
        #expect(RecordingCheck(recording).difference == nil)
        let entered = recording.lines.compactMap { line -> RecordedRoom? in
            if case .enter(let room) = line.input { room } else { nil }
        }
        #expect(entered.map(\.host) == ["Aiko"])
        #expect(
            recording.lines.contains { line in
                if case .gift(let gift, _, _, _, _) = line.input {
                    gift.from.id == "you" && gift.gift == "rocket"
                } else {
                    false
                }
            })
    }

    @Test("a replay records the same lines as the session, also in other rooms")
    func replayRecordsTheSameLines() throws {
        var setup = try self.setup(of: recording)
        let log = Room.Trace()
        setup.log = log
        var replay = ReplayShow(recording, in: setup)
        // Frequent advances let the rooms of the lobby produce events of their own.
        for step in 0...(10 * Self.seconds) { replay.advance(to: Nanoseconds(step) * .second / 10) }
        let wanted = recording.lines.prefix { $0.kind != .input(.end) }
            .filter { if case .terminalInput = $0.kind { false } else { true } }
            .map(\.json)
        #expect(wanted.count { $0.contains("garden/") } > 10)
        #expect(log.record.map(\.json) == wanted)
    }

    @Test("a replay shows the entered rooms and none of the scenes")
    func replay() throws {
        let setup = try self.setup(of: recording)
        var replay = ReplayShow(recording, in: setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        func top(at seconds: Int64) -> String {
            replay.advance(to: seconds * .second)
            replay.handle(.character("l"), at: seconds * .second)
            var grid = CellGrid(columns: 80, rows: 24)
            replay.paint(&grid, at: seconds * .second, statistics: &statistics)
            return Room.text(grid, row: 0)
        }
        #expect(top(at: 3).contains("Mika"))
        #expect(top(at: 5).contains("Aiko"))
        replay.handle(.key(.home), at: 5 * .second)
        #expect(top(at: 6).contains("Mika"))
    }
}
