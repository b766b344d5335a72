import LottieRenderer
import Testing

@Suite("Styles paint shapes in the order of the list")
struct ShapeStyleTests {
    private func rows(
        _ width: Int, _ height: Int, _ items: [JSON], rules: RenderingCompatibility = .lottieWeb
    ) throws -> [String] {
        try Frame(document(width, height, [shapeLayer(items)]), compatibility: rules).rows
    }

    @Test("a later style in the list lies below")
    func laterStyleLiesBelow() throws {
        #expect(try rows(3, 3, [rectangle(1, 1, 2, 2), fill(red), stroke(2, green)]) == ["GGG", "GRG", "GGG"])
        #expect(try rows(3, 3, [rectangle(1, 1, 2, 2), stroke(2, green), fill(red)]) == ["GGG", "GGG", "GGG"])
    }

    @Test("the first group lies on top")
    func firstGroupLiesOnTop() throws {
        let items = [group([rectangle(0, 0, 2, 1), fill(red)]), group([rectangle(1, 0, 4, 1), fill(green)])]
        #expect(try rows(4, 1, items) == ["RRGG"])
    }

    @Test("a style paints the shapes before it in the list and not those after it")
    func stylePaintsOnlyEarlierShapes() throws {
        #expect(try rows(4, 1, [rectangle(0, 0, 1, 1), fill(red), rectangle(2, 0, 3, 1)]) == ["R..."])
    }

    @Test("all styles that follow a shape paint it, also those outside of its group")
    func allFollowingStylesPaintShape() throws {
        let items = [rectangle(0, 0, 1, 1), fill(red), rectangle(2, 0, 3, 1), fill(green)]
        // The second style paints the first shape too, below the first style.
        #expect(try rows(4, 1, items) == ["R.G."])
        #expect(try rows(4, 1, [group([rectangle(1, 0, 3, 1)]), fill(blue)]) == [".BB."])
        #expect(try rows(4, 1, [group([rectangle(1, 0, 3, 1), fill(red)]), fill(blue)]) == [".RR."])
    }

    @Test("a style in a group does not paint shapes outside of the group")
    func groupStyleDoesNotPaintOutsideShapes() throws {
        #expect(try rows(4, 1, [rectangle(0, 0, 1, 1), group([rectangle(2, 0, 3, 1), fill(red)])]) == ["..R."])
    }

    @Test("shapes without a style and styles without shapes draw nothing")
    func shapeOrStyleAloneDrawsNothing() throws {
        #expect(try rows(2, 1, [rectangle(0, 0, 2, 1)]) == [".."])
        #expect(try rows(2, 1, [fill(), stroke(3), group([])]) == [".."])
    }

    @Test("all shapes of a style form one path, so overlaps are not painted twice")
    func shapesOfStyleFormOnePath() throws {
        let items = [rectangle(0, 0, 3, 1), rectangle(1, 0, 4, 1), fill(red, opacity: 50)]
        #expect(try Frame(document(4, 1, [shapeLayer(items)])).hasAlphas([128, 128, 128, 128]))
    }

    @Test(
        "the fill rule counts the windings of the whole path",
        arguments: [(1, false, "RRRR"), (1, true, "R..R"), (2, false, "R..R"), (2, true, "R..R")])
    func fillRuleCountsWindingsOfWholePath(rule: Int, isReversed: Bool, row: String) throws {
        let items = [
            rectangle(1, -1, 3, 2, isReversed: isReversed), rectangle(0, -2, 4, 3),
            fill(red, ["r": .number(Double(rule))]),
        ]
        #expect(try rows(4, 1, items) == [row])
    }

    @Test("equal paths cancel each other out in an even-odd fill, at their edges, too")
    func equalPathsCancelEachOther() throws {
        let one = rectangle(0.3, 0.3, 2.6, 2.6)
        func area(_ count: Int) throws -> Double {
            try Frame(document(3, 3, [shapeLayer(Array(repeating: one, count: count) + [fill(red, ["r": 2])])])).area
        }
        #expect(try area(2) == 0)
        #expect(try area(3) == area(1))
    }

    @Test("open paths are filled as if they were closed")
    func openPathsAreFilledAsClosed() throws {
        #expect(
            try rows(3, 3, [polygon([(0, 0), (3, 0), (3, 3), (0, 3)], isClosed: false), fill()]) == [
                "RRR", "RRR", "RRR",
            ])
    }

    @Test("the transform of a stroke's own level scales its width, and deeper groups scale only its path")
    func ownTransformScalesStrokeWidth() throws {
        let big: JSON = ["s": fixed([300, 300])]
        let line = polygon([(0, 1), (2, 1)], isClosed: false)
        #expect(try Frame(document(8, 8, [shapeLayer([group([line], big), stroke(2)])])).area == 6 * 2)
        #expect(try Frame(document(8, 8, [shapeLayer([group([line, stroke(2)], big)])])).area == 6 * 6)
    }

    @Test("without cap and join, both are round, and a width of 0 draws nothing")
    func strokeHasRoundDefaults() throws {
        let bare: JSON = ["ty": "st", "c": fixed(red), "w": fixed(6)]
        let dot = polygon([(6, 6), (6, 6)], isClosed: false)
        #expect(abs(try Frame(document(12, 12, [shapeLayer([dot, bare])])).area - .pi * 9) < 1.4)
        #expect(try Frame(document(12, 12, [shapeLayer([rectangle(3, 3, 9, 9), stroke(0)])])).area == 0)
    }

    @Test("dashes alternate between the given lengths and start at the offset")
    func dashesAlternateFromOffset() throws {
        let pattern: JSON = ["d": [["n": "d", "v": fixed(2)], ["n": "g", "v": fixed(1)], ["n": "o", "v": fixed(1)]]]
        let line = polygon([(0, 0.5), (9, 0.5)], isClosed: false)
        #expect(try rows(9, 1, [line, stroke(1, red, pattern)]) == ["R.RR.RR.R"])
    }

    @Test("the opacity of a group or layer applies to its content as a whole", arguments: [true, false])
    func opacityAppliesToContentAsWhole(isGroup: Bool) throws {
        let items = [group([rectangle(0, 0, 2, 1), fill(red)]), group([rectangle(1, 0, 3, 1), fill(green)])]
        let half: JSON = ["o": fixed(50)]
        let layers = isGroup ? [shapeLayer([group(items, half)])] : [shapeLayer(items, ["ks": half])]
        let frame = try Frame(document(3, 1, layers))
        #expect(frame.hasPixels([0x8000_0080, 0x8000_0080, 0x8000_8000]))
    }

    @Test("the opacities of style, group and layer are multiplied")
    func opacitiesAreMultiplied() throws {
        let half: JSON = ["o": fixed(50)]
        let items = [group([rectangle(0, 0, 1, 1), fill(red, opacity: 50)], half)]
        #expect(try Frame(document(1, 1, [shapeLayer(items, ["ks": half])]))[0, 0].isNear(0x2000_0020))
    }

    @Test("opacities are clamped to 0…100", arguments: [(-50.0, 0), (0, 0), (100, 255), (170, 255)])
    func opacitiesAreClamped(opacity: Double, alpha: Int) throws {
        let frame = try Frame(document(1, 1, [shapeLayer([rectangle(0, 0, 1, 1), fill(red, opacity: opacity)])]))
        #expect(frame.alphas(row: 0) == [alpha])
    }

    @Test("hidden shapes, styles and modifiers have no effect, and hidden groups are drawn only in lottie-web")
    func hiddenItemsHaveNoEffect() throws {
        let hidden: JSON = ["hd": true]
        let items = [group([rectangle(0, 0, 2, 1), fill()], [:], hidden)]
        #expect(try rows(2, 1, items) == ["RR"])
        #expect(try rows(2, 1, items, rules: .afterEffects) == [".."])
        #expect(try rows(2, 1, [rectangle(0, 0, 2, 1, hidden), rectangle(0, 0, 1, 1), fill()]) == ["R."])
        #expect(try rows(2, 1, [rectangle(0, 0, 2, 1), fill(red, hidden), fill(green)]) == ["GG"])
        #expect(try rows(2, 1, [rectangle(0, 0, 2, 1), trim(0, 0) + hidden, fill()]) == ["RR"])
    }
}

@Suite("The ends and corners of strokes follow SVG")
struct StrokeEndTests {
    private func frame(_ shape: JSON, _ more: JSON) throws -> Frame {
        try Frame(document(12, 12, [shapeLayer([shape, stroke(4, red, more)])]))
    }

    @Test("an open path of a single vertex is invisible, and one of two equal vertices is a dot")
    func singleVertexIsInvisible() throws {
        for cap in [2.0, 3] {
            let caps: JSON = ["lc": .number(cap)]
            #expect(try frame(polygon([(6, 6)], isClosed: false), caps).area == 0)
            #expect(try frame(polygon([(6, 6), (6, 6)], isClosed: false), caps).area > 12)
        }
    }

    @Test("a miter limit below 1 bevels every corner, and a negative one has no effect")
    func smallMiterLimitsBevel() throws {
        let corner = polygon([(2, 10), (6, 4), (10, 10)], isClosed: false)
        #expect(try frame(corner, ["ml": 0]) == frame(corner, ["lj": 3]))
        #expect(try frame(corner, ["ml": -1]) == frame(corner, ["ml": 4]))
        #expect(try frame(corner, ["ml": 4]) != frame(corner, ["lj": 3]))
    }

    @Test("a negative width is invalid, so that browsers use the width 1")
    func negativeWidthIsInvalid() throws {
        let line = polygon([(2, 6), (10, 6)], isClosed: false)
        #expect(try frame(line, ["w": fixed(-3)]) == frame(line, ["w": fixed(1)]))
        #expect(try frame(line, ["w": fixed(0)]).area == 0)
    }
}

@Suite("Parametric shapes have the outlines that their parameters define")
struct ParametricShapeTests {
    private func area(_ items: [JSON]) throws -> Double { try Frame(document(40, 40, [shapeLayer(items)])).area }

    @Test("the corner radius of a rectangle is at most half its shorter side", arguments: [0.0, 3, 5, 99])
    func cornerRadiusIsLimited(radius: Double) throws {
        let held = min(radius, 5)
        let exact = 20 * 10 - (4 - .pi) * held * held
        #expect(abs(try area([rectangle(10, 10, 30, 20, ["r": fixed(.number(radius))]), fill()]) - exact) < 2.2)
    }

    @Test("an ellipse has the given width and height")
    func ellipseHasGivenSize() throws {
        #expect(abs(try area([ellipse(20, 20, 30, 16), fill()]) - .pi * 15 * 8) < 4)
    }

    /// The areas are those that lottie-web draws (`ShapeProperty.js`, `convertRectToPath`).
    @Test(
        "the radius of a rectangle is at most half of each side, even of a negative one, whose corners turn inside out",
        arguments: [
            (-20.0, -10.0, 0.0, 131.3), (-20, 10, 0, 286.3), (20, -10, 0, 221.6), (20, -10, 5, 221.6),
            (20, 10, -3, 207.9), (20, 10, 0, 200),
        ])
    func negativeSizesTurnCorners(width: Double, height: Double, radius: Double, exact: Double) throws {
        let shape: JSON = [
            "ty": "rc", "p": fixed([20, 20]), "s": fixed(point(width, height)), "r": fixed(.number(radius)), "d": 1,
        ]
        let fine = try Frame(document(40, 40, [shapeLayer([shape, fill()])]), width: 160, height: 160)
        #expect(abs(fine.area / 16 - exact) < 1)
    }

    @Test("negative sizes of an ellipse count as positive ones")
    func negativeSizesOfEllipseCountAsPositive() throws {
        #expect(abs(try area([ellipse(20, 20, -30, -16), fill()]) - .pi * 15 * 8) < 4)
    }

    private func star(_ fields: JSON) -> JSON {
        ["ty": "sr", "sy": 2, "d": 1, "p": fixed([20, 20]), "r": fixed(0), "or": fixed(16), "os": fixed(0)] + fields
    }

    @Test(
        "a polygon has as many corners as its points, rounded down",
        arguments: [(3.0, 3.0), (4, 4), (4.9, 4), (6, 6)])
    func polygonHasRoundedPointCount(points: Double, corners: Double) throws {
        let exact = corners / 2 * 256 * polygonSine(corners)
        #expect(abs(try area([star(["pt": fixed(.number(points))]), fill()]) - exact) < 0.5)
    }

    private func polygonSine(_ corners: Double) -> Double {
        [3: 0.866_025_4, 4: 1, 6: 0.866_025_4][corners] ?? 0
    }

    @Test("the first corner of a polygon is at the top, rotated clockwise")
    func polygonStartsAtTop() throws {
        let up = try Frame(document(40, 40, [shapeLayer([star(["pt": fixed(3)]), fill()])]))
        #expect(up[20, 6] != 0 && up[20, 33] == 0)
        let down = try Frame(document(40, 40, [shapeLayer([star(["pt": fixed(3), "r": fixed(180)]), fill()])]))
        #expect(down[20, 6] == 0 && down[20, 33] != 0)
    }

    @Test("the inner points of a star lie between the outer ones")
    func innerPointsLieBetweenOuterPoints() throws {
        // Ten triangles whose sides are the two radii, with 36° between them.
        let exact = 10 * 0.5 * 16 * 6 * 0.587_785_25
        let fields: JSON = ["sy": 1, "pt": fixed(5), "ir": fixed(6), "is": fixed(0)]
        #expect(abs(try area([star(fields), fill()]) - exact) < 1)
    }

    @Test("a negative radius turns the corners to the other side, but not their handles")
    func negativeRadiusKeepsHandles() throws {
        func frame(_ radius: Double, _ rotation: Double, roundness: Double) throws -> Frame {
            let fields: JSON = [
                "pt": fixed(3), "or": fixed(.number(radius)), "r": fixed(.number(rotation)),
                "os": fixed(.number(roundness)),
            ]
            return try Frame(document(40, 40, [shapeLayer([star(fields), fill()])]))
        }
        #expect(try frame(-16, 0, roundness: 0).pixmap == frame(16, 180, roundness: 0).pixmap)
        // Handles that point back to the previous corner make the polygon smaller instead of larger.
        let plain = try frame(16, 0, roundness: 0).area
        #expect(try frame(16, 0, roundness: 60).area > plain + 20)
        #expect(try frame(-16, 0, roundness: 60).area < plain - 20)
    }

    @Test("full roundness makes a polygon bulge")
    func fullRoundnessMakesPolygonBulge() throws {
        let round = try area([star(["pt": fixed(4), "os": fixed(100)]), fill()])
        #expect(round > 512 + 100)
        #expect(round < 32 * 32)
    }

    @Test("extreme numbers of points draw little or nothing", arguments: [-1e9, -1, 0, 1, 2, 1e9])
    func extremePointCountsDrawLittle(points: Double) throws {
        for kind in [1, 2] as [JSON] {
            let fields: JSON = ["sy": kind, "pt": fixed(.number(points)), "ir": fixed(3), "is": fixed(0)]
            #expect(try area([star(fields), fill()]) < 900)
        }
    }

    @Test("a polygon of a single point is a curve from its corner back to it, which only a stroke shows")
    func polygonOfSinglePointIsCurve() throws {
        let single = star(["pt": fixed(1), "os": fixed(100)])
        #expect(try area([single, fill()]) == 0)
        // lottie-web draws an area of 32.3 (`ShapeProperty.js`, `convertPolygonToPath`).
        #expect(abs(try area([single, stroke(2)]) - 32.3) < 1)
    }

    /// Returns the centre of the first quarter of an outline, relative to the centre of the shape.
    private func firstQuarter(_ shape: JSON) throws -> (x: Double, y: Double) {
        let centre = try Frame(document(40, 40, [shapeLayer([shape, trim(0, 25), stroke(2)])])).centre(ofChannel: 0)
        return (centre.x - 20, centre.y - 20)
    }

    @Test("a rectangle starts at its top right corner and runs down, or to the left if reversed")
    func rectangleStartsAtTopRight() throws {
        let down = try firstQuarter(rectangle(10, 10, 30, 30))
        #expect(abs(down.x - 10) < 0.1 && abs(down.y) < 0.1)
        let left = try firstQuarter(rectangle(10, 10, 30, 30, isReversed: true))
        #expect(abs(left.x) < 0.1 && abs(left.y + 10) < 0.1)
    }

    @Test(
        "ellipses, polygons and stars start at the top and run clockwise, or anticlockwise if reversed",
        arguments: [1, 3])
    func otherShapesStartAtTop(direction: Int) throws {
        let side: Double = direction == 3 ? -1 : 1
        let turn: JSON = ["d": .number(Double(direction))]
        let shapes = [
            ellipse(20, 20, 24, 24) + turn, star(["pt": fixed(4)]) + turn,
            star(["sy": 1, "pt": fixed(4), "ir": fixed(9), "is": fixed(0)]) + turn,
        ]
        for shape in shapes {
            let place = try firstQuarter(shape)
            #expect(place.x * side > 4 && place.y < -4, "\(place)")
        }
    }

    @Test("an animated path moves its vertices")
    func animatedPathMovesVertices() throws {
        let key: (Double) -> JSON = { [shape(corners(0, 0, $0, 2))] }
        let path: JSON = ["ty": "sh", "ks": keyframes((0, key(2)), (10, key(8)))]
        #expect(try Frame(document(10, 2, [shapeLayer([path, fill()])]), at: 5).rows[0] == "RRRRR.....")
    }
}
