import Playback
import PlayerSettings
import TerminalCells
import TestSupport
import Testing

@Suite(
    "The settings scene of the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct SettingsSceneTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String = "") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 100, rows: 36, folder: folder)
        try terminal.start("demo --rate 0 --transition none \(arguments)")
        try terminal.wait(forText: "QUEUE")
        try terminal.type("S")
        try terminal.wait(forText: "mode: ")
        return terminal
    }

    @Test("q closes the settings and then quits, but is a letter while a value is being typed")
    func qClosesExceptWhileTyping() throws {
        let terminal = try start()
        try terminal.press("Enter")
        try terminal.type("q")
        try terminal.wait(forText: "queueq")
        try terminal.press("Enter")
        let lines = try terminal.wait(forText: "mode: expected")
        #expect(!lines.contains { $0.contains("mode: mode") })
        try terminal.press("Escape")
        try terminal.wait(for: "no value that is typed") { !$0.contains { $0.contains("queueq") } }
        try terminal.type("q")
        try terminal.wait(for: "the room") { !$0.contains { $0.contains("mode: ") } }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("typed values are saved in the file, which keeps its comments; an invalid value is reported and not saved")
    func typedValueIsSaved() throws {
        let text = "# the evening\ngap: 1s  # breathe\n\n# dear ones wait\nmaxWaiting: 20\n"
        try folder.write(text, to: "policy.yaml")
        let terminal = try start("--config policy.yaml")
        try terminal.press("Down")
        try terminal.wait(forText: "replaceAt: ")
        try terminal.press("Enter")
        try terminal.press("C-u")
        try terminal.type("0.45x\n")
        try terminal.wait(forText: "replaceAt: expected")
        #expect(try folder.read("policy.yaml") == text)
        try terminal.press("BSpace")
        try terminal.press("Enter")
        try terminal.wait(forText: "replaceAt: 0.45 is in policy.yaml")
        #expect(try folder.read("policy.yaml") == text + "replaceAt: 0.45\n")
        try terminal.press("Escape")
        try terminal.wait(forText: "45 %")
    }

    @Test("a theme applies as soon as it is chosen, and is saved in a new file")
    func themeAppliesAtOnce() throws {
        let terminal = try start()
        func wait(forBar color: UInt32) throws {
            try terminal.waitForCells("a bar of that colour", columns: 100, rows: 36) {
                $0[99, 35].background == CellColor(color)
            }
        }
        try terminal.press("End")
        let row = try #require(SettingKey.all.firstIndex { $0.name == SettingKey.theme.name })
        for _ in row..<SettingKey.all.count - 1 { try terminal.press("Up") }
        try terminal.wait(forText: "theme: ")
        try wait(forBar: 0x141A2E)
        try terminal.press("Left")
        try wait(forBar: 0xE3E8F4)
        #expect(try folder.read(".config/giftty/config.yaml") == "theme: light\n")
        try terminal.press("Left")
        try wait(forBar: 0x141A2E)
        #expect(try folder.read(".config/giftty/config.yaml") == "theme: dark\n")
    }
}
