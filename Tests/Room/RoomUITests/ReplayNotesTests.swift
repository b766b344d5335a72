import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import Scenarios
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Notes below a replay")
struct ReplayNotesTests {
    private func show(columns: Int = 80, rows: Int = 24) throws -> ReplayShow {
        let rocket = Arrival(kind: "rocket", sender: "ann", value: 500, duration: 4 * .second)
        let heart = Arrival(kind: "heart", sender: "bob", value: 1, duration: .second)
        let scenario = Scenario(
            name: "app.log", settings: [.mode(.replace)],
            events: [.init(at: 0, .arrival(rocket)), .init(at: .second, .arrival(heart))])
        let room = try Room()
        let recording = Recording(scenario, header: room.header, until: 2 * .second)
        let notes = ReplayNotes(
            lines: [(0, "line 1: gift 1 arrived"), (.second, "line 2: gift 2 arrived")], at: .second,
            found: "line 3: gift 1 replaced", expected: "gift 2 dropped", rule: "before replaceAt 0.3")
        var setup = room.setup
        setup.display.size = (columns, rows)
        return ReplayShow(recording, in: setup, notes: notes)
    }

    private func screen(_ show: inout ReplayShow, columns: Int = 80, rows: Int = 24) -> [String] {
        var grid = CellGrid(columns: columns, rows: rows)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: 0, statistics: &statistics)
        return (0..<rows).map { Room.text(grid, row: $0) }
    }

    @Test("the stage is as the rules have it at the moment, with the log and the rules below it, and keys step away")
    func notes() throws {
        var show = try show()
        var screen = screen(&show)
        #expect(screen.contains { $0.contains("⏸ Rocket") || $0.contains("Rocket") && $0.contains("25 %") })
        #expect(screen[19].contains("log so far: line 2: gift 2 arrived"))
        #expect(screen[20].contains("the log says: line 3: gift 1 replaced"))
        #expect(screen[21].contains("the rules allow: gift 2 dropped") && screen[22].contains("before replaceAt 0.3"))
        #expect(screen[23].contains("0:01 / 0:02"))
        show.handle(.key(.home), at: 0)
        screen = self.screen(&show)
        #expect(screen[19].contains("line 1: gift 1 arrived") && screen[20].contains("later the log says: line 3"))
    }

    @Test("a small terminal keeps the room and loses the notes, and a resize brings them back")
    func smallTerminal() throws {
        var show = try show(columns: 80, rows: 12)
        #expect(!screen(&show, rows: 12).contains { $0.contains("the log says") })
        show.handle(.resize(columns: 200, rows: 60), at: 0)
        #expect(screen(&show, columns: 200, rows: 60)[56].contains("the log says: line 3: gift 1 replaced"))
    }

    @Test("the recording of a written session decides what the session decides")
    func recordingOfScenario() throws {
        let rocket = Arrival(
            kind: "rocket", sender: "ann", value: 5, duration: 4 * .second, policy: GiftPolicy([.replaceAt(.one)]))
        let scenario = Scenario(
            settings: [.mode(.replace), .replaceAt(Millionths(200_000))],
            events: [
                .init(at: 0, .arrival(rocket)), .init(at: .second, .set([.replaceAt(Millionths(900_000))])),
                .init(at: 2 * .second, .pause), .init(at: 3 * .second, .resume),
                .init(at: 3 * .second, .speed(Millionths(2_000_000))), .init(at: 4 * .second, .close),
                .init(at: 5 * .second, .arrival(rocket)), .init(at: 6 * .second, .set([.mode(.queue)])),
            ])
        let recording = Recording(scenario, header: try Room().header, until: 20 * .second)
        var controllers = (
            PlaybackController(settings: recording.header.settings.playback),
            PlaybackController(
                settings: {
                    var settings = Settings()
                    for setting in scenario.settings { settings.apply(setting) }
                    return settings
                }())
        )
        var traces: ([TraceEvent], [TraceEvent]) = ([], [])
        for (at, input) in recording.inputs { traces.0 += controllers.0.handle(input, at: at) }
        for event in scenario.events { traces.1 += controllers.1.handle(event.input, at: event.at) }
        traces.1 += controllers.1.handle(.end, at: 20 * .second)
        let (recorded, written) = (traces.0.map(\.json), traces.1.map(\.json))
        #expect(recorded == written && recorded.count > 8)
    }
}
