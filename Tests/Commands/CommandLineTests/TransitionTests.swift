import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

@Suite(
    "Transitions between scenes, cell by cell", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct TransitionTests {
    /// The background of the gallery's text, which does not occur in a room.
    private static let ground = CellColor(0x141A2E)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a transition that stays the same for its ten seconds: the old scene, transformed, above the new scene at
    /// rest.
    private func transition(_ transform: String) -> String {
        #"""
        {"v":"5.7.0","fr":1,"ip":0,"op":10,"w":100,"h":60,"layers":[
          {"ty":3,"nm":"outLayer","ip":0,"op":10,"ks":{\#(transform)}},
          {"ty":3,"nm":"inLayer","ip":0,"op":10,"ks":{}}]}
        """#
    }

    /// Starts a room with a paused green square in the columns 22 to 77, and opens the gallery.
    private func start(_ transform: String) throws -> (RoomTerminal, CellGrid) {
        try folder.write(transition(transform), to: "slow.json")
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 4)
        let room = try RoomTerminal("--transition slow.json", with: store, in: folder)
        try room.sendPaused("Comet")
        try room.terminal.press("Right")
        let cells = try room.cells(at: "1.0")
        #expect(cells.columns(of: RoomTerminal.green, row: 5) == Array(23..<77))
        try room.terminal.type("g")
        return (room, cells)
    }

    @Test("a translated layer moves its scene by whole cells, and keeps text as text")
    func translatedSceneKeepsText() throws {
        let (room, before) = try start(#""p":{"k":[50,10]}"#)
        let cells = try room.wait(for: "the room in its place") { cells in
            // The last condition concerns the lowest row, because tmux may show only the upper part of a frame.
            cells.text(row: 5).contains("LIVE") && cells.text(row: 0).contains("Gallery")
                && cells.columns(of: RoomTerminal.green, row: 10).last == 99
        }
        let old = try #require(before.position(of: "LIVE"))
        let new = try #require(cells.position(of: "LIVE"))
        #expect(new.column == old.column + 50 && new.row == old.row + 5)
        #expect(cells[new.column, new.row].foreground == before[old.column, old.row].foreground)
        #expect(cells.columns(of: RoomTerminal.green, row: 10).filter { $0 >= 50 } == Array(73..<100))
        // The gallery is visible above the room and to its left.
        #expect(cells[24, 10].background == Self.ground && cells[80, 0].background == Self.ground)
    }

    @Test("a scaled layer shows its scene as pixels")
    func scaledSceneIsPixels() throws {
        let (room, _) = try start(#""s":{"k":[50,50]}"#)
        let cells = try room.wait(for: "half of the room's size") { cells in
            // A pixel at an edge may belong to both sides.
            cells.columns(of: RoomTerminal.green, row: 5).filter { $0 < 40 } == Array(12..<38)
                // This row is below, because tmux may show only the upper part of a frame.
                && cells[24, 20].background == Self.ground
        }
        #expect(!cells.text(row: 0).contains("LIVE"))
    }

    @Test("a layer of half opacity shows both scenes")
    func halfOpacityShowsBothScenes() throws {
        let (room, before) = try start(#""o":{"k":50}"#)
        #expect(before[24, 5].pixels.map { $0 == (RoomTerminal.green, RoomTerminal.green) } == true)
        try room.wait(for: "both colours as one") { cells in
            guard let rgb = (cells[24, 5].pixels?.top ?? cells[24, 5].background).rgb else { return false }
            let mixed = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255].map { Int($0) }
            return zip(mixed, [10, 140, 23]).allSatisfy { abs($0 - $1) <= 3 }
        }
    }

    @Test("the settings scene uses the transition too")
    func settingsSceneUsesTransition() throws {
        let (room, _) = try start(#""p":{"k":[0,20]}"#)
        try room.wait(for: "the gallery above the room") { cells in
            cells.text(row: 10).contains("LIVE") && cells.text(row: 0).contains("Gallery")
        }
        try room.terminal.type("S")
        let cells = try room.wait(for: "the settings above the gallery") { cells in
            cells.text(row: 10).contains("Gallery") && (1..<10).contains { cells.text(row: $0).contains("replaceAt") }
        }
        #expect(cells.row(containing: "maxWaiting").map { $0 < 10 } == true)
        try room.terminal.press("Escape")
        try room.wait(for: "the gallery above the settings") { cells in
            cells.text(row: 0).contains("Gallery") && (11..<30).contains { cells.text(row: $0).contains("replaceAt") }
        }
    }

    /// Returns the screens of a session in which the gallery is opened, at every frame of its screencast.
    private func screens(_ options: String) throws -> [CellGrid] {
        let room = try RoomTerminal("demo --rate 0 --seed 3 --cast a.cast \(options)", in: folder)
        try room.terminal.wait(forText: "nothing waiting")
        try room.terminal.type("g")
        try room.terminal.wait(for: "the gallery") { $0[0].contains("Gallery") && $0[29].contains("Esc") }
        // The screencast has 30 frames a second; ending within one frame would leave the gallery out.
        usleep(100_000)
        // The key q would close the gallery first.
        try room.terminal.press("C-c")
        try room.terminal.wait(forText: "left 130")
        let cast = try Asciicast(folder.read("a.cast"))
        var terminal = EmulatedTerminal(columns: cast.columns, rows: cast.rows)
        return try cast.events.map { event in
            try terminal.process(event.text)
            return terminal.screen
        }
    }

    private func isRoom(_ screen: CellGrid) -> Bool {
        screen.text(row: 0).contains("LIVE") && screen[24, 14].background != Self.ground
    }

    private func isGallery(_ screen: CellGrid) -> Bool {
        screen.text(row: 0).contains("Gallery") && screen[24, 14].background == Self.ground
    }

    @Test("by default the new scene grows from the center of the old one")
    func sceneGrowsFromCenterByDefault() throws {
        let screens = try screens("")
        #expect(isRoom(screens[0]) && screens.contains { isGallery($0) })
        let between = screens.filter { !isRoom($0) && !isGallery($0) }
        // The center already shows the gallery while the edge still shows the room, and never the reverse.
        #expect(between.contains { $0[24, 14].background == Self.ground && $0.text(row: 0).contains("LIVE") })
        #expect(!between.contains { $0[24, 14].background != Self.ground && $0.text(row: 0).contains("Gallery") })
    }

    @Test("with --transition none, and with reduced motion, the scene changes at once")
    func sceneChangesAtOnceWithoutTransition() throws {
        for options in ["--transition none", "--set motion=reduced", "--transition slide --set motion=reduced"] {
            let screens = try screens(options)
            #expect(isRoom(screens[0]) && screens.contains { isGallery($0) })
            #expect(screens.allSatisfy { isRoom($0) || isGallery($0) }, "\(options)")
        }
    }
}
