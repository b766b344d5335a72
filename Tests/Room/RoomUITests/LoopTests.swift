import AnimationPlayback
import ExactNumbers
import LottieDocument
import Playback
import Recordings
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Gifts with intro, loop and outro on the stage")
struct LoopTests {
    /// A rocket that is red in the intro of 1 s, green and then blue in the loop of 0.5 s, and yellow in the outro of 1 s.
    private static let rocket = Array(
        """
        {"v":"5.7.0","fr":60,"ip":0,"op":150,"w":40,"h":40,"layers":[
          {"ty":1,"ip":0,"op":60,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}},
          {"ty":1,"ip":60,"op":75,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#00ff00","ks":{}},
          {"ty":1,"ip":75,"op":90,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#0000ff","ks":{}},
          {"ty":1,"ip":90,"op":150,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ffff00","ks":{}}],
         "markers":[{"cm":"intro","tm":0,"dr":0},{"cm":"loop","tm":60,"dr":0},{"cm":"outro","tm":90,"dr":0}]}
        """.utf8)

    private static let catalogue = """
        gifts:
          - {id: heart, name: Heart, value: 1, duration: 1, animation: heart.json, sign: {emoji: "💖", ascii: "<3"}, tags: []}
          - {id: rocket, name: Rocket, value: 500, duration: 2.5, loop: {from: 1, to: 1.5}, animation: rocket.json,
             sign: {emoji: "🚀", ascii: "=>"}, tags: []}
        """

    private func room(_ options: [String] = ["combineWithin=2s"]) throws -> Room {
        let composition = try Composition(json: Self.rocket)
        func plan(_ marker: String) throws -> PlaybackPlan {
            PlaybackPlan(try PlaybackSegment(marker: marker, in: composition), of: composition)
        }
        let course = PlaybackCourse(intro: try plan("intro"), loop: try plan("loop"), outro: try plan("outro"))
        return try Room(
            options, events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], animation: { _ in Self.rocket },
            catalogue: Self.catalogue, rocket: PresentationOptions(course: course))
    }

    /// The name of the color in the middle of the picture.
    private func color(_ grid: CellGrid) -> String {
        let color = Int(grid[40, 11].background.rgb ?? 0)
        switch (color >> 16 > 200, color >> 8 & 255 > 200, color & 255 > 200) {
        case (true, false, false): return "red"
        case (false, true, false): return "green"
        case (false, false, true): return "blue"
        case (true, true, false): return "yellow"
        default: return "other"
        }
    }

    // A round begins at 1 s, 1.5 s and 2 s, and the outro at 2.5 s.
    private static let times = [0.5, 0.99, 1.01, 1.24, 1.26, 1.49, 1.51, 1.76, 2.01, 2.49, 2.51, 3.2]
    private static let colors = [
        "red", "red", "green", "green", "blue", "blue", "green", "blue", "green", "blue", "yellow", "yellow",
    ]

    @Test("the stage shows the intro, each round of the loop, and the outro")
    func stageShowsEachRound() throws {
        var room = try room()
        #expect(Self.times.map { color(room.grid(at: $0)) } == Self.colors)
    }

    @Test("frames of the cache are of the same part, also next to the ends of a round")
    func cachedFramesStayInTheirPart() throws {
        var room = try room(["combineWithin=2s", "frameCache=64MB"])
        var shown: Set<String> = []
        for step in 0..<249 {
            let time = 1.005 + Double(step) * 0.006
            let color = color(room.grid(at: time))
            if time < 2.499 { shown.insert(color) }
        }
        #expect(shown == ["green", "blue"])
    }

    @Test("the status line counts the rounds, and its progress stays at the end of the loop")
    func statusLineCountsRounds() throws {
        var room = try room()
        func status(at time: Double) -> String {
            let grid = room.grid(at: time)
            return (0..<24).map { Room.text(grid, row: $0) }.first { $0.contains(" %") && $0.contains("ann") } ?? ""
        }
        #expect(!status(at: 1.2).contains("loop"))
        #expect(status(at: 1.6).contains("60 %  loop ×2"))
        #expect(status(at: 2.3).contains("60 %  loop ×3"))
        #expect(!status(at: 2.6).contains("loop"))
    }

    @Test("a gift that is closed in a further round leaves with the frame that was shown")
    func closedGiftLeavesWithItsFrame() throws {
        var room = try room(["combineWithin=9s", "replacement=fade"])
        #expect(color(room.grid(at: 1.6)) == "green")
        room.press("x", at: 1.6)
        let departed = try #require(room.show.session.scene.departed)
        #expect(departed.position == 1_100_000_000)
        #expect(departed.elapsed == 1_500_000_000)
    }

    /// The catalogue with a rocket whose loop has two rounds in any case, each of 0.5 s.
    private static let plannedCatalogue = catalogue.replacing(
        "duration: 2.5, loop: {from: 1, to: 1.5}", with: "duration: 3, rounds: {from: 1, to: 2, count: 2}")

    private func plannedRoom() throws -> Room {
        let composition = try Composition(json: Self.rocket)
        func part(_ marker: String, times: Int = 1) throws -> PlaybackCourse.Part {
            let segment = try PlaybackSegment(marker: marker, in: composition)
            return PlaybackCourse.Part(PlaybackPlan(segment, of: composition, repeats: .times(times)))
        }
        let course = PlaybackCourse([try part("intro"), try part("loop", times: 2), try part("outro")])
        return try Room(
            events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], animation: { _ in Self.rocket },
            catalogue: Self.plannedCatalogue, rocket: PresentationOptions(course: course))
    }

    @Test("planned rounds are shown and counted, and progress goes on in them")
    func plannedRoundsAreShown() throws {
        var room = try plannedRoom()
        func status(at time: Double) -> String {
            let grid = room.grid(at: time)
            return (0..<24).map { Room.text(grid, row: $0) }.first { $0.contains(" %") && $0.contains("ann") } ?? ""
        }
        #expect(color(room.grid(at: 1.1)) == "green" && color(room.grid(at: 1.4)) == "blue")
        #expect(!status(at: 1.4).contains("loop"))
        #expect(status(at: 1.6).contains("53 %  loop ×2"))
        #expect(color(room.grid(at: 1.65)) == "green" && color(room.grid(at: 1.9)) == "blue")
        #expect(color(room.grid(at: 2.1)) == "yellow" && !status(at: 2.1).contains("loop"))
    }

    @Test("a recording has the planned rounds, and makes the same decisions")
    func recordingHasPlannedRounds() throws {
        var room = try plannedRoom()
        for time in [0.5, 1.6, 3.5] { _ = room.grid(at: time) }
        room.show.end(at: 4 * .second)
        #expect(room.recording.contains(#""duration":3,"rounds":{"from":1,"to":2,"count":2}"#))
        #expect(room.recording.contains(#"{"at":1.5,"event":"looped","gift":1,"round":2}"#))
        #expect(!room.recording.contains(#""round":3"#))
        #expect(RecordingCheck(try Recording(Array(room.recording.utf8), path: "a.jsonl")).difference == nil)
    }

    @Test("a recording has the loop, makes the same decisions, and shows the same rounds")
    func replayShowsTheSameRounds() throws {
        var room = try room()
        for time in Self.times { _ = room.grid(at: time) }
        room.show.end(at: 4 * .second)
        #expect(room.recording.contains(#""duration":2.5,"loop":{"from":1,"to":1.5}"#))
        #expect(room.recording.contains(#"{"at":1.5,"event":"looped","gift":1,"round":2}"#))
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        var statistics = FrameStatistics(processorTime: { 0 })
        let colors = Self.times.map { time in
            var show = ReplayShow(recording, in: room.setup, from: Nanoseconds(time * 1e9))
            show.handle(.character(" "), at: 0)
            var grid = CellGrid(columns: 80, rows: 24)
            show.paint(&grid, at: 0, statistics: &statistics)
            return color(grid)
        }
        #expect(colors == Self.colors)
    }

    @Test("a step back or forward begins at the frame that is shown")
    func stepsBeginAtTheShownFrame() throws {
        var room = try room(["combineWithin=9s"])
        _ = room.grid(at: 1.75)
        room.show.handle(.character(","), at: 1_750_000_000)
        let running = try #require(room.show.controller.running)
        #expect(running.round == 1)
        #expect(abs(running.position - 1_233_333_334) < 20_000_000)
    }
}
