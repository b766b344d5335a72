import Testing

@Suite("Layers follow their order in the file, their time range and their visibility")
struct LayerTests {
    @Test("the first layer lies on top of the others")
    func firstLayerIsOnTop() throws {
        let frame = try Frame(
            document(4, 2, [solid("#ff0000", 2, 2), solid("#00ff00", x: 1, 2, 2), solid("#0000ff", 4, 1)]))
        #expect(frame.rows == ["RRGB", "RRG."])
    }

    @Test(
        "a layer is visible from its in point up to, but not including, its out point",
        arguments: [(1.99, false), (2, true), (4.99, true), (5, false)])
    func layerIsVisibleUntilOutPoint(time: Double, isShown: Bool) throws {
        let frame = try Frame(document(1, 1, [solid("#ff0000", 1, 1, ["ip": 2, "op": 5])]), at: time)
        #expect(frame.rows == [isShown ? "R" : "."])
    }

    @Test(
        "a layer of any kind, also in a precomposition, is visible from its in point until before its out point",
        arguments: [(1.99, false), (2, true), (4.99, true), (5, false), (5.01, false)])
    func layerOfAnyKindIsVisibleUntilOutPoint(time: Double, isShown: Bool) throws {
        let range: JSON = ["ip": 2, "op": 5]
        let content = asset("c", [solid("#ff0000", 1, 1)])
        let shape = shapeLayer([rectangle(0, 0, 1, 1), fill()], range)
        for layer in [shape, precomposition("c", 1, 1, range)] {
            #expect(try Frame(document(1, 1, [layer], assets: [content]), at: time).rows == [isShown ? "R" : "."])
        }
        let inside = asset("c", [solid("#ff0000", 1, 1, range)])
        let frame = try Frame(document(1, 1, [precomposition("c", 1, 1)], assets: [inside]), at: time)
        #expect(frame.rows == [isShown ? "R" : "."])
    }

    @Test("a layer whose in point equals its out point is never visible", arguments: [2.9, 3, 3.1])
    func layerWithoutLengthIsInvisible(time: Double) throws {
        #expect(try Frame(document(1, 1, [solid("#ff0000", 1, 1, ["ip": 3, "op": 3])]), at: time).rows == ["."])
    }

    @Test("start time and stretch change neither the layer's range nor its own keyframes")
    func startTimeAndStretchDoNotChangeRange() throws {
        let moving: JSON = [
            "ks": ["p": keyframes((0, point(0, 0)), (10, point(10, 0)))], "st": 3, "sr": 2, "ip": 2, "op": 8,
        ]
        let document = document(10, 1, [solid("#ff0000", 1, 1, moving)])
        #expect(try Frame(document, at: 5).rows == [".....R...."])
        #expect(try Frame(document, at: 1).rows == [".........."])
        #expect(try Frame(document, at: 8).rows == [".........."])
    }

    @Test("hidden layers, null layers and layers of unknown types draw nothing")
    func hiddenNullAndUnknownLayersDrawNothing() throws {
        let layers = [
            solid("#ff0000", 2, 1, ["hd": true]), nullLayer(), ["ty": 13, "ks": [:]], ["ty": 99], ["ks": [:]],
            solid("#00ff00", 1, 1),
        ]
        #expect(try Frame(document(2, 1, layers)).rows == ["G."])
    }

    @Test("a frame number that is not finite shows the first frame", arguments: [Double.nan, .infinity, -.infinity])
    func nonFiniteFrameShowsFirstFrame(time: Double) throws {
        #expect(try Frame(document(1, 1, [solid("#ff0000", 1, 1)]), at: time).rows == ["R"])
    }
}

@Suite("Parents pass on their transform and nothing else")
struct ParentTests {
    private static func moved(_ index: Int, by x: Double, _ more: JSON = [:]) -> JSON {
        nullLayer(["ind": .number(Double(index)), "ks": ["p": fixed(point(x, 0))]] + more)
    }

    private static func child(of parent: Int) -> JSON { solid("#ff0000", 1, 1, ["parent": .number(Double(parent))]) }

    @Test("the transforms of a chain of parents are combined")
    func parentTransformsAreCombined() throws {
        let layers = [Self.child(of: 1), Self.moved(1, by: 2, ["parent": 7]), Self.moved(7, by: 1)]
        #expect(try Frame(document(5, 1, layers)).rows == ["...R."])
    }

    @Test(
        "a parent's transform applies even if the parent is not visible",
        arguments: [
            ["hd": true], ["ip": 50], ["op": 0], ["ty": 13], ["ty": 5], ["ks": ["p": fixed([2, 0]), "o": fixed(0)]],
        ] as [JSON])
    func invisibleParentTransformApplies(more: JSON) throws {
        #expect(try Frame(document(4, 1, [Self.child(of: 1), Self.moved(1, by: 2, more)])).rows == ["..R."])
    }

    @Test("children do not inherit opacity and masks")
    func opacityAndMasksAreNotInherited() throws {
        let parent = solid(
            "#00ff00", 1, 1,
            [
                "ind": 1, "ks": ["p": fixed([2, 0]), "o": fixed(0)],
                "masksProperties": [mask("a", corners(0, 0, 0, 0))],
            ])
        #expect(try Frame(document(4, 1, [Self.child(of: 1), parent])).rows == ["..R."])
    }

    @Test("a parent that is missing, the layer itself or in another composition is ignored")
    func invalidParentIsIgnored() throws {
        #expect(try Frame(document(2, 1, [Self.child(of: 9)])).rows == ["R."])
        #expect(try Frame(document(2, 1, [Self.child(of: 3) + ["ind": 3]])).rows == ["R."])
        let inside = document(
            2, 1, [precomposition("c", 2, 1), Self.moved(1, by: 1)], assets: [asset("c", [Self.child(of: 1)])])
        #expect(try Frame(inside).rows == ["R."])
    }

    @Test("the first of several layers with the same index is the parent")
    func firstLayerWithIndexIsParent() throws {
        #expect(
            try Frame(document(4, 1, [Self.child(of: 1), Self.moved(1, by: 1), Self.moved(1, by: 3)])).rows == [".R.."])
    }

    @Test("a cycle of parents ends")
    func parentCycleEnds() throws {
        let layers = [Self.child(of: 1), Self.moved(1, by: 0, ["parent": 2]), Self.moved(2, by: 0, ["parent": 1])]
        #expect(try Frame(document(2, 1, layers)).rows == ["R."])
    }

    @Test("an animated parent moves its children")
    func animatedParentMovesChildren() throws {
        let parent = nullLayer(["ind": 1, "ks": ["p": keyframes((0, point(0, 0)), (4, point(4, 0)))]])
        #expect(try Frame(document(5, 1, [Self.child(of: 1), parent]), at: 3).rows == ["...R."])
    }
}
