import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Labels that can be clicked")
struct LabelTests {
    static let sizes = [(50, 15), (80, 24), (120, 36), (200, 60)]

    /// Presses the left button where a text stands on the screen.
    private func press(
        _ text: String, in room: inout Room, size: (columns: Int, rows: Int), button: MouseEvent.Button = .left
    ) throws {
        let grid = room.grid(at: 1, columns: size.columns, rows: size.rows)
        let lines = (0..<size.rows).map { Room.text(grid, row: $0) }
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text)")
        let start = try #require(lines[row].range(of: text)).lowerBound
        let column = lines[row].distance(from: lines[row].startIndex, to: start)
        room.show.handle(.mouse(MouseEvent(button, .press, column: column, row: row)), at: .second)
    }

    private func room(_ size: (columns: Int, rows: Int), _ options: [String] = []) throws -> Room {
        var room = try Room(options, events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        room.show.handle(.resize(columns: size.columns, rows: size.rows), at: 0)
        room.press("1", at: 0.5)
        return room
    }

    @Test("the badge of the mode switches it, at every size", arguments: sizes)
    func mode(columns: Int, rows: Int) throws {
        var room = try room((columns, rows))
        try press("QUEUE", in: &room, size: (columns, rows))
        #expect(room.show.settings.playback.mode == .replace)
        try press("REPLACE", in: &room, size: (columns, rows))
        #expect(room.show.settings.playback.mode == .queue)
    }

    @Test("the threshold opens the settings on it, and the wheel moves it", arguments: sizes)
    func threshold(columns: Int, rows: Int) throws {
        var room = try room((columns, rows))
        try press("replaceAt 30", in: &room, size: (columns, rows), button: .wheelUp)
        #expect(room.show.settings.playback.replaceAt.percent == "35 %")
        try press("replaceAt 35", in: &room, size: (columns, rows), button: .wheelDown)
        try press("replaceAt 30", in: &room, size: (columns, rows), button: .wheelDown)
        #expect(room.show.settings.playback.replaceAt.percent == "25 %")
        try press("replaceAt 25", in: &room, size: (columns, rows))
        let screen = try #require(room.show.settingsScreen)
        #expect(room.show.settings.keys[screen.chosen] == .replaceAt)
    }

    @Test("? help opens the help, and the counters the statistics", arguments: sizes.dropFirst())
    func topBar(columns: Int, rows: Int) throws {
        var room = try room((columns, rows))
        try press("? help", in: &room, size: (columns, rows))
        #expect(room.show.isHelpOpen)
        room.press("?", at: 1)
        try press("◉ 12", in: &room, size: (columns, rows))
        #expect(room.show.frameRates != nil)
    }

    @Test("the name of the room opens the lobby")
    func lobby() throws {
        var room = try room((80, 24))
        try press("LIVE", in: &room, size: (80, 24))
        #expect(room.show.screen == .lobby)
    }

    @Test("the number of waiting gifts opens the list of the last gifts")
    func queue() throws {
        var room = try room((120, 36))
        try press("1 wait", in: &room, size: (120, 36))
        #expect(room.show.interface.view.isOpen(.giftList))
    }

    @Test("PAUSED resumes, and the speed becomes normal")
    func states() throws {
        var room = try room((80, 24))
        room.press(" >", at: 1)
        try press("PAUSED", in: &room, size: (80, 24))
        try press("×2", in: &room, size: (80, 24))
        #expect(!room.show.controller.isPaused && room.show.controller.speed == .one)
    }

    @Test("text without a command is no label, and what is left of a cut label is one")
    func cutLabels() throws {
        var line = StyledText("ab", .init(0))
        line.append(.init(text: "日本", color: .init(0), link: .toggle(.help)))
        #expect(line.link(at: 1) == nil && line.link(at: -1) == nil && line.link(at: 6) == nil)
        for column in 2..<6 { #expect(line.link(at: column) == .toggle(.help)) }
        #expect(line.fitted(to: 4, ellipsis: "…").link(at: 2) == .toggle(.help), "the rest of a label stays one")
    }
}

@Suite("Moves in lists")
struct ListMoveTests {
    private func room() throws -> Room {
        var room = try Room(events: (0..<20).map { Room.gift("heart", from: "ann", at: 0, id: "\($0)") })
        room.press("h", at: 1)
        return room
    }

    private func position(in room: Room) -> Int? { room.show.chosenGift?.position(in: room.show.giftLog) }

    @Test("j and k move down and up, and a number before them counts the steps")
    func counts() throws {
        var room = try room()
        room.press("jj", at: 1)
        #expect(position(in: room) == 2)
        room.press("k", at: 1)
        #expect(position(in: room) == 1)
        room.press("5j", at: 1)
        #expect(position(in: room) == 6)
        room.press("12j3k", at: 1)
        #expect(position(in: room) == 15)
        room.press("2", at: 1)
        room.show.handle(.key(.up), at: .second)
        #expect(position(in: room) == 13)
        room.press("999k", at: 1)
        #expect(position(in: room) == 0)
        #expect(room.show.giftLog.entries.count == 20, "no gift was sent")
    }

    @Test("digits that no move follows send gifts as always: after 400 ms, or before the next key")
    func digits() throws {
        var room = try room()
        room.press("1", at: 1)
        #expect(room.show.nextDue.map { $0 <= 1_400_000_000 } == true)
        room.show.advance(to: 1_399_999_999)
        #expect(room.show.giftLog.entries.count == 20)
        room.show.advance(to: 1_400_000_000)
        #expect(room.show.giftLog.entries.count == 21)
        room.press("12m", at: 2)
        #expect(room.show.giftLog.entries.map(\.arrival.gift).suffix(3) == ["heart", "heart", "rocket"])
        #expect(room.show.settings.playback.mode == .replace)
        room.press("h", at: 3)
        room.press("1", at: 3)
        #expect(room.show.giftLog.entries.count == 24, "without a list a digit acts at once")
    }

    @Test("j and k move in every list; numbers count in the lobby and the help, where digits are no keys")
    func screens() throws {
        var room = try Room(adjust: { Room.addScenes(to: &$0, transition: false) })
        room.press("g", at: 0)
        let first = room.show.galleryScreen?.chosen
        room.press("j", at: 0)
        #expect(room.show.galleryScreen?.chosen != first)
        room.press("k", at: 0)
        #expect(room.show.galleryScreen?.chosen == first)
        room.press("gl", at: 0)
        room.press("2j", at: 0)
        #expect(room.show.lobbyScreen.map { $0.chosen > 0 } == true)
        room.press("lS", at: 0)
        room.press("jjk", at: 0)
        #expect(room.show.settingsScreen?.chosen == 1 && room.show.settingsScreen?.typedValue == nil)
        room.press("S", at: 0)
        room.show.handle(.resize(columns: 60, rows: 14), at: 0)
        room.press("?3j1k", at: 0)
        #expect(room.show.helpOffset == 2)
    }

    @Test("j and k are letters in the palette and while a value is typed")
    func typing() throws {
        var room = try Room()
        room.press(":j5k", at: 0)
        #expect(room.show.palette?.query == "j5k")
        room.show.handle(.key(.escape), at: 0)
        room.press("S1jk", at: 0)
        #expect(room.show.settingsScreen?.typedValue == "1jk")
    }
}
