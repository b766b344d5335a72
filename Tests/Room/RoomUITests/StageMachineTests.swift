import ExactNumbers
import GiftPackages
import LottieDocument
import Playback
import Recordings
import RoomEvents
import RoomSession
import SeededRandomness
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Gifts with a state machine on the stage")
struct StageMachineTests {
    /// A rocket of a second each: red, green, blue and yellow. The layer `pad` is a square in the middle.
    private static let rocket = Array(
        """
        {"v":"5.7.0","fr":60,"ip":0,"op":240,"w":40,"h":40,"layers":[
          {"ty":1,"nm":"pad","ip":0,"op":240,"st":0,"sr":1,"sw":10,"sh":10,"sc":"#000000",
           "ks":{"o":{"k":0},"p":{"k":[15,15]}}},
          {"ty":1,"ip":0,"op":60,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}},
          {"ty":1,"ip":60,"op":120,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#00ff00","ks":{}},
          {"ty":1,"ip":120,"op":180,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#0000ff","ks":{}},
          {"ty":1,"ip":180,"op":240,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ffff00","ks":{}}],
         "markers":[{"cm":"calm","tm":0,"dr":60},{"cm":"wild","tm":60,"dr":60},{"cm":"hit","tm":120,"dr":60},
           {"cm":"mine","tm":180,"dr":60}]}
        """.utf8)

    /// Red at first, green from a streak of three on, blue for half a second after a hit, yellow for bob and after three
    /// seconds.
    private static let machine = """
        {"initial":"calm",
         "inputs":[{"type":"Numeric","name":"streak","value":0},{"type":"String","name":"name","value":""},
           {"type":"Numeric","name":"clock","value":0},{"type":"Event","name":"hop"},{"type":"Event","name":"done"}],
         "interactions":[{"type":"Click","layerName":"pad","actions":[{"type":"Fire","inputName":"hop"}]},
           {"type":"OnComplete","stateName":"hit","actions":[{"type":"Fire","inputName":"done"}]}],
         "states":[
          {"type":"GlobalState","name":"any","transitions":[
            {"type":"Transition","toState":"hit","guards":[{"type":"Event","inputName":"hop"}]},
            {"type":"Transition","toState":"mine","guards":[
              {"type":"String","inputName":"name","conditionType":"Equal","compareTo":"bob"}]},
            {"type":"Transition","toState":"mine","guards":[
              {"type":"Numeric","inputName":"clock","conditionType":"GreaterThanOrEqual","compareTo":3}]}]},
          {"type":"PlaybackState","name":"calm","animation":"","segment":"calm","autoplay":true,"loop":true,
           "transitions":[{"type":"Transition","toState":"wild","guards":[
             {"type":"Numeric","inputName":"streak","conditionType":"GreaterThanOrEqual","compareTo":3}]}]},
          {"type":"PlaybackState","name":"wild","animation":"","segment":"wild","autoplay":true,"loop":true,
           "transitions":[]},
          {"type":"PlaybackState","name":"mine","animation":"","segment":"mine","transitions":[]},
          {"type":"PlaybackState","name":"hit","animation":"","segment":"hit","autoplay":true,"speed":2,
           "transitions":[{"type":"Transition","toState":"calm","guards":[{"type":"Event","inputName":"done"}]}]}]}
        """

    private static func options() throws -> PresentationOptions {
        let manifest = try GiftManifest(
            yaml: Array("stateMachine: {inputs: {streak: count, name: sender, clock: seconds}, keys: {k: hop}}".utf8),
            file: "gift.yaml")
        return PresentationOptions(
            machine: try GiftMachine(files: ["s/fly.json": Array(Self.machine.utf8)], manifest))
    }

    private func room(
        _ options: [String] = ["combineWithin=2s"],
        events: [FeedEvent] = [Room.gift("rocket", from: "ann", at: 0, id: "a")]
    ) throws -> Room {
        try Room(options, events: events, animation: { _ in Self.rocket }, rocket: try Self.options())
    }

    /// The name of the color beside the middle of the picture.
    private func color(_ grid: CellGrid) -> String {
        let color = Int(grid[30, 8].background.rgb ?? 0)
        switch (color >> 16 > 200, color >> 8 & 255 > 200, color & 255 > 200) {
        case (true, false, false): return "red"
        case (false, true, false): return "green"
        case (false, false, true): return "blue"
        case (true, true, false): return "yellow"
        default: return "other"
        }
    }

    private func click(_ room: inout Room, column: Int = 39, row: Int = 10, at seconds: Double) {
        for action in [MouseEvent.Action.press, .release] {
            room.show.handle(
                .mouse(MouseEvent(.left, action, column: column, row: row)), at: Nanoseconds(seconds * 1e9))
        }
    }

    @Test("the streak's count drives the machine while it grows, and the gift is as long as without the machine")
    func streak() throws {
        var room = try room(
            events: [0, 0.6, 1.2].enumerated().map { Room.gift("rocket", from: "ann", at: $1, id: "\($0)") })
        #expect([0.5, 1.1, 1.3, 2].map { color(room.grid(at: $0)) } == ["red", "red", "green", "green"])
        _ = room.grid(at: 3.9)
        #expect(room.show.controller.running != nil)
        _ = room.grid(at: 4.1)
        #expect(room.show.controller.running == nil)
    }

    @Test("the sender's name and the seconds drive the machine")
    func senderAndTime() throws {
        var room = try room(events: [Room.gift("rocket", from: "bob", at: 0, id: "a")])
        #expect(color(room.grid(at: 0.5)) == "yellow")
        room = try self.room()
        #expect([2.9, 3.1].map { color(room.grid(at: $0)) } == ["red", "yellow"])
    }

    @Test("a click on the layer and a key that the room does not use drive the machine, and nothing else does")
    func pointerAndKeys() throws {
        var room = try room()
        _ = room.grid(at: 0.4)
        click(&room, column: 2, row: 3, at: 0.4)
        #expect(color(room.grid(at: 0.5)) == "red")
        click(&room, at: 0.6)
        #expect([0.7, 1.0, 1.2].map { color(room.grid(at: $0)) } == ["blue", "blue", "red"])
        room.press("k", at: 1.3)
        #expect([1.4, 1.9].map { color(room.grid(at: $0)) } == ["blue", "red"])
        let touches = room.trace.record.compactMap { line -> StageTouch? in
            if case .touch(let touch)? = line.input { touch } else { nil }
        }
        #expect(touches == [.pointer("Click", layers: []), .pointer("Click", layers: ["pad"]), .key("k")])
    }

    @Test("a pause stops the machine's time, and a move back forgets what came later, but not the count")
    func pauseAndMove() throws {
        var room = try room(
            events: [0, 0.6, 1.2].enumerated().map { Room.gift("rocket", from: "ann", at: $1, id: "\($0)") })
        room.press("k", at: 1.5)
        room.press(" ", at: 1.6)
        #expect(color(room.grid(at: 9)) == "blue")
        // To the start: the hit is forgotten, and the streak is still one of three.
        for _ in 0..<2 { room.show.handle(.key(.left), at: 9 * .second) }
        #expect(color(room.grid(at: 9.1)) == "green")
        room.press(" ", at: 9.2)
        #expect(color(room.grid(at: 9.8)) == "green")
    }

    @Test("with reduced motion the gift is one still picture that does not react")
    func reducedMotion() throws {
        var room = try room(["motion=reduced"])
        _ = room.grid(at: 0.4)
        click(&room, at: 0.5)
        #expect([0.6, 1, 3.5].map { color(room.grid(at: $0)) } == ["red", "red", "red"])
    }

    @Test("a gift cannot have the keys that the room uses, and can have all others")
    func roomKeys() throws {
        let room = try room()
        let commands = room.show.commands
        let used = commands.entries.flatMap(\.keys).compactMap { stroke -> Character? in
            if case .character(let key) = stroke.event { key } else { nil }
        }
        // The number of gifts decides which digits are used.
        #expect(GiftMachineOptions.roomKeys.union("0123456789 ") == Set(used).union("0123456789"))
    }

    @Test("a recording has what was done to a gift, and its replay shows the same at every frame", arguments: 1...20)
    func replay(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let events = (0..<12).map { index in
            Room.gift(
                "rocket", from: index % 3 == 1 ? "bob" : "ann", at: Double(index) * 0.7, id: "\(index)")
        }
        let policy = ["combineWithin=2s", "mode=replace", "replaceAt=0.5"]
        var room = try room(policy, events: events)
        var inputs: [(Double, Bool)] = (0..<15).map { _ in
            (Double.random(in: 0.1..<9.5, using: &random), Bool.random(using: &random))
        }
        inputs.sort { $0.0 < $1.0 }
        // A painting begins up to a frame after the time of its frame.
        let delay = Double.random(in: 0..<1 / 30, using: &random)
        let times = (0..<299).map { Double($0) / 30 + delay }
        var shown: [String] = []
        for time in times {
            while let (at, isKey) = inputs.first, at <= time {
                inputs.removeFirst()
                if isKey { room.press("k", at: at) } else { click(&room, at: at) }
            }
            shown.append(color(room.grid(at: time)))
        }
        room.show.end(at: 10 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        var replay = ReplayShow(recording, in: room.setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        var again: [String] = []
        for time in times.map({ Nanoseconds($0 * 1e9) }) {
            replay.advance(to: time)
            var grid = CellGrid(columns: 80, rows: 25)
            replay.paint(&grid, at: time, statistics: &statistics)
            again.append(color(grid))
        }
        #expect(again == shown, "seed \(seed)")
        #expect(Set(shown).isSuperset(of: ["red", "blue"]), "seed \(seed)")
    }
}
