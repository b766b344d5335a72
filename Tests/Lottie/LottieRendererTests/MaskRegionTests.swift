import LottieRenderer
import Testing

@Suite("Browsers draw a layer with a matte or an SVG mask only in a region around its paths")
struct MaskRegionTests {
    private static let everything = corners(-20, -20, 40, 40)
    /// A mask that is not a clip path, because it is translucent.
    private static let svgMask: JSON = ["masksProperties": [mask("a", everything, ["o": fixed(99.9)])]]
    private static let clipPath: JSON = ["masksProperties": [mask("a", everything)]]
    /// A square with sides of ten units, so that its region is wider by one unit on each side.
    private static let square = polygon(corners(5, 5, 15, 15))

    /// Returns a layer between 5 and 15 that is limited by a matte, which covers the whole picture.
    private func matted(
        _ items: [JSON], _ kind: Double = 1, _ more: JSON = [:], rules: RenderingCompatibility = .lottieWeb
    ) throws -> Frame {
        let source = solid("#ffffff", 20, 20, ["td": 1])
        let layer = shapeLayer(items, ["tt": .number(kind)] + more)
        return try Frame(document(20, 20, [source, layer]), compatibility: rules)
    }

    private func masked(_ items: [JSON], _ more: JSON) throws -> Frame {
        try Frame(document(20, 20, [shapeLayer(items, more)]))
    }

    @Test("a matte cuts strokes a tenth of the box beyond it, in After Effects it does not", arguments: [1.0, 3])
    func matteCutsStrokes(kind: Double) throws {
        let items = [Self.square, stroke(6, white)]
        #expect(try matted(items, kind).rows[10] == "....WWWW....WWWW....")
        #expect(try matted(items, kind, rules: .afterEffects).rows[10] == "..WWWWWW....WWWWWW..")
    }

    @Test("the region of a matte is upright in the composition, that of a mask in the layer")
    func regionTurnsWithMask() throws {
        let turned: JSON = ["ks": ["r": fixed(45), "p": fixed([10, 10]), "a": fixed([10, 10])]]
        let items = [Self.square, stroke(6)]
        // The line covers a ring of 16 × 16 without 4 × 4. The upright box of the turned square reaches 7.1 from the centre,
        // and the region 8.5, so of each of the line's corners at 11.3 a triangle of 8 is missing.
        #expect(abs(try matted(items, 1, turned).area - (240 - 4 * 8)) < 3)
        #expect(abs(try masked(items, turned + Self.svgMask).area - (144 - 16)) < 3)
    }

    @Test("a mask cuts strokes too, unless it is a clip path")
    func svgMaskCutsStrokes() throws {
        let items = [Self.square, stroke(6)]
        #expect(try masked(items, Self.svgMask).rows[10] == "....RRRR....RRRR....")
        #expect(try masked(items, Self.clipPath).rows[10] == "..RRRRRR....RRRRRR..")
        let idle = mask("n", corners(0, 0, 1, 1), ["x": fixed(3)])
        let both: JSON = ["masksProperties": [mask("a", Self.everything), idle]]
        #expect(try masked(items, both).rows[10] == "..RRRRRR....RRRRRR..")
    }

    @Test("a level line has a region without area, and is not drawn")
    func levelLineIsNotDrawn() throws {
        let line = [polygon([(5, 10), (15, 10)], isClosed: false), stroke(6)]
        #expect(try matted(line).area == 0)
        #expect(try masked(line, Self.svgMask).area == 0)
        #expect(try masked(line, Self.clipPath).area > 50)
        #expect(try matted(line, rules: .afterEffects).area > 50)
    }

    @Test("the rules of effects do not change the region of a mask")
    func regionDoesNotDependOnEffects() throws {
        let layer = shapeLayer([Self.square, stroke(6)], Self.svgMask)
        let rules = RenderingCompatibility(effects: .afterEffects)
        #expect(try Frame(document(20, 20, [layer]), compatibility: rules).rows[10] == "....RRRR....RRRR....")
    }

    @Test("the paths of a composition's layers count, and their strokes do not")
    func compositionHasBoxOfPaths() throws {
        let inner = asset("inner", [shapeLayer([Self.square, stroke(6)])])
        let layers = [solid("#ffffff", 20, 20, ["td": 1]), precomposition("inner", 20, 20, ["tt": 1])]
        #expect(try Frame(document(20, 20, layers, assets: [inner])).rows[10] == "....RRRR....RRRR....")
    }
}
