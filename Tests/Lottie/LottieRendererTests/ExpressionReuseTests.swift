import LottieDocument
import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("The result of an expression is used again as long as nothing can change it")
struct ExpressionReuseTests: ScriptedFrameSuite {
    /// Returns a square with an expression for its position, beside layers whose values change and do not change.
    private func document(_ script: String) -> JSON {
        let other: JSON = [
            "ind": 2, "nm": "other", "ip": 2, "op": 5, "parent": 3,
            "ks": [
                "p": keyframes((0, [0, 1, 0]), (8, [16, 5, 0])), "a": fixed([4, 2, 0]), "r": keyframes((0, 0), (8, 24)),
                "s": fixed([100, 100]) + ["x": "var $bm_rt; $bm_rt = [50 + thisLayer.anchorPoint[0], 100];"],
                "o": fixed(50) + ["x": "var $bm_rt; $bm_rt = thisLayer.rotation;"],
            ],
            "ef": [
                [
                    "ty": 5, "nm": "Limb", "ix": 1,
                    "ef": [
                        ["ty": 0, "nm": "Fixed", "ix": 1, "v": fixed(7)],
                        ["ty": 0, "nm": "Moved", "ix": 2, "v": keyframes((0, 3), (8, 11))],
                        [
                            "ty": 0, "nm": "Twice", "ix": 3,
                            "v": fixed(0) + ["x": "var $bm_rt; $bm_rt = effect('Limb')('Moved') * 2;"],
                        ],
                    ],
                ]
            ],
        ]
        let parent: JSON = [
            "ind": 3, "nm": "parent", "ks": ["p": ["s": true, "x": fixed(2), "y": keyframes((0, 0), (8, 4))]],
        ]
        let texts: JSON = [["t": 0, "s": ["t": "a", "s": 1]], ["t": 4, "s": ["t": "abc", "s": 1]]]
        let words: JSON = ["ty": 5, "nm": "words", "ip": 0, "op": 9, "ks": [:], "t": ["d": ["k": texts]]]
        let square: JSON = [
            "ks": [
                "p": keyframes((1, [2, 0, 0]), (4, [5, 3, 0])) + ["x": .string("var $bm_rt; $bm_rt = " + script)]
            ]
        ]
        return LottieRendererTests.document(
            60, 12, [solid("#ff0000", 1, 1, square), nullLayer(other), nullLayer(parent), words])
    }

    @Test(
        "a frame and the steps that it costs do not depend on the frames before it",
        arguments: [
            "thisComp.layer('other').anchorPoint", "thisComp.layer('other').position",
            "thisComp.layer('other').scale", "[thisComp.layer('other').scale[0] / 9, 2]",
            "[thisComp.layer('other').opacity, 2]", "[thisComp.layer('parent').xPosition, 2]",
            "[5, thisComp.layer('parent').yPosition]", "thisComp.layer('other').effect('Limb')('Fixed')",
            "[thisComp.layer('other').effect('Limb')('Fixed'), 1]",
            "[thisComp.layer('other').effect(1)(2), thisComp.layer('other').effect(1)(3) / 4]",
            "thisComp.layer('other').effect('Limb')('Twice')", "[thisComp.layer('other').active ? 5 : 2, 0]",
            "thisComp.layer('other').toComp([0, 0, 0])", "thisComp.layer('other').toComp([0, 0, 0], 0.3)",
            "thisComp.layer('parent').toComp([time * 9, 0])", "thisComp.layer('other').position.valueAtTime(0.3)",
            "thisComp.layer('other').position.valueAtTime(time - 0.1)", "thisComp.layer('other').position.velocity",
            "[thisComp.layer('words').text.sourceText.length, 1]", "wiggle(2, 3)", "[random(9), 0]",
            "(seedRandom(3, true), [random(9), 0])", "(posterizeTime(2), thisComp.layer('other').position)",
            "(posterizeTime(2), [thisComp.layer('parent').xPosition, time])", "[timeToFrames(), 0]",
            "[nearestKey(time).index, 1]", "thisProperty", "value", "[value[0] * 2]", "[9]", "loopOut()",
            "thisComp.layer('other').position.loopIn()", "time > 0.4 ? thisComp.layer('other').position : value",
            "eval('thisComp.layer(2).anchorPoint')", "position", "[position[0] + 1, 0]", "[new Date(), 1]",
            "thisComp.layer('nobody').position", "[1 / 0, 1]",
        ])
    func framesDoNotDependOnFramesBefore(script: String) throws {
        let composition = try Composition(document(script))
        let one = renderer(composition)
        for frame in [0, 1, 1.5, 2, 3, 6, 4, 5, 8, 2, 0] as [Double] {
            #expect(draw(frame, with: one) == draw(frame, with: renderer(composition)), "frame \(frame)")
        }
    }

    /// Returns a layer of sliders, each of which shows the one before it, with the first one's value in the last one.
    private func chain(of count: Int) -> JSON {
        let sliders = (1...count).map { number -> JSON in
            let script = "var $bm_rt; $bm_rt = effect(\(number - 1))(1);"
            let value = number == 1 ? fixed(40) : fixed(5) + ["x": .string(script)]
            return [
                "ty": 5, "nm": .string("e\(number)"), "ix": .number(Double(number)),
                "ef": [["ty": 0, "nm": "s", "ix": 1, "v": value]],
            ]
        }
        let script = "var $bm_rt; $bm_rt = [thisLayer.effect(\(count))(1) + 0, 5];"
        let place: JSON = ["p": fixed([0, 5]) + ["x": .string(script)]]
        return solid("#ff0000", 1, 1, ["ks": place, "ef": .list(sliders)])
    }

    @Test(
        "expressions that read each other without end neither crash nor depend on what was drawn before",
        arguments: [2, 20, 60, 95, 96, 97, 120, 4_000])
    func longChains(count: Int) throws {
        let composition = try Composition(LottieRendererTests.document(60, 12, [chain(of: count)]))
        let one = renderer(composition)
        for frame in [0, 3, 0] as [Double] {
            let drawn = draw(frame, with: one)
            #expect(drawn == draw(frame, with: renderer(composition)))
            let place = try #require((0..<60).first { drawn.pixels[60 * 5 + $0] != 0 })
            #expect(place == (count <= ExpressionEnvironment.maxNesting ? 40 : 5), "frame \(frame)")
        }
        let problems = one.expressionFailures.map(\.problem)
        #expect(problems.contains { $0.hasPrefix("more than") } == (count > ExpressionEnvironment.maxNesting))
    }

    @Test(
        "a frame without budget for another expression leaves nothing behind",
        arguments: [5, 20, 50, 100, 150, 200, 300].map { $0 * 1_000 })
    func exhaustedFrames(remaining: Int) throws {
        // The square has the place of another layer, whose expression takes many steps and always gives the same.
        func document(_ rounds: Int) -> JSON {
            let place = "var $bm_rt; var n = 0; for (var i = 0; i < 9000; i++) n += i; $bm_rt = [30, 5];"
            let other = nullLayer([
                "ind": 2, "nm": "other", "ks": ["p": fixed([2, 5]) + ["x": .string(place)]],
            ])
            let reference = "var $bm_rt; $bm_rt = thisComp.layer('other').position;"
            let square = solid("#ff0000", 1, 1, ["ks": ["p": fixed([9, 5]) + ["x": .string(reference)]]])
            let busy =
                "var $bm_rt; var n = 0; if (time > 0.2) for (var i = 0; i < \(rounds); i++) n += i; $bm_rt = [0, 0];"
            let others = (0..<16).map { _ in
                solid("#00ff00", 1, 1, ["ks": ["p": fixed([0, 0]) + ["x": .string(busy)]]])
            }
            return LottieRendererTests.document(60, 12, [square, other] + others)
        }
        func steps(_ rounds: Int) throws -> Int { draw(8, with: renderer(try Composition(document(rounds)))).steps }
        let (few, many) = (try steps(1_000), try steps(2_000))
        let rest = ExpressionEnvironment.maxStepsPerFrame - remaining - (few - 1_000 * (many - few) / 1_000)
        let composition = try Composition(document(rest * 1_000 / (many - few)))
        let one = renderer(composition)
        for frame in [0, 8, 0, 8, 1] as [Double] {
            #expect(draw(frame, with: one) == draw(frame, with: renderer(composition)), "frame \(frame)")
        }
    }

    @Test("expressions whose results are known still share the budget of a frame")
    func knownResultsShareBudget() throws {
        // All runs together take more steps than a frame may have, so the last squares stay where they are.
        let squares = (0..<24).map { index -> JSON in
            let x = Double(2 * index)
            let script = "var $bm_rt; var n = 0; for (var i = 0; i < 24000; i++) n += i; $bm_rt = [\(x), 5];"
            return solid(
                "#ff0000", 1, 1, ["ks": ["p": fixed([.number(x), 0]) + ["x": .string(script)]]])
        }
        let composition = try Composition(LottieRendererTests.document(60, 12, squares))
        let one = renderer(composition)
        let first = draw(0, with: one)
        let placed = (0..<60).filter { first.pixels[60 * 5 + $0] != 0 }
        #expect(placed.count > 6 && placed.count < 24)
        #expect(draw(1, with: one) == first)
        #expect(draw(1, with: renderer(composition)) == first)
    }
}
