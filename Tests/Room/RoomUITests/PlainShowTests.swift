import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomSession
import Terminal
import Testing

@testable import RoomUI

@Suite("A show without a picture")
struct PlainShowTests {
    private func answers(_ words: String, in room: inout Room) -> [String] {
        room.show.handle(.words(words), at: .second)
    }

    private func press(_ key: Character, in room: inout Room) -> [String] {
        room.show.handle(.key(.character(key)), at: .second)
    }

    @Test("keys do what they do in the room")
    func keys() throws {
        var room = try Room()
        #expect(press("1", in: &room).isEmpty)
        #expect(room.show.controller.running?.gift.kind == "heart")
        #expect(press("m", in: &room).isEmpty && room.show.settings.playback.mode == .replace)
        #expect(room.show.settings.origin(of: .mode) == .key("m"))
        #expect(press("x", in: &room).isEmpty && room.show.controller.running == nil)
        #expect(press("q", in: &room).isEmpty && room.show.isOver)
    }

    @Test("a key that can do nothing answers with the reason that the stage shows")
    func refusals() throws {
        var room = try Room()
        #expect(press("x", in: &room) == ["nothing to close"])
        #expect(press("0", in: &room) == ["no gift published by a store"])
        #expect(press("z", in: &room) == ["z does nothing here; ? lists the keys"])
        #expect(press("g", in: &room) == ["this needs the stage, which --plain does not show"])
        #expect(room.trace.record.allSatisfy { $0.input == nil })
    }

    @Test(
        "words run the command that they name or begin",
        arguments: ["send heart", "Send Heart", "sen hea", "heart"])
    func sending(words: String) throws {
        var room = try Room()
        #expect(answers(words, in: &room).isEmpty)
        #expect(room.show.controller.running?.gift.kind == "heart")
    }

    @Test("a gift is sent by its id too, whatever its name is", arguments: ["send gift-2", "send golden rose"])
    func sendingByID(words: String) throws {
        let catalogue = """
            gifts:
              - {id: gift-2, name: Golden rose, value: 1, duration: 1, animation: a.json, sign: {emoji: "🌹", ascii: "@"}, tags: []}
            """
        var room = try Room(catalogue: catalogue)
        #expect(answers(words, in: &room).isEmpty)
        #expect(room.show.controller.running?.gift.kind == "gift-2")
    }

    @Test("words switch, set, close, pause and quit")
    func words() throws {
        var room = try Room()
        #expect(answers("switch", in: &room).isEmpty && room.show.settings.playback.mode == .replace)
        #expect(answers("mode queue", in: &room).isEmpty && room.show.settings.playback.mode == .queue)
        #expect(answers("threshold 50%", in: &room).isEmpty)
        #expect(room.show.settings.playback.replaceAt.percent == "50 %")
        #expect(room.show.settings.origin(of: .replaceAt) == .key(":"))
        #expect(answers("close", in: &room) == ["nothing to close"])
        #expect(answers("pause", in: &room).isEmpty && room.show.controller.isPaused)
        #expect(answers("exit", in: &room).isEmpty && room.show.isOver)
    }

    @Test("words that mean several commands or none are answered, and run nothing")
    func unclearWords() throws {
        var room = try Room()
        #expect(answers("send", in: &room) == [#""send" can be: Send Heart, Send Rocket"#])
        #expect(answers("sing", in: &room) == [#"no matches for "sing"; help lists the commands"#])
        #expect(answers("gap soon", in: &room).first?.contains("expected") == true)
        #expect(room.trace.record.allSatisfy { $0.input == nil })
    }

    @Test("help lists every key that needs no picture, and h the last gifts")
    func lists() throws {
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        let help = answers("help", in: &room)
        #expect(help.contains("x or Esc: close the gift") && help.contains("1: send Heart"))
        #expect(help == press("?", in: &room))
        #expect(press("h", in: &room) == ["1  Rocket from ann: playing"])
        #expect(press("x", in: &room).isEmpty)
        #expect(press("h", in: &room).first?.contains("dismissed") == true)
    }

    @Test("what is typed is recorded as what it does, and replays")
    func recording() throws {
        var room = try Room()
        for words in ["send heart", "mode replace", "send rocket"] { _ = answers(words, in: &room) }
        room.show.end(at: 3 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "a.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        #expect(recording.lines.filter { $0.input != nil }.count == 4)
    }

    @Test("a replay takes the keys that need no picture, and says which")
    func replay() throws {
        let recording = Recording(header: try Room().header, lines: [RecordedLine(at: 9 * .second, .end)])
        var show = ReplayShow(recording, in: try Room().setup)
        #expect(show.handle(.key(.character("m")), at: 0).first?.hasPrefix("not in a replay") == true)
        #expect(show.handle(.key(.character("q")), at: 0).isEmpty && show.isOver)
    }
}
