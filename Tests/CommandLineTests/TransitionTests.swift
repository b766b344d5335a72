import Foundation
import HalfBlocks
import TerminalEmulation
import Testing

@Suite(
    "How scenes change, cell by cell", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct TransitionTests {
    /// Behind the gallery's words, and nowhere in a room.
    private static let ground = CellColor(0x141A2E)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A change of scenes that stands for its ten seconds: the old screen above the new one, which is at rest.
    private func transition(_ transform: String) -> String {
        #"""
        {"v":"5.7.0","fr":1,"ip":0,"op":10,"w":100,"h":60,"layers":[
          {"ty":3,"nm":"outLayer","ip":0,"op":10,"ks":{\#(transform)}},
          {"ty":3,"nm":"inLayer","ip":0,"op":10,"ks":{}}]}
        """#
    }

    /// A room in which a green square stands still, from column 22 up to 78, that gives way to the gallery.
    private func start(_ transform: String) throws -> (RoomTerminal, CellGrid) {
        try folder.write(transition(transform), to: "slow.json")
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 4)
        let room = try RoomTerminal("--transition slow.json", with: store, in: folder)
        try room.sendStopped("Comet")
        try room.terminal.press("Right")
        let cells = try room.cells(at: "1.0")
        #expect(cells.columns(of: RoomTerminal.green, row: 5) == Array(22..<78))
        try room.terminal.type("g")
        return (room, cells)
    }

    @Test("a layer that is moved moves its screen by whole cells, text as text")
    func position() throws {
        let (room, before) = try start(#""p":{"k":[50,10]}"#)
        let cells = try room.wait(for: "the room in its place") { cells in
            cells.text(row: 5).contains("LIVE") && cells.text(row: 0).contains("Gallery")
        }
        let old = try #require(before.place(of: "LIVE"))
        let new = try #require(cells.place(of: "LIVE"))
        #expect(new.column == old.column + 50 && new.row == old.row + 5)
        #expect(cells[new.column, new.row].foreground == before[old.column, old.row].foreground)
        #expect(cells.columns(of: RoomTerminal.green, row: 10).filter { $0 >= 50 } == Array(72..<100))
        // Above it and to the left of it there is the gallery.
        #expect(cells[24, 10].background == Self.ground && cells[80, 0].background == Self.ground)
    }

    @Test("a layer that is scaled shows its screen as pixels")
    func scale() throws {
        let (room, _) = try start(#""s":{"k":[50,50]}"#)
        let cells = try room.wait(for: "half of the room's size") { cells in
            // What lies between two pixels is of both.
            cells.columns(of: RoomTerminal.green, row: 5).filter { $0 < 40 } == Array(12..<38)
        }
        #expect(!cells.text(row: 0).contains("LIVE"))
        #expect(cells[24, 20].background == Self.ground, "the gallery is below")
    }

    @Test("a layer of half opacity shows both screens")
    func opacity() throws {
        let (room, before) = try start(#""o":{"k":50}"#)
        #expect(before[24, 5].pixels.map { $0 == (RoomTerminal.green, RoomTerminal.green) } == true)
        try room.wait(for: "both colours as one") { cells in
            guard let rgb = (cells[24, 5].pixels?.top ?? cells[24, 5].background).rgb else { return false }
            let mixed = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255].map { Int($0) }
            return zip(mixed, [10, 140, 23]).allSatisfy { abs($0 - $1) <= 3 }
        }
    }

    @Test("the settings come and go by it, too")
    func settings() throws {
        let (room, _) = try start(#""p":{"k":[0,20]}"#)
        try room.wait(for: "the gallery above the room") { cells in
            cells.text(row: 10).contains("LIVE") && cells.text(row: 0).contains("Gallery")
        }
        try room.terminal.type("S")
        let cells = try room.wait(for: "the settings above the gallery") { cells in
            cells.text(row: 10).contains("Gallery") && (1..<10).contains { cells.text(row: $0).contains("replaceAt") }
        }
        #expect(cells.row(saying: "maxWaiting").map { $0 < 10 } == true)
        try room.terminal.press("Escape")
        try room.wait(for: "the gallery above the settings") { cells in
            cells.text(row: 0).contains("Gallery") && (11..<30).contains { cells.text(row: $0).contains("replaceAt") }
        }
    }

    /// The screens of a session in which the gallery was opened, as its screencast shows them: at every frame of its clock.
    private func screens(_ options: String) throws -> [CellGrid] {
        let room = try RoomTerminal("demo --rate 0 --seed 3 --cast a.cast \(options)", in: folder)
        try room.terminal.wait(forText: "none waits")
        try room.terminal.type("g")
        try room.terminal.wait(for: "the gallery") { $0[0].contains("Gallery") && $0[29].contains("Esc") }
        // Whoever leaves within a frame of the cast's thirty a second has no frame of it.
        usleep(100_000)
        try room.terminal.type("q")
        try room.terminal.wait(forText: "left 0")
        let cast = try Asciicast(folder.read("a.cast"))
        var terminal = EmulatedTerminal(columns: cast.columns, rows: cast.rows)
        return try cast.events.map { event in
            try terminal.take(event.text)
            return terminal.screen
        }
    }

    private func isRoom(_ screen: CellGrid) -> Bool {
        screen.text(row: 0).contains("LIVE") && screen[24, 14].background != Self.ground
    }

    private func isGallery(_ screen: CellGrid) -> Bool {
        screen.text(row: 0).contains("Gallery") && screen[24, 14].background == Self.ground
    }

    @Test("unless something else is said, the new screen comes out of the middle of the old one")
    func iris() throws {
        let screens = try screens("")
        #expect(isRoom(screens[0]) && screens.contains { isGallery($0) })
        let between = screens.filter { !isRoom($0) && !isGallery($0) }
        // The middle is the gallery's while the edge is still the room's, and never the other way round.
        #expect(between.contains { $0[24, 14].background == Self.ground && $0.text(row: 0).contains("LIVE") })
        #expect(!between.contains { $0[24, 14].background != Self.ground && $0.text(row: 0).contains("Gallery") })
    }

    @Test("with --transition none, and where motion is reduced, one screen follows the other")
    func none() throws {
        for options in ["--transition none", "--set motion=reduced", "--transition slide --set motion=reduced"] {
            let screens = try screens(options)
            #expect(isRoom(screens[0]) && screens.contains { isGallery($0) })
            #expect(screens.allSatisfy { isRoom($0) || isGallery($0) }, "\(options)")
        }
    }
}
