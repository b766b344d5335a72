import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Returns a document with a text whose letter `a` is a composition: a green square of 8 × 8 above the baseline at a font
/// size of 10, which is red from frame 5 of the composition on.
private func page(_ string: String = "aa", letter: JSON = [:], layer: JSON = [:], animators: [JSON] = []) -> JSON {
    func square(_ color: JSON, _ times: JSON) -> JSON {
        shapeLayer([rectangle(0, -80, 80, 0), fill(color)], times)
    }
    let data: JSON = ["refId": "letter", "ip": 0, "op": 9_999, "st": 0, "sr": 1, "ks": [:]]
    let glyph: JSON = [
        "ch": "a", "style": "Regular", "fFamily": "Test", "w": 100, "t": 1, "data": data + letter,
    ]
    let text: JSON = [
        "t": .string(string), "f": "Test-Regular", "s": 10, "fc": [0, 0, 1], "lh": 12, "j": 0, "tr": 0,
    ]
    let content: JSON = [
        "d": ["k": [["t": 0, "s": text]]], "a": .list(animators), "p": [:], "m": ["g": 1, "a": fixed([0, 0])],
    ]
    let textLayer: JSON = ["ty": 5, "ip": 0, "op": 100, "ks": ["p": fixed(point(0, 10))], "t": content]
    let fonts: JSON = ["list": [["fName": "Test-Regular", "fFamily": "Test", "fStyle": "Regular", "ascent": 75]]]
    let assets = [asset("letter", [square(green, ["op": 5]), square(red, ["ip": 5])])]
    return document(30, 12, [textLayer + layer], assets: assets) + ["fonts": fonts, "chars": [glyph]]
}

@Suite("Letters can be compositions")
struct LetterCompositionTests {
    @Test("a letter has the colors of its composition, the size of the text, and no clip")
    func letterHasOwnColors() throws {
        let frame = try Frame(page())
        #expect(frame.rows[5] == "GGGGGGGG..GGGGGGGG............")
        #expect(frame.area == 128)
    }

    @Test("the letter's own transform applies at a font size of 100")
    func letterHasTransform() throws {
        let frame = try Frame(page("a", letter: ["ks": ["p": fixed([20, 0]), "s": fixed([50, 50])]]))
        #expect(frame.rows[7] == "..GGGG........................")
    }

    @Test("animators move and fade letters")
    func animatorsMoveLetters() throws {
        let moved: JSON = ["s": ["t": 0, "b": 1, "s": fixed(50)], "a": ["p": fixed([4, 0, 0])]]
        #expect(try Frame(page(animators: [moved])).rows[5] == "GGGGGGGG......GGGGGGGG........")
        let faded: JSON = ["s": ["t": 0], "a": ["o": fixed(0)]]
        #expect(try Frame(page(animators: [faded])).area == 0)
    }

    @Test("the time of a letter is that of the text layer, and a letter can be slower")
    func letterHasTimeOfLayer() throws {
        func color(_ frame: Double, letter: JSON = [:], layer: JSON = [:]) throws -> Character? {
            let still: JSON = ["s": ["t": 0], "a": ["p": keyframes((0, [0, 0, 0]), (100, [0, 1, 0]))]]
            return try Frame(page("a", letter: letter, layer: layer, animators: [still]), at: frame).rows[6].dropFirst()
                .first
        }
        #expect(try color(4) == "G" && color(5) == "R")
        #expect(try color(7, layer: ["st": 3]) == "G" && color(8, layer: ["st": 3]) == "R")
        #expect(try color(9, letter: ["sr": 2]) == "G" && color(10, letter: ["sr": 2]) == "R")
        #expect(try color(4, letter: ["op": 3]) == ".")
    }

    @Test("a letter whose composition is the text's own, or unknown, is empty")
    func circlesAreEmpty() throws {
        var document = page()
        #expect(try Frame(page(letter: ["refId": "none"])).area == 0)
        document = page() + ["assets": [asset("letter", [precomposition("letter", 10, 10)])]]
        #expect(try Frame(document).area == 0)
    }
}
