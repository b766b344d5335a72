import ExactNumbers
import Foundation
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import SeededRandomness
import Terminal
import TerminalCells
import TestSupport
import Testing

@testable import RoomUI

/// A session with random events, settings and inputs, generated from a seed.
private struct RandomSession {
    var room: Room
    let end: Nanoseconds

    static let modes = ["mode=queue", "mode=replace"]
    static let otherSettings = [
        "early=hold", "backlog=park", "maxWaiting=2", "overflow=dropCheapest", "combineWithin=2s", "order=value",
        "gap=700ms", "missing=wait", "waitAtMost=1s", "expireAfter=3s", "replaceAt=0.7",
        "odds=on",
    ]

    init(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var options = [Self.modes[chance.next(below: 2)]]
        for option in Self.otherSettings where chance.next(below: 3) == 0 { options.append(option) }
        var time = 0.0
        let events = (0..<30).map { index -> FeedEvent in
            time += Double(chance.next(below: 900)) / 1_000
            guard chance.next(below: 4) > 0 else {
                return FeedEvent(
                    at: .milliseconds(Int(time * 1_000)), kind: .like(from: Viewer(id: "b", name: "bob"), count: 2))
            }
            let kind = ["heart", "rocket", "unheard-of"][chance.next(below: 9) / 4]
            return Room.gift(
                kind, from: ["ann", "bob"][chance.next(below: 2)], at: time, id: "m-\(chance.next(below: 40))")
        }
        room = try Room(options, events: events)
        end = Nanoseconds((time + 2) * 1e9)
        var now: Nanoseconds = 0
        while true {
            now += Nanoseconds(1 + chance.next(below: 1_300_000_000))
            guard now < end else { break }
            if chance.next(below: 3) == 0 { room.show.advance(to: now - Nanoseconds(chance.next(below: 1_000))) }
            room.show.handle(Self.event(&chance), at: now)
        }
        room.show.end(at: end)
    }

    private static func event(_ chance: inout SeededGenerator) -> InputEvent {
        switch chance.next(below: 13) {
        case 0: .key(.escape)
        case 5: .key(chance.next(below: 2) == 0 ? .down : .up)
        case 1: .mouse(MouseEvent(.left, .press, column: 40, row: 20))
        case 2: .resize(columns: 60 + chance.next(below: 60), rows: 20 + chance.next(below: 20))
        case 3: .paste("xXm")
        case 4: .key(.modified("a"), [.control])
        default: .character(Array("xXm[] 112?hr")[chance.next(below: 12)])
        }
    }
}

@Suite("Replays and checks of recorded sessions")
struct ReplayTests {
    @Test(
        "a check makes the same decisions again as the recorded session, whatever happened in it",
        arguments: 0..<60 as Range<UInt64>
    )
    func check(seed: UInt64) throws {
        let session = try RandomSession(seed: seed)
        let recording = try Recording(Array(session.room.recording.utf8), path: "a.jsonl")
        #expect(recording.hasEnd && !recording.isIncomplete)
        let check = RecordingCheck(recording)
        #expect(check.difference == nil, "seed \(seed)")
        #expect(check.equalCount == session.room.trace.lines.count && check.equalCount > 30)
        let times = session.room.trace.record.map(\.at)
        #expect(times == times.sorted())
    }

    @Test("a replay on the stage gives the recorded trace at any speed", arguments: 0..<20 as Range<UInt64>)
    func replay(seed: UInt64) throws {
        let session = try RandomSession(seed: seed)
        let recording = try Recording(Array(session.room.recording.utf8), path: "a.jsonl")
        let again = try Room()
        var setup = again.setup
        setup.settings = recording.header.settings
        let speed = Millionths([500_000, 1_000_000, 3_000_001][Int(seed % 3)])
        var show = ReplayShow(recording, in: setup, speed: speed)
        var time: Nanoseconds = 0
        while let due = show.nextDue, time < 3 * session.end {
            #expect(due >= time)
            time = max(due, time + 1)
            show.advance(to: time)
        }
        let unfinished = session.room.trace.lines.filter { !$0.contains(#""unplayed""#) }
        #expect(again.trace.lines == unfinished, "seed \(seed)")
        #expect(!show.isOver && !show.isMoving)
    }

    @Test(
        "a position of a replay looks the same, from wherever the viewer seeks to it", arguments: 0..<6 as Range<UInt64>
    )
    func seeking(seed: UInt64) throws {
        let session = try RandomSession(seed: seed)
        let recording = try Recording(Array(session.room.recording.utf8), path: "a.jsonl")
        let setup = try Room().setup
        var statistics = FrameStatistics(processorTime: { 0 })
        func picture(_ show: inout ReplayShow) -> CellGrid {
            var grid = CellGrid(columns: 80, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            return grid
        }
        var show = ReplayShow(recording, in: setup, from: 12 * .second)
        show.handle(.character(" "), at: 0)
        for (key, place) in [(Key.left, 7), (.left, 2), (.right, 7), (.right, 12), (.left, 7), (.home, 0), (.right, 5)]
        {
            show.handle(.key(key), at: 1)
            var fresh = ReplayShow(recording, in: setup, from: Nanoseconds(place) * .second)
            fresh.handle(.character(" "), at: 0)
            let expected = picture(&fresh)
            let found = picture(&show)
            #expect((0..<24).allSatisfy { Room.text(found, row: $0) == Room.text(expected, row: $0) }, "at \(place)")
        }
    }

    @Test("space pauses a replay, brackets change its speed, and the status line shows both")
    func controls() throws {
        var session = try Room(events: [Room.gift("rocket", from: "ann", at: 1, id: "a")])
        session.press("m", at: 2)
        session.show.end(at: 70 * .second)
        let recording = try Recording(Array(session.recording.utf8), path: "a.jsonl")
        var show = ReplayShow(recording, in: try Room().setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        func line(_ columns: Int = 80) -> String {
            var grid = CellGrid(columns: columns, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            return Room.text(grid, row: 24)
        }
        show.advance(to: 2_100_000_000)
        #expect(line().contains("▶ 0:02 / 1:10  ━") && line().contains("key m"))
        // The sentence about the start of the rocket begins to fade.
        let fade = Nanoseconds.second + DecisionLine.displayTime - DecisionLine.movementTime
        #expect(show.isMoving && show.nextDue == fade)
        show.handle(.character(" "), at: 3 * .second)
        show.advance(to: 60 * .second)
        #expect(line().contains("▌▌ 0:03 / 1:10") && !show.isMoving && show.nextDue == nil)
        show.handle(.character(" "), at: 60 * .second)
        show.handle(.character("]"), at: 60 * .second)
        show.advance(to: 62 * .second)
        #expect(line().contains("0:07 / 1:10 ×2"))
        show.handle(.key(.end), at: 63 * .second)
        #expect(line().contains("end, space begins again"))
        show.handle(.character(" "), at: 64 * .second)
        #expect(line().contains("0:00 / 1:10"))
        // A click in the middle of the bar seeks to the middle.
        let text = Array(line())
        let bar = text.indices.filter { text[$0] == "━" || text[$0] == "─" }
        show.handle(.mouse(MouseEvent(.left, .press, column: bar[bar.count / 2], row: 24)), at: 64 * .second)
        #expect(line().contains("0:35 / 1:10") || line().contains("0:36 / 1:10"))
        for columns in [1, 5, 20, 30, 200] { #expect(line(columns).count == columns) }
        show.handle(.character("q"), at: 65 * .second)
        #expect(show.isOver)
    }

    @Test("the panel of recent gifts does not offer to send a gift again in a replay, where r has no effect")
    func panel() throws {
        var session = try Room(events: [Room.gift("rocket", from: "ann", at: 1, id: "a")])
        session.show.advance(to: 3 * .second)
        session.show.end(at: 4 * .second)
        let recording = try Recording(Array(session.recording.utf8), path: "a.jsonl")
        let again = try Room()
        var show = ReplayShow(recording, in: again.setup, from: 2 * .second)
        var statistics = FrameStatistics(processorTime: { 0 })
        func lines() -> [String] {
            var grid = CellGrid(columns: 80, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            return (0..<25).map { Room.text(grid, row: $0) }
        }
        // A gift plays, but a replay has no button to close it.
        #expect(lines().contains { $0.contains("Rocket ann") } && !lines().contains { $0.contains("[ ✕ ]") })
        show.handle(.character("h"), at: 0)
        for key in [InputEvent.key(.home), .key(.right)] {
            #expect(lines().contains { $0.contains("↑ ↓ choose  Esc close") })
            show.handle(key, at: 0)
        }
        show.handle(.character("r"), at: 0)
        #expect(lines().contains { $0.contains("not in a replay") }, "r says why it has no effect")
        #expect(lines().contains { $0.contains("Last gifts  1 so far") })
        #expect(!again.trace.lines.contains { $0.contains(#""gift":2"#) })
    }

    @Test(
        "the help lists the keys of a replay and no keys of the room, and the keys do what it says",
        arguments: [false, true])
    func help(isASCII: Bool) throws {
        let recording = Recording(header: try Room().header, lines: [RecordedLine(at: 70 * .second, .end)])
        var show = ReplayShow(recording, in: try Room(isASCII: isASCII).setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        func lines(_ columns: Int = 80) -> [String] {
            var grid = CellGrid(columns: columns, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            // The picture is visible between the words of the help.
            return (0..<25).map { Room.text(grid, row: $0).replacing(".", with: " ") }
        }
        #expect(!lines().contains { $0.contains("send") })
        show.handle(.character("?"), at: 0)
        let (back, forth) = isASCII ? ("<-", "->") : ("←", "→")
        let said = [
            "space       pause/resume; at the end, restart", "\(back)  \(forth) ", " seek 5 s back/forward",
            "Home  End   to the beginning or the end", "click       on the bar below: go there",
            " seek 1 frame back/forward", "<  >  =     slower or faster", "h           the last gifts; ",
            "q           close what is open, or quit",
        ]
        for words in said { #expect(lines().contains { $0.contains(words) }, "\(words)") }
        for words in ["send", "lower/raise replaceAt", "queue and replace", "close the gift", "clear"] {
            #expect(!lines().contains { $0.contains(words) }, "\(words)")
        }
        for (key, place) in [(Key.right, "0:05 /"), (.left, "0:00 /"), (.end, "1:10 /"), (.home, "0:00 /")] {
            show.handle(.key(key), at: 0)
            #expect(lines()[24].contains(place))
        }
        for columns in [20, 30, 200] { #expect(lines(columns).allSatisfy { $0.count == columns }) }
        show.handle(.key(.escape), at: 0)
        #expect(!lines().contains { $0.contains("slower or faster") })
    }

    @Test("an empty session can be replayed")
    func empty() throws {
        let recording = Recording(header: try Room().header, lines: [])
        var show = ReplayShow(recording, in: try Room().setup, from: 5 * .second)
        show.advance(to: .second)
        show.handle(.key(.right), at: .second)
        show.handle(.character(" "), at: .second)
        #expect(show.nextDue == nil && !show.isOver)
    }

    @Test("a recording contains the changes of the configuration file, with the file's name but without its folder")
    func configuration() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mode: replace\nmaxWaiting: 3\n", to: "config.yaml")
        var room = try Room(configuration: ConfigurationWatcher(path: path, files: DiskFiles()))
        room.press("1", at: 1)
        room.show.end(at: 2 * .second)
        #expect(!room.recording.contains(folder.path))
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        let again = try Room()
        var show = ReplayShow(recording, in: again.setup)
        show.advance(to: 1_500_000_000)
        var grid = CellGrid(columns: 80, rows: 25)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: 1_500_000_000, statistics: &statistics)
        #expect(Room.text(grid, row: 21).contains("REPLACE  config.yaml"))
    }

    @Test("a signal ends the session in the recording too")
    func end() throws {
        var room = try Room()
        room.press("2", at: 1)
        room.show.end(at: 2 * .second)
        #expect(room.recording.hasSuffix(#""outcome":"unplayed","reason":"running"}"# + "\n"))
        #expect(room.recording.contains(#"{"at":2,"type":"end"}"#))
    }

    @Test(
        "the names of keys read back as the same keys",
        arguments: [
            InputEvent.key(.up), .key(.function(12), [.shift]), .key(.modified("q"), [.alt, .control]), .character(" "),
            .character("'"), .character("F"), .key(.tab, [.shift]),
            .mouse(MouseEvent(.wheelDown, .press, column: 1, row: 2)), .resize(columns: 1, rows: 2),
        ])
    func keyNamesReadBack(event: InputEvent) throws {
        #expect(InputEvent(try #require(RecordedLine.TerminalInput(event))) == event)
    }
}
