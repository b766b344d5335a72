import LottieDocument
import LottieRenderer
import Testing
import Typography
import VectorGraphics

/// A font without a file. Each letter is one em wide with a square of 0.8 em above the baseline as its ink; a space is
/// half an em wide.
struct SquareFont: FontSource {
    /// The letters that the font contains.
    var characters: Set<String>
    /// The requests that the font received.
    let requests = RequestRecorder()

    func face(for request: FontRequest) -> FontFace? {
        requests.add(request)
        return characters.isEmpty ? nil : FontFace(family: "Square", style: "Regular", isSubstitute: true)
    }

    func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing) -> [PositionedGlyph] {
        requests.add(request, spacing, letters.count)
        return letters.enumerated().map { index, letter in
            if letter == " " { return PositionedGlyph(index: index, advance: 0.5) }
            guard self.characters.contains(letter) else { return PositionedGlyph(index: index, isMissing: true) }
            var square = Path()
            square.move(to: Point(0, 0))
            for corner in [Point(0.8, 0), Point(0.8, -0.8), Point(0, -0.8)] { square.addLine(to: corner) }
            square.close()
            return PositionedGlyph(index: index, outline: square, advance: 1)
        }
    }
}

/// Font requests in the order in which they arrived.
final class RequestRecorder: @unchecked Sendable {
    // Only one test, on one thread, accesses the properties.
    private(set) var requests: [FontRequest] = []
    private(set) var spacings: [GlyphSpacing] = []
    private(set) var letters = 0
    func add(_ request: FontRequest, _ fit: GlyphSpacing? = nil, _ letters: Int = 0) {
        requests.append(request)
        self.letters += letters
        if let fit { spacings.append(fit) }
    }
}

private func page(_ text: JSON, font: JSON = [:], more: JSON = [:], width: Int = 40, height: Int = 24) -> JSON {
    let layer: JSON = [
        "ty": 5, "ip": 0, "op": 100, "ks": ["p": fixed(point(0, 10))],
        "t": ["d": ["k": [["t": 0, "s": text]]], "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])]] + more,
    ]
    let named: JSON = ["fName": "Square-Bold", "fFamily": "Square", "fStyle": "Bold Italic", "ascent": 75]
    return document(width, height, [layer]) + ["fonts": ["list": [named + font]]]
}

private func text(_ string: String, _ more: JSON = [:]) -> JSON {
    ["t": .string(string), "f": "Square-Bold", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0] + more
}

private let letters: Set<String> = ["a", "A", "b", "S"]

@Suite("Text is set from fonts if the file has no outlines")
struct FontTests {
    private let font = SquareFont(characters: letters)
    private let row = 5

    @Test("letters have the advances of the font at the text's size")
    func glyphsHaveFontAdvances() throws {
        #expect(try Frame(page(text("aa b")), fonts: font).rows[row] == "RRRRRRRR..RRRRRRRR.......RRRRRRRR.......")
    }

    @Test("alignment, tracking and boxes work as for letters with outlines in the file")
    func layoutWorksAsForFileOutlines() throws {
        let box: JSON = ["ps": [0, -7.5], "sz": [40, 30], "j": 2, "tr": 200]
        #expect(try Frame(page(text("aa", box)), fonts: font).rows[row] == ".........RRRRRRRR....RRRRRRRR...........")
        let narrow: JSON = ["ps": [0, -7.5], "sz": [25, 30]]
        let frame = try Frame(page(text("aa a", narrow)), fonts: font)
        #expect(frame.rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
        #expect(frame.rows[18].hasPrefix("RRRRRRRR.."))
    }

    @Test("animators affect letters from fonts in the same way as letters with outlines")
    func animatorsAffectFontGlyphs() throws {
        let second: JSON = [
            "a": [
                [
                    "s": ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(1), "e": fixed(2), "a": fixed(100)],
                    "a": ["p": fixed(point(0, 10))],
                ]
            ]
        ]
        let frame = try Frame(page(text("aaa"), more: second), fonts: font)
        #expect(frame.rows[row] == "RRRRRRRR............RRRRRRRR............")
        #expect(frame.rows[row + 10] == "..........RRRRRRRR......................")
    }

    @Test("animators count marks as lottie-web does, and by the other rules each letter with its marks once")
    func animatorsCountMarks() throws {
        // A syllable of Tamil, which lottie-web takes for two letters, and one of Devanagari, which is one.
        for (syllable, webCount) in [("\u{B95}\u{BCA}", 2), ("\u{915}\u{93F}", 1), ("e\u{301}\u{323}", 3)] {
            let font = SquareFont(characters: ["a", syllable])
            func rowBelow(_ first: Int, _ rules: RenderingCompatibility) throws -> String {
                let range: JSON = [
                    "t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(.number(Double(first))),
                    "e": fixed(.number(Double(first + 1))), "a": fixed(100),
                ]
                let moved: JSON = ["a": [["s": range, "a": ["p": fixed(point(0, 10))]]]]
                return try Frame(page(text(syllable + "aa"), more: moved), compatibility: rules, fonts: font).rows[
                    row + 10]
            }
            #expect(try rowBelow(webCount, .lottieWeb) == "..........RRRRRRRR......................")
            #expect(try rowBelow(1, .afterEffects) == "..........RRRRRRRR......................")
            #expect(try rowBelow(0, .lottieWeb) == "RRRRRRRR................................")
        }
    }

    @Test("letters that are drawn with an earlier one have no tracking")
    func joinedLettersHaveNoTracking() throws {
        struct PairFont: FontSource {
            func face(for request: FontRequest) -> FontFace? { nil }
            func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing)
                -> [PositionedGlyph]
            {
                SquareFont(characters: ["a", "b"]).positionedGlyphs(for: letters, in: request, spacing: spacing).map {
                    letters[$0.index] == "b" ? PositionedGlyph(index: $0.index, isJoined: true) : $0
                }
            }
        }
        let still: JSON = ["a": [["s": [:], "a": ["p": fixed(point(0, 0))]]]]
        for more in [[:], still] as [JSON] {
            let frame = try Frame(page(text("aba", ["tr": 500]), more: more), fonts: PairFont())
            #expect(frame.rows[row] == "RRRRRRRR.......RRRRRRRR.................")
            let centred = try Frame(
                page(text("aba", ["tr": 500, "j": 2, "ps": [0, -7.5], "sz": [39, 20]]), more: more), fonts: PairFont())
            #expect(centred.rows[row] == ".......RRRRRRRR.......RRRRRRRR..........")
        }
        let spread: JSON = ["a": [["s": [:], "a": ["t": fixed(5)]]]]
        #expect(
            try Frame(page(text("aba"), more: spread), fonts: PairFont()).rows[row]
                == "RRRRRRRR.......RRRRRRRR.................")
    }

    @Test("all caps sets lowercase letters as capitals, and small caps sets them as capitals of 0.7 of the size")
    func capitalsFollowCapsMode() throws {
        func row(_ string: String, _ more: JSON, _ rules: RenderingCompatibility = .afterEffects) throws -> String {
            let onlyCapitals = SquareFont(characters: ["A", "S"])
            return try Frame(page(text(string, more)), compatibility: rules, fonts: onlyCapitals).rows[self.row]
        }
        #expect(try row("aA", ["ca": 0]).hasPrefix("RRRRRRRR...."))
        #expect(try row("aA", ["ca": 1]).hasPrefix("RRRRRRRR..RRRRRRRR.."))
        #expect(try row("aA", ["ca": 2, "s": 20]).hasPrefix("RRRRRRRRRRR?..RRRRRRRRRRRRRRRR.."))
        #expect(try row("ß", ["ca": 1]).hasPrefix("RRRRRRRR..RRRRRRRR.."))
        // lottie-web does not know the mode.
        #expect(try row("aA", ["ca": 1], .lottieWeb).hasPrefix("RRRRRRRR...."))
    }

    @Test("a font request has the attributes from the file")
    func fontRequestHasFileAttributes() throws {
        _ = try Frame(page(text("a")), fonts: font)
        #expect(
            font.requests.requests.first
                == FontRequest(name: "Square-Bold", family: "Square", weight: 700, isItalic: true))
        let own = SquareFont(characters: letters)
        let more: JSON = ["fWeight": "300", "fStyle": "Regular", "fPath": "data:font/ttf;base64,AAEC"]
        _ = try Frame(page(text("a"), font: more), fonts: own)
        let file = FontFile([0, 1, 2])
        #expect(
            own.requests.requests.first == FontRequest(name: "Square-Bold", family: "Square", weight: 300, file: file))
    }

    @Test("no font is requested if no text needs one or the file has outlines for it")
    func unneededFontIsNotRequested() throws {
        _ = try Frame(document(10, 10, [solid("#ff0000", 5, 5)]) + ["fonts": ["list": [["fName": "x"]]]], fonts: font)
        let glyph: JSON = ["ch": "a", "style": "Bold Italic", "fFamily": "Square", "w": 100, "data": [:]]
        _ = try Frame(page(text("ab")) + ["chars": [glyph]], fonts: font)
        #expect(font.requests.requests.isEmpty)
    }

    @Test("if letters have strokes over their fills, each letter lies over the one before")
    func strokedGlyphsOverlapInOrder() throws {
        let stroke: JSON = ["sc": [0, 0, 1], "sw": 4, "of": true]
        let row = try Frame(page(text("aa", stroke)), fonts: font).rows[self.row]
        #expect(row.hasPrefix("BBRRRRBBBBBBRRRRBB"))
    }

    @Test("a font name that is not in the list means the first font of the list")
    func unknownFontNameMeansFirstFont() throws {
        #expect(try Frame(page(text("a", ["f": "Other"])), fonts: font).rows[row].hasPrefix("RRRRRRRR.."))
        #expect(font.requests.requests.first?.family == "Square")
    }
}

@Suite("Text follows the rules of After Effects or those of lottie-web")
struct AfterEffectsTextTests {
    private let font = SquareFont(characters: letters)
    private let row = 5

    @Test("strokes lie under fills unless the document says otherwise, and in lottie-web always over them")
    func strokesLieBelowFills() throws {
        let outlined: JSON = ["sc": [0, 0, 1], "sw": 4, "of": false]
        let under = page(text(" a", outlined))
        #expect(try Frame(under, fonts: font).rows[row].hasPrefix("...BBBBRRRRBBBB."))
        #expect(try Frame(under, compatibility: .afterEffects, fonts: font).rows[row].hasPrefix("...BBRRRRRRRRBB."))
        let over = page(text(" a", outlined + ["of": true]))
        #expect(try Frame(over, compatibility: .afterEffects, fonts: font).rows[row].hasPrefix("...BBBBRRRRBBBB."))
    }

    @Test("letters fade in proportion to an animator's selection, and in lottie-web in proportion to its square")
    func opacityIsProportionalToSelection() throws {
        let half: JSON = ["a": [["s": ["t": 0, "a": fixed(50)], "a": ["o": fixed(0)]]]]
        #expect(
            try Frame(page(text("a"), more: half), compatibility: .afterEffects, fonts: font).alphas(row: row)[4] == 128
        )
        let quarter: JSON = ["a": [["s": ["t": 0, "a": fixed(50)], "a": ["o": fixed(100)]]]]
        #expect(try Frame(page(text("a"), more: quarter), fonts: font).alphas(row: row)[4] == 191)
    }

    @Test("all lines have the same height, and in lottie-web the first one has one unit more")
    func allLinesHaveSameHeight() throws {
        let frame = try Frame(page(text("a\\ra")), compatibility: .afterEffects, fonts: font)
        #expect(frame.rows[13] == "........................................")
        #expect(frame.rows[14].hasPrefix("RRRRRRRR"))
        #expect(try Frame(page(text("a\\ra")), fonts: font).rows[14] == "........................................")
    }

    @Test("pairs are kerned and ligatures form unless letters move or have tracking, and lottie-web does neither")
    func kerningAndLigaturesApplyToStaticText() throws {
        let moving: JSON = ["a": [["s": [:], "a": ["o": fixed(0)]]]]
        for (page, rules, fit) in [
            (page(text("a")), .lottieWeb, .plain), (page(text("a")), .afterEffects, .kerningAndLigatures),
            (page(text("a", ["tr": 10])), .afterEffects, .kerning),
            (page(text("a"), more: moving), .afterEffects, .kerning),
        ] as [(JSON, RenderingCompatibility, GlyphSpacing)] {
            let font = SquareFont(characters: letters)
            _ = try Frame(page, compatibility: rules, fonts: font)
            #expect(font.requests.spacings == [fit])
        }
    }
}

@Suite("Font uses list the fonts that texts are drawn with")
struct FontUseTests {
    @Test("a font use has the font, its face, the number of texts and the missing letters")
    func fontUseHasFaceCountAndMissingCharacters() throws {
        let composition = try Composition(page(text("ayaz")))
        let use = try #require(composition.fontUses(from: SquareFont(characters: letters)).first)
        #expect(use.font.family == "Square")
        #expect(use.origin == .face(FontFace(family: "Square", style: "Regular", isSubstitute: true)))
        #expect(use.textCount == 1)
        #expect(use.missingCharacters == ["y", "z"])
    }

    @Test("without any font, texts have no source of letters")
    func textsWithoutFontHaveNoGlyphSource() throws {
        let uses = try Composition(page(text("a"))).fontUses(from: SquareFont(characters: []))
        #expect(uses.map(\.origin) == [.unavailable])
    }

    @Test("outlines in the file take precedence, and fonts that no text uses are not listed")
    func fileOutlinesTakePrecedence() throws {
        let glyph: JSON = ["ch": "a", "style": "Bold Italic", "fFamily": "Square", "w": 100, "data": [:]]
        let font = SquareFont(characters: letters)
        let uses = try Composition(page(text("ab")) + ["chars": [glyph]]).fontUses(from: font)
        #expect(uses.map(\.origin) == [.outlines])
        #expect(uses.map(\.missingCharacters) == [["b"]])
        let unused = document(10, 10, []) + ["fonts": ["list": [["fName": "x"]]]]
        #expect(try Composition(unused).fontUses(from: font).isEmpty)
        #expect(font.requests.requests.isEmpty)
    }

    @Test("of fonts with the same name the first one applies, and an unknown name means the first font of the list")
    func firstOfFontsWithSameNameApplies() throws {
        let other: JSON = ["fName": "Other", "fFamily": "First"]
        let again: JSON = ["fName": "Other", "fFamily": "Second"]
        func uses(_ name: String) throws -> [FontUse] {
            let page = page(text("a", ["f": .string(name)]))
            return try Composition(page + ["fonts": ["list": [["fName": "Zero", "fFamily": "None"], other, again]]])
                .fontUses(from: SquareFont(characters: letters))
        }
        #expect(try uses("Other").map(\.font.family) == ["First"])
        #expect(try uses("Nobody").map(\.font.name) == ["Zero"])
    }

    @Test("an embedded font is read once, not for each of its texts", .timeLimit(.minutes(1)))
    func embeddedFontIsReadOnce() throws {
        let file = "data:font/ttf;base64," + String(repeating: "AAAA", count: 700_000)
        let documents = (0..<20_000).map { time -> JSON in ["t": .number(Double(time)), "s": text("")] }
        let page = page(text(""), font: ["fPath": .string(file)], more: ["d": ["k": .list(documents)]])
        let uses = try Composition(page).fontUses(from: SquareFont(characters: letters))
        #expect(uses.map(\.textCount) == [20_000])
    }
}

@Suite("Hostile texts are drawn without failure")
struct HostileTextTests {
    private let font = SquareFont(characters: letters)

    @Test("texts of extreme sizes draw nothing", arguments: ["0", "1e39", "-1e300", "1e-300"])
    func extremeFontSizesDrawNothing(size: String) throws {
        let number = JSON.number(try #require(Double(size)))
        for more in [[:], ["a": [["s": [:], "a": ["o": fixed(0)]]]]] as [JSON] {
            #expect(try Frame(page(text("aa", ["s": number]), more: more), fonts: font).area == 0)
        }
    }

    @Test(
        "empty texts, lone surrogates and control characters are drawn",
        arguments: ["", "\\ud83d", "\\u0000", "\\r\\r", "\\u0301"])
    func unusualTextsAreDrawn(string: String) throws {
        let box: JSON = ["ps": [0, 0], "sz": [0, 0]]
        for more in [[:], box] as [JSON] {
            _ = try Frame(page(text(string, more)), fonts: font)
            _ = try Frame(page(text(string, more)), fonts: SystemFonts(files: []))
        }
    }

    @Test("a hundred thousand letters in a box narrower than a letter are drawn")
    func veryLongTextIsDrawn() throws {
        let long = text(String(repeating: "a ", count: 50_000), ["ps": [0, -7.5], "sz": [-5, 3]])
        #expect(try Frame(page(long), fonts: font).area > 0)
    }

    @Test("a long text that is shown repeatedly, or moved by very many animators, stays within its limits")
    func repeatedLongTextStaysWithinLimits() throws {
        let long = page(text(String(repeating: "a", count: 50_000)))
        guard case .object(let fields) = long, case .list(let layers)? = fields.first(where: { $0.0 == "layers" })?.1
        else {
            return
        }
        let uses = (0..<7).map { _ in precomposition("long", 40, 24) }
        try evaluate(long + ["assets": [asset("long", layers)], "layers": .list(uses)], fonts: font)
        #expect(font.requests.letters > 10_000 && font.requests.letters <= 50_000)
        let moving: JSON = ["a": .list((0..<1000).map { _ in ["s": [:], "a": ["o": fixed(50)]] })]
        let moved = SquareFont(characters: letters)
        try evaluate(page(text(String(repeating: "a", count: 50_000)), more: moving), fonts: moved)
        #expect(moved.requests.letters == 1000)
    }

    private func evaluate(_ document: JSON, frames: Int = 1, fonts: any FontSource) throws {
        let renderer = AnimationRenderer(try Composition(document), width: 40, height: 24, fonts: fonts)
        for frame in 0..<frames { renderer.evaluate(frame: Double(frame)) }
    }

    @Test("a text that changes with every frame keeps its full length")
    func changingTextKeepsFullLength() throws {
        let documents = (0..<6).map { time -> JSON in
            ["t": .number(Double(time)), "s": text(String(repeating: "a", count: 10_000))]
        }
        let page = page(text(""), more: ["d": ["k": .list(documents)]])
        try evaluate(page, frames: 6, fonts: font)
        #expect(font.requests.letters == 6 * 10_000)
    }

    @Test("a font source that omits letters or invents some does no harm")
    func unreliableFontSourceDoesNoHarm() throws {
        struct UnreliableFontSource: FontSource {
            func face(for request: FontRequest) -> FontFace? { nil }
            func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing)
                -> [PositionedGlyph]
            {
                [
                    PositionedGlyph(index: 7), PositionedGlyph(index: 1), PositionedGlyph(index: -1),
                    PositionedGlyph(index: 1),
                ]
            }
        }
        let animator: JSON = ["a": [["s": ["t": 0, "b": 3, "rn": 1], "a": ["o": fixed(0)]]]]
        _ = try Frame(page(text("a b"), more: animator), fonts: UnreliableFontSource())
    }
}
