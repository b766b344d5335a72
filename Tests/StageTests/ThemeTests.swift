import Configuration
import HalfBlocks
import Playback
import Terminal
import Testing

@testable import Stage

@Suite("Light and dark")
struct ThemeTests {
    private let white = TerminalColor(red: 255, green: 255, blue: 255)
    private let black = TerminalColor(red: 0, green: 0, blue: 0)

    @Test(
        "the theme is what the setting says, else as the terminal is, else dark",
        arguments: [
            ("theme=auto", nil, false), ("theme=auto", true, true), ("theme=auto", false, false),
            ("theme=dark", true, false), ("theme=light", false, true),
        ] as [(String, Bool?, Bool)])
    func choice(option: String, terminal: Bool?, isLight: Bool) throws {
        var room = try Room([option])
        if let terminal { room.show.handle(.background(terminal ? white : black), at: 0) }
        #expect(room.show.needsPainting(at: 0))
        let bar = room.grid(at: 0)[40, 23].background
        #expect(bar == (isLight ? ThemeColors.light.bar : ThemeColors.dark.bar))
    }

    @Test("a session says nothing of the terminal's, and how its theme is changed while it runs is about looks")
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
        #expect(room.grid(at: 0)[40, 23].background == ThemeColors.dark.bar)
        #expect(room.recording.contains(#""set":[],"looks":[{"name":"theme","value":"dark","by":"S"}]"#))
    }

    /// Contrast by WCAG 2, from 1 to 21.
    private func contrast(_ one: CellColor, _ other: CellColor) -> Double {
        func luminance(_ color: CellColor) -> Double {
            let parts = [16, 8, 0].map { shift -> Double in
                let level = Double(color.encoded >> UInt32(shift) & 255) / 255
                guard level > 0.03928 else { return level / 12.92 }
                var power = 1.0
                // x^2.4 by the fifth root of x^12: Newton's steps are enough for a test.
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

    @Test("words can be read on what they stand on, in both themes", arguments: [false, true])
    func contrast(isLight: Bool) {
        let theme = isLight ? ThemeColors.light : .dark
        for background in [theme.panel, theme.bar, theme.chosen] {
            for color in [theme.text, theme.white, theme.gold] { #expect(contrast(color, background) >= 3.5) }
        }
        for background in [theme.panel, theme.bar] {
            for color in [theme.soft, theme.queue, theme.replace, theme.warning] + theme.names {
                #expect(contrast(color, background) >= 3.5, "\(color) \(background)")
            }
        }
        for accent in [theme.queue, theme.replace, theme.warning] { #expect(contrast(theme.ink, accent) >= 3.5) }
        for background in [theme.banner, theme.bannerProblem] {
            for color in [theme.text, theme.white] { #expect(contrast(color, background) >= 3.5) }
        }
        #expect(contrast(theme.onDanger, theme.danger) >= 3.5)
    }
}
