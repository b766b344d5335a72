import ExactNumbers
import Recordings
import RoomEvents
import Terminal
import TerminalCells
import Testing
import VectorGraphics

@testable import RoomUI

@Suite("The lobby")
struct LobbyTests {
    @Test("every room has a door with its host, its title, its chat and a moving picture")
    func doors() throws {
        var room = try Room.withScenes()
        room.press("l", at: 1)
        let early = room.grid(at: 1.1, columns: 120, rows: 36)
        let late = room.grid(at: 9, columns: 120, rows: 36)
        let lines = (0..<36).map { Room.text(late, row: $0) }
        for words in ["Mika", "Aiko", "小林", "Pixel café", "Bonsai", "ラーメン", "you are here", "party"] {
            #expect(lines.contains { $0.contains(words) }, "\(words)")
        }
        #expect(lines.count { $0.contains("hi") || $0.contains("おはよう") } > 0)
        #expect(early != late)
        // The rooms stand still while the lobby is closed.
        room.press("l", at: 9)
        let before = room.show.lobby.doors.map(\.clock)
        _ = room.grid(at: 60)
        #expect(room.show.lobby.doors.map(\.clock) == before)
        #expect(before[1...].allSatisfy { $0 == 8 * .second })
    }

    @Test("arrow keys choose among the rows of doors and stop at the last one")
    func choosing() throws {
        var room = try Room.withScenes()
        room.show.handle(.resize(columns: 70, rows: 24), at: 0)
        room.press("l", at: 0)
        let moves: [(InputEvent, Int)] = [
            (.key(.right), 1), (.key(.down), 1), (.key(.left), 0), (.key(.left), 0), (.key(.down), 2),
            (.key(.right), 2),
            (.key(.up), 0), (.key(.end), 2), (.key(.home), 0), (.key(.tab), 1),
        ]
        for (event, chosen) in moves {
            room.show.handle(event, at: 0)
            #expect(room.show.lobbyScreen?.chosen == chosen, "\(event)")
        }
    }

    @Test("entering a room ends its running and waiting gifts and starts the other room's feed")
    func entering() throws {
        var room = try Room.withScenes(events: [
            Room.gift("rocket", from: "bob", at: 0.5, id: "a"), Room.gift("heart", from: "cy", at: 0.6, id: "b"),
            Room.gift("rocket", from: "late", at: 3, id: "c"), Room.gift("rocket", from: "back", at: 61, id: "d"),
        ])
        _ = room.grid(at: 1)
        room.press("l", at: 1)
        room.show.handle(.key(.right), at: 1_500_000_000)
        room.show.handle(.key(.enter), at: 2 * .second)
        #expect(room.show.screen == .room && room.show.controller.running == nil)
        let top = Room.text(room.grid(at: 2), row: 0)
        #expect(top.contains("Aiko") && top.contains("Bonsai") && !top.contains("Mika"))
        let ends = room.trace.lines.filter { $0.contains("ended") }
        #expect(ends.count == 2 && ends.allSatisfy { $0.contains(#""at":2,"#) }, "\(ends)")
        _ = room.grid(at: 60)
        let senders = room.trace.record.compactMap { line -> String? in
            if case .gift(let gift, _, _, _, _) = line.input { gift.id } else { nil }
        }
        #expect(senders.count > 20 && senders.dropFirst(2).allSatisfy { $0.hasPrefix("garden/") })
        #expect(Set(senders).count == senders.count)
        #expect(!room.trace.lines.contains { $0.contains("duplicate") })
        // In the first room again: the gifts of the meantime are lost, and the next one plays.
        room.press("l", at: 60)
        room.show.handle(.key(.home), at: 60 * .second)
        room.show.handle(.key(.enter), at: 60 * .second)
        _ = room.grid(at: 62)
        #expect(room.show.controller.running?.gift.sender == "back")
        #expect(!room.trace.lines.contains { $0.contains("late") })
        let entered = room.trace.record.compactMap { line -> RecordedRoom? in
            if case .enter(let entered) = line.input { entered } else { nil }
        }
        #expect(entered.map(\.id) == ["garden", ""] && entered.map(\.host) == ["Aiko", "Mika"])
        #expect(entered[1].viewers == 12)
    }

    @Test("Enter or a click on the current room's door returns to it, and on another door enters that room")
    func enteringCurrentRoomReturns() throws {
        var room = try Room.withScenes()
        room.press("l", at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.screen == .room)
        room.press("l", at: 0)
        let layout = LobbyLayout(try #require(StageLayout(columns: 80, rows: 24)), count: 3)
        func click(_ place: Int) throws {
            let door = try #require(layout.door(place, showing: 0))
            room.show.handle(
                .mouse(MouseEvent(.left, .press, column: door.column + 2, row: door.row + 1)), at: 10_000_000)
        }
        try click(0)
        #expect(room.show.screen == .room && room.show.lobby.isHome)
        room.press("l", at: 20_000_000)
        try click(2)
        #expect(room.show.screen == .room && room.show.lobby.current == 2)
    }

    @Test(
        "the doors fill the lobby, and the picture of each door looks different",
        arguments: [(50, 15), (80, 24), (120, 36), (200, 60)])
    func doorsHavePicturesOfTheirOwn(size: (columns: Int, rows: Int)) throws {
        var room = try Room.withScenes()
        room.show.handle(.resize(columns: size.columns, rows: size.rows), at: 0)
        room.press("l", at: 1)
        let grid = room.grid(at: 1.1, columns: size.columns, rows: size.rows)
        let layout = LobbyLayout(try #require(StageLayout(columns: size.columns, rows: size.rows)), count: 3)
        let doors = (0..<3).compactMap { layout.door($0, showing: 0) }
        #expect(doors.count == 3)
        let covered = doors.reduce(0) { $0 + $1.columns * $1.rows }
        #expect(covered * 5 >= layout.area.columns * layout.area.rows * 4)
        var seen: [[Cell]] = []
        for door in doors {
            let parts = LobbyDoorLayout(door)
            #expect(parts.picture.intersection(door) == parts.picture && parts.text.intersection(door) == parts.text)
            #expect(parts.picture.intersection(parts.text).isEmpty)
            #expect(parts.picture.columns * parts.picture.rows * 5 >= door.columns * door.rows * 2)
            // A part of the pictures that all doors of this size have.
            let cells = (0..<4).flatMap { row in
                (0..<16).map { grid[parts.picture.column + $0, parts.picture.row + row] }
            }
            for other in seen { #expect(zip(cells, other).count { $0 != $1 } > cells.count / 2) }
            seen.append(cells)
        }
    }

    @Test("a room's stage shows the motif of its door")
    func stageHasMotifOfDoor() throws {
        var room = try Room.withScenes()
        let area = try #require(StageLayout(columns: 80, rows: 24)).picture
        for (index, motif) in [(0, BackdropMotif.aurora), (1, .garden), (2, .arcade)] {
            room.press("l", at: 1)
            room.show.handle(.key(.home), at: 1 * .second)
            for _ in 0..<index { room.show.handle(.key(.right), at: 1 * .second) }
            room.show.handle(.key(.enter), at: 1 * .second)
            let grid = room.grid(at: 1)
            var backdrop = Backdrop(width: area.columns, height: area.rows * 2, motif: motif)
            var picture = Pixmap(width: area.columns, height: area.rows * 2)
            backdrop.draw(step: 5, into: &picture)
            var expected = CellGrid(columns: 80, rows: 24)
            expected.draw(picture, column: 0, row: 0)
            // Nothing lies over the picture there.
            for column in 50..<80 { #expect(grid[column, 12] == expected[column, 12], "\(motif), column \(column)") }
        }
    }

    @Test(
        "doors do not overlap, lie within their area and leave the title free", arguments: ScreenSizesTests.sizes
    )
    func layout(size: (columns: Int, rows: Int)) throws {
        let layout = LobbyLayout(try #require(StageLayout(columns: size.columns, rows: size.rows)), count: 6)
        var seen: [CellRect] = []
        for place in 0..<6 {
            let door = try #require(layout.door(place, showing: place))
            #expect(door.intersection(layout.area) == door && door.columns >= 25 && door.rows >= 3)
            guard let door = layout.door(place, showing: 0) else { continue }
            #expect(seen.allSatisfy { $0.intersection(door).isEmpty })
            seen.append(door)
        }
        #expect(seen.count >= 4)
    }
}
