import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics

@Suite("Expressions compute the values of properties")
struct ExpressionTests {
    /// Returns the position that an expression computes.
    ///
    /// The position is the left edge of a square of one pixel on a canvas 40 pixels wide; nil if the square is not
    /// visible.
    private func computedPosition(
        _ script: String, x: JSON = fixed([0, 0, 0]), at frame: Double = 0, _ more: [JSON] = [], layer: JSON = [:]
    ) throws -> Int? {
        let square: JSON = ["ks": ["p": x + ["x": .string("var $bm_rt; $bm_rt = " + script)]]]
        let layers = [solid("#ff0000", 1, 1, ["ind": 1, "nm": "square"] + layer + square)] + more
        return try Frame(document(40, 1, layers), at: frame).alphas(row: 0).firstIndex { $0 == 255 }
    }

    private let slow = keyframes((0, [0, 0, 0]), (10, [10, 0, 0]))

    @Test(
        "time is in seconds, and sizes are those of the composition",
        arguments: [
            ("[time * 10, 0]", 7.0, 7), ("[thisComp.width - 10, 0]", 0, 30), ("[timeToFrames(1), 0]", 0, 10),
            ("[framesToTime(50), 0]", 0, 5),
            ("[width + index, 0]", 0, 2), ("[outPoint, 0]", 0, 10), ("[thisComp.frameDuration * 100, 0]", 0, 10),
            ("[thisComp.numLayers, 0]", 0, 1),
        ])
    func timeAndSizesAreThoseOfComposition(script: String, frame: Double, x: Int) throws {
        #expect(try computedPosition(script, at: frame) == x)
    }

    @Test(
        "a layer is active from its in point up to, but not including, its out point",
        arguments: [(1.99, 0), (2, 3), (4.99, 3), (5, 0), (6, 0)])
    func layerIsActiveUntilOutPoint(frame: Double, x: Int) throws {
        let other = nullLayer(["ind": 2, "nm": "other", "ip": 2, "op": 5])
        let script = "[thisComp.layer('other').active ? 3 : 0, 0]"
        #expect(try computedPosition(script, at: frame, [other]) == x)
    }

    @Test(
        "expressions read the value of the keyframes at any time",
        arguments: [
            ("value", 4.0, 4), ("[value[0] * 2, 0]", 4, 8), ("$bm_sum(value, [3, 0])", 4, 7),
            ("valueAtTime(0.8)", 2, 8), ("[velocity[0], 0]", 5, 10),
            ("[velocityAtTime(0.5)[0] + 1, 0]", 0, 11), ("[numKeys, 0]", 0, 2), ("[key(2).time * 10, 0]", 0, 10),
            ("[key(2).value[0], 0]", 0, 10),
            ("[nearestKey(0.8).index, 0]", 0, 2), ("[speedAtTime(0.5), 0]", 0, 10), ("smooth(0.4, 5)", 5, 5),
            ("(posterizeTime(5), value)", 5, 4), ("clamp(value, 0, 6)", 8, 6), ("clamp(value, 6, 0)", 8, 6),
            ("[thisProperty.value[0] + thisProperty[0], 0]", 3, 6),
            ("[position.numKeys + transform.position[0], 0]", 3, 5),
        ])
    func expressionsReadKeyframeValuesAtAnyTime(script: String, frame: Double, x: Int) throws {
        #expect(try computedPosition(script, x: slow, at: frame) == x)
    }

    @Test(
        "`loopOut` repeats the keyframes in every mode",
        arguments: [
            ("loopOut('cycle')", 14.0, 4), ("loopOut('pingpong')", 14, 6), ("loopOut('offset')", 14, 14),
            ("loopOut('offset')", 25, 25),
            ("loopOut('cycle', 1)", 14, 4), ("thisProperty.loopOut()", 23, 3), ("loopOut('x')", 14, 4),
            ("loopOut('cycle', 99)", 12, 2),
            ("[loopOut('continue')[0] * 0 + 5, 0]", 14, 5),
        ])
    func loopOutRepeatsKeyframes(script: String, frame: Double, x: Int) throws {
        #expect(try computedPosition("(0, \(script))", x: slow, at: frame) == x)
    }

    @Test(
        "`loopIn` repeats the keyframes before the first one",
        arguments: [
            ("loopIn('cycle')", 16.0, 0), ("loopIn('pingpong')", 16, 4), ("loopIn('offset')[0] + 20", 16, 16),
            ("loopIn('continue')[0] + 20", 16, 16),
        ])
    func loopInRepeatsKeyframes(script: String, frame: Double, x: Int) throws {
        let late = keyframes((20, [0, 0, 0]), (30, [10, 0, 0]))
        #expect(try computedPosition("[(0, \(script))].map(v => v.length ? v : [v, 0])[0]", x: late, at: frame) == x)
    }

    @Test("as in lottie-web, `loopIn` repeats the keyframes early by twice the first one's time")
    func loopInIsEarly() throws {
        let late = keyframes((4, [0, 0, 0]), (24, [20, 0, 0]))
        #expect(try computedPosition("(0, loopIn('cycle'))", x: late, at: 2) == 10)
        #expect(try computedPosition("(0, loopIn('pingpong'))", x: late, at: 2) == 2)
    }

    @Test("a number looped with `continue` keeps its final speed")
    func continueLoopKeepsFinalSpeed() throws {
        let angle: JSON = [
            "ind": 2,
            "ks": ["r": keyframes((0, 0), (10, 10)) + ["x": "var $bm_rt; $bm_rt = (0, loopOut('continue'));"]],
        ]
        #expect(try computedPosition("[thisComp.layer(2).rotation, 0]", at: 17, [nullLayer(angle)]) == 17)
    }

    @Test(
        "expressions find other layers by name, index and position, with the values of their expressions",
        arguments: [
            "thisComp.layer('other').transform.position", "thisComp.layer(2).position",
            "thisComp.layer(thisLayer, 1).position", "thisComp('other').position",
            "thisComp.layer('other')('Transform')('Position')", "comp('').layer('other').position",
            "[thisComp.layer('other').transform.xPosition, 0]",
            "thisComp.layer('other').position.value", "parent.position",
        ])
    func expressionsFindOtherLayers(script: String) throws {
        let other: JSON = [
            "ind": 2, "nm": "other", "ks": ["p": fixed([5, 0, 0]) + ["x": "var $bm_rt; $bm_rt = [value[0] + 1, 0];"]],
        ]
        #expect(
            try computedPosition(script, [nullLayer(other)], layer: script == "parent.position" ? ["parent": 2] : [:])
                == (script == "parent.position" ? 12 : 6))
    }

    @Test(
        "expressions convert points between layers and the composition",
        arguments: [
            ("thisComp.layer('other').toComp([1, 0])", 7), ("thisComp.layer('other').fromComp([19, 0])", 7),
            ("thisComp.layer('other').toWorld([0, 0, 0])", 5),
            ("thisComp.layer('other').toCompVec([3, 0])", 6),
        ])
    func expressionsConvertPointsBetweenSpaces(script: String, x: Int) throws {
        let other: JSON = ["ind": 2, "nm": "other", "ks": ["p": fixed([5, 0, 0]), "s": fixed([200, 200, 100])]]
        #expect(try computedPosition(script, [nullLayer(other)]) == x)
    }

    @Test(
        "expressions read the values of effects by name, number and type",
        arguments: [
            ("effect('Speed')('Slider')", 7), ("effect(1)(1)", 7), ("effect('Speed')('ADBE Slider Control-0001')", 7),
            ("effect('Speed').slider", 7),
            ("effect('Where')('Point')[0]", 9), ("effect('Target')('Layer').index", 2),
            ("effect('Speed')('Slider').value + 1", 8), ("effect('Group')('Inner')", 4),
            ("effect('Missing') === undefined ? 3 : 0", 3),
        ])
    func expressionsReadEffectValues(script: String, x: Int) throws {
        func control(_ name: String, _ index: Double, _ type: Int, _ inner: JSON) -> JSON {
            [
                "ty": 5, "nm": .string(name), "ix": .number(index),
                "ef": [inner + ["ty": .number(Double(type)), "ix": 1]],
            ]
        }
        let effects: JSON = [
            control("Speed", 1, 0, ["nm": "Slider", "mn": "ADBE Slider Control-0001", "v": fixed(7)]),
            control("Where", 2, 3, ["nm": "Point", "v": fixed([9, 1])]),
            control("Target", 3, 10, ["nm": "Layer", "v": fixed(2)]),
            control("Group", 4, 0, ["nm": "Inner", "v": fixed(4)]),
        ]
        #expect(try computedPosition("[\(script), 0]", [nullLayer(["ind": 2])], layer: ["ef": effects]) == x)
    }

    @Test(
        "expressions find shapes by name or number through nested groups",
        arguments: [
            ("content('Box').content('Rectangle').size[0]", 6), ("content(1).content(1).position[0]", 3),
            ("content('Box').transform.position[0] + 1", 5),
            ("content('Box')('Contents')('Rectangle')('Size')[0]", 6),
            ("content('Box').content('Fill').opacity / 10", 10),
            ("content('Box').content('Outline').path.points().length", 3),
            ("content('Box').content('Outline').path.points()[1][0]", 8),
            ("content('Box').content('Outline').path.pointOnPath(0.125)[0]", 4),
            ("content('Box').content('Outline').path.isClosed() ? 2 : 1", 1),
            ("content('Box').content('Trim').end / 10", 5),
        ])
    func expressionsFindShapes(script: String, x: Int) throws {
        let items: [JSON] = [
            rectangle(0, 0, 6, 1, ["nm": "Rectangle"]),
            polygon([(0, 0), (8, 0), (8, 24)], isClosed: false) + ["nm": "Outline"], fill() + ["nm": "Fill"],
            trim(0, 50) + ["nm": "Trim"],
        ]
        let other = shapeLayer(
            [group(items, ["p": fixed([4, 0])], ["nm": "Box"])], ["ind": 2, "nm": "other", "hd": true])
        #expect(try computedPosition("[thisComp.layer('other').\(script), 0]", [other]) == x)
    }

    @Test(
        "numbers outside of a list find nothing",
        arguments: ["mask(N)", "effect(N)", "content(N)", "content('Box').content(N)", "effect('Box')(N)"],
        ["-9223372036854775808", "9223372036854775807", "-1", "0", "1e308", "0/0"])
    func outOfRangeIndicesFindNothing(script: String, number: String) throws {
        let place = script.replacing("N", with: "(\(number))")
        let effect: JSON = ["ty": 5, "nm": "Box", "ix": 1, "ef": [["ty": 0, "ix": 1, "v": fixed(4)]]]
        let other = shapeLayer(
            [group([rectangle(0, 0, 6, 1)], [:], ["nm": "Box"])],
            ["ind": 2, "nm": "other", "hd": true, "ef": [effect]])
        // A failed expression leaves the square at its position in the file.
        let x = try self.computedPosition("[thisComp.layer('other').\(place) ? 9 : 3, 0]", [other])
        #expect(x == 3 || x == 0)
    }

    @Test("a property knows its number among its siblings, and an item the number that the file gives it")
    func propertiesAndItemsHaveNumbers() throws {
        // As in rigs: a copy of a shape takes each property from the property with the same number of the original.
        let copied: JSON = [
            "s": fixed([1, 1]) + [
                "x": """
                var $bm_rt; var p = thisProperty.propertyIndex, n = thisProperty.propertyGroup(1).propertyIndex;
                $bm_rt = thisLayer(2)('Original')(2)(n)(p);
                """
            ]
        ]
        let original = group([rectangle(0, 0, 6, 1, ["nm": "Box", "ix": 3])], [:], ["nm": "Original", "ix": 5])
        let copy = group([rectangle(2, 0, 4, 1, ["ix": 3]) + copied, fill()])
        let frame = try Frame(document(8, 1, [shapeLayer([copy, original])]))
        #expect(frame.rows[0] == "RRRRRR..")
    }

    @Test("an evaluated text walks the chain of parents, as rigs do")
    func evaluatedTextWalksParents() throws {
        let chain = """
            (function () {
                var sum = 0, chain = 'thisLayer';
                while (eval([chain][0]).hasParent) { chain += '.parent'; sum += eval([chain][0]).position[0]; }
                return [sum, 0];
            })()
            """.replacing("\n", with: " ")
        let parents = [
            nullLayer(["ind": 2, "parent": 3, "ks": ["p": fixed([4, 0, 0])]]),
            nullLayer(["ind": 3, "ks": ["p": fixed([5, 0, 0])]]),
        ]
        #expect(try computedPosition(chain, parents, layer: ["parent": 2]) == 18)
    }

    @Test("expressions find the groups that contain a property")
    func expressionsFindPropertyGroups() throws {
        let moved: JSON = [
            "p": fixed([0, 0]) + [
                "x": "var $bm_rt; $bm_rt = $bm_sum($bm_div(thisProperty.propertyGroup(1)(2), 2), value);"
            ]
        ]
        let layer = shapeLayer([rectangle(0, 0, 4, 1) + moved, fill()])
        #expect(try Frame(document(8, 1, [layer])).hasAlphas([255, 255, 255, 255, 0, 0, 0, 0]))
    }

    @Test(
        "expressions copy paths from other layers and create paths from points",
        arguments: [
            "thisComp.layer('other').content('Path').path",
            "createPath([[0, 0], [3, 0], [3, 1], [0, 1]], [], [], true)",
            "createPath(thisComp.layer('other').content('Path').path.points())",
            "(0, valueAtTime(0), thisComp.layer('other').content('Path').path.valueAtTime(0))",
        ])
    func expressionsCopyAndCreatePaths(script: String) throws {
        let other = shapeLayer([polygon(corners(0, 0, 3, 1)) + ["nm": "Path"]], ["nm": "other", "hd": true])
        let path: JSON = [
            "ty": "sh", "ks": fixed(shape(corners(0, 0, 1, 1))) + ["x": .string("var $bm_rt; $bm_rt = " + script)],
        ]
        #expect(try Frame(document(5, 1, [shapeLayer([path, fill()]), other])).hasAlphas([255, 255, 255, 0, 0]))
    }

    @Test("expressions in a precomposition use its own time")
    func precompositionExpressionsUseOwnTime() throws {
        let square: JSON = [
            "ks": ["p": fixed([0, 0]) + ["x": "var $bm_rt; $bm_rt = [time * 10 + thisComp.width - 8, 0];"]]
        ]
        let inner = asset("inner", [solid("#ff0000", 1, 1, square)])
        let outer = document(8, 1, [precomposition("inner", 8, 1, ["st": 3])], assets: [inner])
        #expect(try Frame(outer, at: 7).alphas(row: 0).firstIndex { $0 == 255 } == 4)
    }

    @Test(
        "an expression that fails, does not end or yields no valid value leaves the property's own value",
        arguments: [
            "undefined", "missing", "while (1);", "[1 / 0, 0]", "'text'", "[value, value]",
            "thisComp.layer('nobody').position", "(function () { throw 1 })()",
            "null", "5", "{}", "thisProperty", "position", "thisLayer.position.value",
        ])
    func failedExpressionKeepsOwnValue(script: String) throws {
        let body = script == "while (1);" ? "0; while (1);" : script
        #expect(try computedPosition(body, x: fixed([3, 0, 0])) == 3)
    }

    @Test("each failure is reported once")
    func eachFailureIsReportedOnce() throws {
        let square: JSON = ["nm": "square", "ks": ["p": fixed([0, 0]) + ["x": "missing"]]]
        let composition = try Composition(document(4, 1, [solid("#ff0000", 1, 1, square)]))
        let renderer = AnimationRenderer(composition, width: 4, height: 1, fonts: SquareFont(characters: []))
        for frame in 0..<5 { renderer.evaluate(frame: Double(frame)) }
        #expect(renderer.expressionFailures.map(\.layer) == ["square"])
        #expect(renderer.expressionFailures.map(\.problem) == ["ReferenceError: missing is not defined"])
    }

    @Test(
        "scripts that make the renderer work without end are stopped",
        arguments: [
            "smooth(1, 200)", "wiggle(1, 1, 10)", "loopOut()", "key(1)", "numKeys", "thisComp.layer(1).toComp([0, 0])",
        ])
    func endlessRendererWorkIsStopped(script: String) throws {
        let keys = JSON.list((0..<2000).map { ["t": .number(Double($0)), "s": [3, 0, 0]] })
        #expect(try computedPosition("0; for (;;) \(script)", x: ["a": 1, "k": keys], at: 5) == 3)
    }

    /// Returns the problems of an expression for a layer's opacity that runs `access` the given number of times.
    private func problems(
        _ access: String, times: Int, _ layer: JSON, _ others: [JSON] = [], assets: [JSON] = []
    ) throws -> [String] {
        let script =
            "var $bm_rt; \(Self.missingItemFailure) for (var i = 0; i < \(times); i++) { \(access); } $bm_rt = 50;"
        let busy = layer + ["ks": ["o": fixed(100) + ["x": .string(script)]]]
        let composition = try Composition(document(4, 4, [busy] + others, assets: assets))
        let renderer = AnimationRenderer(composition, width: 4, height: 4, fonts: SquareFont(characters: []))
        renderer.evaluate(frame: 0)
        return renderer.expressionFailures.map(\.problem)
    }

    private static let missingItemFailure =
        "var colors = thisLayer.content(1).colors; var path = thisLayer.content(2).path; var points;"
        + " var words = thisComp.layer('words');"
    private static let exhausted = ["more than 500000 steps"]

    /// Returns a layer with a gradient of 16,000 numbers and a path of 5,400 vertices.
    private func longLayer() -> JSON {
        let numbers = JSON.list(Array(repeating: JSON.number(0.5), count: 16_000))
        let gradient: JSON = [
            "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([9, 0]), "o": fixed(100),
            "g": ["p": 4_000, "k": keyframes((0, numbers), (10, numbers))],
        ]
        return shapeLayer([gradient, polygon((0..<5_400).map { (Double($0 % 90), Double($0 / 90)) })])
    }

    @Test(
        "access to a long gradient, path or list costs steps in proportion to its length",
        arguments: [
            "colors.value", "colors[0]", "colors.valueAtTime(0)", "colors.velocity", "colors.speedAtTime(0)",
            "colors.smooth(1, 2)", "colors.loopOut()", "path.valueAtTime(0)", "path.isClosed()",
        ])
    func longValuesCostStepsInProportion(access: String) throws {
        #expect(try problems(access, times: 10, longLayer()).isEmpty)
        #expect(try problems(access, times: 200, longLayer()) == Self.exhausted)
    }

    @Test("access to all numbers of a keyframe, and the creation of a path from points, cost steps for each item")
    func longListsCostStepsForEachItem() throws {
        #expect(try problems("colors.key(1)", times: 1, longLayer()).isEmpty)
        #expect(try problems("colors.key(1)", times: 3, longLayer()) == Self.exhausted)
        let path = "points = points || path.points(); createPath(points)"
        #expect(try problems(path, times: 10, longLayer()).isEmpty)
        #expect(try problems(path, times: 200, longLayer()) == Self.exhausted)
    }

    @Test(
        "a search among layers, compositions or texts costs steps for each item",
        arguments: [
            "thisLayer.hasParent", "thisLayer.parent", "effect('Target')('Layer')", "comp('nothing')",
            "words.text.sourceText",
        ])
    func searchesCostStepsForEachItem(access: String) throws {
        let target: JSON = [
            "ty": 5, "nm": "Target", "ix": 1, "ef": [["ty": 10, "nm": "Layer", "ix": 1, "v": fixed(2_000)]],
        ]
        let layer = shapeLayer([fill(), polygon([(0, 0)])], ["ind": 1, "parent": 2_000, "ef": [target]])
        let texts = (0..<2_000).map { time -> JSON in ["t": .number(Double(time)), "s": ["t": "", "s": 1]] }
        let words: JSON = ["ty": 5, "nm": "words", "ip": 0, "op": 9, "ks": [:], "t": ["d": ["k": .list(texts)]]]
        let others = (2...2_000).map { precomposition("c", 1, 1, ["ind": .number(Double($0))]) }
        let inner = asset("c", [nullLayer()])
        func found(_ times: Int) throws -> [String] {
            try problems(access, times: times, layer, [words] + others, assets: [inner])
        }
        #expect(try found(10).isEmpty)
        #expect(try found(1_200) == Self.exhausted)
    }

    @Test("a cycle of expressions ends", arguments: [2, 40])
    func expressionCycleEnds(count: Int) throws {
        let layers = (0..<count).map { index -> JSON in
            let script = "var $bm_rt; $bm_rt = thisComp.layer(\((index + 1) % count + 1)).position;"
            return nullLayer([
                "ind": .number(Double(index + 1)), "ks": ["p": fixed([2, 0, 0]) + ["x": .string(script)]],
            ])
        }
        let square = solid(
            "#ff0000", 1, 1, ["ks": ["p": fixed([0, 0]) + ["x": "var $bm_rt; $bm_rt = thisComp.layer(1).position;"]]])
        #expect(try Frame(document(8, 1, [square] + layers)).alphas(row: 0)[2] == 255)
    }

    @Test(
        "random values are the same for the same frame, whatever the order of drawing",
        arguments: ["wiggle(5, 10)", "[random(20), 0]", "[gaussRandom(20), noise(time)]"])
    func randomValuesDependOnlyOnFrame(script: String) throws {
        let square: JSON = ["ks": ["p": fixed([10, 0]) + ["x": .string("var $bm_rt; $bm_rt = " + script)]]]
        let composition = try Composition(document(40, 1, [solid("#ff0000", 4, 1, square)]))
        func frames(_ order: [Double]) -> [Double: [UInt32]] {
            let renderer = AnimationRenderer(composition, width: 40, height: 1, fonts: SquareFont(characters: []))
            var all: [Double: [UInt32]] = [:]
            for frame in order {
                var pixmap = Pixmap(width: 40, height: 1)
                renderer.draw(frame: frame, into: &pixmap)
                all[frame] = pixmap.pixels
            }
            return all
        }
        let forwards = frames([0, 1, 2, 3])
        #expect(forwards == frames([3, 0, 2, 1]))
        #expect(Set(forwards.values).count > 1)
    }

    @Test(
        "a result that is used again is that of a new run",
        arguments: [
            "clamp(value, 0, 6)", "[value[0] > 4 ? time * 10 : 3, 0]", "[value[0] + random(9), 0]",
            "[value[0] + new Date().getTime() / 100, 0]", "[value[0] + thisLayer.rotation, 0]",
        ])
    func reusedResultsAreThoseOfNewRuns(script: String) throws {
        // The value stays for some frames, comes back, and changes.
        let steps = keyframes((0, [2, 0, 0]), (3, [2, 0, 0]), (4, [5, 0, 0]), (6, [5, 0, 0]), (7, [2, 0, 0]))
        let position: JSON = [
            "p": steps + ["x": .string("var $bm_rt; $bm_rt = " + script)], "r": keyframes((0, 0), (9, 9)),
        ]
        let json = document(40, 8, [solid("#ff0000", 1, 1, ["ks": position])])
        let composition = try Composition(json)
        let renderer = AnimationRenderer(composition, width: 40, height: 8, fonts: SquareFont(characters: []))
        for frame in [0, 1, 2, 5, 6, 1, 8, 9] as [Double] {
            var pixmap = Pixmap(width: 40, height: 8)
            renderer.draw(frame: frame, into: &pixmap)
            #expect(try Frame(pixmap) == Frame(json, at: frame), "frame \(frame)")
        }
    }

    @Test("expressions also apply to opacity, colors and trim paths")
    func expressionsApplyToOpacityColorAndTrim() throws {
        let opacity: JSON = ["o": fixed(100) + ["x": "var $bm_rt; $bm_rt = time * 100;"]]
        #expect(try Frame(document(1, 1, [solid("#ff0000", 1, 1, ["ks": opacity])]), at: 5).hasAlphas([128]))
        let color: JSON = ["c": fixed(red) + ["x": "var $bm_rt; $bm_rt = [0, 0, 1, 1];"]]
        #expect(try Frame(document(1, 1, [shapeLayer([rectangle(0, 0, 1, 1), fill() + color])])).rows == ["B"])
        let end: JSON = ["e": fixed(100) + ["x": "var $bm_rt; $bm_rt = linear(time, 0, 1, 0, 100);"]]
        let line = shapeLayer([polygon([(0, 0.5), (4, 0.5)], isClosed: false), trim(0, 100) + end, stroke(1)])
        #expect(try Frame(document(4, 1, [line]), at: 5).hasAlphas([255, 255, 0, 0]))
    }
}
