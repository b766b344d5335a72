import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Returns a document with a text layer whose letters are squares: `a` has an advance of 10 and ink of 8 × 8 above the
/// baseline.
private func page(
    _ text: JSON, later: [JSON] = [], inPoint: Int = 0, more: JSON = [:], masks: [JSON] = [], width: Int = 40,
    height: Int = 24
) -> JSON {
    let ink: JSON = [
        "ty": "gr",
        "it": [
            [
                "ty": "sh",
                "ks": fixed([
                    "c": true, "v": [[0, 0], [80, 0], [80, -80], [0, -80]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]],
                    "o": [[0, 0], [0, 0], [0, 0], [0, 0]],
                ]),
            ]
        ],
    ]
    func glyph(_ character: String, _ shapes: [JSON]) -> JSON {
        ["ch": .string(character), "style": "Regular", "fFamily": "Test", "w": 100, "data": ["shapes": .list(shapes)]]
    }
    let layer: JSON = [
        "ty": 5, "ip": .number(Double(inPoint)), "op": 100, "ks": ["p": fixed(point(0, 10))],
        "masksProperties": .list(masks),
        "t": [
            "d": ["k": .list([["t": 0, "s": text]] + later)], "a": [], "p": [:], "m": ["g": 1, "a": fixed([0, 0])],
        ] + more,
    ]
    let fonts: JSON = ["list": [["fName": "Test-Regular", "fFamily": "Test", "fStyle": "Regular", "ascent": 75]]]
    return document(width, height, [layer]) + ["fonts": fonts, "chars": [glyph("a", [ink]), glyph(" ", [])]]
}

private func text(_ string: String, _ more: JSON = [:]) -> JSON {
    ["t": .string(string), "f": "Test-Regular", "s": 10, "fc": [1, 0, 0], "lh": 12, "j": 0, "tr": 0] + more
}

@Suite("Text is set from letters whose outlines are in the file")
struct TextTests {
    private let row = 5

    @Test("letters follow each other by their advances, from the left end of the baseline")
    func lettersFollowByAdvances() throws {
        let frame = try Frame(page(text("aa a")))
        #expect(frame.rows[row] == "RRRRRRRR..RRRRRRRR............RRRRRRRR..")
        #expect(frame.rows[1].allSatisfy { $0 == "." })
        #expect(frame.rows[10].allSatisfy { $0 == "." })
    }

    @Test("the outlines of letters before version 4.7.99 have tangents that are points of their own")
    func oldLettersHaveAbsoluteTangents() throws {
        let corners: JSON = [[0, 0], [80, 0], [80, -80], [0, -80]]
        let ink: JSON = [
            "ty": "gr", "it": [["ty": "sh", "ks": fixed(["c": true, "v": corners, "i": corners, "o": corners])]],
        ]
        let letter: JSON = ["ch": "a", "style": "Regular", "fFamily": "Test", "w": 100, "data": ["shapes": [ink]]]
        for (version, isDrawn) in [("4.7.1", true), ("4.8.0", false)] {
            let document = ["v": .string(version)] + page(text("a")) + ["chars": [letter]]
            let frame = try Frame(document, compatibility: .afterEffects)
            #expect((frame.rows[row].hasPrefix("RRRRRRRR..") && frame.area == 64) == isDrawn)
        }
    }

    @Test("letters before version 4.7.99 are invisible in lottie-web; a second group repeats them")
    func oldLettersAreInvisible() throws {
        let corners: JSON = [[0, 0], [80, 0], [80, -80], [0, -80]]
        func ink(_ tangents: JSON) -> JSON {
            ["ty": "gr", "it": [["ty": "sh", "ks": fixed(["c": true, "v": corners, "i": tangents, "o": tangents])]]]
        }
        let shapes: JSON = ["shapes": [ink(corners), ink([[0, 0], [0, 0], [0, 0], [0, 0]])]]
        let letter: JSON = ["ch": "a", "style": "Regular", "fFamily": "Test", "w": 100, "data": shapes]
        let document = ["v": "4.7.1"] + page(text("a")) + ["chars": [letter]]
        #expect(try Frame(document).area == 0)
        let frame = try Frame(document, compatibility: .afterEffects)
        #expect(frame.rows[row].hasPrefix("RRRRRRRR..") && frame.area == 64)
    }

    @Test("with an empty list of letters, lottie-web draws none, not even from fonts")
    func emptyListHasNoLetters() throws {
        let document = page(text("a")) + ["chars": []]
        let font = SquareFont(characters: ["a"])
        #expect(try Frame(document, fonts: font).area == 0)
        #expect(try Frame(document, compatibility: .afterEffects, fonts: font).area == 64)
    }

    @Test("the group of all letters is a group of each letter in lottie-web")
    func groupOfAllIsEachLetter() throws {
        func frame(_ grouping: Int, _ rules: RenderingCompatibility = .lottieWeb) throws -> Frame {
            let scaled: JSON = [
                "a": [["s": ["t": 0], "a": ["s": fixed([50, 100, 100])]]],
                "m": ["g": .number(Double(grouping)), "a": fixed([0, 0])],
            ]
            return try Frame(page(text("aaa"), more: scaled), compatibility: rules)
        }
        #expect(try frame(4) == frame(1))
        #expect(try frame(4, .afterEffects) != frame(1, .afterEffects))
    }

    @Test("tracking adds space after each letter")
    func trackingAddsSpace() throws {
        #expect(try Frame(page(text("aa", ["tr": 500]))).rows[row].hasPrefix("RRRRRRRR.......RRRRRRRR.."))
    }

    @Test("a carriage return starts a new line, and the first line is one unit higher, as in lottie-web")
    func carriageReturnStartsNewLine() throws {
        let frame = try Frame(page(text("a\\ra")))
        #expect(frame.rows[15].hasPrefix("RRRRRRRR.."))
        #expect(frame.rows[row].hasPrefix("RRRRRRRR.."))
    }

    @Test("right-aligned lines end at the origin, and centred lines have their middle there")
    func linesAreJustifiedAtOrigin() throws {
        let right = page(text("a", ["j": 1])) + [:]
        #expect(try Frame(right).area == 0)
        let moved: JSON = ["ps": [20, -7.5], "sz": [20, 20]]
        #expect(try Frame(page(text("a", moved))).rows[row].hasPrefix("....................RRRRRRRR.."))
        #expect(
            try Frame(page(text("a", ["j": 1] + moved))).rows[row].hasPrefix("..............................RRRRRRRR..")
        )
        #expect(try Frame(page(text("a", ["j": 2] + moved))).rows[row].hasPrefix(".........................RRRRRRRR.."))
    }

    @Test("text in a box wraps at spaces, and a letter wider than the box is on a line of its own")
    func textWrapsInBox() throws {
        let frame = try Frame(page(text("aa a", ["ps": [0, -7.5], "sz": [25, 30]])))
        #expect(frame.rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
        #expect(frame.rows[18].hasPrefix("RRRRRRRR.."))
        let narrow = try Frame(page(text("aaa", ["ps": [0, -7.5], "sz": [3, 30]]), height: 60))
        #expect(narrow.rows[row].hasPrefix("RRRRRRRR.."))
        #expect(narrow.rows[row + 13].hasPrefix("RRRRRRRR.."))
    }

    @Test("an animator affects the letters of its range")
    func animatorAffectsItsRange() throws {
        let second: JSON = [
            "a": [
                [
                    "s": ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(1), "e": fixed(2), "a": fixed(100)],
                    "a": ["p": fixed(point(0, 10)), "fc": fixed([0, 0, 1])],
                ]
            ]
        ]
        let frame = try Frame(page(text("aaa"), more: second))
        #expect(frame.rows[row] == "RRRRRRRR............RRRRRRRR............")
        #expect(frame.rows[row + 10] == "..........BBBBBBBB......................")
    }

    @Test("a selection without an end ends at letter 100 in lottie-web, behind the last letter in After Effects")
    func missingEndIsHundred() throws {
        // The ramp reaches half of its height at the middle of the selection.
        let ramp: JSON = ["s": ["t": 0, "b": 1, "sh": 2, "r": 2, "a": fixed(100)], "a": ["p": fixed(point(0, 100))]]
        func top(_ rules: RenderingCompatibility) throws -> Int? {
            try Frame(page(text("a"), more: ["a": [ramp]], height: 80), compatibility: rules).rows
                .firstIndex { $0.contains("R") }
        }
        #expect(try top(.lottieWeb) == 3)
        #expect(try top(.afterEffects) == 52)
    }

    @Test("the fill of a translucent letter does not show through its stroke, as in browsers")
    func translucentLetterIsGroup() throws {
        let outlined = text(" a", ["sc": [0, 0, 1], "sw": 4])
        let faded: JSON = ["a": [["s": ["t": 0], "a": ["o": fixed(50)]]]]
        let frame = try Frame(page(outlined, more: faded))
        #expect(frame[10, row] == 0x8080_0000)
        #expect(frame[14, row] == 0x8000_0080)
    }

    @Test("letters that stay, move, fade, get a stroke or become others are drawn as by a new renderer")
    func keptLettersMatchNewRenderers() throws {
        let place = keyframes((0, [0, 0]), (4, [0, 0]), (8, [3.3, 5.1]), (12, [3.3, 5.1]))
        let second: JSON = ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(1), "e": fixed(2), "a": fixed(100)]
        let texts: JSON = [
            ["t": 0, "s": text("aaa", ["sc": [0, 0, 1], "sw": 1.5])], ["t": 14, "s": text("a aa")],
        ]
        let document = page(
            text(""),
            more: [
                "d": ["k": texts],
                "a": [
                    ["s": second, "a": ["p": place, "o": keyframes((0, [100]), (20, [30]))]],
                    ["s": ["t": 0], "a": ["sw": keyframes((2, [0]), (5, [1]))]],
                ],
            ])
        let renderer = AnimationRenderer(try Composition(document), width: 40, height: 24)
        var pixmap = Pixmap(width: 40, height: 24)
        for time in [0.0, 1, 2, 3, 3, 3, 4, 6, 7, 9, 10, 11, 10, 1, 14, 15, 16, 17, 3, 10] {
            renderer.draw(frame: time, into: &pixmap)
            #expect(try pixmap == Frame(document, at: time).pixmap, "at \(time)")
        }
    }

    @Test("the scales of all animators apply before the first rotation")
    func scalesApplyBeforeRotation() throws {
        let turned: JSON = [
            "a": [["s": ["t": 0], "a": ["r": fixed(90)]], ["s": ["t": 0], "a": ["s": fixed([100, 200])]]]
        ]
        // A letter 8 wide and 16 high above the baseline, rotated clockwise about the middle of its base, lies to the
        // right.
        let frame = try Frame(page(text(" a"), more: turned))
        #expect(frame.rows[6] == "...............RRRRRRRRRRRRRRRR.........")
        #expect(frame.rows[13] == "........................................")
    }

    @Test("a rotation about y makes a letter narrower, and rotations about x and y also skew it")
    func rotationsInSpaceNarrowAndSkewLetters() throws {
        let narrow: JSON = ["a": [["s": ["t": 0], "a": ["ry": fixed(60)]]]]
        #expect(abs(try Frame(page(text(" a"), more: narrow)).area - 32) < 0.5)
        let both: JSON = ["a": [["s": ["t": 0], "a": ["ry": fixed(60), "rx": fixed(60)]]]]
        let frame = try Frame(page(text(" a"), more: both))
        #expect(abs(frame.area - 16) < 0.5)
        #expect(abs(frame.centre(ofChannel: 0).x - 14.5) < 0.1)
    }

    @Test("tracking by an animator keeps a centred line in the middle")
    func animatedTrackingKeepsLineCentred() throws {
        let tracking: JSON = ["a": [["s": ["t": 0], "a": ["t": fixed(4)]]]]
        let box: JSON = ["ps": [0, -7.5], "sz": [40, 20], "j": 2]
        let frame = try Frame(page(text("aa", box), more: tracking))
        #expect(frame.rows[row] == "........RRRRRRRR......RRRRRRRR..........")
    }

    @Test("animated tracking moves each further centred line by its own amount, as in lottie-web")
    func animatedTrackingMovesFurtherLines() throws {
        let tracking: JSON = ["a": [["s": ["t": 0], "a": ["t": fixed(4)]]]]
        let box: JSON = ["ps": [0, -7.5], "sz": [40, 20], "j": 2, "lh": 9]
        let frame = try Frame(page(text("aa\\raa", box), more: tracking))
        #expect(frame.rows[row] == "........RRRRRRRR......RRRRRRRR..........")
        #expect(frame.rows[row + 10] == "......RRRRRRRR......RRRRRRRR............")
    }

    @Test("an animated stroke of a text without one is one unit wide, as in browsers")
    func animatedStrokeIsOneUnitWide() throws {
        let outlined: JSON = ["a": [["s": ["t": 0], "a": ["sc": fixed([0, 0, 1])]]]]
        let frame = try Frame(page(text(" a"), more: outlined), width: 80, height: 48)
        #expect(frame.rows[10].hasPrefix("...................BBRRRRRRRRRRRRRRBB...."))
    }

    /// lottie-web sets the attributes of a stroke and never removes them (`SVGTextElement.js`, `buildNewText`).
    @Test("a text without a stroke keeps that of an earlier text of the layer that was shown, as in lottie-web")
    func earlierStrokeIsKept() throws {
        let outlined: JSON = ["sc": [0, 0, 1], "sw": 1]
        let later: [JSON] = [["t": 4, "s": text(" a ")], ["t": 8, "s": text(" a")]]
        func row(at time: Double, inPoint: Int = 0, rules: RenderingCompatibility = .lottieWeb) throws -> String {
            let whole = page(text(" a", outlined), later: later, inPoint: inPoint)
            return try Frame(whole, at: time, width: 80, height: 48, compatibility: rules).rows[10]
        }
        let stroked = "...................BBRRRRRRRRRRRRRRBB...."
        for time in [0.0, 4, 8, 12] { #expect(try row(at: time).hasPrefix(stroked)) }
        #expect(try !row(at: 8, inPoint: 5).contains("B"))
        #expect(try !row(at: 8, rules: .afterEffects).contains("B"))
    }

    @Test(
        "an animated stroke width of zero has no effect before there was another one, as in browsers",
        arguments: [(-1.0, 0.0, true), (-1, 1, true), (1, 0, false), (2, 1, true)])
    func zeroStrokeWidthHasNoEffect(first: Double, later: Double, hasStroke: Bool) throws {
        let width = keyframes((0, [.number(first)]), (8, [.number(later)]))
        let outlined: JSON = ["a": [["s": ["t": 0], "a": ["sc": fixed([0, 0, 1]), "sw": width]]]]
        let frame = try Frame(page(text(" a"), more: outlined), at: 8, width: 80, height: 48)
        let edge = hasStroke ? "...................BBRRRRRRRRRRRRRRBB...." : "....................RRRRRRRRRRRRRRRR...."
        #expect(frame.rows[10].hasPrefix(edge))
    }

    @Test("on a closed path, text with a negative margin begins before the start of the path")
    func negativeMarginBeginsBeforeStart() throws {
        #expect(try place(ofLetter: 0, margin: -14) == Point(16, 25))
        #expect(try place(ofLetter: 1, margin: -14) == Point(17, 16))
    }

    @Test("forced alignment begins at the side in which a negative margin lies, and subtracts the margin")
    func forcedAlignmentBeginsAtSide() throws {
        // The last side begins at (16, 40); the first letter is half its width less the margin from there.
        #expect(try place(ofLetter: 0, margin: -4, isForced: true) == Point(16, 39))
        #expect(try place(ofLetter: 1, margin: -4, isForced: true) == Point(21, 40))
    }

    @Test("a letter behind the one before it is on the line through that one's side, as in lottie-web")
    func walkNeverGoesBack() throws {
        let second: JSON = ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(1), "e": fixed(2), "a": fixed(100)]
        let backwards: JSON = ["s": second, "a": ["p": fixed(point(-20, 0))]]
        #expect(try place(ofLetter: 0, margin: 24, animators: [backwards]) == Point(40, 21))
        #expect(try place(ofLetter: 1, margin: 24, animators: [backwards]) == Point(40, 11))
    }

    /// Returns the place of one of two letters on a closed path: a square with the corners (16, 16) and (40, 40), from
    /// the first of these to the right.
    private func place(
        ofLetter letter: Int, margin: Double, isForced: Bool = false, animators: [JSON] = []
    ) throws -> Point {
        let other: JSON = .number(Double(1 - letter))
        let next: JSON = .number(Double(2 - letter))
        let selector: JSON = ["t": 0, "b": 1, "sh": 1, "r": 2, "s": fixed(other), "e": fixed(next), "a": fixed(100)]
        let hidden: JSON = ["s": selector, "a": ["o": fixed(0)]]
        let path: JSON = [
            "m": 0, "f": fixed(.number(margin)), "l": fixed(0), "a": fixed(isForced ? 1 : 0), "p": fixed(0),
            "r": fixed(0),
        ]
        let square: JSON = ["mode": "n", "pt": fixed(shape([(16, 16), (40, 16), (40, 40), (16, 40)]))]
        let more: JSON = ["p": path, "a": .list([hidden] + animators)]
        let frame = try Frame(page(text("aa"), more: more, masks: [square], width: 64, height: 64))
        #expect(frame.area == 64)
        // The ink is 8 units wide and high, begins half the advance of 10 before the place, and lies 10 units lower.
        let centre = frame.centre(ofChannel: 0)
        return Point(Float((centre.x + 1).rounded()), Float((centre.y + 4 - 10).rounded()))
    }

    @Test("a lower smoothness narrows the range of partial selection")
    func lowerSmoothnessNarrowsSelection() throws {
        func shift(_ softness: Double) throws -> Double {
            let selector: JSON = ["t": 0, "sh": 4, "sm": fixed(.number(softness))]
            let falling: JSON = ["a": [["s": selector, "a": ["p": fixed(point(0, 8))]]]]
            return try Frame(page(text("aaaa"), more: falling)).centre(ofChannel: 0).y
        }
        // A triangle over four letters selects a quarter, three quarters, three quarters and a quarter.
        #expect(abs(try shift(100) - 10) < 0.05)
        #expect(try Frame(page(text("aaaa"))).centre(ofChannel: 0).y == 6)
        let hard: JSON = ["a": [["s": ["t": 0, "sh": 4, "sm": fixed(0)], "a": ["p": fixed(point(0, 8))]]]]
        let frame = try Frame(page(text("aaaa"), more: hard))
        #expect(frame.rows[row] == "RRRRRRRR......................RRRRRRRR..")
        #expect(frame.rows[row + 8] == "..........RRRRRRRR..RRRRRRRR............")
    }

    @Test("with a smoothness of zero, a letter that is half selected is fully selected")
    func zeroSmoothnessSelectsHalfSelectedLetters() throws {
        // A ramp over three letters selects a sixth, a half and five sixths.
        let hard: JSON = ["a": [["s": ["t": 0, "sh": 2, "sm": fixed(0)], "a": ["p": fixed(point(0, 8))]]]]
        let frame = try Frame(page(text("aaa"), more: hard))
        #expect(frame.rows[row] == "RRRRRRRR................................")
        #expect(frame.rows[row + 8] == "..........RRRRRRRR..RRRRRRRR............")
    }

    @Test("letters without outlines in the file are invisible and have no advance")
    func missingOutlinesAreInvisible() throws {
        #expect(try Frame(page(text("aza"))).rows[row].hasPrefix("RRRRRRRR..RRRRRRRR.."))
    }
}
