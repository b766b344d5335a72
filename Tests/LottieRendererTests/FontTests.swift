import Lottie
import LottieRenderer
import Testing
import Typography
import VectorGraphics

/// A font without a file: letters an em wide, whose ink is a square of 0.8 over the baseline; blanks are half as wide.
struct SquareFont: FontSource {
    /// The letters it has.
    var letters: Set<String>
    /// What was asked for.
    let asked = Requests()

    func face(for request: FontRequest) -> FontFace? {
        asked.add(request)
        return letters.isEmpty ? nil : FontFace(family: "Square", style: "Regular", isSubstitute: true)
    }

    func line(of letters: [String], in request: FontRequest, fit: LetterFit) -> [SetLetter] {
        asked.add(request, fit, letters.count)
        return letters.enumerated().map { index, letter in
            if letter == " " { return SetLetter(index: index, advance: 0.5) }
            guard self.letters.contains(letter) else { return SetLetter(index: index, isMissing: true) }
            var square = Path()
            square.move(to: Point(0, 0))
            for corner in [Point(0.8, 0), Point(0.8, -0.8), Point(0, -0.8)] { square.line(to: corner) }
            square.close()
            return SetLetter(index: index, outline: square, advance: 1)
        }
    }
}

/// Requests in the order they came.
final class Requests: @unchecked Sendable {
    // One test, which runs on one thread, reads and writes it.
    private(set) var list: [FontRequest] = []
    private(set) var fits: [LetterFit] = []
    private(set) var letters = 0
    func add(_ request: FontRequest, _ fit: LetterFit? = nil, _ letters: Int = 0) {
        list.append(request)
        self.letters += letters
        if let fit { fits.append(fit) }
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

@Suite("Text whose letters come from fonts")
struct FontTests {
    private let font = SquareFont(letters: letters)
    private let row = 5

    @Test("Letters stand by the font's widths, at the text's size")
    func line() throws {
        #expect(try Frame(page(text("aa b")), fonts: font).rows[row] == "RRRRRRRR..RRRRRRRR.......RRRRRRRR.......")
    }

    @Test("Justification, tracking and boxes are those of letters with outlines")
    func setting() throws {
        let box: JSON = ["ps": [0, -7.5], "sz": [40, 30], "j": 2, "tr": 200]
        #expect(try Frame(page(text("aa", box)), fonts: font).rows[row] == ".........RRRRRRRR....RRRRRRRR...........")
        let narrow: JSON = ["ps": [0, -7.5], "sz": [25, 30]]
        let frame = try Frame(page(text("aa a", narrow)), fonts: font)
        #expect(frame.rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
        #expect(frame.rows[18].hasPrefix("RRRRRRRR.."))
    }

    @Test("Animators reach letters of fonts as they reach those with outlines")
    func animator() throws {
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

    @Test("All capitals: small letters become capitals; small capitals are 0.7 as large")
    func capitals() throws {
        let onlyCapitals = SquareFont(letters: ["A", "S"])
        #expect(try Frame(page(text("aA", ["ca": 0])), fonts: onlyCapitals).rows[row].hasPrefix("RRRRRRRR...."))
        #expect(try Frame(page(text("aA", ["ca": 1])), fonts: onlyCapitals).rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
        let small = try Frame(page(text("aA", ["ca": 2, "s": 20])), fonts: onlyCapitals)
        #expect(small.rows[row].hasPrefix("RRRRRRRRRRR?..RRRRRRRRRRRRRRRR.."))
        #expect(try Frame(page(text("ß", ["ca": 1])), fonts: onlyCapitals).rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
    }

    @Test("A font is asked for by what the file says of it")
    func request() throws {
        _ = try Frame(page(text("a")), fonts: font)
        #expect(
            font.asked.list.first == FontRequest(name: "Square-Bold", family: "Square", weight: 700, isItalic: true))
        let own = SquareFont(letters: letters)
        let more: JSON = ["fWeight": "300", "fStyle": "Regular", "fPath": "data:font/ttf;base64,AAEC"]
        _ = try Frame(page(text("a"), font: more), fonts: own)
        let file = FontFile([0, 1, 2])
        #expect(own.asked.list.first == FontRequest(name: "Square-Bold", family: "Square", weight: 300, file: file))
    }

    @Test("Fonts are not asked where no text needs them, nor where the file has outlines")
    func unused() throws {
        _ = try Frame(document(10, 10, [solid("#ff0000", 5, 5)]) + ["fonts": ["list": [["fName": "x"]]]], fonts: font)
        let glyph: JSON = ["ch": "a", "style": "Bold Italic", "fFamily": "Square", "w": 100, "data": [:]]
        _ = try Frame(page(text("ab")) + ["chars": [glyph]], fonts: font)
        #expect(font.asked.list.isEmpty)
    }

    @Test("Where letters are painted with outlines, the next letter lies over the one before")
    func overlap() throws {
        let stroke: JSON = ["sc": [0, 0, 1], "sw": 4, "of": true]
        let row = try Frame(page(text("aa", stroke)), fonts: font).rows[self.row]
        #expect(row.hasPrefix("BBRRRRBBBBBBRRRRBB"))
    }

    @Test("A font that isn't listed is the first of the list")
    func unlisted() throws {
        #expect(try Frame(page(text("a", ["f": "Other"])), fonts: font).rows[row].hasPrefix("RRRRRRRR.."))
        #expect(font.asked.list.first?.family == "Square")
    }
}

@Suite("Texts as After Effects sets them")
struct AfterEffectsTextTests {
    private let font = SquareFont(letters: letters)
    private let row = 5

    @Test("Outlines lie under letters unless the document says otherwise; in browsers they always lie over them")
    func strokes() throws {
        let outlined: JSON = ["sc": [0, 0, 1], "sw": 4, "of": false]
        let under = page(text(" a", outlined))
        #expect(try Frame(under, fonts: font).rows[row].hasPrefix("...BBBBRRRRBBBB."))
        #expect(try Frame(under, rules: .afterEffects, fonts: font).rows[row].hasPrefix("...BBRRRRRRRRBB."))
        let over = page(text(" a", outlined + ["of": true]))
        #expect(try Frame(over, rules: .afterEffects, fonts: font).rows[row].hasPrefix("...BBBBRRRRBBBB."))
    }

    @Test("Letters fade by the share that an animator reaches them with, in browsers by its square")
    func opacity() throws {
        let half: JSON = ["a": [["s": ["t": 0, "a": fixed(50)], "a": ["o": fixed(0)]]]]
        #expect(try Frame(page(text("a"), more: half), rules: .afterEffects, fonts: font).alphas(row: row)[4] == 128)
        let quarter: JSON = ["a": [["s": ["t": 0, "a": fixed(50)], "a": ["o": fixed(100)]]]]
        #expect(try Frame(page(text("a"), more: quarter), fonts: font).alphas(row: row)[4] == 191)
    }

    @Test("All lines have the same height, in browsers the first has one unit more")
    func lines() throws {
        let frame = try Frame(page(text("a\\ra")), rules: .afterEffects, fonts: font)
        #expect(frame.rows[13] == "........................................")
        #expect(frame.rows[14].hasPrefix("RRRRRRRR"))
        #expect(try Frame(page(text("a\\ra")), fonts: font).rows[14] == "........................................")
    }

    @Test("Pairs are kerned, and ligatures form where nothing moves or is tracked; in browsers letters stand apart")
    func fit() throws {
        let moving: JSON = ["a": [["s": [:], "a": ["o": fixed(0)]]]]
        for (page, rules, fit) in [
            (page(text("a")), .lottieWeb, .apart), (page(text("a")), .afterEffects, .joined),
            (page(text("a", ["tr": 10])), .afterEffects, .kerned),
            (page(text("a"), more: moving), .afterEffects, .kerned),
        ] as [(JSON, DrawingRules, LetterFit)] {
            let font = SquareFont(letters: letters)
            _ = try Frame(page, rules: rules, fonts: font)
            #expect(font.asked.fits == [fit])
        }
    }
}

@Suite("What texts are drawn with")
struct FontUseTests {
    @Test("A font, its face, the texts in it and the letters it lacks")
    func uses() throws {
        let composition = try Composition(page(text("ayaz")))
        let use = try #require(composition.fontUses(from: SquareFont(letters: letters)).first)
        #expect(use.font.family == "Square")
        #expect(use.origin == .face(FontFace(family: "Square", style: "Regular", isSubstitute: true)))
        #expect(use.texts == 1)
        #expect(use.missing == ["y", "z"])
    }

    @Test("Without any font texts are drawn with nothing")
    func nowhere() throws {
        let uses = try Composition(page(text("a"))).fontUses(from: SquareFont(letters: []))
        #expect(uses.map(\.origin) == [.nowhere])
    }

    @Test("Outlines in the file come first, and fonts that no text uses are not listed")
    func outlines() throws {
        let glyph: JSON = ["ch": "a", "style": "Bold Italic", "fFamily": "Square", "w": 100, "data": [:]]
        let font = SquareFont(letters: letters)
        let uses = try Composition(page(text("ab")) + ["chars": [glyph]]).fontUses(from: font)
        #expect(uses.map(\.origin) == [.outlines])
        #expect(uses.map(\.missing) == [["b"]])
        let unused = document(10, 10, []) + ["fonts": ["list": [["fName": "x"]]]]
        #expect(try Composition(unused).fontUses(from: font).isEmpty)
        #expect(font.asked.list.isEmpty)
    }
}

@Suite("Texts made to break")
struct HostileTextTests {
    private let font = SquareFont(letters: letters)

    @Test("Sizes without sense draw nothing", arguments: ["0", "1e39", "-1e300", "1e-300"])
    func sizes(size: String) throws {
        let number = JSON.number(try #require(Double(size)))
        for more in [[:], ["a": [["s": [:], "a": ["o": fixed(0)]]]]] as [JSON] {
            #expect(try Frame(page(text("aa", ["s": number]), more: more), fonts: font).area == 0)
        }
    }

    @Test(
        "Empty texts, lone surrogates and control characters",
        arguments: ["", "\\ud83d", "\\u0000", "\\r\\r", "\\u0301"])
    func texts(string: String) throws {
        let box: JSON = ["ps": [0, 0], "sz": [0, 0]]
        for more in [[:], box] as [JSON] {
            _ = try Frame(page(text(string, more)), fonts: font)
            _ = try Frame(page(text(string, more)), fonts: SystemFonts(files: []))
        }
    }

    @Test("A hundred thousand letters in a box narrower than one")
    func many() throws {
        let long = text(String(repeating: "a ", count: 50_000), ["ps": [0, -7.5], "sz": [-5, 3]])
        #expect(try Frame(page(long), fonts: font).area > 0)
    }

    @Test("A long text that is shown again and again, or moved by very many animators, ends somewhere")
    func again() throws {
        let long = page(text(String(repeating: "a", count: 50_000)))
        guard case .object(let fields) = long, case .list(let layers)? = fields.first(where: { $0.0 == "layers" })?.1
        else {
            return
        }
        let uses = (0..<7).map { _ in precomposition("long", 40, 24) }
        try evaluate(long + ["assets": [asset("long", layers)], "layers": .list(uses)], fonts: font)
        #expect(font.asked.letters > 10_000 && font.asked.letters <= 50_000)
        let moving: JSON = ["a": .list((0..<1000).map { _ in ["s": [:], "a": ["o": fixed(50)]] })]
        let moved = SquareFont(letters: letters)
        try evaluate(page(text(String(repeating: "a", count: 50_000)), more: moving), fonts: moved)
        #expect(moved.asked.letters == 1000)
    }

    private func evaluate(_ document: JSON, frames: Int = 1, fonts: any FontSource) throws {
        let renderer = AnimationRenderer(try Composition(document), width: 40, height: 24, fonts: fonts)
        for frame in 0..<frames { renderer.evaluate(frame: Double(frame)) }
    }

    @Test("A text that changes may go on changing")
    func changing() throws {
        let documents = (0..<6).map { time -> JSON in
            ["t": .number(Double(time)), "s": text(String(repeating: "a", count: 10_000))]
        }
        let page = page(text(""), more: ["d": ["k": .list(documents)]])
        try evaluate(page, frames: 6, fonts: font)
        #expect(font.asked.letters == 6 * 10_000)
    }

    @Test("A source that leaves letters out or invents some")
    func liar() throws {
        struct Liar: FontSource {
            func face(for request: FontRequest) -> FontFace? { nil }
            func line(of letters: [String], in request: FontRequest, fit: LetterFit) -> [SetLetter] {
                [SetLetter(index: 7), SetLetter(index: 1), SetLetter(index: -1), SetLetter(index: 1)]
            }
        }
        let animator: JSON = ["a": [["s": ["t": 0, "b": 3, "rn": 1], "a": ["o": fixed(0)]]]]
        _ = try Frame(page(text("a b"), more: animator), fonts: Liar())
    }
}
