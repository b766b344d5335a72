import Budgets
import DocumentFuzzing
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

/// Each document requires more work or memory than any frame may use.
///
/// The budgets are small, so that debug builds exceed them soon; the cost of each step is the same as with full
/// budgets.
@Suite("A frame that exceeds its budget ends with an error that names the place", .timeLimit(.minutes(2)))
struct FrameBudgetTests {
    private static let small = Budget.Limits(steps: 1_500_000, points: 100_000, pixels: 1_000_000)

    /// Returns the error of drawing frames at this size, or nil if all of them are drawn.
    private func shortage(
        _ document: JSON, _ limits: Budget.Limits = small, side: Int = 64, frames: [Double] = [0, 30],
        rules: RenderingCompatibility = .lottieWeb
    ) throws -> BudgetExceeded? {
        let composition = try Composition(document)
        let renderer = AnimationRenderer(composition, width: side, height: side, compatibility: rules)
        var pixmap = Pixmap(width: side, height: side)
        var budget = Budget(limits)
        do throws(BudgetExceeded) {
            for frame in frames { try renderer.draw(frame: frame, into: &pixmap, within: &budget) }
            return nil
        } catch {
            return error
        }
    }

    @Test("a still picture that exceeds its budget does so again when it is drawn again")
    func stillPictureExceedsBudgetEachTime() throws {
        let outline = (0..<5_000).map { (Double($0 % 50), Double($0 / 100)) }
        let copies = repeater(50, ["p": fixed([1, 0]), "s": fixed([100, 100])])
        let composition = try Composition(document(64, 64, [shapeLayer([polygon(outline), copies, fill()])]))
        let renderer = AnimationRenderer(composition, width: 64, height: 64)
        var pixmap = Pixmap(width: 64, height: 64)
        for attempt in 0..<3 {
            var budget = Budget(Self.small)
            #expect(throws: BudgetExceeded.self, "attempt \(attempt)") {
                try renderer.draw(frame: 0, into: &pixmap, within: &budget)
            }
        }
    }

    private static let modifiers: [String: JSON] = [
        "offset path": ["ty": "op", "a": fixed(5), "lj": 2, "ml": fixed(4)],
        "rounded corners": ["ty": "rd", "r": fixed(0.001)],
        "pucker and bloat": ["ty": "pb", "a": fixed(3)],
        "zig-zag": ["ty": "zz", "s": fixed(1), "r": fixed(3), "pt": fixed(1)],
        "trim": ["ty": "tm", "s": fixed(1), "e": fixed(99), "o": fixed(30), "m": 1],
        "twist": ["ty": "tw", "a": fixed(30), "c": fixed([0, 0])],
        "repeater": [
            "ty": "rp", "c": fixed(10), "o": fixed(0), "tr": ["p": fixed([1, 0]), "s": fixed([100, 100])],
        ],
    ]

    @Test(
        "a chain of thirty modifiers that add points exceeds the budget",
        arguments: ["offset path", "zig-zag"])
    func modifierChainExceedsBudget(kind: String) throws {
        let modifier = try #require(Self.modifiers[kind])
        let items = [ellipse(0, 0, 20, 20)] + Array(repeating: modifier, count: 30) + [fill()]
        let error = try #require(try shortage(document(100, 100, [solid("#000000", 1, 1), shapeLayer(items)])))
        #expect(error.location == "layers[1]")
    }

    @Test(
        "a chain that alternates between two kinds of modifiers exceeds the budget", arguments: modifiers.keys.sorted(),
        ["offset path"])
    func alternatingModifierChainExceedsBudget(one: String, other: String) throws {
        let pair = [try #require(Self.modifiers[one]), try #require(Self.modifiers[other])]
        let items = [ellipse(0, 0, 20, 20)] + (0..<60).map { pair[$0 % 2] } + [fill()]
        #expect(try shortage(document(100, 100, [shapeLayer(items)]), rules: .afterEffects) != nil)
    }

    @Test("a single modifier, as in ordinary files, stays far within the budget", arguments: modifiers.keys.sorted())
    func singleModifierStaysWithinBudget(kind: String) throws {
        let modifier = try #require(Self.modifiers[kind])
        let items = [rectangle(0, 0, 20, 20), modifier, fill()]
        let drawn = document(100, 100, [shapeLayer(items)])
        // lottie-web does not know twists.
        for rules in [RenderingCompatibility.lottieWeb, .afterEffects] {
            #expect(try shortage(drawn, .init(steps: 100_000, points: 4_000), rules: rules) == nil)
        }
    }

    @Test("a gradient with thousands of stops, which are merged one by one, exceeds the budget")
    func manyGradientStopsExceedBudget() throws {
        func gradient(_ stops: Int) -> JSON {
            let numbers = (0..<stops).flatMap { stop -> [Double] in [Double(stop) / Double(stops), 1, 0, 0] }
            let paint: JSON = [
                "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([100, 0]), "o": fixed(100),
                "g": ["p": .number(Double(stops)), "k": fixed(.list(numbers.map { .number($0) }))],
            ]
            return document(100, 100, [shapeLayer([rectangle(0, 0, 20, 20), paint])])
        }
        #expect(try shortage(gradient(20), .init(steps: 100_000)) == nil)
        let error = try #require(try shortage(gradient(2_000), .init(steps: 100_000)))
        #expect(error.resource == .steps)
        #expect(error.location == "layers[0]")
    }

    @Test("hundreds of blurs or shadows exceed the budget", arguments: [25, 29])
    func manyEffectsExceedBudget(type: Int) throws {
        let values: [JSON] = [255, 255, 10, 9, 30, 0].map { ["ty": 0, "v": fixed(.number($0))] }
        let effect: JSON = ["ty": .number(Double(type)), "en": 1, "ef": .list(values)]
        let layer = solid("#ff0000", 100, 100, ["ef": .list(Array(repeating: effect, count: 300))])
        #expect(try shortage(document(100, 100, [layer]))?.location == "layers[0]")
    }

    @Test("a blur or a shadow of a small layer costs less than one of a large layer", arguments: [25, 29])
    func costOfEffectFollowsCoveredPixels(type: Int) throws {
        let values: [JSON] = [10, 255, 10, 9, 10, 0].map { ["ty": 0, "v": fixed(.number($0))] }
        let effect: JSON = ["ty": .number(Double(type)), "en": 1, "ef": .list(values)]
        func cost(_ side: Double) throws -> Int {
            let layer = solid("#ff0000", x: 40, y: 40, side, side, ["ef": .list([effect])])
            let renderer = AnimationRenderer(try Composition(document(100, 100, [layer])), width: 100, height: 100)
            var pixmap = Pixmap(width: 100, height: 100)
            var budget = Budget(.init(steps: 10_000_000))
            try renderer.draw(frame: 0, into: &pixmap, within: &budget)
            return 10_000_000 - budget.remaining(.steps)
        }
        #expect(try cost(4) * 2 < cost(60))
    }

    @Test("hundreds of soft masks exceed the budget")
    func manySoftMasksExceedBudget() throws {
        let soft = mask("a", corners(10, 10, 90, 90), ["f": fixed([20, 20])])
        let layer = solid("#ff0000", 100, 100, ["masksProperties": .list(Array(repeating: soft, count: 100))])
        #expect(try shortage(document(100, 100, [layer]), rules: .afterEffects)?.resource == .steps)
    }

    @Test("compositions that show the next one twice, each with a blend mode, exceed the budget")
    func doublingCompositionsExceedBudget() throws {
        let assets = (0..<12).map { level in
            let next = precomposition("c\(level + 1)", 100, 100, ["bm": 3, "ks": ["o": fixed(90)]])
            return asset("c\(level)", [next, next])
        }
        let last = asset("c12", [solid("#ff0000", 100, 100)])
        let error = try shortage(document(100, 100, [precomposition("c0", 100, 100)], assets: assets + [last]))
        #expect(error?.location.hasPrefix("assets \"c") == true)
    }

    @Test("deeply nested groups exceed the memory for surfaces")
    func nestedGroupsExceedSurfaceMemory() throws {
        let limits = Budget.Limits(steps: 1_500_000, pixels: 20 * 64 * 64)
        let deep = (0..<40).reduce(group([rectangle(50, 50, 90, 90), fill(), stroke(3)])) { inner, _ in
            group([inner, rectangle(1, 1, 1, 1), fill()], ["o": fixed(99)])
        }
        #expect(try shortage(document(100, 100, [shapeLayer([deep])]), limits)?.resource == .pixels)
    }

    @Test("large mask paths in a composition that is used many times exceed the budget")
    func repeatedMaskPathsExceedBudget() throws {
        let zigzag = (0..<2_000).map { (Double($0 % 100), Double($0 % 2 * 100)) }
        let layer = solid("#ff0000", 100, 100, ["masksProperties": [mask("a", zigzag)]])
        let inner = asset("c", Array(repeating: layer, count: 20))
        let all = Array(repeating: precomposition("c", 100, 100), count: 20)
        #expect(try shortage(document(100, 100, all, assets: [inner]))?.resource == .points)
    }

    @Test("expressions that run until they are stopped exceed the budget")
    func longExpressionsExceedBudget() throws {
        let endless: JSON = ["k": 50, "x": "while (true) {}"]
        let layers = Array(repeating: solid("#ff0000", 9, 9, ["ks": ["o": endless]]), count: 3)
        #expect(try shortage(document(100, 100, layers))?.resource == .steps)
    }

    @Test("the error for too many layers names the layers, whichever frame is drawn")
    func tooManyLayersAreReportedForEachFrame() throws {
        let assets = (0..<5).map { level in
            asset("c\(level)", Array(repeating: precomposition("c\(level + 1)", 4, 4), count: 10))
        }
        let full = document(
            4, 4, [precomposition("c0", 4, 4)], assets: assets + [asset("c5", [solid("#ff0000", 4, 4)])])
        let error = try #require(try shortage(full, .init()))
        #expect(error.resource == .items)
        #expect(error.description.contains("layers in all"))
    }

    @Test("frames without a shared budget have one each, and a frame that exceeds its budget does not affect others")
    func eachFrameHasItsOwnBudget() throws {
        let values: [JSON] = [30, 1, 0].map { ["ty": 0, "v": fixed(.number($0))] }
        let blur: JSON = ["ty": 29, "en": 1, "ef": .list(values)]
        let composition = try Composition(
            document(100, 100, [solid("#ff0000", 100, 100, ["ef": .list([blur])])]))
        let renderer = AnimationRenderer(composition, width: 32, height: 32)
        var (alone, paid) = (Pixmap(width: 32, height: 32), Pixmap(width: 32, height: 32))
        var none = Budget(.init(steps: 0))
        #expect(throws: BudgetExceeded.self) { try renderer.draw(frame: 0, into: &paid, within: &none) }
        let fresh = AnimationRenderer(composition, width: 32, height: 32)
        fresh.draw(frame: 0, into: &alone)
        #expect(fresh.shortage == nil)
        var enough = Budget(.init(steps: 10_000_000))
        try fresh.draw(frame: 0, into: &paid, within: &enough)
        #expect(paid == alone)
        #expect(enough.remaining(.steps) < 10_000_000)
    }

    @Test("any document of parts whose costs multiply is drawn or rejected within its budget", arguments: 0..<40)
    func hostileDocumentIsDrawnOrRejectedWithinBudget(seed: Int) throws {
        print("hostile document: seed \(seed)")
        var maker = HostileDocumentGenerator(seed: UInt64(seed))
        let bytes = maker.next()
        var budget = Budget(.init(steps: 3_000_000, points: 200_000, pixels: 4_000_000, items: 100_000))
        guard let composition = try? Composition(json: bytes, within: &budget) else { return }
        let renderer = AnimationRenderer(composition, width: 32, height: 32)
        var pixmap = Pixmap(width: 32, height: 32)
        for progress in [0.1, 0.9] {
            try? renderer.draw(frame: composition.frame(atProgress: progress), into: &pixmap, within: &budget)
        }
        for pixel in pixmap.pixels { #expect(pixel & 0xFF <= pixel >> 24) }
    }

    @Test("the same seed makes the same hostile document")
    func sameSeedMakesSameDocument() {
        func made(_ seed: UInt64) -> [UInt8] {
            var maker = HostileDocumentGenerator(seed: seed)
            return maker.next()
        }
        #expect(made(7) == made(7))
        #expect(Set((0..<20).map(made)).count > 15)
    }
}
