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

    /// Returns the contrast ratio of two colors by WCAG 2, from 1 to 21.
    private func contrast(_ one: CellColor, _ other: CellColor) -> Double {
        func luminance(_ color: CellColor) -> Double {
            let parts = [16, 8, 0].map { shift -> Double in
                let level = Double(color.encoded >> UInt32(shift) & 255) / 255
                guard level > 0.03928 else { return level / 12.92 }
                var power = 1.0
                // x^2.4 is the fifth root of x^12; Newton's steps are exact enough for a test.
                let base = (level + 0.055) / 1.055
                let target = (0..<12).reduce(1.0) { product, _ in product * base }
                for _ in 0..<200 {
                    power -= (power * power * power * power * power - target) / (5 * power * power * power * power)
                }
                return power
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test("text is readable on its background in both themes", arguments: [false, true])
    func contrast(isLight: Bool) {
        let theme = isLight ? ThemeColors.light : .dark
        for background in [theme.surfaces.panel, theme.surfaces.bar, theme.surfaces.selection] {
            for color in [theme.texts.normal, theme.texts.strong, theme.accent] {
                #expect(contrast(color, background) >= 3.5)
            }
        }
        for background in [theme.surfaces.panel, theme.surfaces.bar] {
            for color in [theme.texts.secondary, theme.queue, theme.replace, theme.warning] + theme.names {
                #expect(contrast(color, background) >= 3.5, "\(color) \(background)")
            }
        }
        for accent in [theme.queue, theme.replace, theme.warning] {
            #expect(contrast(theme.texts.onColor, accent) >= 3.5)
        }
        for background in [theme.surfaces.banner, theme.surfaces.bannerProblem] {
            for color in [theme.texts.normal, theme.texts.strong] { #expect(contrast(color, background) >= 3.5) }
        }
        #expect(contrast(theme.texts.onDanger, theme.danger) >= 3.5)
    }
}
