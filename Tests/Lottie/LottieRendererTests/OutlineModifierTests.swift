import LottieRenderer
import Testing

private let square = polygon(corners(5, 5, 15, 15))

private func area(_ items: JSON..., rules: RenderingCompatibility = .lottieWeb) throws -> Double {
    let document = document(20, 20, [shapeLayer(items + [fill()])])
    return try Frame(document, width: 80, height: 80, compatibility: rules).area / 16
}

@Suite("Zig-zag adds ridges to every segment")
struct ZigZagTests {
    private func zigZag(_ amplitude: Double, _ ridges: Double, type: Double = 1) -> JSON {
        ["ty": "zz", "s": fixed(.number(amplitude)), "r": fixed(.number(ridges)), "pt": fixed(.number(type))]
    }

    @Test("without ridges the corners move alternately inwards and outwards")
    func cornersMoveAlternatelyWithoutRidges() throws {
        // Half the product of the diagonals: 6√2 between the inner corners, 14√2 between the outer ones.
        #expect(abs(try area(square, zigZag(2 * 2.0.squareRoot(), 0)) - 84) < 0.2)
    }

    @Test("with one ridge per side, the ridges point outwards and the corners inwards")
    func ridgesPointOutwards() throws {
        // Eight triangles with sides 3√2 and 5 + 2√2 around the centre, 45 degrees apart.
        let exact = 4 * 3 * (5 + 2 * 2.0.squareRoot())
        #expect(abs(try area(square, zigZag(2 * 2.0.squareRoot(), 1)) - exact) < 0.3)
        #expect(try area(square, zigZag(2, 1, type: 2)) > area(square, zigZag(2, 1)))
    }

    @Test("an amplitude of zero changes nothing", arguments: [0.0, 3, 50])
    func zeroAmplitudeChangesNothing(ridges: Double) throws {
        #expect(try area(square, zigZag(0, ridges)) == area(square))
    }

    @Test("any number yields a picture", arguments: [-1e300, -1, 0.4, 1e9, 1e300])
    func anyNumberYieldsImage(number: Double) throws {
        _ = try area(square, zigZag(number, 3), zigZag(1, number), zigZag(number, number, type: 2))
    }
}

@Suite("Modifiers of vertices see the vertices that a trim leaves in lottie-web")
struct TrimmedVertexTests {
    private let large = polygon(corners(10, 10, 30, 30))

    private func area(_ items: [JSON]) throws -> Double {
        try Frame(document(40, 40, [shapeLayer([large] + items)]), width: 320, height: 320).area / 64
    }

    private func modifier(_ type: String) -> JSON {
        switch type {
        case "zz": ["ty": "zz", "s": fixed(3), "r": fixed(2), "pt": fixed(1)]
        case "pb": ["ty": "pb", "a": fixed(40)]
        default: ["ty": "rd", "r": fixed(4)]
        }
    }

    /// The areas are those that lottie-web draws with a fill and with a stroke. It has two vertices where two parts of a
    /// closed path are joined (`TrimModifier.js`, `addShapes`), and the cut sides have handles (`bez.js`,
    /// `getNewSegment`).
    @Test(
        "parts of straight sides have handles, and two parts that are joined have two vertices there",
        arguments: [
            ("zz", 10.0, 70.0, 0.0, 250.9, 66.8), ("zz", 50, 95, 90, 158.4, 52.2), ("zz", 10, 90, 180, 353.7, 100.4),
            ("pb", 10, 70, 0, 242.5, 54), ("pb", 50, 95, 90, 114.3, 35.7), ("pb", 10, 90, 180, 348.5, 83.8),
            ("rd", 10, 70, 0, 273.1, 44.5), ("rd", 50, 95, 90, 160, 35.9), ("rd", 10, 90, 180, 361.1, 60.4),
        ])
    func trimmedVerticesAreModified(
        type: String, start: Double, end: Double, offset: Double, filled: Double, stroked: Double
    ) throws {
        let trimmed = [trim(start, end, offset: offset), modifier(type)]
        #expect(abs(try area(trimmed + [fill()]) - filled) < 1)
        let line = stroke(1, red, ["lc": 1, "lj": 3])
        #expect(abs(try area(trimmed + [line]) - stroked) < 1)
    }
}

@Suite("Offset path moves paths along their normals")
struct OffsetPathTests {
    private func offset(_ amount: Double, join: Int = 1, limit: Double = 100) -> JSON {
        ["ty": "op", "a": fixed(.number(amount)), "lj": .number(Double(join)), "ml": fixed(.number(limit))]
    }

    @Test(
        "closed paths grow or shrink, with mitre, round or bevel joins",
        arguments: [
            (2.0, 1, 196.0), (-2, 1, 36), (2, 3, 188), (2, 2, 194), (0, 1, 100),
        ])
    func closedPathsGrowOrShrink(amount: Double, join: Int, exact: Double) throws {
        #expect(abs(try area(square, offset(amount, join: join)) - exact) < 1)
    }

    @Test("a mitre join extends no farther than its limit, which is a distance")
    func miterJoinIsLimited() throws {
        #expect(abs(try area(square, offset(2, limit: 2.1)) - 196) < 0.5)
        #expect(abs(try area(square, offset(2, limit: 1.9)) - 188) < 0.5)
    }

    @Test("an open path becomes the outline of a line of twice the amount in width")
    func openPathBecomesOutline() throws {
        #expect(abs(try area(polygon([(3, 10), (15, 10)], isClosed: false), offset(2)) - 48) < 0.5)
    }

    @Test("the sides of a curve's control polygon are moved, which preserves most of the curve's roundness")
    func curveKeepsRoundness() throws {
        // A quarter of radius 7 whose handles have the length 4 · 0.5519 + 3 · tan 22.5° covers 0.759 of its square.
        #expect(abs(try area(ellipse(10, 10, 8, 8), offset(3)) - 4 * 49 * 0.759) < 0.5)
    }

    @Test("any number yields a picture", arguments: [-1e300, -1e9, -7, 7, 1e9, 1e300])
    func anyNumberYieldsImage(number: Double) throws {
        let places = (0..<200).map { index -> (Double, Double) in (Double(index * 7 % 13), Double(index * 5 % 11)) }
        let knot = polygon(places)
        for join in 1...3 { _ = try area(square, knot, offset(number, join: join, limit: number)) }
        _ = try area(knot, offset(1), offset(-1), offset(number))
    }
}

@Suite("Twist rotates the centre and leaves the edge")
struct TwistTests {
    private func twist(_ angle: Double, _ center: JSON = point(0, 0)) -> JSON {
        ["ty": "tw", "a": fixed(.number(angle)), "c": fixed(center)]
    }

    @Test(
        "a point halfway to the edge rotates clockwise by half the angle",
        arguments: [(0.0, 32.0), (180, 0), (360, 32), (60, 27.71)])
    func halfwayPointRotatesByHalfAngle(angle: Double, exact: Double) throws {
        let triangle = polygon([(18, 10), (10, 14), (2, 10)])
        #expect(abs(try area(triangle, twist(angle, point(10, 10)), rules: .afterEffects) - exact) < 0.2)
    }

    @Test("lottie-web does not know twists")
    func webLeavesTwistsOut() throws {
        // All corners of the square are on the edge of a twist, which does not move them.
        let triangle = polygon([(18, 10), (10, 14), (2, 10)])
        #expect(try area(triangle, twist(180, point(10, 10))) == area(triangle))
    }

    @Test("any number yields a picture", arguments: [-1e300, 1e9, 1e300])
    func anyNumberYieldsImage(number: Double) throws {
        _ = try area(square, twist(number), twist(90, point(number, number)), rules: .afterEffects)
    }
}
