import ExactNumbers
import Recordings
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Screencasts of recorded sessions")
struct ScreencastTests {
    private let recording: Recording
    /// The screens of the recorded session, thirty per second.
    private let sessionScreens: [CellGrid]

    /// Records a session with gifts and chat in which the viewer opens panels, searches the palette, changes the mode,
    /// resizes the terminal and closes a gift.
    init() throws {
        let chat = ChatMessage(id: "c", from: Viewer(id: "b", name: "bob"), text: "hello 小雨 🎉")
        var room = try Room(events: [
            FeedEvent(at: .milliseconds(300), kind: .chat(chat)), Room.gift("heart", from: "ann", at: 0.41, id: "a"),
            Room.gift("rocket", from: "bob", at: 0.9, id: "b"), Room.gift("heart", from: "cy", at: 2.2, id: "c"),
        ])
        let keys: [(Double, String)] = [
            (0.5, "h"), (0.8, "h"), (1.21, "m"), (1.5, "?"), (1.7, "?"), (1.8, ":"), (1.85, "last"), (1.9, "\n"),
            (2.1, "h"),
            (2.15, ":cl"), (2.3, "\n"), (2.5, "x"),
        ]
        var seen: [CellGrid] = []
        var pressed = 0
        for step in 0..<90 {
            let time = Double(step) / 30
            while pressed < keys.count, keys[pressed].0 <= time {
                for key in keys[pressed].1 {
                    let event = key == "\n" ? InputEvent.key(.enter) : .character(key)
                    room.show.handle(event, at: Nanoseconds((keys[pressed].0 * 1e9).rounded()))
                }
                pressed += 1
            }
            if step == 40 { room.show.handle(.resize(columns: 70, rows: 20), at: Nanoseconds(time * 1e9)) }
            // The exact nanosecond matters, because a banner may be moving between two cells.
            seen.append(room.grid(at: ((time * 1e9).rounded() + 0.25) / 1e9))
        }
        room.show.end(at: 3 * .second)
        self.sessionScreens = seen
        recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
    }

    /// Returns the screen at each frame of a rate.
    private func screens(
        rate: Double = 30, from start: Nanoseconds = 0, columns: Int = 80, rows: Int = 24
    ) throws -> [CellGrid] {
        var setup = try Room().setup
        setup.settings = recording.header.settings
        let screencast = Screencast(
            of: recording, in: setup, from: start, columns: columns, rows: rows, framesPerSecond: rate)
        #expect(screencast.duration == 3 * .second - start)
        var screens: [CellGrid] = []
        for frame in screencast {
            let step = Int((Double(frame.time) / 1e9 * rate).rounded())
            while screens.count < step, let last = screens.last { screens.append(last) }
            #expect(screens.last != frame.screen)
            screens.append(frame.screen)
        }
        while Double(screens.count) < 3 * rate, let last = screens.last { screens.append(last) }
        return screens
    }

    @Test("a screencast has the cells of the recorded session in every frame")
    func cells() throws {
        let screens = try screens()
        #expect(screens.count == sessionScreens.count)
        for (step, (found, wanted)) in zip(screens, sessionScreens).enumerated() {
            let places = zip(found.cells, wanted.cells).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(places == [], "frame \(step)")
        }
        #expect(Set(sessionScreens.map { Room.text($0, row: 5) }).count > 3)
    }

    @Test("the frame rate does not change the content of the frames", arguments: [1.0, 3, 10, 15])
    func pacing(rate: Double) throws {
        let screens = try screens(rate: rate)
        for (index, screen) in screens.enumerated() {
            #expect(screen == sessionScreens[Int((Double(index) * 30 / rate).rounded())], "frame \(index)")
        }
    }

    @Test("a screencast shows neither the settings nor the statistics")
    func settings() throws {
        var room = try Room(events: [Room.gift("rocket", from: "bob", at: 0.1, id: "b")])
        for (time, key) in [(0.2, "s"), (0.3, "S"), (0.4, "h"), (0.5, "q")] { room.press(key, at: time) }
        room.show.handle(.key(.escape), at: 600_000_000)
        room.press("ss", at: 0.7)
        let open = room.grid(at: 0.8)
        room.show.end(at: .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        let screens = Array(Screencast(of: recording, in: try Room().setup, columns: 80, rows: 24)).map(\.screen)
        var plain = try Room(events: [Room.gift("rocket", from: "bob", at: 0.1, id: "b")])
        func text(_ grid: CellGrid?) -> [String] { (0..<24).map { row in grid.map { Room.text($0, row: row) } ?? "" } }
        #expect(text(open) != text(plain.grid(at: 0.8)))
        #expect(text(screens.last) == text(plain.grid(at: 29.0 / 30)))
    }

    @Test("a screencast from a later start has the same frames as the whole one from there")
    func start() throws {
        let screens = try screens(from: 2 * .second)
        #expect(screens.prefix(30).elementsEqual(sessionScreens[60...]))
    }

    @Test("a screencast of another size shows the same room")
    func size() throws {
        let screens = try screens(columns: 100, rows: 30)
        #expect(screens.allSatisfy { $0.columns == 100 && $0.rows == 30 })
        #expect(screens.contains { screen in (0..<30).contains { Room.text(screen, row: $0).contains("小") } })
    }
}
