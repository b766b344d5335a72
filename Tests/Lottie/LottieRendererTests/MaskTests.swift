import LottieRenderer
import Testing

@Suite("Masks limit where a layer is visible")
struct MaskTests {
    /// A mask over a range of columns.
    struct Column: Sendable {
        var mode: String
        let columns: Range<Int>
        var opacity = 100.0
        var isInverted = false

        var json: JSON {
            mask(
                mode, corners(Double(columns.lowerBound), 0, Double(columns.upperBound), 1),
                [
                    "o": fixed(.number(opacity)), "inv": .bool(isInverted),
                ])
        }

        /// Returns the coverage after this mask, given the coverage `v` before it, by the formula of the mode.
        func applied(to v: Double, at column: Int) -> Double {
            let inside = columns.contains(column) ? 1.0 : 0
            let c = (isInverted ? 1 - inside : inside) * opacity / 100
            return switch mode {
            case "a": v + c * (1 - v)
            case "s": v * (1 - c)
            case "i": v * c
            case "l": max(v, c)
            case "d": min(v, c)
            case "f": abs(v - c)
            default: v
            }
        }
    }

    private func alphas(_ masks: [Column], compatibility: RenderingCompatibility) throws -> [Int] {
        let masked: JSON = ["hasMask": true, "masksProperties": .list(masks.map(\.json))]
        return try Frame(document(8, 1, [solid("#ff0000", 8, 1, masked)]), compatibility: compatibility).alphas(row: 0)
    }

    private func expected(_ masks: [Column]) -> [Double] {
        let effective = masks.filter { $0.mode != "n" }
        guard let first = effective.first else { return Array(repeating: 255, count: 8) }
        // Masks that remove coverage start with full coverage, the others with none.
        let start = ["s", "i", "d"].contains(first.mode) ? 1.0 : 0
        return (0..<8).map { column in 255 * effective.reduce(start) { $1.applied(to: $0, at: column) } }
    }

    private func check(_ masks: [Column]) throws {
        // lottie-web treats all modes except three as `add`. Inversion has a separate test.
        let onTheWeb = masks.map { mask -> Column in
            var mask = mask
            if !["n", "s", "i"].contains(mask.mode) { mask.mode = "a" }
            mask.isInverted = false
            return mask
        }
        for (masks, rules) in [(masks, RenderingCompatibility.afterEffects), (onTheWeb, .lottieWeb)] {
            for (found, exact) in zip(try alphas(masks, compatibility: rules), expected(masks)) {
                #expect(abs(Double(found) - exact) <= 1.5, "\(masks.map(\.mode))")
            }
        }
    }

    @Test("modes that lottie-web does not know act as add there", arguments: ["l", "d", "f"])
    func lottieWebTreatsUnknownModesAsAdd(mode: String) throws {
        let masks = [Column(mode: mode, columns: 1..<4, opacity: 60), Column(mode: mode, columns: 3..<6)]
        let added = masks.map { Column(mode: "a", columns: $0.columns, opacity: $0.opacity) }
        #expect(try alphas(masks, compatibility: .lottieWeb) == alphas(added, compatibility: .lottieWeb))
    }

    @Test("an inverted mask in lottie-web is a hole in the composition only if its path runs the other way round")
    func lottieWebInvertsMaskByPathDirection() throws {
        func row(_ vertices: [(Double, Double)], rules: RenderingCompatibility = .lottieWeb, x: Double = 0) throws
            -> String
        {
            let masked: JSON = ["masksProperties": [mask("a", vertices, ["inv": true])]]
            return try Frame(document(6, 1, [solid("#ff0000", x: x, 6, 1, masked)]), compatibility: rules).rows[0]
        }
        let hole = corners(1, 0, 3, 1)
        #expect(try row(hole.reversed()) == "R..RRR")
        #expect(try row(hole) == "RRRRRR")
        #expect(try row(hole, rules: .afterEffects) == "R..RRR")
        // The rectangle is in the layer's space.
        #expect(try row(hole.reversed(), x: 2) == "..R..R")
    }

    @Test("a contracted inverted mask in lottie-web keeps nothing of a path that leaves no hole")
    func lottieWebContractsInvertedMask() throws {
        func row(_ vertices: [(Double, Double)]) throws -> String {
            let masked: JSON = ["masksProperties": [mask("a", vertices, ["inv": true, "x": fixed(-1.5)])]]
            return try Frame(document(12, 12, [solid("#ff0000", 12, 12, masked)])).rows[6]
        }
        let hole = corners(5, 5, 7, 7)
        #expect(try row(hole) == ".RRRRRRRRRR.")
        #expect(try row(hole.reversed()) == ".RRR....RRR.")
    }

    @Test(
        "a feather softens the edge inside and outside, independently along each axis; browsers ignore it",
        arguments: [(4.0, 0.0), (0, 4), (6, 3)])
    func featherSoftensEdgeAlongEachAxis(x: Double, y: Double) throws {
        let soft = mask("a", corners(8, 8, 24, 24), ["f": fixed(point(x, y))])
        let page = document(32, 32, [solid("#ff0000", 32, 32, ["masksProperties": [soft]])])
        #expect(
            try Frame(page).hasAlphas(
                Array(repeating: 0, count: 8) + Array(repeating: 255, count: 16)
                    + Array(repeating: 0, count: 8), row: 16))
        let frame = try Frame(page, compatibility: .afterEffects)
        // The edge gains as much outside as it loses inside.
        #expect(abs(frame.area - 256) < 2)
        func isSoft(_ alphas: [Int]) -> Bool {
            alphas[7] > 10 && alphas[7] < 127 && abs(alphas[7] + alphas[8] - 255) < 6
        }
        #expect(isSoft(frame.alphas(row: 16)) == (x > 0))
        #expect(isSoft((0..<32).map { Int(frame.pixmap[16, $0] >> 24) }) == (y > 0))
    }

    @Test("a translucent mask limits the layer as a whole, so that items over each other do not become more opaque")
    func translucentMaskLimitsWholeLayer() throws {
        let half = mask("a", corners(0, 0, 2, 1), ["o": fixed(50)])
        let items = [rectangle(0, 0, 3, 1), fill(red), fill(green)]
        #expect(try Frame(document(3, 1, [shapeLayer(items, ["masksProperties": [half]])])).hasAlphas([128, 128, 0]))
    }

    @Test("any feather yields a picture", arguments: [-5.0, 1e-9, 1e4, 1e300])
    func anyFeatherYieldsImage(feather: Double) throws {
        let soft = mask("s", corners(2, 2, 6, 6), ["f": fixed(point(feather, feather)), "x": fixed(.number(feather))])
        for rules in [RenderingCompatibility.lottieWeb, .afterEffects] {
            _ = try Frame(document(8, 8, [solid("#ff0000", 8, 8, ["masksProperties": [soft]])]), compatibility: rules)
        }
    }

    static let modes = ["n", "a", "s", "i", "l", "d", "f"]

    @Test("a single mask has the coverage that its mode defines", arguments: modes, [false, true])
    func singleMaskHasCoverageOfItsMode(mode: String, isInverted: Bool) throws {
        try check([Column(mode: mode, columns: 2..<5, isInverted: isInverted)])
        try check([Column(mode: mode, columns: 2..<5, opacity: 40, isInverted: isInverted)])
    }

    @Test("several masks are combined in the order of the file", arguments: modes, modes)
    func masksAreCombinedInOrder(first: String, second: String) throws {
        for isInverted in [false, true] {
            try check([
                Column(mode: first, columns: 1..<5, opacity: 80),
                Column(mode: second, columns: 3..<7, opacity: 60, isInverted: isInverted),
            ])
        }
    }

    @Test("masks of mode none leave the whole layer visible")
    func noneModeLeavesLayerVisible() throws {
        try check([Column(mode: "n", columns: 2..<3), Column(mode: "n", columns: 3..<4, isInverted: true)])
    }

    @Test("`hasMask` has an effect only if it is false")
    func hasMaskAppliesOnlyIfFalse() throws {
        let masks: JSON = ["masksProperties": [mask("a", corners(0, 0, 1, 1))]]
        #expect(try Frame(document(2, 1, [solid("#ff0000", 2, 1, masks)])).rows == ["R."])
        #expect(try Frame(document(2, 1, [solid("#ff0000", 2, 1, masks + ["hasMask": false])])).rows == ["RR"])
    }

    @Test("a missing opacity is 100 and a missing expansion is 0")
    func missingOpacityAndExpansionHaveDefaults() throws {
        let bare: JSON = ["mode": "a", "pt": fixed(shape(corners(0, 0, 1, 1)))]
        #expect(try Frame(document(2, 1, [solid("#ff0000", 2, 1, ["masksProperties": [bare]])])).rows == ["R."])
    }

    @Test("an open path gives a mask without coverage")
    func openPathMasksNothing() throws {
        let open: JSON = ["mode": "a", "pt": fixed(shape(corners(0, 0, 2, 1), isClosed: false))]
        #expect(try Frame(document(2, 1, [solid("#ff0000", 2, 1, ["masksProperties": [open]])])).area == 0)
    }

    @Test(
        "the expansion moves the edge outwards, or inwards if it is negative; lottie-web keeps half a unit inside, and has no corner where the path begins",
        arguments: [(0.0, 16.0, 16.0), (1, 35, 36), (2, 60, 64), (-1, 9, 4), (-2, 1, 0), (-5, 0, 0)])
    func expansionMovesEdge(distance: Double, areaInLottieWeb: Double, areaInAfterEffects: Double) throws {
        let grown = mask("a", corners(4, 4, 8, 8), ["x": fixed(.number(distance))])
        let document = document(12, 12, [solid("#ff0000", 12, 12, ["masksProperties": [grown]])])
        func area(_ compatibility: RenderingCompatibility) throws -> Double {
            try Frame(document, width: 120, height: 120, compatibility: compatibility).area / 100
        }
        #expect(abs(try area(.lottieWeb) - areaInLottieWeb) < 0.1)
        #expect(abs(try area(.afterEffects) - areaInAfterEffects) < 0.1)
    }

    @Test(
        "in lottie-web the expanded outline of a translucent mask is opaque and lacks the corner where the path begins")
    func expandedOutlineIsOpaque() throws {
        let grown = mask("a", corners(4, 4, 16, 16), ["x": fixed(2), "o": fixed(40)])
        let document = document(20, 20, [solid("#ff0000", 20, 20, ["masksProperties": [grown]])])
        // The inside, the outline, its corner at the end of the first side, and the one where the path begins.
        func alphas(_ compatibility: RenderingCompatibility) throws -> [Int] {
            let frame = try Frame(document, compatibility: compatibility)
            return [(10, 10), (3, 10), (17, 2), (2, 2)].map { x, y in frame.alphas(row: y)[x] }
        }
        #expect(try alphas(.lottieWeb) == [102, 255, 255, 0])
        #expect(try alphas(.afterEffects) == [102, 102, 102, 102])
    }

    @Test("a mask follows the transform of its layer")
    func maskFollowsLayerTransform() throws {
        let moved: JSON = [
            "ks": ["p": fixed([2, 0]), "s": fixed([200, 100])], "masksProperties": [mask("a", corners(1, 0, 2, 1))],
        ]
        #expect(try Frame(document(8, 1, [solid("#ff0000", 4, 1, moved)])).rows == ["....RR.."])
    }

    @Test("the path and the opacity of a mask can be animated")
    func pathAndOpacityCanBeAnimated() throws {
        let moving: JSON = [
            "mode": "a", "o": keyframes((0, [0]), (10, [100])),
            "pt": keyframes((0, [shape(corners(0, 0, 1, 1))]), (10, [shape(corners(0, 0, 5, 1))])),
        ]
        let document = document(5, 1, [solid("#ff0000", 5, 1, ["masksProperties": [moving]])])
        #expect(try Frame(document, at: 5).hasAlphas([128, 128, 128, 0, 0]))
        #expect(try Frame(document, at: 10).rows == ["RRRRR"])
    }

    @Test("a mask applies to the whole precomposition and to the whole shape layer")
    func maskAppliesToWholeContent() throws {
        let half: JSON = ["masksProperties": [mask("a", corners(1, 0, 3, 1))]]
        let assets = [asset("c", [solid("#ff0000", 2, 1), solid("#00ff00", 4, 1)])]
        #expect(try Frame(document(4, 1, [precomposition("c", 4, 1, half)], assets: assets)).rows == [".RG."])
        let shapes = [group([rectangle(0, 0, 2, 1), fill(red)]), rectangle(0, 0, 4, 1), fill(green)]
        #expect(try Frame(document(4, 1, [shapeLayer(shapes, half)])).rows == [".RG."])
    }
}
