import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("The picture of a matte limits where another layer is visible")
struct MatteTests {
    private static let target = solid("#ff0000", 4, 1)

    private func row(_ layers: [JSON], assets: [JSON] = []) throws -> [UInt32] {
        try Frame(document(4, 1, layers, assets: assets)).pixmap.pixels
    }

    /// Returns the alphas of a red layer with a matte.
    private func alphas(
        _ matte: JSON, _ kind: Int, _ more: JSON = [:], rules: RenderingCompatibility = .afterEffects
    ) throws -> [Int] {
        let layers = [matte + ["td": 1], Self.target + ["tt": .number(Double(kind))] + more]
        return try Frame(document(4, 1, layers), compatibility: rules).alphas(row: 0)
    }

    @Test("in lottie-web, an inverted luma matte has no effect, and a hidden layer is an empty matte")
    func lottieWebIgnoresSomeMattes() throws {
        func found(_ matte: JSON, _ kind: Int) throws -> [Int] { try alphas(matte, kind, rules: .lottieWeb) }
        let source = solid("#ffffff", 2, 1)
        #expect(try found(source, 4) == [255, 255, 255, 255])
        #expect(try found(source, 3) == [255, 255, 0, 0])
        #expect(try found(source + ["hd": true], 1) == [0, 0, 0, 0])
        #expect(try found(source + ["hd": true], 2) == [255, 255, 255, 255])
    }

    @Test(
        "mattes apply by alpha, inverted alpha, luma and inverted luma",
        arguments: [
            (1, "#ffffff", [255, 255, 0, 0]), (2, "#ffffff", [0, 0, 255, 255]), (3, "#ffffff", [255, 255, 0, 0]),
            (4, "#ffffff", [0, 0, 255, 255]), (1, "#000000", [255, 255, 0, 0]), (3, "#000000", [0, 0, 0, 0]),
            (4, "#000000", [255, 255, 255, 255]), (3, "#00ff00", [182, 182, 0, 0]), (4, "#00ff00", [73, 73, 255, 255]),
            (3, "#ff0000", [54, 54, 0, 0]), (3, "#0000ff", [18, 18, 0, 0]),
        ])
    func mattesApplyByKind(kind: Int, color: String, expected: [Int]) throws {
        let found = try alphas(solid(color, 2, 1), kind)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    }

    @Test("the opacity of the matte applies, also to luma mattes", arguments: [(1, 128), (2, 127), (3, 128), (4, 127)])
    func matteOpacityApplies(kind: Int, alpha: Int) throws {
        #expect(try alphas(solid("#ffffff", 4, 1, ["ks": ["o": fixed(50)]]), kind).allSatisfy { abs($0 - alpha) <= 1 })
    }

    @Test("a matte has its own masks, parent and content")
    func matteHasOwnMasksParentAndContent() throws {
        let source = shapeLayer(
            [rectangle(0, 0, 4, 1), fill(white)],
            ["td": 1, "parent": 9, "masksProperties": [mask("a", corners(0, 0, 2, 1))]])
        let mover = nullLayer(["ind": 9, "ks": ["p": fixed([1, 0])]])
        #expect(try row([source, Self.target + ["tt": 1], mover]) == [0, 0xFF00_00FF, 0xFF00_00FF, 0])
    }

    @Test("`tp` names the source at any position, and without it the layer above is the source")
    func matteParentNamesSource() throws {
        let left = solid("#ffffff", 1, 1, ["td": 1, "ind": 5])
        let right = solid("#ffffff", x: 3, 1, 1, ["td": 1, "ind": 6])
        #expect(try row([left, right, Self.target + ["tt": 1, "tp": 5]]) == [0xFF00_00FF, 0, 0, 0])
        #expect(try row([Self.target + ["tt": 1, "tp": 6], left, right]) == [0, 0, 0, 0xFF00_00FF])
        #expect(try row([left, right, Self.target + ["tt": 1]]) == [0, 0, 0, 0xFF00_00FF])
    }

    @Test("one source can be the matte of several layers")
    func sourceCanBeShared() throws {
        let source = solid("#ffffff", x: 1, 2, 1, ["td": 1, "ind": 5])
        let layers = [
            source, solid("#00ff00", 2, 1, ["tt": 1, "tp": 5]), Self.target + ["tt": 1, "tp": 5],
        ]
        #expect(try row(layers) == [0, 0xFF00_FF00, 0xFF00_00FF, 0])
    }

    @Test("in lottie-web the matte of a matte has no effect, in After Effects it has")
    func matteOfMatteDependsOnPlayer() throws {
        let layers = [
            solid("#ffffff", 1, 1, ["td": 1]), solid("#ffffff", 2, 1, ["td": 1, "tt": 1]), Self.target + ["tt": 1],
        ]
        #expect(try Frame(document(4, 1, layers)).rows == ["RR.."])
        #expect(try Frame(document(4, 1, layers), compatibility: .afterEffects).rows == ["R..."])
    }

    @Test("a layer without a source is drawn without a matte")
    func missingSourceMeansNoMatte() throws {
        let whole = [UInt32](repeating: 0xFF00_00FF, count: 4)
        #expect(try row([Self.target + ["tt": 1]]) == whole)
        #expect(try row([solid("#ffffff", 1, 1, ["td": 1]), Self.target + ["tt": 1, "tp": 77]]) == whole)
        #expect(try row([Self.target + ["tt": 1, "ind": 3, "tp": 3]]) == whole)
        #expect(try row([solid("#ffffff", 1, 1, ["td": 1]), Self.target + ["tt": 0]]) == whole)
    }

    @Test("a source without `td` is drawn as a layer too")
    func sourceWithoutFlagIsDrawnToo() throws {
        #expect(try row([solid("#ffffff", 1, 1), Self.target + ["tt": 1]]) == [0xFFFF_FFFF, 0, 0, 0])
    }

    @Test("in lottie-web a source without `td` is an empty matte, in After Effects it applies")
    func sourceWithoutFlagIsEmptyMatte() throws {
        let layers = [solid("#ffffff", 4, 1, ["ks": ["o": fixed(50)]]), Self.target + ["tt": 1]]
        #expect(try Frame(document(4, 1, layers)).hasAlphas([128, 128, 128, 128]))
        let others = try Frame(document(4, 1, layers), compatibility: .afterEffects)
        #expect(others.hasAlphas([192, 192, 192, 192]))
    }

    @Test("a source outside of its range is transparent, and a hidden one still applies")
    func sourceOutsideRangeIsTransparent() throws {
        let late = solid("#ffffff", 2, 1, ["ip": 50])
        #expect(try alphas(late, 1) == [0, 0, 0, 0])
        #expect(try alphas(late, 2) == [255, 255, 255, 255])
        #expect(try alphas(late, 3) == [0, 0, 0, 0])
        #expect(try alphas(late, 4) == [255, 255, 255, 255])
        #expect(try alphas(solid("#ffffff", 2, 1, ["hd": true]), 1) == [255, 255, 0, 0])
    }

    @Test(
        "a source applies from its in point until before its out point, whether or not it is drawn as a layer",
        arguments: [(1.99, false), (2, true), (4.99, true), (5, false), (5.01, false)])
    func sourceAppliesWithinItsRange(time: Double, isShown: Bool) throws {
        let source = solid("#ffffff", 4, 1, ["ip": 2, "op": 5])
        for (kind, alpha) in [(1, 255), (2, 0), (3, 255), (4, 0)] {
            let target = Self.target + ["tt": .number(Double(kind))]
            let seen = isShown ? alpha : 255 - alpha
            let frame = try Frame(document(4, 1, [source + ["td": 1], target]), at: time, compatibility: .afterEffects)
            #expect(frame.alphas(row: 0) == Array(repeating: seen, count: 4))
            let both = try Frame(document(4, 1, [source, target]), at: time, compatibility: .afterEffects)
            #expect(both.alphas(row: 0) == Array(repeating: isShown ? 255 : seen, count: 4))
        }
    }

    @Test("the range of a source in a precomposition is in the precomposition's own time")
    func sourceRangeIsInPrecompositionTime() throws {
        let layers = [solid("#ffffff", 4, 1, ["td": 1, "ip": 2, "op": 5]), Self.target + ["tt": 1]]
        // Frame 10 + 2t of the outer composition is frame t of the inner one.
        let inner = precomposition("c", 4, 1, ["st": 10, "sr": 2])
        for (time, row) in [(13.9, "...."), (14, "RRRR"), (19.9, "RRRR"), (20, "....")] {
            let frame = try Frame(document(4, 1, [inner], assets: [asset("c", layers)]), at: time)
            #expect(frame.rows == [row], "\(time)")
        }
    }

    @Test("a renderer that passes the ends of a source's range in either direction updates the matte")
    func matteIsUpdatedInBothDirections() throws {
        let source = solid("#ffffff", 4, 1, ["td": 1, "ip": 2, "op": 5])
        let composition = try Composition(document(4, 1, [source, Self.target + ["tt": 1]]))
        let renderer = AnimationRenderer(composition, width: 4, height: 1)
        for (time, row) in [(4.0, "RRRR"), (5, "...."), (4.5, "RRRR"), (1, "...."), (2, "RRRR")] {
            var pixmap = Pixmap(width: 4, height: 1)
            renderer.draw(frame: time, into: &pixmap)
            #expect(Frame(pixmap).rows == [row], "\(time)")
        }
    }

    @Test(
        "a source that draws nothing hides the layer, or shows all of it if inverted",
        arguments: [(1, 0), (2, 255), (3, 0), (4, 255)])
    func emptySourceHidesLayer(kind: Int, alpha: Int) throws {
        #expect(try alphas(shapeLayer([]), kind) == Array(repeating: alpha, count: 4))
        #expect(try alphas(solid("#ffffff", 4, 1, ["ks": ["o": fixed(0)]]), kind) == Array(repeating: alpha, count: 4))
    }

    @Test("in After Effects a matte can have a matte")
    func matteCanHaveMatte() throws {
        let layers = [
            solid("#ffffff", 3, 1, ["td": 1, "ind": 1]),
            solid("#ffffff", x: 1, 3, 1, ["td": 1, "ind": 2, "tt": 2, "tp": 1]),
            Self.target + ["tt": 2, "tp": 2],
        ]
        #expect(try Frame(document(4, 1, layers), compatibility: .afterEffects).rows == ["RRR."])
    }

    @Test("two layers that are mattes of each other end")
    func mutualMattesEnd() throws {
        let layers = [
            solid("#00ff00", 4, 1, ["ind": 1, "tt": 1, "tp": 2]), solid("#ff0000", 4, 1, ["ind": 2, "tt": 1, "tp": 1]),
        ]
        // One of the two loses its matte and is drawn completely; the other one is drawn through it.
        #expect(try Frame(document(4, 1, layers)).area == 4)
    }

    @Test("matte, masks and opacity of a layer all apply")
    func matteMasksAndOpacityAllApply() throws {
        let more: JSON = ["ks": ["o": fixed(50)], "masksProperties": [mask("a", corners(1, 0, 4, 1))]]
        #expect(try alphas(solid("#ffffff", 3, 1), 1, more) == [0, 127, 127, 0])
    }

    @Test("a precomposition can be a matte and can have one")
    func precompositionCanBeMatte() throws {
        let assets = [
            asset("m", [solid("#ffffff", x: 1, 2, 1)]), asset("c", [solid("#00ff00", 2, 1), solid("#ff0000", 4, 1)]),
        ]
        let layers = [precomposition("m", 4, 1, ["td": 1]), precomposition("c", 4, 1, ["tt": 1])]
        #expect(try row(layers, assets: assets) == [0, 0xFF00_FF00, 0xFF00_00FF, 0])
    }
}
