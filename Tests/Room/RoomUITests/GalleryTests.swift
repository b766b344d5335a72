import ExactNumbers
import LottieDocument
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The gallery")
struct GalleryTests {
    /// A composition of 60 frames, red in its first half and green in its second, with three markers in range.
    private static let marked = Array(
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":60,"w":40,"h":40,
         "markers":[{"cm":"end","tm":60,"dr":0},{"cm":"begin","tm":0,"dr":0},{"cm":"turn","tm":30,"dr":0},
                    {"cm":"beyond","tm":90,"dr":0}],
         "layers":[
          {"ty":1,"ip":30,"op":60,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#00ff00","ks":{}},
          {"ty":1,"ip":0,"op":30,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
        """.utf8)

    private func gallery(_ options: [String] = []) throws -> Room {
        var room = try Room.withScenes(options, animation: { _ in Self.marked })
        room.press("g", at: 1)
        return room
    }

    /// Returns the line that shows the position in the gift.
    private func position(_ room: inout Room, at seconds: Double) -> String {
        Room.text(room.grid(at: seconds), row: 22)
    }

    private func color(_ room: inout Room, at seconds: Double) throws -> CellColor {
        let layout = GalleryLayout(try #require(StageLayout(columns: 80, rows: 24)), count: 14)
        return room.grid(at: seconds)[
            layout.picture.column + layout.picture.columns / 2, layout.picture.row + layout.picture.rows / 2
        ].background
    }

    @Test("markers lie within the gift, whatever its duration", arguments: [Nanoseconds.max, 2, 2_000_000_000])
    func markers(duration: Nanoseconds) throws {
        let markers = GiftMarker.all(of: try Composition(json: Self.marked), duration: duration)
        #expect(markers.map(\.name) == ["begin", "turn", "end"])
        #expect(markers.map(\.time) == [0, duration / 2 + duration % 2, duration])
    }

    @Test("the gallery lists all gifts and shows the facts of the chosen one")
    func facts() throws {
        var room = try gallery()
        var lines = room.lines(at: 1)
        for words in [
            "2 gifts", "💖 Heart", "🚀 Rocket", "1 coin", "1 s  60 frames, 30 a second", "built in", "1 begin 0 s",
            "2 turn 0.5 s", "3 end 1 s",
        ] { #expect(lines.contains { $0.contains(words) }, "\(words)") }
        #expect(!lines.contains { $0.contains("beyond") })
        room.show.handle(.key(.down), at: .second)
        lines = room.lines(at: 1)
        #expect(lines.contains { $0.contains("500 coins") } && lines.contains { $0.contains("2 turn 2 s") })
    }

    @Test("the gift plays in a loop, and the picture is that of the current time")
    func giftPlaysInALoop() throws {
        var room = try gallery()
        #expect(try color(&room, at: 1.25) == CellColor(0xFF0000))
        #expect(try color(&room, at: 1.75) == CellColor(0x00FF00))
        #expect(try color(&room, at: 2.25) == CellColor(0xFF0000))
        #expect(position(&room, at: 1.25).contains("▶ 0.25 / 1.00 s  frame 16 of 60"))
        #expect(position(&room, at: 4.5).contains("0.50 / 1.00 s  frame 31 of 60  ┃ turn"))
        #expect(room.show.needsPainting(at: 5 * .second))
    }

    @Test("the keys that control the stage's gift control the gallery's gift too: pause, seconds, frames, speed")
    func progress() throws {
        var room = try gallery()
        room.show.handle(.key(.down), at: .second)
        let steps: [(String, Double, String)] = [
            (" ", 1.5, "▌▌ 0.50 / 4.00 s  frame 8 of 60"), (".", 1.5, "0.53 / 4.00 s  frame 9 of 60"),
            (",,", 1.5, "0.40 / 4.00 s  frame 7 of 60"), (" ", 1.5, "▶ 0.40 / 4.00 s"), ("<", 2.5, "1.40 / 4.00 s"),
            ("", 3.5, "1.90 / 4.00 s  frame 29 of 60  ×0.5"), ("=", 3.5, "1.90 / 4.00 s"), (">", 3.5, "×2"),
            ("", 5, "0.90 / 4.00 s"),
        ]
        for (keys, time, words) in steps {
            room.press(keys, at: time)
            #expect(position(&room, at: time).contains(words), "\(keys) at \(time)")
        }
        room.press("= ", at: 5)
        room.show.handle(.key(.right), at: 5 * .second)
        #expect(position(&room, at: 5).contains("1.90 / 4.00"))
        for _ in 0..<3 { room.show.handle(.key(.left), at: 5 * .second) }
        #expect(position(&room, at: 5).contains("0.00 / 4.00"))
        #expect(!room.show.needsPainting(at: 6 * .second))
        // The keys have no effect on the stage, which writes no other line to the trace.
        #expect(room.trace.lines.count == 1)
    }

    @Test("Tab goes from marker to marker, and a digit goes to the marker of that number")
    func markers() throws {
        var room = try gallery()
        let tab = InputEvent.key(.tab), back = InputEvent.key(.tab, .shift)
        let steps: [(InputEvent, String)] = [
            (tab, "0.50 / 1.00"), (tab, "1.00 / 1.00"), (tab, "0.00 / 1.00"), (back, "1.00 / 1.00"),
            (back, "0.50 / 1.00"),
            (.character("1"), "0.00 / 1.00"), (.character("3"), "1.00 / 1.00"), (.character("9"), "1.00 / 1.00"),
        ]
        for (event, words) in steps {
            room.show.handle(event, at: 1_250_000_000)
            #expect(position(&room, at: 1.25).contains("▌▌ \(words)"), "\(event)")
        }
        room.press(" ", at: 2)
        #expect(position(&room, at: 2.25).contains("▶ 0.25 / 1.00"))
    }

    @Test("the mouse drags the bar and chooses a gift")
    func mouse() throws {
        var room = try gallery()
        room.press(" ", at: 1)
        let layout = GalleryLayout(try #require(StageLayout(columns: 80, rows: 24)), count: 14)
        func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
            room.show.handle(.mouse(MouseEvent(.left, action, column: column, row: row)), at: 2 * .second)
        }
        mouse(.drag, layout.progressBar.column + 39, layout.progressBar.row)
        #expect(position(&room, at: 2).contains("0.00 / 1.00"))
        mouse(.press, layout.progressBar.column + 39, layout.progressBar.row)
        #expect(position(&room, at: 2).contains("0.50 / 1.00"))
        mouse(.drag, 1000, 3)
        #expect(position(&room, at: 2).contains("0.98 / 1.00"))
        mouse(.release, 10, 3)
        mouse(.drag, layout.progressBar.column, layout.progressBar.row)
        #expect(position(&room, at: 2).contains("0.98 / 1.00"))
        let tile = try #require(layout.tile(1, showing: 0))
        mouse(.press, tile.column + 3, tile.row)
        #expect(room.show.galleryScreen?.chosen == "rocket")
    }

    @Test("Enter sends the gift and shows the room")
    func sending() throws {
        var room = try gallery()
        room.show.handle(.key(.down), at: .second)
        room.show.handle(.key(.enter), at: 2 * .second)
        #expect(room.show.screen == .room && room.show.controller.running?.gift.kind == "rocket")
        room.press("g", at: 3)
        #expect(room.show.galleryScreen?.chosen == "rocket")
    }

    @Test("with reduced motion a gift shows its middle frame until the viewer starts it")
    func reducedMotionShowsMiddleFrame() throws {
        var room = try gallery(["motion=reduced"])
        #expect(position(&room, at: 2).contains("▌▌ 0.50 / 1.00"))
        room.press(" ", at: 2)
        #expect(position(&room, at: 2.25).contains("▶ 0.75 / 1.00"))
    }

    @Test("the gallery also lists gifts without an animation and says why they cannot play")
    func unplayable() throws {
        var room = try Room.withScenes(animation: { id in id == "heart" ? Array("{}".utf8) : Self.marked })
        room.press("g", at: 0)
        #expect(room.lines(at: 0).contains { $0.contains("expected") })
        let store = ScriptedStore()
        room = try Room(store: store) { Room.addScenes(to: &$0, transition: false) }
        store.updates = [.listed(ScriptedStore.gift("lantern"))]
        _ = room.grid(at: 1)
        room.press("g", at: 1)
        room.show.handle(.key(.end), at: .second)
        #expect(room.lines(at: 1).contains { $0.contains("not here yet") })
    }

    @Test(
        "list, picture, facts and bar do not overlap and lie within the screen",
        arguments: ScreenSizesTests.sizes + [(20, 6), (34, 9)]
    )
    func layout(size: (columns: Int, rows: Int)) throws {
        let stage = try #require(StageLayout(columns: size.columns, rows: size.rows))
        let layout = GalleryLayout(stage, count: 40)
        let parts = [
            layout.title, layout.list, layout.picture, layout.facts, layout.progressBar, layout.position, stage.keyLine,
        ]
        for (index, part) in parts.enumerated() {
            #expect(part.intersection(stage.bounds) == part || part.isEmpty)
            for other in parts[..<index] { #expect(part.intersection(other).isEmpty) }
        }
        #expect(!layout.picture.isEmpty && !layout.list.isEmpty)
        for place in 0..<40 {
            let tile = try #require(layout.tile(place, showing: place))
            #expect(tile.intersection(layout.list) == tile)
            #expect(layout.index(column: tile.column, row: tile.row, of: 40, showing: place) == place)
        }
    }

    @Test("the list takes only the columns that its gifts need, and the picture takes the rest")
    func widePicture() throws {
        let stage = try #require(StageLayout(columns: 200, rows: 60))
        #expect(GalleryLayout(stage, count: 14).listColumns == 1)
        #expect(GalleryLayout(stage, count: 80).listColumns == 2)
        #expect(GalleryLayout(stage, count: 1000).listColumns == 3)
        #expect(GalleryLayout(stage, count: 14).picture.columns > 120)
    }

    @Test("with enough rows the names of all markers are readable")
    func allMarkers() throws {
        let long = String(decoding: Self.marked, as: UTF8.self).replacing(#""cm":""#, with: #""cm":"the-very-long-"#)
        var room = try Room.withScenes(animation: { _ in Array(long.utf8) })
        room.press("g", at: 1)
        let grid = room.grid(at: 1, columns: 160, rows: 50)
        let lines = (0..<50).map { Room.text(grid, row: $0) }
        for name in ["long-begin", "long-turn", "long-end"] { #expect(lines.contains { $0.contains(name) }, "\(name)") }
    }
}
