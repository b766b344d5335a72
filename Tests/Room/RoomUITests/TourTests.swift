import BuiltInGifts
import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import Scenarios
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The guided tour")
struct TourTests {
    private static func catalogue() throws -> ScenarioCatalogue {
        var kinds: [String: ScenarioGift] = [:]
        for gift in try EmbeddedGifts().catalogue.gifts {
            kinds[gift.id] = ScenarioGift(duration: gift.duration, value: gift.value, loop: gift.loop)
        }
        return ScenarioCatalogue(kinds)
    }

    static func builtIn() throws -> Tour {
        try Tour(
            try #require(EmbeddedFiles.text(at: "tour.yaml")), path: "tour.yaml", catalogue: try Self.catalogue())
    }

    /// Returns a room with the built-in tour, a gift of the room each second and some settings of its own.
    private func room(advances: Bool = false) throws -> Room {
        let tour = try Self.builtIn()
        let events = (1...200).map { Room.gift("heart", from: "viewer\($0)", at: Double($0), id: "v\($0)") }
        return try Room(
            ["mode=replace", "replaceAt=90%", "maxWaiting=7"], events: events,
            adjust: { $0.tour = GuidedTour(tour, advancesAlone: advances) })
    }

    /// Lets every step happen in a room, and returns the decisions of each.
    private func decisions(_ room: inout Room) throws -> [[String]] {
        var steps: [[String]] = []
        room.press("t", at: 0.5)
        var time = 1.0
        for step in try Self.builtIn().steps {
            let start = room.trace.lines.count
            room.press(" ", at: time)
            time += Double(step.length) / 1e9 + 0.1
            _ = room.grid(at: time)
            steps.append(Array(room.trace.lines[start...]))
            room.press(" ", at: time)
            time += 0.1
        }
        return steps
    }

    @Test("each step does what it says")
    func steps() throws {
        var room = try room()
        let steps = try decisions(&room)
        let expected: [[String]] = [
            [#""outcome":"completed""#], [#""reason":"overflow""#], [#""outcome":"replaced","progress":0.5"#],
            [#""reason":"early","progress":0.125"#], [#""outcome":"replaced","progress":0.3"#],
            [#""reason":"modeSwitch""#], [#""outcome":"replaced","progress":0.5"#],
            [#""event":"looped""#, #""outcome":"merged""#, #""outcome":"completed""#],
            [#""outcome":"dismissed""#, #""reason":"cleared""#],
        ]
        #expect(steps.count == expected.count)
        for (lines, texts) in zip(steps, expected) {
            for text in texts { #expect(lines.contains { $0.contains(text) }, "\(text): \(lines)") }
        }
        #expect(steps[0].count { $0.contains(#""started""#) } == 3)
    }

    @Test("the room's gifts rest during the tour, and afterwards the room goes on with its settings")
    func roomGoesOn() throws {
        var room = try room()
        let before = room.show.settings
        let steps = try decisions(&room)
        #expect(!steps.joined().contains { $0.contains("viewer") })
        #expect(room.show.settings.playback == before.playback)
        for layer in LayeredSettings.Layer.allCases {
            #expect(room.show.settings.assignments(of: layer) == before.assignments(of: layer))
        }
        let count = room.trace.lines.count
        _ = room.grid(at: 100)
        #expect(room.trace.lines[count...].contains { $0.contains("viewer") })
    }

    @Test("a recording of the tour makes the same decisions again")
    func recording() throws {
        var room = try room()
        _ = try decisions(&room)
        room.show.end(at: 100 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        #expect(room.recording.contains("In queue mode nothing is lost"))
    }

    @Test("a film of a recorded session has the panel of the session's own tour")
    func film() throws {
        let tour = try Tour(
            """
            steps:
              - title: My own step
                say: A rocket flies.
                why: It was sent.
                events:
                  - {at: 0s, gift: rocket, from: zed}
            """, path: "mine.yaml", catalogue: try Self.catalogue())
        var room = try Room(adjust: { $0.tour = GuidedTour(tour) })
        room.press("t", at: 0.5)
        room.press(" ", at: 1)
        _ = room.grid(at: 6)
        room.show.end(at: 6 * .second)
        var header = room.header
        header.tour = tour.recordedSteps
        let text = ([header.json] + room.trace.record.map(\.json)).joined(separator: "\n") + "\n"
        let recording = try Recording(Array(text.utf8), path: "a.jsonl")
        var setup = try Room().setup
        setup.tour = GuidedTour(Tour(recorded: recording.header.tour))
        let screens = Screencast(of: recording, in: setup, columns: 80, rows: 24, framesPerSecond: 4).map(\.screen)
        func count(_ text: String) -> Int {
            screens.count { grid in (0..<24).contains { Room.text(grid, row: $0).contains(text) } }
        }
        #expect(count("Tour 1 of 1  My own step") > 3 && count("A rocket flies.") > 3)
        #expect((1..<count("A rocket flies.")).contains(count("Why: It was sent.")))
    }

    @Test("the panel says what will happen, then why, and the keys at the bottom are its own")
    func panel() throws {
        var room = try room()
        room.press("t", at: 0.5)
        func shows(_ text: String, at seconds: Double) -> Bool {
            room.lines(at: seconds).contains { $0.contains(text) }
        }
        #expect(shows("Tour 1 of 9  Queue", at: 0.6) && shows("Three gifts arrive", at: 0.6))
        #expect(shows("space let it happen  b back  Esc end the tour", at: 0.6) && !shows("Why:", at: 0.6))
        room.press(" ", at: 1)
        #expect(!shows("Why:", at: 7.9))
        #expect(room.show.needsPainting(at: 8 * .second))
        #expect(shows("Why: In queue mode nothing is lost", at: 8.1) && shows("space next step", at: 8.1))
        room.show.handle(.key(.enter), at: 9 * .second)
        #expect(shows("Tour 2 of 9  Overflow", at: 9.1))
        room.press("b", at: 9.2)
        #expect(shows("Tour 1 of 9  Queue", at: 9.3))
        room.show.handle(.key(.escape), at: 10 * .second)
        #expect(!shows("Tour 1 of 9", at: 10.1))
    }

    @Test("without a keyboard the tour goes on by itself, and the session ends with it")
    func goesOnAlone() throws {
        var room = try room(advances: true)
        room.show.openTour(at: 0)
        while !room.show.isOver, let due = room.show.nextDue, due < 300 * .second { room.show.advance(to: due) }
        #expect(room.show.isOver)
        let cleared = room.trace.lines.contains { $0.contains(#""reason":"cleared""#) }
        #expect(cleared && room.recording.contains("Clear ends the running gift"))
    }

    @Test("a room without a tour does not offer one")
    func noTour() throws {
        var room = try Room()
        #expect(!room.lines(at: 0.1).contains { $0.contains("guided tour") })
        room.press("t", at: 0.2)
        #expect(!room.lines(at: 0.3).contains { $0.contains("Tour") })
    }

    @Test(
        "a faulty tour file is rejected with its place",
        arguments: [
            ("", "expected a tour with steps, found nothing"),
            ("steps: []", "t.yaml:1:8: steps: expected at least one"),
            ("steps:\n  - {title: a, say: b}", "t.yaml:2:5: step: \"why\" is missing"),
            ("steps:\n  - {title: a, say: b, why: c, sayy: d}", "t.yaml:2:32: step: unknown field \"sayy\""),
            (
                "steps:\n  - {title: a, say: b, why: c, events: [{at: 0, gift: hart, from: ann}]}",
                "unknown kind \"hart\""
            ),
            (
                "steps:\n  - {title: a, say: b, why: c, events: [{at: 0, do: clear, by: file}]}",
                "\"by\" does not go with"
            ),
            (
                "steps:\n  - {title: a, say: b, why: c, events: [{at: 0, set: {mode: queue}, by: me}]}",
                "expected key, file or store"
            ),
        ])
    func faults(text: String, expected: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try Tour(text, path: "t.yaml", catalogue: try Self.catalogue())
        }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
    }
}
