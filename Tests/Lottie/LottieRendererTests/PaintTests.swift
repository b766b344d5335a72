import Foundation
import ImageCoding
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Gradients have color stops and separate opacity stops")
struct GradientTests {
    private func gradient(_ numbers: [Double], count: Int?, type: Int = 1, end: Double = 10, _ more: JSON = [:]) -> JSON
    {
        let stops: JSON = ["k": fixed(.list(numbers.map { .number($0) }))]
        let counted: JSON = count.map { ["p": .number(Double($0))] } ?? [:]
        return [
            "ty": "gf", "t": .number(Double(type)), "s": fixed([0, 0]), "e": fixed(point(end, 0)), "o": fixed(100),
            "g": stops + counted,
        ] + more
    }

    private func row(_ paint: JSON, x: Double = 0) throws -> [UInt32] {
        try Frame(document(10, 1, [shapeLayer([rectangle(0, 0, 10, 1), paint])])).pixmap.pixels
    }

    private func pixel(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> UInt32 {
        PixelArithmetic.pixel(red: r, green: g, blue: b, alpha: a)
    }

    private static let redToBlue = [0.0, 1, 0, 0, 1, 0, 0, 1]

    @Test("a linear gradient interpolates its colors, with or without a count of stops", arguments: [2, nil] as [Int?])
    func linearGradientInterpolatesColors(count: Int?) throws {
        for (x, found) in try row(gradient(Self.redToBlue, count: count)).enumerated() {
            let t = (Double(x) + 0.5) / 10
            #expect(found.isNear(pixel(1 - t, 0, t), by: 2), "column \(x)")
        }
    }

    @Test("opacity stops have their own offsets, and colors are not premultiplied")
    func opacityStopsHaveOwnOffsets() throws {
        let numbers = Self.redToBlue + [0, 0, 0.3, 1, 0.5, 1, 1, 0]
        for (x, found) in try row(gradient(numbers, count: 2)).enumerated() {
            let t = (Double(x) + 0.5) / 10
            let alpha = t < 0.3 ? t / 0.3 : t < 0.5 ? 1 : (1 - t) / 0.5
            #expect(found.isNear(pixel(1 - t, 0, t, alpha), by: 2), "column \(x)")
        }
    }

    @Test("of two stops at one offset the later starts there, and an offset below the previous one is raised to it")
    func laterStopAtSameOffsetApplies() throws {
        let hard = [0.0, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 0, 1, 1, 0, 0, 1]
        let expected = [UInt32](repeating: 0xFF00_00FF, count: 5) + [UInt32](repeating: 0xFFFF_0000, count: 5)
        #expect(try row(gradient(hard, count: 4)) == expected)
        let unsorted = [0.0, 1, 0, 0, 0.5, 1, 0, 0, 0.2, 0, 0, 1, 1, 0, 0, 1]
        #expect(try row(gradient(unsorted, count: 4)) == expected)
        let between = [0.0, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 1, 0, 0.5, 0, 0, 1, 1, 0, 0, 1]
        #expect(try row(gradient(between, count: 5)) == expected)
        // The opacity stops have other offsets, so each list is evaluated before, between and after its own stops.
        let inner = [0.25, 1, 0, 0, 0.5, 1, 0, 0, 0.5, 0, 0, 1, 0.75, 0, 0, 1] + [0.1, 1, 0.5, 1, 0.5, 1, 0.9, 1]
        #expect(try row(gradient(inner, count: 4)) == expected)
    }

    @Test("a gradient with one stop has one color, and a gradient of zero length has its last color")
    func degenerateGradientHasOneColor() throws {
        #expect(try row(gradient([0.5, 1, 0, 0], count: 1)) == Array(repeating: 0xFF00_00FF, count: 10))
        #expect(try row(gradient(Self.redToBlue, count: 2, end: 0)) == Array(repeating: 0xFFFF_0000, count: 10))
        #expect(
            try row(gradient(Self.redToBlue, count: 2, type: 2, end: 0)) == Array(repeating: 0xFFFF_0000, count: 10))
    }

    @Test(
        "a count of stops that does not fit the array does not trap",
        arguments: [(0, 8), (-3, 8), (99, 8), (2, 0), (2, 3), (2, 7), (1, 5), (3, 11), (Int(Int32.max), 13)])
    func wrongStopCountDoesNotTrap(count: Int, length: Int) throws {
        let numbers = (0..<length).map { Double($0 % 3) / 2 }
        #expect(try row(gradient(numbers, count: count)).count == 10)
    }

    @Test("a radial gradient spreads from its start point, and the highlight moves its focus towards the angle")
    func radialGradientHasHighlight() throws {
        let paint: (JSON) -> JSON = { more in
            [
                "ty": "gf", "t": 2, "s": fixed([15, 15]), "e": fixed([27, 15]), "o": fixed(100),
                "g": ["p": 2, "k": fixed([0, 1, 1, 1, 1, 0, 0, 0])],
            ] + more
        }
        func frame(_ more: JSON) throws -> Frame {
            try Frame(document(30, 30, [shapeLayer([rectangle(0, 0, 30, 30), paint(more)])]))
        }
        let plain = try frame([:])
        #expect(plain[15, 15].isNear(0xFFF0_F0F0, by: 10))
        #expect(plain[15, 3].isNear(plain[3, 15], by: 4) && plain[15, 3].isNear(plain[26, 15], by: 12))
        #expect(plain[1, 1] == 0xFF00_0000)
        let right = try frame(["h": fixed(75)])
        #expect(right[24, 15].isNear(0xFFFF_FFFF, by: 60))
        #expect(right[24, 15] > right[15, 15] && right[6, 15] < plain[6, 15])
        let down = try frame(["h": fixed(75), "a": fixed(90)])
        #expect(down[15, 24].isNear(0xFFFF_FFFF, by: 60))
        for length in [-1e9, -100, 100, 1e9] { _ = try frame(["h": fixed(.number(length))]) }
    }

    /// lottie-web writes offsets in whole per cent (`GradientProperty.js`).
    @Test("offsets are rounded to whole per cent, as in lottie-web")
    func offsetsAreRoundedToPerCent() throws {
        let exact = [0.0, 1, 0, 0, 0.46, 0, 0, 1, 0.55, 1, 0, 0, 1, 0, 0, 1]
        let near = [0.004, 1, 0, 0, 0.4551, 0, 0, 1, 0.5549, 1, 0, 0, 0.995, 0, 0, 1]
        #expect(try row(gradient(near, count: 4)) == row(gradient(exact, count: 4)))
    }

    /// lottie-web computes the focus anew only with the end or the highlight (`SVGElementsRenderer.js`).
    @Test("the focus of a radial gradient stays where it is while only the start moves, as in lottie-web")
    func focusStaysWhileStartMoves() throws {
        func picture(start: JSON, end: JSON, rules: RenderingCompatibility = .lottieWeb) throws -> [UInt32] {
            let paint = gradient(Self.redToBlue, count: 2, type: 2) + ["s": start, "e": end]
            let layer = shapeLayer([rectangle(0, 0, 40, 1), paint])
            return try Frame(document(40, 1, [layer]), at: 10, compatibility: rules).pixmap.pixels
        }
        let moving = keyframes((0, [5, 0.5]), (10, [15, 0.5]))
        let still = try picture(start: fixed([15, 0.5]), end: fixed([35, 0.5]))
        // The focus stays at 5, in the circle around 15 with a radius of 20, whose left edge is 10 away and its right one 30.
        let found = try picture(start: moving, end: fixed([35, 0.5]))
        for x in 5..<35 {
            let share = (Double(x) + 0.5 - 5) / 30
            #expect(found[x].isNear(pixel(1 - share, 0, share), by: 2), "column \(x)")
        }
        for x in 0..<5 {
            let share = (5 - Double(x) - 0.5) / 10
            #expect(found[x].isNear(pixel(1 - share, 0, share), by: 2), "column \(x)")
        }
        #expect(try picture(start: moving, end: fixed([35, 0.5]), rules: .afterEffects) == still)
        let end = keyframes((0, [20, 0.5]), (10, [35, 0.5]))
        #expect(try picture(start: moving, end: end) == still)
    }

    /// Browsers draw a gradient whose focus is outside its circle as a cone from the focus to the circle (Skia,
    /// `SkTwoPointConicalGradient`).
    @Test("a focus that stays outside the moved circle makes a cone, beyond which nothing is painted")
    func focusOutsideCircleMakesCone() throws {
        let paint = gradient(Self.redToBlue, count: 2, type: 2)
        let moved = paint + ["s": keyframes((0, [10, 20]), (10, [30, 20])), "e": fixed([20, 20])]
        let frame = try Frame(document(40, 40, [shapeLayer([rectangle(0, 0, 40, 40), moved])]), at: 10)
        // The circle around (30, 20) has a radius of 10 and is seen from (10, 20) within 30 degrees to each side.
        #expect(frame[9, 20] == 0 && frame[20, 5] == 0 && frame[20, 34] == 0 && frame[12, 23] == 0)
        #expect(frame[38, 5] != 0 && frame[38, 34] != 0)
        // The circle with the share t begins at 10 + 10 t on the axis and ends at 10 + 30 t. The larger share counts.
        for x in 12..<20 {
            let share = (Double(x) + 0.5 - 10) / 10
            #expect(frame[x, 20].isNear(pixel(1 - share, 0, share), by: 12), "column \(x)")
        }
        #expect(frame[25, 20] == 0xFFFF_0000 && frame[38, 20] == 0xFFFF_0000)
    }

    @Test("a gradient is in the space of its style")
    func gradientIsInStyleSpace() throws {
        let doubled: JSON = ["s": fixed([200, 100])]
        let items = [group([rectangle(0, 0, 5, 1), gradient(Self.redToBlue, count: 2, end: 5)], doubled)]
        let frame = try Frame(document(10, 1, [shapeLayer(items)]))
        #expect(frame[9, 0].isNear(pixel(0.05, 0, 0.95), by: 2))
    }

    @Test("the numbers of a gradient can be animated over their common prefix")
    func gradientNumbersCanBeAnimated() throws {
        let moving: JSON = [
            "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([10, 0]), "o": fixed(100),
            "g": [
                "p": 2, "k": keyframes((0, [0, 1, 0, 0, 1, 1, 0, 0]), (10, [0, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 1, 0.5])),
            ],
        ]
        let document = document(4, 1, [shapeLayer([rectangle(0, 0, 4, 1), moving])])
        #expect(try Frame(document, at: 5)[2, 0].isNear(pixel(0.5, 0, 0.5), by: 1))
    }

    @Test("a gradient stroke with opacities at offsets of their own ends at the box of its path, as in browsers")
    func opacityMaskEndsAtBox() throws {
        func covered(
            _ end: (Double, Double), _ opacities: [Double], rules: RenderingCompatibility = .lottieWeb
        ) throws -> Set<Int> {
            let line = polygon([(0, 6), end], isClosed: false)
            let stops = (Self.redToBlue + opacities).map { JSON.number($0) }
            let paint: JSON = [
                "ty": "gs", "w": fixed(8), "lc": 1, "lj": 1, "t": 1, "s": fixed([0, 0]), "e": fixed([20, 0]),
                "o": fixed(100), "g": ["p": 2, "k": fixed(.list(stops))],
            ]
            let frame = try Frame(document(20, 30, [shapeLayer([line, paint])]), compatibility: rules)
            return Set((0..<30).filter { frame[2, $0] >> 24 > 127 })
        }
        let separate = [0, 1, 0.5, 1, 1, 1.0]
        // A level line has a box without a height. The other one has a box from 6 to 16 and a margin of 1.
        #expect(try covered((20, 6), separate).isEmpty)
        #expect(try covered((20, 6), separate, rules: .afterEffects) == Set(2..<10))
        #expect(try covered((20, 6), [0, 1, 1, 1]) == Set(2..<10))
        #expect(try covered((20, 16), [0.009, 1, 1, 1]) == Set(3..<12))
        #expect(try covered((20, 16), separate) == Set(5..<12))
    }

    @Test("a stroke can have a gradient")
    func strokeCanHaveGradient() throws {
        let paint: JSON = [
            "ty": "gs", "w": fixed(1), "lc": 1, "lj": 1, "t": 1, "s": fixed([0, 0]), "e": fixed([10, 0]),
            "o": fixed(100),
            "g": ["p": 2, "k": fixed(.list(Self.redToBlue.map { .number($0) }))],
        ]
        let line = polygon([(0, 0.5), (10, 0.5)], isClosed: false)
        let frame = try Frame(document(10, 1, [shapeLayer([line, paint])]))
        #expect(frame[0, 0].isNear(pixel(0.95, 0, 0.05), by: 2) && frame[9, 0].isNear(pixel(0.05, 0, 0.95), by: 2))
    }
}

@Suite("Embedded pictures and solids are drawn")
struct ImageTests {
    /// Returns the data URL of a picture with red and green above, blue and white below.
    private static func quarters(width: Int = 8, height: Int = 8) throws -> String {
        var picture = Pixmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                picture[x, y] =
                    [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF][y * 2 / height * 2 + x * 2 / width]
            }
        }
        return "data:image/png;base64," + Data(try picture.pngBytes()).base64EncodedString()
    }

    private func rows(_ width: Int, _ height: Int, _ url: String, box: (Double, Double)) throws -> [String] {
        let asset: JSON = ["id": "i", "w": .number(box.0), "h": .number(box.1), "u": "", "p": .string(url), "e": 1]
        return try Frame(
            document(width, height, [["ty": 2, "refId": "i", "ip": 0, "op": 9, "ks": [:]]], assets: [asset])
        ).rows
    }

    /// Returns whether the rows have the expected letters, except where a space is expected.
    private func fits(_ found: [String], _ expected: [String]) -> Bool {
        zip(found, expected).allSatisfy { row, letters in zip(row, letters).allSatisfy { $1 == " " || $0 == $1 } }
    }

    @Test("an embedded picture fills its box")
    func embeddedImageFillsBox() throws {
        let expected = ["RRR  GGG", "RRR  GGG", "RRR  GGG", "        ", "        ", "BBB  WWW", "BBB  WWW", "BBB  WWW"]
        #expect(try fits(rows(8, 8, Self.quarters(), box: (8, 8)), expected))
        let enlarged = try rows(18, 16, Self.quarters(), box: (16, 16))
        #expect(enlarged[2].hasPrefix("RRRRRR") && enlarged[2].hasSuffix("GGGGGG.."))
    }

    @Test("a picture and a gradient at rest, whose colors are kept, look as in a new renderer, also after a movement")
    func keptColorsLookLikeNew() throws {
        let asset: JSON = ["id": "i", "w": 8, "h": 8, "u": "", "p": .string(try Self.quarters()), "e": 1]
        let place: JSON = ["p": keyframes((0, [1, 1]), (4, [1, 1]), (5, [6.5, 4]), (9, [6.5, 4]))]
        let ramp: JSON = [
            "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([9, 0]), "o": fixed(60),
            "g": ["p": 2, "k": fixed([0, 1, 0, 0, 1, 0, 0, 1])],
        ]
        let document = document(
            16, 12,
            [
                shapeLayer([rectangle(0, 0, 7, 5), ramp], ["ks": place]),
                ["ty": 2, "refId": "i", "ip": 0, "op": 9, "ks": place + ["o": keyframes((0, 100), (9, 10))]],
            ], assets: [asset])
        let renderer = AnimationRenderer(try Composition(document), width: 16, height: 12)
        var pixmap = Pixmap(width: 16, height: 12)
        for time in [0.0, 1, 2, 4.5, 5, 6, 7, 1, 0] {
            renderer.draw(frame: time, into: &pixmap)
            #expect(try pixmap == Frame(document, at: time).pixmap, "at \(time)")
        }
    }

    @Test("a picture keeps its aspect ratio, covers a box of another ratio and is cut off", arguments: [true, false])
    func imageKeepsAspectRatio(isWide: Bool) throws {
        // The picture has four stripes. When it is scaled to the box's longer side, the outer two lie outside the box.
        var stripes = Pixmap(width: 8, height: 8)
        for index in stripes.pixels.indices {
            stripes.pixels[index] =
                [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFFFF_FFFF][(isWide ? index / 8 : index % 8) / 2]
        }
        let url = "data:image/png;base64," + Data(try stripes.pngBytes()).base64EncodedString()
        let found = isWide ? try rows(16, 8, url, box: (16, 8)) : try rows(8, 16, url, box: (8, 16))
        let letters = isWide ? found.map { $0.prefix(1) }.joined() : found[5]
        // Interpolation mixes the outer stripes into the pixels at the edges.
        #expect(letters.dropFirst().hasPrefix("GG") && letters.dropLast().hasSuffix("BB"))
    }

    @Test("a picture without a given size has its own size")
    func imageWithoutGivenSizeHasOwnSize() throws {
        #expect(try fits(rows(10, 9, Self.quarters(), box: (0, 0)), ["RRR  GGG..", "RRR  GGG.."]))
    }

    @Test(
        "a broken, missing or external picture draws nothing",
        arguments: [
            "data:image/png;base64,!!!!", "data:image/png;base64,iVBORw0KGgo=", "data:,", "img_0.png",
            "../../etc/passwd", "",
        ])
    func brokenImageDrawsNothing(url: String) throws {
        #expect(try rows(2, 1, url, box: (2, 1)) == [".."])
    }

    @Test("a solid is a rectangle of its color at the origin")
    func solidIsRectangleOfItsColor() throws {
        #expect(try Frame(document(3, 2, [solid("#ff0000", 2, 1)])).rows == ["RR.", "..."])
        #expect(try Frame(document(1, 1, [solid("#80ff0000", 1, 1)]))[0, 0] == 0)
        #expect(try Frame(document(3, 1, [solid("#ff0000", -2, 1)])).area == 0)
    }
}

@Suite("Blend modes combine colors as the rasteriser does")
struct BlendModeTests {
    static let modes: [CompositingMode] = [
        .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight,
        .difference, .exclusion, .hue, .saturation, .color, .luminosity, .add, .hardMix,
    ]

    /// Returns the result of blending one color over another, computed directly by the rasteriser.
    private func reference(_ mode: CompositingMode, opacity: UInt8 = 255) -> UInt32 {
        var ground = Pixmap(width: 1, height: 1)
        var top = Pixmap(width: 1, height: 1)
        ground[0, 0] = 0xFF30_90C0
        top[0, 0] = 0xFF80_6010
        ground.withSurface { ground in top.withSurface { ground.draw($0, blendMode: mode, opacity: opacity) } }
        return ground[0, 0]
    }

    private static let ground = solid("#c09030", 1, 1)
    private static let topColor: JSON = [.number(16.0 / 255), .number(96.0 / 255), .number(128.0 / 255), 1]

    @Test("the format's numbers select the blend modes of layers, groups and styles", arguments: modes.indices)
    func numbersSelectBlendModes(number: Int) throws {
        let mode: JSON = ["bm": .number(Double(number))]
        let expected = reference(Self.modes[number])
        let square = rectangle(0, 0, 1, 1)
        let tops = [
            solid("#106080", 1, 1, mode), shapeLayer([square, fill(Self.topColor)], mode),
            shapeLayer([group([square, fill(Self.topColor)], [:], mode)]),
            shapeLayer([square, fill(Self.topColor, mode)]),
        ]
        for top in tops {
            let frame = try Frame(document(1, 1, [top, Self.ground]), compatibility: .afterEffects)
            #expect(frame[0, 0].isNear(expected), "\(Self.modes[number])")
            let web = try Frame(document(1, 1, [top, Self.ground]))
            #expect(web[0, 0].isNear(number < 16 ? expected : reference(.normal)), "\(Self.modes[number])")
        }
    }

    @Test("opacity applies together with the blend mode", arguments: [0, 1, 5, 16])
    func opacityAppliesWithBlendMode(number: Int) throws {
        let top = solid("#106080", 1, 1, ["bm": .number(Double(number)), "ks": ["o": fixed(50)]])
        #expect(
            try Frame(document(1, 1, [top, Self.ground]), compatibility: .afterEffects)[0, 0]
                .isNear(reference(Self.modes[number], opacity: 128)))
    }

    @Test("blend modes inside a precomposition, a translucent layer or group, or a masked layer end there")
    func blendModesEndAtIsolatedGroups() throws {
        let multiply: JSON = ["bm": 1]
        let square = rectangle(0, 0, 1, 1)
        let blended = shapeLayer([square, fill(Self.topColor, multiply)])
        let tops: [(JSON, opacity: UInt8)] = [
            (precomposition("c", 1, 1), 255), (precomposition("d", 1, 1), 255),
            (blended + ["ks": ["o": fixed(50)]], 128),
            (shapeLayer([group([square, fill(Self.topColor, multiply)], ["o": fixed(50)])]), 128),
            (blended + ["masksProperties": [mask("a", corners(0, 0, 1, 1))]], 255),
        ]
        let assets = [asset("c", [blended]), asset("d", [solid("#106080", 1, 1, multiply)])]
        for (top, opacity) in tops {
            let frame = try Frame(document(1, 1, [top, Self.ground], assets: assets))
            #expect(frame[0, 0].isNear(reference(.normal, opacity: opacity)), "\(top)")
        }
    }

    @Test("an unknown number selects the normal mode", arguments: [-1.0, 18, 99, 1e12])
    func unknownNumberMeansNormal(number: Double) throws {
        #expect(
            try Frame(document(1, 1, [solid("#106080", 1, 1, ["bm": .number(number)]), Self.ground]))[0, 0]
                == 0xFF80_6010)
    }

    @Test("a matted layer is blended after its matte")
    func mattedLayerIsBlendedAfterMatte() throws {
        let layers = [
            solid("#ffffff", 1, 1, ["td": 1]), solid("#106080", 2, 1, ["tt": 1, "bm": 1]), solid("#c09030", 2, 1),
        ]
        let frame = try Frame(document(2, 1, layers))
        #expect(frame[0, 0].isNear(reference(.multiply)) && frame[1, 0] == 0xFF30_90C0)
    }
}
