import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Hostile documents are drawn with bounded work", .timeLimit(.minutes(3)))
struct HostileTests {
    private static let square = [rectangle(0, 0, 4, 4), fill()]
    /// The maximum cost of reading, preparing and drawing a hostile document, in ordinary frames.
    ///
    /// The most expensive document below, nested blurs with a large radius, costs 6,400 frames.
    private static let maxCost = 20_000.0

    /// Draws a frame and checks that its cost is within the limit and that no color exceeds its alpha.
    @discardableResult
    private func draw(
        _ document: JSON, at frame: Double = 0, at location: SourceLocation = #_sourceLocation
    ) throws -> Frame {
        try draw(location) { try Frame(document, at: frame, width: 4, height: 4) }
    }

    @discardableResult
    private func draw(_ location: SourceLocation = #_sourceLocation, _ body: () throws -> Frame) throws -> Frame {
        var frame: Frame?
        let frames = try OrdinaryFrames.cost { frame = try body() }
        #expect(frames < Self.maxCost, "it costs as much as \(frames) frames of a gift", sourceLocation: location)
        let drawn = try #require(frame, sourceLocation: location)
        #expect(
            drawn.pixmap.pixels.allSatisfy { pixel in (0..<3).allSatisfy { pixel >> (8 * $0) & 0xFF <= pixel >> 24 } },
            sourceLocation: location)
        return drawn
    }

    @Test("compositions that double at every level are drawn")
    func doublingCompositionsAreDrawn() throws {
        let assets = (0..<40).map { level in
            let next = "c\(level + 1)"
            return asset(
                "c\(level)", [precomposition(next, 4, 4), precomposition(next, 4, 4), shapeLayer(Self.square)])
        }
        #expect(try draw(document(4, 4, [precomposition("c0", 4, 4)], assets: assets)).area == 16)
    }

    @Test("a composition that contains itself many times, with many other items, is drawn")
    func selfContainingCompositionIsDrawn() throws {
        let own = Array(repeating: precomposition("c", 4, 4), count: 20)
        let star: JSON = ["ty": "sr", "sy": 1, "pt": fixed(1e9), "p": fixed([2, 2]), "or": fixed(4), "ir": fixed(2)]
        let content = [shapeLayer(Array(repeating: star, count: 20) + [fill()])] + own
        try draw(document(4, 4, [precomposition("c", 4, 4)], assets: [asset("c", content)]))
    }

    @Test("nested mattes, whose sources are drawn once for each of their layers, are drawn")
    func nestedMattesAreDrawn() throws {
        let assets = (0..<31).map { level -> JSON in
            let matted = Array(repeating: solid("#ff0000", 4, 4, ["tt": 1, "tp": 1]), count: 10)
            return asset("c\(level)", [precomposition("c\(level + 1)", 4, 4, ["td": 1, "ind": 1])] + matted)
        }
        try draw(
            document(4, 4, [precomposition("c0", 4, 4)], assets: assets + [asset("c31", [solid("#ffffff", 4, 4)])]))
    }

    @Test("a long chain of mattes and a long chain of parents are drawn")
    func longMatteAndParentChainsAreDrawn() throws {
        let mattes = (0..<500).map { solid("#ff0000", 4, 4, ["ind": .number(Double($0)), "tt": 1]) }
        try draw(document(4, 4, mattes))
        let parents = (0..<5_000).map { nullLayer(["ind": .number(Double($0)), "parent": .number(Double($0 + 1))]) }
        try draw(document(4, 4, [solid("#ff0000", 4, 4, ["parent": 0])] + parents))
    }

    @Test(
        "chained repeaters are drawn with styles inside or outside, with shapes or without", arguments: [true, false],
        [true, false])
    func chainedRepeatersAreDrawn(isStyledInside: Bool, hasShape: Bool) throws {
        let shape = hasShape ? rectangle(0, 0, 1, 1) : polygon([])
        let many = Array(repeating: repeater(1e9, ["p": fixed([0.1, 0])]), count: 8)
        let items = isStyledInside ? [shape, fill()] + many : [shape] + many + [fill()]
        try draw(document(4, 4, [shapeLayer(items)]))
    }

    @Test("thousands of groups with repeaters are drawn")
    func manyRepeatersAreDrawn() throws {
        let one = group(Self.square + [repeater(1_000, ["p": fixed([0.1, 0])])])
        try draw(document(4, 4, [shapeLayer(Array(repeating: one, count: 3_000))]))
    }

    @Test("repeaters whose copies have repeaters in them, with thousands of items, are drawn")
    func repeatersInCopiesAreDrawn() throws {
        let items = Array(repeating: rectangle(0, 0, 1, 1), count: 5_000)
        let copies = repeater(15, ["p": fixed([0.1, 0])])
        let evenOdd = fill(red, ["r": 2])
        try draw(document(4, 4, [shapeLayer(items + [copies, copies, copies, evenOdd])]))
    }

    @Test("repeaters whose copies have thousands of repeaters without copies in them are drawn")
    func repeatersWithoutCopiesAreDrawn() throws {
        let empty = Array(repeating: group([repeater(0, [:])]), count: 1_000)
        let copies = repeater(1_000, ["p": fixed([0.1, 0])])
        let evenOdd = fill(red, ["r": 2])
        try draw(document(4, 4, [shapeLayer([rectangle(0, 0, 1, 1)] + empty + [copies, copies, evenOdd])]))
    }

    @Test("thousands of styles over thousands of shapes are drawn")
    func manyStylesAreDrawn() throws {
        let shapes = Array(repeating: rectangle(0, 0, 1, 1), count: 3_000)
        try draw(document(4, 4, [shapeLayer(shapes + Array(repeating: fill(), count: 3_000))]))
        try draw(
            document(
                4, 4, [shapeLayer(shapes + Array(repeating: trim(10, 20, isSequential: true), count: 200) + [fill()])]))
    }

    @Test("thousands of masks on each of many layers are drawn")
    func manyMasksAreDrawn() throws {
        let masks: JSON = [
            "masksProperties": .list(Array(repeating: mask("f", corners(0, 0, 3, 3), ["inv": true]), count: 2_000))
        ]
        try draw(document(4, 4, Array(repeating: solid("#ff0000", 4, 4, masks), count: 20)))
    }

    @Test("a composition of thousands of masks or shape items is drawn if thousands of layers show it")
    func manyUses() throws {
        let masks: JSON = ["masksProperties": .list(Array(repeating: mask("a", corners(0, 0, 3, 3)), count: 1_000))]
        // An expression makes a copy of each use.
        let scripted = nullLayer(["ks": ["o": ["k": 50, "x": "time"]]])
        for layer in [solid("#ff0000", 4, 4, masks), shapeLayer(Array(repeating: fill(), count: 1_000))] {
            let uses = Array(repeating: precomposition("c", 4, 4), count: 9_000)
            try draw(document(4, 4, uses + [scripted], assets: [asset("c", [layer])]))
        }
    }

    @Test("a thousand effects with a very large radius are drawn", arguments: [25, 29])
    func manyLargeEffectsAreDrawn(type: Int) throws {
        let values: [JSON] = [1e9, 255, 1e9, 1e9, 1e9, 0].map { ["ty": 0, "v": fixed(.number($0))] }
        let effect: JSON = ["ty": .number(Double(type)), "en": 1, "ef": .list(values)]
        let layer = solid("#ff0000", 4, 4, ["ef": .list(Array(repeating: effect, count: 1_000))])
        let nested = (0..<10).map {
            asset("c\($0)", [precomposition("c\($0 + 1)", 1e5, 1e5, ["ef": .list([effect, effect])]), layer])
        }
        try draw(document(4, 4, [precomposition("c0", 1e5, 1e5), layer], assets: nested))
    }

    @Test("a stroke with more dashes than the limit is drawn without dashes", arguments: [1e-30, 1e-6, 1e-3, 0])
    func tooManyDashesAreDrawnAsSolidLine(length: Double) throws {
        let pattern: JSON = ["d": [["n": "d", "v": fixed(.number(length))], ["n": "g", "v": fixed(.number(length))]]]
        let line = polygon([(-1e6, 2), (1e6, 2)], isClosed: false)
        #expect(try draw(document(4, 4, [shapeLayer([line, stroke(2, red, pattern)])])).area == 8)
    }

    @Test("tens of thousands of copies of shapes in a rotated group are drawn")
    func manyCopiesAreDrawn() throws {
        let many = Array(repeating: repeater(1_000, ["p": fixed([0.001, 0])]), count: 2)
        let star: JSON = ["ty": "sr", "sy": 1, "pt": fixed(20), "p": fixed([2, 2]), "or": fixed(9), "ir": fixed(8)]
        #expect(try draw(document(4, 4, [shapeLayer([group([star] + many, ["r": fixed(10)]), fill()])])).area == 16)
    }

    @Test("deeply nested groups are drawn", arguments: [10, 60, 80])
    func deepGroupsAreDrawn(depth: Int) throws {
        let nested = (0..<depth).reduce(group(Self.square)) { inner, _ in group([inner], ["o": fixed(99.9)]) }
        #expect(try draw(document(4, 4, [shapeLayer([nested])])).area > 10)
    }

    @Test(
        "documents with extreme numbers in all places are drawn",
        arguments: [0, -1, 1e-300, 1e9, -1e9, 1e30, 1e38, -1e38, 1e300, -1e300, 9.3e18])
    func extremeNumbersAreDrawn(value: Double) throws {
        let number = JSON.number(value)
        let pair: JSON = [number, number]
        let transform: JSON = [
            "a": fixed(pair), "p": fixed(pair), "s": fixed(pair), "r": fixed(number), "sk": fixed(number),
            "sa": fixed(number),
        ]
        let odd: [JSON] = [
            ["ty": "rc", "p": fixed(pair), "s": fixed(pair), "r": fixed(number)],
            ["ty": "el", "p": fixed(pair), "s": fixed(pair)],
            [
                "ty": "sr", "sy": 1, "pt": fixed(number), "p": fixed(pair), "or": fixed(number), "ir": fixed(number),
                "os": fixed(number),
            ],
            polygon([(value, 0), (0, value), (value, value)]),
        ]
        let modifiers: [JSON] = [
            ["ty": "rd", "r": fixed(number)], ["ty": "pb", "a": fixed(number)], trim(value, 50, offset: value),
            repeater(value, offset: value, transform),
        ]
        let styles: [JSON] = [
            fill([number, number, number, number], opacity: value),
            stroke(
                value, red, ["ml": number, "d": [["n": "d", "v": fixed(number)], ["n": "o", "v": fixed(number)]]]),
            [
                "ty": "gf", "t": 2, "s": fixed(pair), "e": fixed([number, 0]), "h": fixed(number), "a": fixed(number),
                "g": ["p": number, "k": fixed([number, number, number, number, number, number])],
            ],
        ]
        let layers = [
            shapeLayer(odd + styles), shapeLayer(odd.prefix(2) + modifiers + styles),
            shapeLayer([group(odd + styles, transform)]),
            shapeLayer(
                odd + styles,
                [
                    "ks": transform,
                    "masksProperties": [
                        mask("a", [(value, 0), (0, 4), (4, value)], ["x": fixed(number), "o": fixed(number)])
                    ],
                ]),
            solid("#ff0000", value, value, ["sr": number, "st": number]),
            precomposition("c", value, value, ["sr": number, "st": number, "tm": fixed(number)]),
            precomposition("c", 4, 4, ["sr": number]),
        ]
        let document = document(4, 4, layers, assets: [asset("c", [shapeLayer(Self.square)])])
        for time in [0, value] { try draw(document, at: time) }
    }

    @Test(
        "a composition of almost zero size and one of the maximum size are drawn", arguments: [1e-300, 1e-9, 100_000])
    func extremeCompositionSizesAreDrawn(side: Double) throws {
        let text = #"{"w":\#(side),"h":\#(side),"fr":1,"ip":0,"op":1,"layers":[\#(solid("#ff0000", 4, 4).text)]}"#
        try draw {
            let composition = try Composition(json: Array(text.utf8))
            var pixmap = Pixmap(width: 4, height: 4)
            AnimationRenderer(composition, width: 4, height: 4).draw(frame: 0, into: &pixmap)
            return Frame(pixmap)
        }
    }
}
