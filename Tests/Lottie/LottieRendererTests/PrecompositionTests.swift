import Testing

@Suite("A precomposition has its own time and clips its content to a box")
struct PrecompositionTests {
    /// A dot whose column equals the number of the composition's own frame.
    private static let clockLayer = solid(
        "#ff0000", 1, 1, ["ks": ["p": keyframes((0, point(0, 0)), (20, point(20, 0)))]])

    private func column(_ layer: JSON, at time: Double, _ content: JSON = clockLayer) throws -> Int? {
        let frame = try Frame(document(20, 1, [layer], assets: [asset("c", [content])]), at: time)
        return Array(frame.rows[0]).firstIndex(of: "R")
    }

    @Test(
        "the content's time is (t − start time) ÷ stretch",
        arguments: [(0.0, 1.0, 7.0, 7), (2, 1, 7, 5), (0, 2, 8, 4), (2, 2, 8, 3), (10, -1, 6, 4), (1, 0.5, 4, 6)])
    func contentTimeFollowsStartAndStretch(start: Double, stretch: Double, time: Double, column: Int) throws {
        let layer = precomposition("c", 20, 1, ["st": .number(start), "sr": .number(stretch)])
        #expect(try self.column(layer, at: time) == column)
    }

    @Test("before the start time the content's time is negative, and layers that start at 0 are not visible")
    func contentTimeIsNegativeBeforeStart() throws {
        let layer = precomposition("c", 20, 1, ["st": 5])
        #expect(try column(layer, at: 4) == nil)
        #expect(try column(layer, at: 5) == 0)
        #expect(try column(layer, at: 4, Self.clockLayer + ["ip": -10]) == 0)
    }

    @Test("a composition that contains itself, directly or through another one, does not show itself again")
    func selfContainingCompositionIsNotShownAgain() throws {
        let dot = solid("#ff0000", 1, 1)
        let beside: JSON = ["ks": ["p": fixed(point(2, 0))]]
        let assets = [
            asset("a", [dot, precomposition("b", 20, 1, beside)]),
            asset("b", [dot, precomposition("a", 20, 1, beside), precomposition("b", 20, 1, beside)]),
        ]
        #expect(try Frame(document(20, 1, [precomposition("a", 20, 1)], assets: assets)).area == 2)
    }

    @Test("a time remap replaces start time and stretch by its seconds times the frame rate")
    func timeRemapReplacesStartAndStretch() throws {
        let layer = precomposition("c", 20, 1, ["tm": keyframes((0, [0.2]), (10, [1.2])), "st": 3, "sr": 2])
        #expect(try column(layer, at: 0) == 2)
        #expect(try column(layer, at: 5) == 7)
        #expect(try column(layer, at: 50) == 12)
    }

    @Test(
        "a time remap that is exactly the layer's out point shows the frame before it",
        arguments: [(1.0, 9), (1.1, nil), (0.9, 9)] as [(Double, Int?)])
    func timeRemapAtOutPointShowsFrameBefore(seconds: Double, column: Int?) throws {
        let layer = precomposition("c", 20, 1, ["tm": fixed(.number(seconds)), "op": 10])
        #expect(try self.column(layer, at: 5, Self.clockLayer + ["op": 10]) == column)
    }

    @Test("the times of nested precompositions are combined")
    func nestedTimesAreCombined() throws {
        let inner = precomposition("c", 20, 1, ["st": 2])
        let outer = precomposition("d", 20, 1, ["sr": 2])
        let frame = try Frame(
            document(20, 1, [outer], assets: [asset("c", [Self.clockLayer]), asset("d", [inner])]), at: 12)
        #expect(Array(frame.rows[0]).firstIndex(of: "R") == 4)
    }

    @Test("each use of a precomposition has its own time")
    func eachUseHasOwnTime() throws {
        let layers = [precomposition("c", 20, 1, ["st": 5]), precomposition("c", 20, 1)]
        let frame = try Frame(document(20, 1, layers, assets: [asset("c", [Self.clockLayer])]), at: 8)
        #expect(frame.rows == ["...R....R..........."])
    }

    @Test("the content is clipped to the box in the layer's own space")
    func contentIsClippedToBox() throws {
        let assets = [asset("c", [solid("#ff0000", x: -5, y: -5, 20, 20)])]
        #expect(
            try Frame(document(4, 3, [precomposition("c", 3, 2)], assets: assets)).rows == ["RRR.", "RRR.", "...."])
        let turned: JSON = ["ks": ["r": fixed(45), "p": fixed([10, 1])]]
        let frame = try Frame(document(20, 20, [precomposition("c", 10, 10, turned)], assets: assets))
        #expect(abs(frame.area - 100) < 0.5)
        #expect(frame[2, 2] == 0 && frame[10, 8] >> 24 == 255)
    }

    @Test("an empty box, a missing composition and a missing reference draw nothing")
    func missingCompositionDrawsNothing() throws {
        let assets = [asset("c", [solid("#ff0000", 2, 1)])]
        #expect(try Frame(document(2, 1, [precomposition("c", 0, 1)], assets: assets)).area == 0)
        #expect(try Frame(document(2, 1, [precomposition("x", 2, 1)], assets: assets)).area == 0)
        #expect(try Frame(document(2, 1, [["ty": 0, "w": 2, "h": 1, "ip": 0, "op": 9]], assets: assets)).area == 0)
    }

    @Test("the opacity of a precomposition applies to its content as a whole")
    func opacityAppliesToWholeContent() throws {
        let assets = [asset("c", [solid("#ff0000", 2, 1), solid("#00ff00", 3, 1)])]
        let frame = try Frame(document(3, 1, [precomposition("c", 3, 1, ["ks": ["o": fixed(50)]])], assets: assets))
        #expect(frame.hasPixels([0x8000_0080, 0x8000_0080, 0x8000_8000]))
    }

    @Test("compositions that contain themselves or each other end")
    func compositionCyclesEnd() throws {
        let own = [asset("c", [precomposition("c", 2, 1), solid("#ff0000", 1, 1)])]
        #expect(try Frame(document(2, 1, [precomposition("c", 2, 1)], assets: own)).rows == ["R."])
        let ring = [
            asset("c", [precomposition("d", 2, 1), solid("#ff0000", 1, 1)]),
            asset("d", [solid("#00ff00", x: 1, 1, 1), precomposition("c", 2, 1)]),
        ]
        #expect(try Frame(document(2, 1, [precomposition("c", 2, 1)], assets: ring)).rows == ["RG"])
    }

    @Test("content inside its box is as opaque at the box's edges as without the box", arguments: [0.0, 0.5, 1])
    func contentInsideBoxIsNotChangedByClip(beyond: Double) throws {
        let inner = asset("c", [shapeLayer([rectangle(0, 0, 1.5 + beyond, 4), fill()])])
        let outer = precomposition("c", 1.5, 4, ["ks": ["p": fixed(point(1.25, 0))]])
        let alphas = try Frame(document(4, 4, [outer], assets: [inner])).alphas(row: 2)
        #expect(alphas[1] == 191 || alphas[1] == 143 && beyond > 0)
        #expect(alphas[2] == 191 && alphas[3] == 0)
    }

    @Test("strokes, effects, repeated copies and nested compositions are clipped where they leave the box")
    func contentBeyondBoxIsClipped() throws {
        let line = group([polygon([(2, 0), (2, 4)], isClosed: false), stroke(2)])
        let copies = [rectangle(0, 0, 1, 4), fill(), repeater(3, ["p": fixed([1, 0]), "s": fixed([100, 100])])]
        let blurred = solid("#ff0000", 2, 4, ["ef": [["ty": 29, "ef": [["v": fixed(9)], ["v": fixed(1)]]]]])
        let deep = precomposition("d", 4, 4)
        for layer in [shapeLayer([line]), shapeLayer(copies), blurred, deep] {
            let assets = [asset("c", [layer]), asset("d", [solid("#ff0000", 4, 4)])]
            let outer = precomposition("c", 2.5, 4, ["ks": ["p": fixed(point(0.25, 0))]])
            let frame = try Frame(document(6, 4, [outer], assets: assets))
            #expect((1...191).contains(frame.alphas(row: 2)[2]))
        }
    }
}
