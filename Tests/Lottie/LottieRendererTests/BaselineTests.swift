import LottieRenderer
import Testing
import Typography
import VectorGraphics

/// A font whose letters are all half an em wide, with a square of that size as their ink.
private struct EvenFont: FontSource {
    func face(for request: FontRequest) -> FontFace? { nil }

    func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing) -> [PositionedGlyph] {
        letters.indices.map { index in
            var square = Path()
            square.move(to: Point(0, 0))
            for corner in [Point(0.5, 0), Point(0.5, -0.5), Point(0, -0.5)] { square.addLine(to: corner) }
            square.close()
            return PositionedGlyph(index: index, outline: square, advance: 0.5)
        }
    }
}

@Suite("Letters of fonts are placed as browsers place them")
struct BaselineTests {
    /// Returns a frame of a text whose letters are 4 units wide and high, with its baseline at `baseline`.
    private func frame(
        _ string: String, baseline: Double, degrees: Double = 0, _ rules: RenderingCompatibility = .lottieWeb,
        fonts: any FontSource = EvenFont()
    ) throws -> Frame {
        let text: JSON = [
            "t": .string(string), "f": "F", "s": 8, "fc": [1, 0, 0], "lh": 6, "j": 0, "tr": 0,
        ]
        let layer: JSON = [
            "ty": 5, "ip": 0, "op": 9, "ks": ["p": fixed(point(4, baseline)), "r": fixed(.number(degrees))],
            "t": ["d": ["k": [["t": 0, "s": text]]], "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])]],
        ]
        let fontList: JSON = ["list": [["fName": "F", "fFamily": "F", "fStyle": "Regular", "ascent": 75]]]
        return try Frame(document(16, 16, [layer]) + ["fonts": fontList], compatibility: rules, fonts: fonts)
    }

    @Test("an upright baseline is on a quarter of a pixel, and others are exact")
    func uprightBaselineIsOnQuarter() throws {
        #expect(try frame("a", baseline: 8.1) == frame("a", baseline: 8))
        #expect(try frame("a", baseline: 8.2) == frame("a", baseline: 8.25))
        #expect(try frame("a\\ra", baseline: 3.9) == frame("a\\ra", baseline: 4))
        #expect(try frame("a", baseline: 8.1, degrees: 20) != frame("a", baseline: 8, degrees: 20))
        #expect(try frame("a", baseline: 8.1, .afterEffects) != frame("a", baseline: 8, .afterEffects))
    }

    @Test("a line feed and a tab have no width in lottie-web", arguments: ["\\n", "\\t"])
    func controlCharactersHaveNoWidth(character: String) throws {
        #expect(try frame("\(character)a", baseline: 8).rows[5].hasPrefix("....RRRR...."))
    }

    @Test("an oblique style is upright, because lottie-web knows only italic")
    func obliqueIsUpright() throws {
        let font = SquareFont(characters: ["a"])
        for (style, isItalic) in [("Oblique", false), ("Bold Italic", true)] {
            let request = FontRequest(name: "F", family: "F", weight: isItalic ? 700 : 400, isItalic: isItalic)
            _ = try Frame(
                document(
                    16, 16,
                    [
                        [
                            "ty": 5, "ip": 0, "op": 9, "ks": [:],
                            "t": [
                                "d": ["k": [["t": 0, "s": ["t": "a", "f": "F", "s": 8, "fc": [1, 0, 0]]]]], "a": [],
                                "p": [:],
                            ],
                        ]
                    ]) + ["fonts": ["list": [["fName": "F", "fFamily": "F", "fStyle": .string(style)]]]], fonts: font)
            #expect(font.requests.requests.last == request)
        }
    }
}
