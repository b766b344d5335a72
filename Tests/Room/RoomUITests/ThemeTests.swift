import PlayerSettings
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Light and dark themes")
struct ThemeTests {
    private let white = TerminalColor(red: 255, green: 255, blue: 255)
    private let black = TerminalColor(red: 0, green: 0, blue: 0)

    @Test(
        "the theme follows the setting, else the terminal's background, else it is dark",
        arguments: [
            ("theme=auto", nil, false), ("theme=auto", true, true), ("theme=auto", false, false),
            ("theme=dark", true, false), ("theme=light", false, true),
        ] as [(String, Bool?, Bool)])
    func choice(option: String, terminal: Bool?, isLight: Bool) throws {
        var room = try Room([option])
        if let terminal { room.show.handle(.background(terminal ? white : black), at: 0) }
        #expect(room.show.needsPainting(at: 0))
        let bar = room.grid(at: 0)[40, 23].background
        #expect(bar == (isLight ? ThemeColors.light.surfaces.bar : ThemeColors.dark.surfaces.bar))
    }

    @Test("the recording omits the terminal's background, and has a change of the theme as a matter of looks")
    func change() throws {
        var room = try Room()
        room.show.advance(to: 0)
        let count = room.trace.record.count
        room.show.handle(.background(white), at: 0)
        #expect(room.trace.record.count == count)
        room.press("S", at: 0)
        let place = try #require(room.show.settings.keys.firstIndex(of: .theme))
        for _ in 0..<place { room.show.handle(.key(.down), at: 0) }
        room.show.handle(.key(.right, .shift), at: 0)
        #expect(room.grid(at: 0)[40, 23].background == ThemeColors.dark.surfaces.bar)
        #expect(room.recording.contains(#""set":[],"looks":[{"name":"theme","value":"dark","by":"S"}]"#))
    }

    @Test(
        "a name has the same place among the colors of both themes",
        arguments: [("ann", 0x7FD1FF, 0x0A5F8E), ("Ann Lee", 0xFFB3C7, 0xA3274F), ("bob", 0xFFD59E, 0x8A4B00)]
            as [(String, UInt32, UInt32)])
    func names(name: String, dark: UInt32, light: UInt32) {
        #expect(ThemeColors.dark.color(ofName: name) == CellColor(dark))
        #expect(ThemeColors.light.color(ofName: name) == CellColor(light))
    }
}
