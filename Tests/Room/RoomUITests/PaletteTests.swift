import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomSession
import Scenarios
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The palette finds everything")
struct PaletteTests {
    private func room() throws -> Room {
        let events = [("rocket", "ann"), ("heart", "bob"), ("heart", "ann")].enumerated().map { index, gift in
            Room.gift(gift.0, from: gift.1, at: 0, id: "\(index)")
        }
        return try Room.withScenes(events: events)
    }

    private func hits(_ query: String, in room: inout Room) -> [Palette.Hit] {
        room.show.advance(to: .second)
        room.press(":" + query, at: 1)
        defer { room.show.handle(.key(.escape), at: .second) }
        return room.show.paletteHits
    }

    private func run(_ query: String, in room: inout Room, at seconds: Double = 1) {
        room.press(":" + query, at: seconds)
        room.show.handle(.key(.enter), at: Nanoseconds(seconds * 1e9))
    }

    @Test(
        "synonyms find commands and settings",
        arguments: [
            ("dark", "theme dark"), ("light", "theme light"), ("exit", "Quit"), ("leave", "Quit"),
            ("screenshot", "Save the screen"), ("fast", "Faster"), ("slow motion", "Slower"), ("history", "Last gifts"),
            ("keys", "Help"), ("options", "Settings"), ("fps", "Statistics"), ("rooms", "Lobby"),
            ("threshold", "replaceAt"),
            ("merge", "combineWithin"), ("colours", "theme"), ("queue length", "maxWaiting"), ("skip", "Close"),
            ("reduced", "motion reduced"), ("mode", "Switch the mode"), ("replaceat", "replaceAt"), ("quit", "Quit"),
            ("send rock", "Send Rocket"),
        ])
    func synonyms(query: String, name: String) throws {
        var room = try room()
        #expect(hits(query, in: &room).first?.name == name)
    }

    @Test(
        "a setting with a value sets it, in any case and with a shortened name",
        arguments: [
            ("replaceAt 0.5", "replaceAt", "0.5"), ("replaceat=50%", "replaceAt", "0.5"),
            ("theme light", "theme", "light"), ("them dark", "theme", "dark"), ("bannerLanes 5", "bannerLanes", "5"),
            ("gap 2s", "gap", "2s"), ("maxwaiting 7", "maxWaiting", "7"),
        ])
    func assignments(query: String, name: String, value: String) throws {
        var room = try room()
        let key = try #require(room.show.settings.keys.first { $0.name == name })
        run(query, in: &room)
        #expect(room.show.settings.value(of: key).description == value)
        #expect(room.show.settings.origin(of: key) == .key(":"))
        #expect(room.show.palette == nil)
    }

    @Test("a value that a setting does not have is refused with what is expected")
    func wrongValue() throws {
        var room = try room()
        let found = hits("gap soon", in: &room)
        #expect(found.first?.name == "gap soon")
        #expect(found.first?.refusal?.contains("expected") == true)
    }

    @Test("what was expected of a value fits on the smallest screen, and it is no matter of the moment")
    func wrongValueIsExplained() throws {
        var room = try room()
        room.press(":replaceAt abc", at: 0)
        let refusal = try #require(room.show.paletteHits.first?.refusal)
        let grid = room.grid(at: 0, columns: 80, rows: 24)
        let lines = (0..<24).map { Room.text(grid, row: $0) }
        #expect(lines.contains { $0.contains("replaceAt abc") && $0.contains("no such value") })
        // It is wrapped at blanks, over the last rows of the palette.
        for word in refusal.split(separator: " ") { #expect(lines.contains { $0.contains(word) }, "\(word)") }
        #expect(!lines.contains { $0.contains("not now: replaceAt") })
    }

    @Test("a setting without a value opens the settings on it")
    func settings() throws {
        var room = try room()
        run("viewer", in: &room)
        let screen = try #require(room.show.settingsScreen)
        #expect(room.show.settings.keys[screen.chosen] == .viewer)
    }

    @Test("a person opens the list of the last gifts on their latest gift")
    func people() throws {
        var room = try room()
        let found = hits("ann", in: &room)
        #expect(found.first.map { $0.name + ": " + $0.summary } == "ann: 2 gifts, the last one Heart")
        #expect(hits("bob", in: &room).first?.summary == "1 gift, the last one Heart")
        room.press("g", at: 2)
        run("ann", in: &room, at: 2)
        #expect(room.show.screen == .room && room.show.interface.view.isOpen(.giftList))
        #expect(room.show.chosenGift?.entry(in: room.show.giftLog)?.number == 3)
    }

    @Test("a gift is found by its name and its sender, with its outcome")
    func gifts() throws {
        var room = try room()
        let hit = try #require(hits("rocket ann", in: &room).first)
        #expect(hit.name == "Rocket from ann" && hit.summary == "playing")
        run("rocket gallery", in: &room)
        #expect(room.show.galleryScreen?.chosen == "rocket")
    }

    @Test("a room is entered by its host's name; the room of the viewer says so")
    func rooms() throws {
        var room = try room()
        let host = try #require(room.show.lobby.doors.last?.host)
        #expect(hits("enter mika", in: &room).first?.refusal == "you are in this room")
        run("enter \(host)", in: &room)
        #expect(room.show.lobby.current == room.show.lobby.doors.count - 1)
    }

    @Test("a situation of the guided tour is found by its name or as a scenario, and begins from any screen")
    func tourSteps() throws {
        let steps = ["Overflow", "Early drop"].map {
            Tour.Step(title: $0, say: "See \($0).", why: "", settings: [], events: [], length: .second)
        }
        var room = try Room(adjust: { setup in
            Room.addScenes(to: &setup, transition: false)
            setup.tour = GuidedTour(Tour(steps: steps))
        })
        #expect(hits("scenario", in: &room).prefix(2).map(\.name) == ["Tour: Overflow", "Tour: Early drop"])
        let hit = hits("early drop", in: &room).first { $0.name == "Tour: Early drop" }
        #expect(hit?.summary == "See Early drop.")
        run("tour early", in: &room, at: 2)
        #expect(room.lines(at: 2.1).contains { $0.contains("Tour 2 of 2  Early drop") })
        room.show.handle(.key(.escape), at: 3 * .second)
        room.press("g", at: 3)
        run("tour overflow", in: &room, at: 3)
        #expect(room.show.screen == .room)
        #expect(room.lines(at: 4).contains { $0.contains("Tour 1 of 2  Overflow") })
        var other = try self.room()
        #expect(!hits("tour", in: &other).contains { $0.name.hasPrefix("Tour:") })
    }

    @Test("what the palette ran last comes first")
    func history() throws {
        var room = try room()
        let usual = hits("", in: &room).map(\.name)
        run("pause", in: &room)
        run("statistics", in: &room)
        #expect(hits("", in: &room).prefix(2).map(\.name) == ["Statistics", "Pause/resume"])
        #expect(Set(hits("", in: &room).map(\.name)) == Set(usual), "nothing is listed twice")
    }

    @Test("the matched letters are highlighted, also those of a synonym")
    func highlights() throws {
        var room = try room()
        room.press(":exi", at: 1)
        let grid = room.grid(at: 1)
        let row = try #require((0..<24).first { Room.text(grid, row: $0).contains("Quit  exit") })
        let line = Room.text(grid, row: row)
        let start = line.distance(from: line.startIndex, to: try #require(line.range(of: "exit")).lowerBound)
        let colors = (start..<start + 4).map { grid[$0, row].foreground }
        #expect(colors.prefix(3).allSatisfy { $0 == Theme.accent } && colors[3] != Theme.accent)
    }

    @Test("a synonym is shown as a whole or not at all", arguments: [(50, 15), (80, 24)])
    func synonymsWithoutRoom(columns: Int, rows: Int) throws {
        var room = try room()
        room.show.handle(.resize(columns: columns, rows: rows), at: 0)
        room.press(":mode", at: 1)
        let grid = room.grid(at: 1, columns: columns, rows: rows)
        let line = try #require((0..<rows).map { Room.text(grid, row: $0) }.first { $0.contains("Switch the mode") })
        #expect(line.contains("Switch the mode  mode ") == (columns == 80))
        #expect(!line.contains("Switch the mode  …"))
    }

    @Test("names from outside stay harmless and bounded in the list", arguments: [(50, 15), (80, 24), (200, 60)])
    func longNames(columns: Int, rows: Int) throws {
        let name = String(repeating: "wide 日本 ", count: 30)
        var room = try Room(events: [Room.gift("rocket", from: name, at: 0, id: "1")])
        room.show.handle(.resize(columns: columns, rows: rows), at: 0)
        room.press(":wide", at: 1)
        #expect(room.show.paletteHits.isEmpty == false)
        _ = room.grid(at: 1, columns: columns, rows: rows)
    }
}
