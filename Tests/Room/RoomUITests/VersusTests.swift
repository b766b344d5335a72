import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

extension RoomShow {
    fileprivate var comparison: LiveComparison? { session.comparison }
    fileprivate var sides: [Settings] { comparison?.sides.map(\.controller.settings) ?? [] }
}

extension Room {
    fileprivate mutating func press(_ key: Key, _ modifiers: KeyModifiers = [], at seconds: Double) {
        show.handle(.key(key, modifiers), at: Nanoseconds(seconds * 1e9))
    }

    /// Returns the rows of the screen as text.
    fileprivate mutating func rows(at seconds: Double, columns: Int = 80, rows: Int = 24) -> [String] {
        let grid = grid(at: seconds, columns: columns, rows: rows)
        return (0..<rows).map { Self.text(grid, row: $0) }
    }

    /// The inputs of the recording: all lines except decisions and the viewer's keys.
    fileprivate var inputs: [String] {
        trace.record.compactMap { line in
            if case .input = line.kind { line.json } else { nil }
        }
    }
}

@Suite("The split stage")
struct VersusTests {
    private static let events = [
        Room.gift("rocket", from: "ann", at: 0.5, id: "a"), Room.gift("heart", from: "bob", at: 1, id: "b"),
        Room.gift("heart", from: "cy", at: 2.5, id: "c"), Room.gift("rocket", from: "dee", at: 4, id: "d"),
    ]

    @Test("v shows the room's policy beside the other mode, and Esc or v returns to the room")
    func opening() throws {
        var room = try Room(events: Self.events)
        room.press("v", at: 0.2)
        #expect(room.show.screen == .versus)
        #expect(room.show.sides.map(\.mode) == [.queue, .replace])
        let rows = room.rows(at: 0.8)
        #expect(rows[0].contains("Comparing live") && rows[0].contains("2 policies"))
        #expect(rows[1].contains("QUEUE") && rows[1].contains("the room's policy"))
        #expect(rows[1].contains("REPLACE") && rows[1].contains("replaceAt 30 %"))
        #expect(rows.contains { $0.components(of: "Rocket ann") == 2 })
        room.press(.escape, at: 1)
        #expect(room.show.screen == .room && room.show.comparison == nil)
        room.press("v", at: 1.1)
        room.press("v", at: 1.2)
        #expect(room.show.screen == .room && room.show.comparison == nil)
    }

    @Test("a headline without other facts begins with the words about the room, and the count of one gift is singular")
    func words() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0.5, id: "a")])
        room.press("v", at: 0.2)
        let rows = room.rows(at: 1)
        #expect(rows[1].contains("QUEUE  the room's policy"))
        #expect(rows[0].contains("0 of 1 gift differs "))
    }

    @Test("the decisions and the recorded inputs of the room are the same with the split stage and without")
    func roomIsUnchanged() throws {
        var alone = try Room(events: Self.events)
        var split = try Room(events: Self.events)
        split.press("vme[[", at: 0.2)
        split.press(.tab, at: 0.7)
        split.press("mm]e", at: 1.7)
        for seconds in stride(from: 0.1, to: 12, by: 0.1) { _ = split.grid(at: seconds) }
        split.press(.escape, at: 12)
        alone.show.advance(to: 12 * .second)
        #expect(split.trace.lines == alone.trace.lines)
        #expect(split.inputs == alone.inputs)
    }

    @Test("keys change the chosen policy at once, and not the room's")
    func keys() throws {
        var room = try Room()
        room.press("v]e", at: 1)
        #expect(room.show.sides.map(\.replaceAt.percent) == ["30 %", "35 %"])
        #expect(room.show.sides.map(\.early) == [.drop, .hold])
        room.press("m", at: 2)
        #expect(room.show.sides.map(\.mode) == [.queue, .queue])
        room.press(.tab, at: 3)
        room.press("m[", at: 3)
        #expect(room.show.sides.map(\.mode) == [.replace, .queue])
        #expect(room.show.sides.map(\.replaceAt.percent) == ["25 %", "35 %"])
        room.press(.tab, .shift, at: 4)
        room.press("m", at: 4)
        #expect(room.show.sides.map(\.mode) == [.replace, .replace])
        #expect(room.show.controller.settings == Settings())
        let row = room.rows(at: 4.1).first { $0.contains("early hold") }
        #expect(row?.contains("early drop") == true)
    }

    @Test("a click on a stage chooses its policy")
    func click() throws {
        var room = try Room()
        room.press("v", at: 1)
        room.show.handle(.mouse(MouseEvent(.left, .press, column: 5, row: 8)), at: 2 * .second)
        room.press("e", at: 2)
        #expect(room.show.sides.map(\.early) == [.hold, .drop])
    }

    @Test("Enter makes the chosen policy the room's, and returns to the room")
    func adoption() throws {
        var room = try Room()
        room.press("ve]", at: 1)
        room.press(.enter, at: 2)
        #expect(room.show.screen == .room)
        let settings = room.show.controller.settings
        #expect(settings.mode == .replace && settings.early == .hold && settings.replaceAt.percent == "35 %")
        #expect(room.show.settings.origin(of: .mode) == .key("Enter"))
        #expect(room.inputs.count { $0.contains("\"type\":\"set\"") } == 1)
    }

    @Test("the keys of the stage act under every policy, and digits send gifts")
    func stageKeys() throws {
        var room = try Room()
        room.press("v2", at: 1)
        #expect(room.show.comparison?.sides.map(\.controller.running?.gift.kind) == ["rocket", "rocket"])
        room.press(" ", at: 2)
        #expect(room.show.comparison?.sides.allSatisfy { $0.controller.isPaused } == true)
        #expect(room.show.controller.isPaused)
        room.press(" x", at: 3)
        #expect(room.show.comparison?.sides.allSatisfy { $0.controller.running == nil } == true)
        #expect(room.show.controller.running == nil)
    }

    @Test("a gift that ends differently is marked on the stages and listed with its sender")
    func differences() throws {
        var room = try Room(events: Self.events)
        room.press("v", at: 0.2)
        #expect(room.rows(at: 0.9).contains { $0.contains("no gift has ended differently yet") })
        var rows = room.rows(at: 1.1)
        #expect(rows.contains { $0.contains("differs: Heart from bob waiting | Heart dropped: early at 12 %") })
        #expect(rows[0].contains("1 of 2 gifts differs"))
        #expect(rows[2].contains("differs: Heart waiting") && rows[2].contains("differs: Heart dropped: early"))
        rows = room.rows(at: 2.4)
        #expect(rows[2].contains("differs: Heart"))
        // The second heart replaces the rocket, so the rocket differs from then on.
        rows = room.rows(at: 2.6)
        #expect(rows.contains { $0.contains("differs: Rocket from ann playing | Rocket replaced at 50 %") })
        rows = room.rows(at: 3.9)
        #expect(rows.contains { $0.contains("1 dropped") && $0.contains("0 dropped") })
        rows = room.rows(at: 9.9)
        #expect(!rows[2].contains("differs"))
    }

    @Test("policies can be named, up to four; they are compared from the beginning")
    func namedPolicies() throws {
        let policies = [
            Policy("queue", [.mode(.queue)]), Policy("hold", [.mode(.replace), .early(.hold)]),
            Policy("replace,replaceAt=0.5", [.mode(.replace), .replaceAt(Millionths(500_000))]),
            Policy("never", [.mode(.replace), .replaceAt(Millionths(2_000_000))]),
        ]
        var room = try Room(events: Self.events, adjust: { $0.review.comparedPolicies = policies })
        room.show.open(.versus, at: 0)
        let rows = room.rows(at: 3, columns: 200, rows: 60)
        #expect(room.show.comparison?.start == 0)
        #expect(rows[1].contains("hold") && rows[1].contains("replaceAt 50 %") && rows[1].contains("replaceAt never"))
        #expect(room.show.comparison?.sides.map { $0.figures.gifts } == [3, 3, 3, 3])
    }

    @Test("stages that show the same moment of the same gift share one drawing")
    func sharedDrawing() throws {
        let same = [Policy("a", []), Policy("b", []), Policy("c", [])]
        var room = try Room(events: Self.events, adjust: { $0.review.comparedPolicies = same })
        room.show.open(.versus, at: 0)
        room.show.advance(to: .second)
        var clock: Nanoseconds = 0
        var statistics = FrameStatistics(processorTime: {
            clock += 1
            return clock
        })
        var grid = CellGrid(columns: 150, rows: 40)
        room.show.paint(&grid, at: .second, statistics: &statistics)
        #expect(statistics.total(.evaluate) == 1)
        let layout = VersusLayout(try #require(StageLayout(columns: 150, rows: 40)), count: 3, chosen: 2)
        func cells(_ area: CellRect) -> [Cell] {
            (area.row + 1..<area.endRow).flatMap { row in
                (area.column..<area.endColumn).map { grid[$0, row] }
            }
        }
        #expect(layout.panels.count == 3)
        #expect(cells(layout.panels[0].picture) == cells(layout.panels[1].picture))
        #expect(cells(layout.panels[0].picture) == cells(layout.panels[2].picture))
        #expect(Set(cells(layout.panels[0].picture).map { $0.pixels?.top }).count > 3)
    }

    @Test(
        "panels have equal pictures, do not overlap, and lie in the terminal",
        arguments: [(20, 6), (50, 15), (80, 24), (120, 36), (200, 60), (60, 50)], 1...4)
    func layout(size: (columns: Int, rows: Int), count: Int) throws {
        let stage = try #require(StageLayout(columns: size.columns, rows: size.rows))
        let bounds = stage.bounds
        for chosen in 0..<count {
            let layout = VersusLayout(stage, count: count, chosen: chosen)
            #expect(layout.panels.contains { $0.side == chosen })
            let sizes = Set(layout.panels.map { [$0.picture.columns, $0.picture.rows] })
            #expect(sizes.count == 1 && layout.panels[0].picture.rows >= 2)
            let areas =
                layout.panels.map(\.bounds) + [layout.title, layout.differences, stage.keyLine]
                + layout.separators
            for (index, area) in areas.enumerated() where !area.isEmpty {
                #expect(area.intersection(bounds) == area)
                for other in areas[(index + 1)...] { #expect(area.intersection(other).isEmpty) }
            }
        }
        if size.columns >= 80 { #expect(VersusLayout(stage, count: 2, chosen: 0).panels.count == 2) }
        if size.columns >= 200 {
            let layout = VersusLayout(stage, count: 4, chosen: 0)
            #expect(layout.panels.count == 4)
        }
    }

    @Test("panels are side by side on a wide terminal and stacked on a high one")
    func arrangement() throws {
        func rowCount(_ columns: Int, _ rows: Int) throws -> Int {
            let stage = try #require(StageLayout(columns: columns, rows: rows))
            return Set(VersusLayout(stage, count: 2, chosen: 1).panels.map(\.bounds.row)).count
        }
        #expect(try rowCount(80, 24) == 1)
        #expect(try rowCount(200, 60) == 1)
        #expect(try rowCount(50, 60) == 2)
    }

    @Test(
        "every size shows whole glyphs, with ASCII characters only where the terminal has no others",
        arguments: [(20, 6), (50, 15), (80, 24), (120, 36), (200, 60)], [false, true])
    func sizes(size: (columns: Int, rows: Int), isASCII: Bool) throws {
        var room = try Room(events: Self.events, isASCII: isASCII, adjust: { $0.display.size = size })
        room.press("v", at: 0.2)
        for seconds in [1.2, 2.6, 6] {
            let grid = room.grid(at: seconds, columns: size.columns, rows: size.rows)
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let followsWide = column > 0 && grid[column - 1, row].glyph.columns == 2
                    #expect((grid[column, row].glyph == .continuation) == followsWide)
                }
                if isASCII {
                    let text = Room.text(grid, row: row)
                    #expect(text.allSatisfy { $0.isASCII }, "\(text)")
                }
            }
        }
    }

    @Test("a screencast has the same cells as the session, with the keys on the split stage and the named policies")
    func screencast() throws {
        for policies in [[], [Policy("hold", [.mode(.replace), .early(.hold)]), Policy("queue", [.mode(.queue)])]] {
            var room = try Room(events: Self.events, adjust: { $0.review.comparedPolicies = policies })
            let inputs: [(Double, InputEvent)] = [
                (0.2, .character("v")), (1.21, .character("]")), (2.1, .key(.tab)), (2.2, .character("m")),
                (3.3, .character("2")), (4.4, .key(.enter)), (5.5, .character("v")),
            ]
            var screens: [CellGrid] = []
            var handled = 0
            for step in 0..<210 {
                let time = Double(step) / 30
                while handled < inputs.count, inputs[handled].0 <= time {
                    room.show.handle(inputs[handled].1, at: Nanoseconds((inputs[handled].0 * 1e9).rounded()))
                    handled += 1
                }
                screens.append(room.grid(at: ((time * 1e9).rounded() + 0.25) / 1e9))
            }
            room.show.end(at: 7 * .second)
            let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
            var step = 0
            for frame in Screencast(of: recording, in: room.setup, columns: 80, rows: 24) {
                step = Int((Double(frame.time) / 1e9 * 30).rounded())
                #expect(frame.screen == screens[step], "frame \(step)")
            }
            #expect(step > 150)
        }
    }

    @Test("a replay compares from the current position on, and again from there after moving back")
    func replay() throws {
        var room = try Room(events: Self.events)
        room.show.advance(to: 12 * .second)
        room.show.end(at: 12 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        var replay = ReplayShow(recording, in: room.setup)
        func rows(at time: Nanoseconds) -> [String] {
            var grid = CellGrid(columns: 80, rows: 24)
            var statistics = FrameStatistics(processorTime: { 0 })
            replay.advance(to: time)
            replay.paint(&grid, at: time, statistics: &statistics)
            return (0..<24).map { Room.text(grid, row: $0) }
        }
        replay.advance(to: 800_000_000)
        replay.handle(.character("v"), at: 800_000_000)
        #expect(rows(at: .second).contains { $0.contains("dropped: early") })
        #expect(!rows(at: .second).contains { $0.contains("use in the room") })
        let later = rows(at: 3 * .second)
        _ = rows(at: 9 * .second)
        // Five seconds back, then forward again in frames: the comparison is the same as before.
        replay.handle(.key(.left), at: 9 * .second)
        replay.handle(.character(" "), at: 9 * .second)
        for _ in 0..<30 { replay.handle(.character(","), at: 9 * .second) }
        let again = rows(at: 9 * .second)
        #expect(Array(again.prefix(20)) == Array(later.prefix(20)))
        // From a position before the comparison began, it begins there.
        replay.handle(.key(.home), at: 9 * .second)
        #expect(rows(at: 9 * .second)[0].contains("since 0:00"))
        #expect(rows(at: 9 * .second)[0].contains("0 of 0 gifts"))
    }
}

extension String {
    /// Returns the number of occurrences of a text.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
