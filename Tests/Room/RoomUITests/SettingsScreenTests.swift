import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The settings screen")
struct SettingsScreenTests {
    /// A configuration file in memory.
    private final class File {
        var text: String
        var problem: String?
        /// Whether another program changes it.
        var isBusy = false

        init(_ text: String) { self.text = text }

        func save(_ assignment: Assignment) -> SessionConfiguration.SavingResult {
            if isBusy { return .busy }
            if let problem { return .failed(problem) }
            do {
                var edited = ConfigurationText(text, path: "config.yaml")
                try edited.set(assignment)
                text = edited.text
                return .saved
            } catch {
                return .failed(error.description)
            }
        }
    }

    private func room(
        _ options: [String] = [], file: File?, path: String = "/nowhere/config.yaml"
    ) throws -> Room {
        let room = try Room(
            options, configuration: file.map { _ in ConfigurationWatcher(path: path, files: DiskFiles()) })
        var setup = room.setup
        if let file { setup.configuration?.save = { file.save($0) } }
        var again = room
        again.show = RoomShow(setup)
        return again
    }

    private func choose(_ name: String, in room: inout Room) throws {
        let place = try #require(room.show.settings.keys.firstIndex { $0.name == name })
        room.show.handle(.key(.home), at: 0)
        for _ in 0..<place { room.show.handle(.key(.down), at: 0) }
    }

    /// Returns a room whose settings screen is open and has chosen a setting.
    private func room(
        choosing name: String, _ options: [String] = [], file: File?, path: String = "/nowhere/config.yaml"
    ) throws -> Room {
        var room = try room(options, file: file, path: path)
        room.press("S", at: 0)
        try choose(name, in: &room)
        return room
    }

    private func lines(_ room: inout Room, columns: Int = 120, rows: Int = 40) -> [String] {
        let grid = room.grid(at: 0.1, columns: columns, rows: rows)
        return (0..<rows).map { Room.text(grid, row: $0) }
    }

    @Test("the screen lists every setting with its value, origin and meaning")
    func list() throws {
        var room = try room(["replaceAt=0.45"], file: File(""))
        room.show.handle(.resize(columns: 120, rows: 40), at: 0)
        room.press("S", at: 0)
        let lines = lines(&room)
        for key in SettingKey.all { #expect(lines.contains { $0.contains(key.name) }, "\(key.name)") }
        #expect(lines.contains { $0.contains("replaceAt") && $0.contains("0.45") && $0.contains("--set") })
        #expect(lines.contains { $0.contains("saved in config.yaml") })
    }

    @Test("an arrow key changes a setting at once and in the file, and keeps the file's comments")
    func file() throws {
        let file = File("# ours\nmode: queue   # for now\nreplaceAt: 0.3\n")
        var room = try room(choosing: "mode", file: file)
        room.show.handle(.key(.right), at: 0)
        #expect(file.text == "# ours\nmode: replace   # for now\nreplaceAt: 0.3\n")
        #expect(room.show.controller.settings.mode == .replace)
        #expect(room.show.settings.origin(of: .mode).description == "config.yaml")
        #expect(room.trace.lines.last == #"{"at":0,"event":"settings","mode":"replace"}"#)
    }

    @Test("with Shift a change applies to this session only, and Delete undoes it")
    func session() throws {
        let file = File("mode: queue\n")
        var room = try room(choosing: "replaceAt", file: file)
        room.show.handle(.key(.right, .shift), at: 0)
        #expect(room.show.controller.settings.replaceAt == Millionths(350_000) && file.text == "mode: queue\n")
        #expect(room.show.settings.origin(of: .replaceAt) == .key("S"))
        room.show.handle(.key(.delete), at: 0)
        #expect(room.show.controller.settings.replaceAt == Millionths(300_000))
        // A change in the file removes the session's own value.
        room.show.handle(.key(.left, .shift), at: 0)
        room.show.handle(.key(.right), at: 0)
        #expect(file.text == "mode: queue\nreplaceAt: 0.3\n")
        #expect(room.show.settings.origin(of: .replaceAt).description == "config.yaml")
    }

    @Test("a typed value takes effect, and a wrong one is reported and can be corrected")
    func typing() throws {
        let file = File("")
        var room = try room(choosing: "gap", file: file)
        room.press("2x", at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(file.text.isEmpty)
        #expect(lines(&room).contains { $0.contains("gap: expected a duration") })
        room.show.handle(.key(.backspace), at: 0)
        room.press("50ms", at: 0)
        room.show.handle(.key(.enter, .alt), at: 0)
        #expect(room.show.controller.settings.gap == 250_000_000 && file.text.isEmpty)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.settingsScreen?.typedValue == "0.25s")
        room.show.handle(.key(.escape), at: 0)
        #expect(room.show.settingsScreen?.typedValue == nil)
        room.show.handle(.key(.escape), at: 0)
        #expect(room.show.settingsScreen == nil)
    }

    @Test("while another program changes the file, a change is in force, and saved as soon as that program has ended")
    func busyFile() throws {
        let file = File("")
        var room = try room(choosing: "mode", file: file)
        file.isBusy = true
        room.show.handle(.key(.right), at: 0)
        #expect(room.show.controller.settings.mode == .replace && file.text.isEmpty)
        #expect(lines(&room).contains { $0.contains("mode is replace, not yet in config.yaml: another program") })
        file.isBusy = false
        #expect(try #require(room.show.nextDue) <= UnsavedSettings.interval)
        room.show.advance(to: UnsavedSettings.interval)
        #expect(file.text == "mode: replace\n" && room.show.settings.origin(of: .mode).description == "config.yaml")
        #expect(lines(&room).contains { $0.contains("mode: replace is in config.yaml") })
    }

    @Test("a program that changes the file for ten seconds is given up, and the change is the session's only")
    func lockedFile() throws {
        let file = File("")
        var room = try room(choosing: "mode", file: file)
        file.isBusy = true
        room.show.handle(.key(.right), at: 0)
        for second in 1...11 { room.show.advance(to: Nanoseconds(second) * .second) }
        file.isBusy = false
        room.show.advance(to: 12 * .second)
        #expect(file.text.isEmpty && room.show.settings.origin(of: .mode) == .key("S"))
        #expect(lines(&room).contains { $0.contains("mode is replace in this session only: another program still") })
    }

    @Test("a value that is changed again while the file is busy is saved in its last state, or not at all")
    func changeOfUnsavedSetting() throws {
        let file = File("")
        var room = try room(choosing: "replaceAt", file: file)
        file.isBusy = true
        for _ in 0..<2 { room.show.handle(.key(.right), at: 0) }
        #expect(room.show.controller.settings.replaceAt == Millionths(400_000))
        room.show.handle(.key(.left, .shift), at: 0)
        file.isBusy = false
        room.show.advance(to: .second)
        #expect(file.text.isEmpty && room.show.controller.settings.replaceAt == Millionths(350_000))
    }

    @Test("an error of the file is shown until the file is mended")
    func mendedFile() throws {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "mode: replay\n".write(toFile: path, atomically: true, encoding: .utf8)
        let file = File("")
        file.problem = "config.yaml:1:7: mode: expected queue or replace"
        var room = try room(choosing: "gap", file: file, path: path)
        room.show.handle(.key(.right), at: 0)
        #expect(room.show.settingsScreen?.message == ScreenMessage(text: file.problem ?? "", isProblem: true))
        try "mode: replace\n".write(toFile: path, atomically: true, encoding: .utf8)
        for tenths in 1...12 { room.show.advance(to: Nanoseconds(tenths) * 100_000_000) }
        #expect(room.show.controller.settings.mode == .replace)
        #expect(room.show.settingsScreen != nil && room.show.settingsScreen?.message == nil)
    }

    @Test("a store with a password is neither shown nor changed by opening and closing its value")
    func passwordOfStore() throws {
        let file = File("store: http://ann:secret@shop.example/gifts\n")
        var room = try room(choosing: "store", ["store=http://ann:secret@shop.example/gifts"], file: file)
        #expect(!lines(&room).joined().contains("secret") && lines(&room).joined().contains("http://ann:…@shop"))
        for _ in 0..<2 { room.show.handle(.key(.enter), at: 0) }
        #expect(!lines(&room).joined().contains("secret"))
        #expect(room.show.settingsScreen?.typedValue == nil)
        #expect(file.text == "store: http://ann:secret@shop.example/gifts\n")
        #expect(room.show.settings.value(of: .store) == .text("http://ann:secret@shop.example/gifts"))
    }

    @Test("pasted text is typed into the value whatever it contains, and stays out of the recording")
    func pasting() throws {
        var room = try room(choosing: "store", file: nil)
        room.show.handle(.paste("https://ann:Secret@q.org\n\u{1B}[A"), at: 0)
        #expect(room.show.settingsScreen?.typedValue == "https://ann:Secret@q.org[A")
        room.show.handle(.paste(String(repeating: "x", count: 5_000)), at: 0)
        #expect(room.show.settingsScreen?.typedValue?.count == SettingsScreen.maxTypedLength)
        #expect(!room.recording.contains("Secret") && !room.recording.contains(#""key":"q""#))
    }

    @Test("the recording has a resize while the settings are open")
    func resizing() throws {
        var room = try room(file: nil)
        room.press("S", at: 0)
        room.show.handle(.resize(columns: 100, rows: 30), at: 0)
        #expect(room.trace.record.last?.kind == .terminalInput(.resize(columns: 100, rows: 30)))
        #expect(room.show.interface.view.size == (100, 30) && room.show.settingsScreen != nil)
    }

    @Test("opening the settings closes the help")
    func help() throws {
        var room = try room(file: nil)
        room.press("?", at: 0)
        #expect(lines(&room).contains { $0.contains("this help") })
        room.press("S", at: 0)
        #expect(lines(&room).contains { $0.contains("replaceAt") })
        #expect(!lines(&room).contains { $0.contains("this help") })
        room.show.handle(.key(.escape), at: 0)
        #expect(room.show.screen == .room && !room.show.isHelpOpen)
    }

    @Test("an arrow key does not go beyond the limits of a setting")
    func limits() {
        #expect(SettingKey.bannerLanes.value(nextTo: .count(49), forward: true) == .count(50))
        #expect(SettingKey.bannerLanes.value(nextTo: .count(50), forward: true) == nil)
        #expect(SettingKey.bannerStay.value(nextTo: .duration(1_500_000_000), forward: false) == .duration(.second))
        #expect(SettingKey.bannerStay.value(nextTo: .duration(.second), forward: false) == nil)
    }

    @Test("an arrow key does not go beyond the greatest values")
    func arrowKeyStopsAtMaximum() throws {
        let value = try Assignment.option("replaceAt=9223372036854.775807").value
        #expect(SettingKey.replaceAt.value(nextTo: value, forward: true) == nil)
        #expect(SettingKey.replaceAt.value(nextTo: value, forward: false) != nil)
        for value in [SettingValue.count(.max), .duration(.max), .size(.max)] {
            for key in SettingKey.all { #expect(key.value(nextTo: value, forward: true) == nil) }
        }
    }

    @Test("the screen names an origin that overrides the file and reports a failure to write")
    func problems() throws {
        let file = File("")
        var room = try room(choosing: "mode", ["mode=queue"], file: file)
        room.show.handle(.key(.right), at: 0)
        // The value of `--set` stays in force, so that the next step starts from it.
        #expect(file.text == "mode: replace\n")
        #expect(lines(&room).contains { $0.contains("--set beats it while the program runs") })
        file.problem = "config.yaml: cannot be written: read-only file system"
        try choose("early", in: &room)
        room.show.handle(.key(.right), at: 0)
        #expect(lines(&room).contains { $0.contains("read-only file system") })
        #expect(room.show.controller.settings.early == .drop)
    }

    @Test("without a file all changes apply to this session only")
    func noFile() throws {
        var room = try room(choosing: "order", file: nil)
        room.show.handle(.key(.left), at: 0)
        #expect(room.show.controller.settings.order == .value)
        #expect(lines(&room).contains { $0.contains("there is no file") })
    }

    @Test("the recording has the changed settings but not the typed text")
    func privacy() throws {
        var room = try room(choosing: "store", file: nil)
        room.press("https://ann:secret@x.org", at: 0)
        room.show.handle(.key(.enter), at: 0)
        try choose("gap", in: &room)
        room.press("3s", at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.settings.value(of: .store) == .text("https://ann:secret@x.org"))
        #expect(!room.recording.contains("secret") && !room.recording.contains(#""key":"t""#))
        #expect(room.recording.contains(#"{"name":"gap","value":"3s","by":"S"}"#))
    }

    @Test("what is typed stays private and can be pasted while the statistics lie over the settings")
    func privacyUnderStatistics() throws {
        var room = try room(file: nil)
        room.press("sS", at: 0)
        #expect(room.show.frameRates != nil)
        try choose("store", in: &room)
        room.press("x", at: 0)
        room.show.handle(.paste("https://ann:secret@x.org"), at: 0)
        #expect(room.show.settingsScreen?.typedValue == "xhttps://ann:secret@x.org")
        #expect(!room.recording.contains("secret") && !room.recording.contains(#""key":"x""#))
    }

    @Test("the mouse chooses a setting, and a press beside the panel closes it")
    func mouse() throws {
        var room = try room(file: nil)
        room.press("S", at: 0)
        let layout = SettingsLayout(
            try #require(StageLayout(columns: 80, rows: 24)), count: room.show.settings.keys.count)
        room.show.handle(.mouse(MouseEvent(.left, .press, column: 10, row: layout.list.cells.row + 3)), at: 0)
        #expect(room.show.settingsScreen?.chosen == 3)
        room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 10, row: 5)), at: 0)
        #expect(room.show.settingsScreen?.chosen == 2)
        room.show.handle(.mouse(MouseEvent(.left, .press, column: 10, row: 23)), at: 0)
        #expect(room.show.settingsScreen == nil)
    }

    @Test("arrow keys step through all values in both directions", arguments: SettingKey.all)
    func steps(key: SettingKey) throws {
        guard key.kind != .text else { return }
        var value = key.defaultValue
        for _ in 0..<6 {
            guard let next = key.value(nextTo: value, forward: true) else { break }
            #expect(next != value)
            #expect(try key.value(from: next.description) == next, "what an arrow gives can be written and read")
            value = next
        }
        for _ in 0..<20 {
            guard let next = key.value(nextTo: value, forward: false) else { break }
            #expect(try key.value(from: next.description) == next)
            value = next
        }
    }

    @Test("the description of every setting is complete below the list", arguments: [50, 61, 80, 120, 200])
    func descriptions(columns: Int) throws {
        var room = try Room()
        room.show.handle(.resize(columns: columns, rows: 24), at: 0)
        room.press("S", at: 0)
        let layout = SettingsLayout(
            try #require(StageLayout(columns: columns, rows: 24)), count: room.show.settings.keys.count)
        let place = layout.description
        for key in room.show.settings.keys {
            let grid = room.grid(at: 0.1, columns: columns)
            let shown = (place.row..<place.endRow).map { row in
                (place.column..<place.endColumn).map { grid[$0, row].glyph.description }.joined()
            }
            let words = shown.joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(words == "\(key.name): \(key.summary) (\(key.expectedValues))", "at \(columns) columns")
            room.show.handle(.key(.down), at: 100_000_000)
        }
    }
}
