import Budgets
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("A picture replaces the content of a layer")
struct LayerReplacementTests {
    private static let width = 10
    private static let height = 6

    /// A picture in which all pixels are different.
    private static var picture: Pixmap {
        var picture = Pixmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { picture[x, y] = 0xFF00_0000 | UInt32(x * 20) << 8 | UInt32(y * 30 + 5) }
        }
        return picture
    }

    private func renderer(
        _ layer: JSON, others: [JSON] = [], assets: [JSON] = [], steps: SIMD2<Int> = SIMD2(1, 1), frame: Double = 0
    ) throws -> AnimationRenderer {
        let composition = try Composition(document(Self.width, Self.height, [layer] + others, assets: assets))
        let renderer = AnimationRenderer(composition, width: Self.width, height: Self.height, scaling: .cover)
        renderer.show(Self.picture, inPlaceOf: 0, steps: steps)
        renderer.evaluate(frame: frame)
        return renderer
    }

    private func drawnPixmap(_ renderer: AnimationRenderer) -> Pixmap {
        var pixmap = Pixmap(width: Self.width, height: Self.height)
        renderer.draw(into: &pixmap)
        return pixmap
    }

    /// Returns the picture moved by this many pixels, cut off at the edges.
    private func movedPicture(_ x: Int, _ y: Int) -> Pixmap {
        var pixmap = Pixmap(width: Self.width, height: Self.height)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                let (left, top) = (column - x, row - y)
                guard (0..<Self.width).contains(left), (0..<Self.height).contains(top) else { continue }
                pixmap[column, row] = Self.picture[left, top]
            }
        }
        return pixmap
    }

    private static func placedLayer(_ x: Double, _ y: Double, _ more: JSON = [:]) -> JSON {
        ["ks": ["a": fixed(point(5, 3)), "p": fixed(point(x, y))] + more]
    }

    static let restingLayers: [(String, JSON)] = [
        ("a solid", solid("#ff0000", 10, 6)),
        ("a solid around its anchor", solid("#ff0000", 10, 6, placedLayer(5, 3))),
        ("a layer that shows nothing", nullLayer()),
        ("a composition", precomposition("inner", 10, 6)),
        (
            "shapes about their middle",
            shapeLayer([rectangle(-5, -3, 5, 3), fill()], ["ks": ["p": fixed(point(5, 3))]])
        ),
        ("a smaller solid, enlarged", solid("#ff0000", 5, 3, ["ks": ["s": fixed(point(200, 200))]])),
    ]

    @Test("at rest the picture appears pixel for pixel, whatever content it replaces", arguments: restingLayers)
    func restingPictureAppearsUnchanged(name: String, layer: JSON) throws {
        let renderer = try renderer(layer, assets: [asset("inner", [solid("#00ff00", 10, 6)])])
        #expect(drawnPixmap(renderer) == Self.picture)
        #expect(renderer.placement(of: 0) == LayerPlacementTests.placement(x: 0, y: 0))
    }

    @Test(
        "a layer that only moves shifts the picture by whole steps",
        arguments: [
            (3.0, 2.0, SIMD2(1, 1), SIMD2(3, 2)), (-2.4, 0.6, SIMD2(1, 1), SIMD2(-2, 1)),
            (2.4, 2.9, SIMD2(1, 2), SIMD2(2, 2)), (2.6, 3.1, SIMD2(1, 2), SIMD2(3, 4)),
            (-10.0, 0.0, SIMD2(1, 2), SIMD2(-10, 0)),
        ])
    func translationMovesByWholeSteps(x: Double, y: Double, steps: SIMD2<Int>, expected: SIMD2<Int>) throws {
        let renderer = try renderer(solid("#ff0000", 10, 6, Self.placedLayer(5 + x, 3 + y)), steps: steps)
        #expect(drawnPixmap(renderer) == movedPicture(expected.x, expected.y))
        #expect(renderer.placement(of: 0) == LayerPlacementTests.placement(x: expected.x, y: expected.y))
    }

    @Test("parents, scales and rotations also transform the picture")
    func transformAppliesToPicture() throws {
        let child = solid("#ff0000", 10, 6, ["parent": 7] + Self.placedLayer(5, 3, ["s": fixed(point(50, 50))]))
        let parent = nullLayer(["ind": 7, "ks": ["p": fixed(point(2, 0))]])
        let small = try renderer(child, others: [parent])
        let placement = try #require(small.placement(of: 0))
        #expect(abs(placement.transform.a - 0.5) < 1e-9 && abs(placement.transform.tx - 4.5) < 1e-9)
        let pixmap = drawnPixmap(small)
        #expect(pixmap[5, 2] >> 24 == 255 && pixmap[3, 2] == 0 && pixmap[5, 0] == 0)
        let turned = try renderer(solid("#ff0000", 10, 6, Self.placedLayer(5, 3, ["r": fixed(90)])))
        let turn = try #require(turned.placement(of: 0)).transform
        #expect(abs(turn.a) < 1e-9 && abs(turn.b - 1) < 1e-9)
    }

    @Test("masks, opacity and mattes of the layer apply to the picture")
    func masksOpacityAndMattesApplyToPicture() throws {
        let mask: JSON = ["hasMask": true, "masksProperties": [mask("a", corners(0, 0, 5, 6))]]
        let masked = drawnPixmap(try renderer(solid("#ff0000", 10, 6, mask)))
        #expect(masked[4, 3] == Self.picture[4, 3] && masked[5, 3] == 0)
        let faded = try renderer(solid("#ff0000", 10, 6, ["ks": ["o": fixed(60)]]))
        #expect(faded.placement(of: 0)?.opacity == 153 && drawnPixmap(faded)[2, 2] >> 24 == 153)
        let matted = solid("#ff0000", 10, 6, ["ind": 1, "tt": 1, "tp": 2])
        let matte = solid("#ffffff", 3, 6, ["ind": 2, "td": 1])
        let seen = drawnPixmap(try renderer(matted, others: [matte]))
        #expect(seen[2, 0] == Self.picture[2, 0] && seen[3, 0] == 0)
    }

    @Test("the picture is charged to the budget of the frame")
    func pictureIsChargedToFrameBudget() throws {
        func steps(_ renderer: AnimationRenderer) throws -> Int {
            var budget = Budget(Budget.Limits(steps: 1_000_000))
            var pixmap = Pixmap(width: Self.width, height: Self.height)
            try renderer.draw(frame: 1, into: &pixmap, within: &budget)
            return 1_000_000 - budget.remaining(.steps)
        }
        let layer = solid("#ff0000", 10, 6)
        let composition = try Composition(document(Self.width, Self.height, [layer]))
        let plain = try steps(AnimationRenderer(composition, width: Self.width, height: Self.height, scaling: .cover))
        // Each pixel of a picture costs a step, and a pixel of a solid only a fraction.
        #expect(try steps(renderer(layer)) > plain + Self.width * Self.height / 2)
    }

    @Test("single layers can be drawn, and a layer that is not visible has no placement")
    func layersCanBeDrawnSeparately() throws {
        let composition = try Composition(
            document(10, 6, [solid("#00ff00", 2, 6), solid("#ff0000", 10, 6, ["ip": 5])]))
        let renderer = AnimationRenderer(composition, width: 10, height: 6)
        renderer.show(Self.picture, inPlaceOf: 1)
        renderer.evaluate(frame: 0)
        #expect(renderer.placement(of: 1) == nil && renderer.placement(of: 0) == nil)
        renderer.evaluate(frame: 6)
        #expect(renderer.placement(of: 1) == LayerPlacementTests.placement(x: 0, y: 0))
        var pixmap = Pixmap(width: 10, height: 6)
        renderer.draw(layers: 1..<2, into: &pixmap)
        #expect(pixmap == Self.picture)
        renderer.draw(layers: 0..<1, into: &pixmap)
        #expect(pixmap[1, 1] == 0xFF00_FF00 && pixmap[2, 1] == 0)
        renderer.draw(into: &pixmap)
        #expect(pixmap[1, 1] == 0xFF00_FF00 && pixmap[2, 1] == Self.picture[2, 1])
    }

    @Test("in a renderer with another aspect ratio than the composition the picture fits at rest and moves unstretched")
    func pictureFitsOtherAspectRatioAtRest() throws {
        let composition = try Composition(
            document(30, 30, [solid("#ff0000", 30, 30, ["ks": ["p": keyframes((0, point(0, 0)), (10, point(30, 0)))]])])
        )
        let renderer = AnimationRenderer(composition, width: 10, height: 6, scaling: .cover)
        renderer.show(Self.picture, inPlaceOf: 0)
        renderer.evaluate(frame: 0)
        #expect(drawnPixmap(renderer) == Self.picture)
        renderer.evaluate(frame: 5)
        #expect(drawnPixmap(renderer) == movedPicture(5, 0))
    }
}

enum LayerPlacementTests {
    /// Returns the placement of an opaque layer that is moved by this many pixels.
    static func placement(x: Int, y: Int) -> LayerPlacement? {
        LayerPlacement(transform: .translation(x: Double(x), y: Double(y)), opacity: 255)
    }
}
