import LottieRenderer
import Testing

@Suite("Trim paths keep a part of each path by its length")
struct TrimTests {
    private let line = polygon([(0, 0.5), (10, 0.5)], isClosed: false)

    private func row(_ trims: JSON..., stroke style: JSON = stroke(1)) throws -> String {
        try Frame(document(10, 1, [shapeLayer([line] + trims + [style])])).rows[0]
    }

    @Test(
        "a trim keeps the part from start to end, moved by the offset in degrees",
        arguments: [
            (0.0, 100.0, 0.0, "RRRRRRRRRR"), (20, 70, 0, "..RRRRR..."), (70, 20, 0, "..RRRRR..."),
            (0, 0, 0, ".........."),
            (40, 40, 90, ".........."), (0, 30, 36, ".RRR......"), (0, 30, -36, "RR.......R"),
            (0, 30, 360, "RRR......."),
            (0, 30, 756, ".RRR......"), (50, 100, 72, "RR.....RRR"), (50, 100, 180, "RRRRR....."),
            (0, 100, 90, "RRRRRRRRRR"),
        ])
    func trimKeepsPartFromStartToEnd(start: Double, end: Double, offset: Double, picture: String) throws {
        #expect(try row(trim(start, end, offset: offset)) == picture)
    }

    @Test("start and end are clamped to the path before the offset moves them")
    func startAndEndAreClampedBeforeOffset() throws {
        #expect(try row(trim(-50, 30, offset: 36)) == ".RRR......")
        #expect(try row(trim(70, 250, offset: 36)) == "R.......RR")
    }

    @Test("each shape is trimmed separately, or all as one path in the order of the file")
    func shapesAreTrimmedSeparatelyOrSequentially() throws {
        let second = polygon([(0, 1.5), (10, 1.5)], isClosed: false)
        func rows(_ trim: JSON) throws -> [String] {
            try Frame(document(10, 2, [shapeLayer([line, second, trim, stroke(1)])])).rows
        }
        #expect(try rows(trim(0, 70)) == ["RRRRRRR...", "RRRRRRR..."])
        #expect(try rows(trim(0, 70, isSequential: true)) == ["RRRRRRRRRR", "RRRR......"])
        #expect(try rows(trim(0, 70, offset: 180, isSequential: true)) == ["RRRR......", "RRRRRRRRRR"])
        #expect(try rows(trim(60, 70, isSequential: true)) == ["..........", "..RR......"])
    }

    @Test("lengths are measured in the shape's own coordinates, without the scale of its group")
    func lengthsIgnoreGroupScale() throws {
        let small = group([line], ["s": fixed([50, 100]), "p": fixed([0, 1])])
        let items = [line, small, trim(0, 70, isSequential: true), stroke(1)]
        #expect(try Frame(document(10, 2, [shapeLayer(items)])).rows == ["RRRRRRRRRR", "RR........"])
    }

    @Test("a closed shape of which all shapes as one path keep two parts is not joined at its start")
    func partsOfSequenceAreNotJoined() throws {
        // The first square keeps its second half and its first 40 %: triangles of 50 and 30 pixels.
        let squares = [polygon(corners(0, 0, 10, 10)), polygon(corners(20, 0, 30, 10))]
        let items = squares + [trim(0, 95, offset: 90, isSequential: true), fill()]
        #expect(abs(try Frame(document(30, 10, [shapeLayer(items)])).area - 180) < 0.5)
    }

    @Test("of two trims the one nearer to the shape applies first")
    func innerTrimAppliesFirst() throws {
        // Half of the line, and of that half the part from 40 % to 80 %.
        #expect(try row(trim(0, 50), trim(40, 80)) == "..RR......")
    }

    @Test("a closed shape whose trimmed part passes its start is joined there")
    func trimmedPartIsJoinedAtPathStart() throws {
        // From the middle of the top edge through the start, the top right corner, to the middle of the right edge.
        let items = [rectangle(2, 2, 10, 10), trim(0, 25, offset: -45), stroke(2)]
        let frame = try Frame(document(12, 12, [shapeLayer(items)]))
        #expect(frame[10, 1] >> 24 == 255, "the corner is pointed, not two ends")
        #expect(abs(frame.area - 16) < 0.1)
        #expect(frame[5, 2] == 0 && frame[9, 6] == 0)
    }

    @Test("a closed shape that is not cut stays closed, and an offset opens it")
    func uncutClosedShapeStaysClosed() throws {
        let closed = try Frame(document(12, 12, [shapeLayer([rectangle(2, 2, 10, 10), trim(0, 100), stroke(2)])]))
        #expect(closed.area == 64)
        let moved = try Frame(
            document(12, 12, [shapeLayer([rectangle(2, 2, 10, 10), trim(0, 100, offset: 45), stroke(2)])]))
        #expect(abs(moved.area - 64) < 0.1)
    }

    @Test("a fill closes the remaining path")
    func fillClosesRemainingPath() throws {
        // Half of the outline of a square from its top right corner leaves the lower right triangle.
        let frame = try Frame(document(12, 12, [shapeLayer([rectangle(2, 2, 10, 10), trim(0, 50), fill()])]))
        #expect(abs(frame.area - 32) < 0.1)
        #expect(frame[9, 9] != 0 && frame[3, 3] == 0)
    }

    @Test("curves are cut by their length")
    func curvesAreCutByLength() throws {
        let items = [ellipse(20, 20, 30, 30), trim(0, 25), stroke(2)]
        let frame = try Frame(document(40, 40, [shapeLayer(items)]))
        #expect(abs(frame.area - .pi * 15 / 2 * 2) < 0.6)
        #expect(frame[30, 9] != 0 && frame[9, 9] == 0 && frame[30, 31] == 0)
    }

    @Test("an animated trim changes with time")
    func animatedTrimChangesWithTime() throws {
        let moving: JSON = ["ty": "tm", "s": fixed(0), "e": keyframes((0, [0]), (10, [100])), "o": fixed(0), "m": 1]
        let document = document(10, 1, [shapeLayer([line, moving, stroke(1)])])
        for time in [0.0, 3, 7, 10, 2] {
            #expect(try Frame(document, at: time).alphas(row: 0).filter { $0 > 0 }.count == Int(time))
        }
    }
}

@Suite("A repeater copies the items before it")
struct RepeaterTests {
    private let square = [rectangle(0, 0, 1, 1), fill()]
    private let step: JSON = ["p": fixed([2, 0])]

    private func row(
        _ width: Int, _ items: [JSON], rules: RenderingCompatibility = .lottieWeb
    ) throws -> String {
        try Frame(document(width, 1, [shapeLayer(items)]), compatibility: rules).rows[0]
    }

    @Test(
        "each copy is moved one step farther, and a fraction of a copy counts as one",
        arguments: [
            (3.0, 0.0, "R.R.R....."), (3, 1, "..R.R.R..."), (2.1, 0, "R.R.R....."), (0, 0, ".........."),
            (-4, 0, ".........."),
            (1, 0, "R........."), (2, 0.5, ".R.R......"), (3, -1, "R........."),
        ])
    func copiesAreMovedStepByStep(count: Double, offset: Double, picture: String) throws {
        #expect(try row(10, square + [repeater(count, offset: offset, step)]) == picture)
    }

    @Test("later copies lie below or above the earlier ones", arguments: [(false, "RRGGGGGG"), (true, "RRRRRRGG")])
    func laterCopiesLieBelowOrAbove(isAbove: Bool, picture: String) throws {
        let pair = [group([rectangle(0, 0, 2, 1), fill(red)]), group([rectangle(2, 0, 4, 1), fill(green)])]
        // The second copy's red overlaps the first copy's green.
        #expect(try row(8, pair + [repeater(3, isAbove: isAbove, step)]) == picture)
    }

    @Test(
        "the opacity is interpolated from the first copy to the last",
        arguments: [(3, [255, 128, 0]), (1, [255]), (2, [255, 0])] as [(Double, [Int])])
    func opacityIsInterpolatedBetweenCopies(count: Double, alphas: [Int]) throws {
        let fading = step + ["so": fixed(100), "eo": fixed(0), "o": fixed(3)]
        let found = try Frame(document(6, 1, [shapeLayer(square + [repeater(count, fading)])])).alphas(row: 0)
        let places = stride(from: 0, to: 2 * alphas.count, by: 2)
        #expect(zip(places, alphas).allSatisfy { abs(found[$0] - $1) <= 1 }, "\(found)")
    }

    @Test("the scales of successive copies multiply")
    func copyScalesMultiply() throws {
        let items = [rectangle(0, 0, 8, 1), fill(red, opacity: 50), repeater(3, ["s": fixed([50, 100])])]
        // Three copies with the widths 8, 4 and 2 over each other.
        #expect(
            try Frame(document(8, 1, [shapeLayer(items)])).hasAlphas([223, 223, 192, 192, 128, 128, 128, 128]))
    }

    @Test("a rotation turns the copies about the anchor")
    func copiesRotateAboutAnchor() throws {
        let turning: JSON = ["a": fixed([5, 5]), "p": fixed([0, 0]), "r": fixed(90)]
        let frame = try Frame(document(10, 10, [shapeLayer([rectangle(7, 4, 9, 6), fill(), repeater(4, turning)])]))
        #expect(abs(frame.area - 16) < 0.1)
        for (x, y) in [(8, 5), (5, 8), (1, 5), (5, 1)] { #expect(frame[x, y] != 0) }
    }

    @Test("items after a repeater are not copied, and a style after it paints all copies as one path")
    func itemsAfterRepeaterAreNotCopied() throws {
        #expect(
            try row(8, [rectangle(0, 0, 1, 1), fill(red), repeater(2, step), rectangle(6, 0, 7, 1), fill(green)])
                == "R.R...G.")
        let wide: JSON = ["p": fixed([1, 0])]
        let items = [rectangle(0, 0, 2, 1), repeater(3, wide), fill(red, opacity: 50)]
        #expect(try Frame(document(4, 1, [shapeLayer(items)])).hasAlphas([128, 128, 128, 128]))
    }

    @Test("a part of a step changes the scale in proportion")
    func partOfStepScalesInProportion() throws {
        let items = [rectangle(0, 0, 8, 1), fill(), repeater(1, offset: 0.5, ["s": fixed([50, 100])])]
        #expect(try row(8, items) == "RRRRRR..")
    }

    @Test("the start opacity belongs to the topmost copy", arguments: [(false, [255, 0]), (true, [0, 255])])
    func startOpacityBelongsToTopmostCopy(isAbove: Bool, alphas: [Int]) throws {
        let fading = step + ["so": fixed(100), "eo": fixed(0), "o": fixed(3)]
        let items = square + [repeater(2, isAbove: isAbove, fading)]
        let found = try Frame(document(4, 1, [shapeLayer(items)])).alphas(row: 0)
        #expect([found[0], found[2]] == alphas)
    }

    @Test("a style behind a repeater also paints the shapes in their own place")
    func laterStylePaintsOriginals() throws {
        let shape = rectangle(0, 0, 1, 1)
        #expect(try row(10, [shape, repeater(2, offset: 2, step), fill()]) == "R...R.R...")
        #expect(try row(10, [shape, repeater(0, step), fill()]) == "R.........")
        #expect(try row(10, [shape, fill(), repeater(2, offset: 2, step)]) == "....R.R...")
    }

    @Test("in lottie-web, a style behind a repeater still paints copies of earlier frames where their number falls")
    func laterStylePaintsCopiesOfEarlierFrames() throws {
        let falling: JSON = repeater(0, step) + ["c": keyframes((0, 3), (10, 1), (20, 1))]
        let shape = rectangle(0, 0, 1, 1)
        func row(_ items: [JSON], at frame: Double, _ rules: RenderingCompatibility = .lottieWeb) throws -> String {
            try Frame(document(10, 1, [shapeLayer(items)]), at: frame, compatibility: rules).rows[0]
        }
        for frame in [0, 10, 15] as [Double] {
            #expect(try row([shape, falling, fill()], at: frame) == "R.R.R.....", "frame \(frame)")
        }
        #expect(try row([shape, falling, fill()], at: 15, .afterEffects) == "R.........")
        #expect(try row([shape, fill(), falling], at: 15) == "R.........")
    }

    @Test("the numbers of copies of two repeaters multiply; in lottie-web, the first places copies of the second")
    func copyCountsMultiply() throws {
        let far: JSON = ["p": fixed([5, 0])]
        let items = square + [repeater(2, step), repeater(2, far)]
        #expect(try row(10, items, rules: .afterEffects) == "R.R..R.R..")
        #expect(try row(10, items) == "R.R.R.....")
        // The third copy of the second repeater is its own; the first places two of them.
        #expect(try row(13, square + [repeater(2, step), repeater(3, far)]) == "R.R.R.....R.R")
    }

    @Test("a repeater that moves places its copies in every frame")
    func movingRepeaterPlacesItsOwnCopies() throws {
        let offset: JSON = ["p": ["a": 1, "k": [["t": 0, "s": [5, 0]], ["t": 100, "s": [5, 0]]]]]
        #expect(try row(10, square + [repeater(2, step), repeater(2, offset)]) == "R.R..R.R..")
    }

    @Test("with a negative offset, lottie-web repeats the step behind the original's place")
    func copiesBehindOriginalLag() throws {
        let items = [rectangle(4, 0, 5, 1), fill(), repeater(4, offset: -2, step)]
        #expect(try row(10, items, rules: .afterEffects) == "R.R.R.R...")
        #expect(try row(10, items) == "R.R.R.....")
    }

    private func fineRows(_ items: [JSON], rules: RenderingCompatibility = .lottieWeb) throws -> [String] {
        let frame = try Frame(document(10, 12, [shapeLayer(items)]), width: 20, height: 24, compatibility: rules)
        return [1, 9, 17].map { frame.rows[$0] }
    }

    /// In lottie-web, the copies are items of the list that they copy (`RepeaterModifier.js`).
    @Test("in lottie-web, the modifiers of the copied list change the copies twice")
    func modifiersOfListChangeCopiesTwice() throws {
        let line = polygon([(0, 0.5), (10, 0.5)], isClosed: false)
        let items = [line, trim(0, 50), repeater(2, ["p": fixed([0, 4])]), stroke(1)]
        let half = "RRRRRRRRRR.........."
        let quarter = "RRRRR..............."
        let nothing = "...................."
        // The path in its own place is trimmed once, and hides the first copy.
        #expect(try fineRows(items) == [half, quarter, nothing])
        #expect(try fineRows(items, rules: .afterEffects) == [half, half, nothing])
        #expect(try fineRows([group([line, trim(0, 50), stroke(1)]), repeater(2, ["p": fixed([0, 4])])])[0] == half)
    }

    /// lottie-web trims the copies, the topmost first, and then the shapes in their own place (`TrimModifier.js`).
    @Test("in lottie-web, a trim of all shapes as one path counts the copies and the originals of a repeater")
    func sequentialTrimCountsCopies() throws {
        let line = polygon([(0, 0.5), (10, 0.5)], isClosed: false)
        let down: JSON = ["p": fixed([0, 4])]
        let whole = "RRRRRRRRRRRRRRRRRRRR"
        let nothing = "...................."
        // A quarter of three lines is three quarters of the first copy.
        let items = [group([line, stroke(1)]), repeater(2, down), trim(25, 100, isSequential: true)]
        #expect(try fineRows(items) == ["...............RRRRR", whole, nothing])
        // The two copies of half a line and the whole original have a length of 20.
        let inList = [line, trim(0, 50, isSequential: true), repeater(2, offset: 1, down), stroke(1)]
        let half = "RRRRRRRRRR.........."
        #expect(try fineRows(inList) == [nothing, half, half])
    }

    @Test("in lottie-web, a repeater inside copies also copies what it made before, turned by a fixed angle")
    func innerRepeaterCopiesStrayCopies() throws {
        let inner = group([rectangle(3, 0, 4, 1), fill(), repeater(1, step)])
        let place: JSON = ["ks": ["p": fixed([2, 0])]]
        let layer = shapeLayer([inner, repeater(1, step)], place)
        for rules in [RenderingCompatibility.lottieWeb, .afterEffects] {
            // At 64 pixels per unit: edges that are painted twice cover more, the more the coarser the picture is.
            let fine = try Frame(document(10, 10, [layer]), width: 640, height: 640, compatibility: rules)
            #expect(abs(fine.area / 4_096 - (rules == .lottieWeb ? 2 : 1)) < 0.02, "\(fine.area / 4_096)")
            // −999,999 radians turn the middle (3.5, 0.5) to about (0.25, 3.5).
            let frame = try Frame(document(10, 10, [layer]), compatibility: rules)
            #expect((frame.alphas(row: 3)[2] > 150) == (rules == .lottieWeb))
        }
        // The fill of the copy and that of the stray copy inside it both paint the turned square.
        let turned = group([rectangle(3, 0, 4, 1), fill()], ["r": fixed(.number(-999_999 * 180 / .pi))])
        let plain = shapeLayer([rectangle(3, 0, 4, 1), fill(), turned, turned], place)
        #expect(
            try Frame(document(10, 10, [layer])).hasPixels(try Frame(document(10, 10, [plain])).pixmap.pixels))
    }

    @Test("in lottie-web, a repeater lets the even-odd fills of its layer vanish")
    func repeaterCancelsEvenOddFills() throws {
        let evenOdd = group([rectangle(0, 0, 1, 1), fill(red, ["r": 2])])
        let items = [evenOdd, group([rectangle(2, 0, 3, 1), fill(), repeater(2, step)])]
        #expect(try row(6, items) == "..R.R.")
        #expect(try row(6, items, rules: .afterEffects) == "R.R.R.")
        #expect(try row(6, items + [group([rectangle(5, 0, 6, 1), fill(), repeater(1, step)])]) == "R.R.RR")
    }

    /// The last repeater found makes its copies first, and all shapes are added once more after each; the copies of
    /// copies are made last.
    @Test(
        "in lottie-web, an even-odd fill in copies of copies is drawn in every other copy, from the last one on",
        arguments: [(1.0, "RR........"), (2, "..RR......"), (3, "RR..RR....")])
    func nestedRepeatersCancelEvenOddFills(copies: Double, expected: String) throws {
        func row(rule: Double, _ rules: RenderingCompatibility = .lottieWeb) throws -> String {
            let square = [rectangle(0, 20, 1, 21), fill(red, ["r": .number(rule)])]
            let inner = group(square + [repeater(2, ["p": fixed([1, 0])])])
            // What lottie-web copies twice is turned to places left of the picture.
            let layer = shapeLayer([inner, repeater(copies, ["p": fixed([2, 0])])], ["ks": ["p": fixed([0, -20])]])
            return try Frame(document(10, 1, [layer]), compatibility: rules).rows[0]
        }
        let count = 2 * Int(copies)
        let all = String(repeating: "R", count: count) + String(repeating: ".", count: 10 - count)
        #expect(try row(rule: 1) == all)
        #expect(try row(rule: 2, .afterEffects) == all)
        #expect(try row(rule: 2) == expected)
    }

    @Test("copies of copies are all drawn, however many there are, also beside an even-odd fill")
    func manyNestedCopiesAreDrawn() throws {
        let inner = group([rectangle(0, 20, 1, 21), repeater(2, ["p": fixed([0, 0])])])
        let evenOdd = group([rectangle(300, 20, 301, 21), fill(red, ["r": 2])])
        let layer = shapeLayer(
            [evenOdd, group([inner, repeater(100, ["p": fixed([1, 0])])]), fill(red)],
            ["ks": ["p": fixed([0, -20])]])
        let row = try Frame(document(120, 1, [layer])).rows[0]
        #expect(row == String(repeating: "R", count: 100) + String(repeating: ".", count: 20))
    }
}

@Suite("Other modifiers change the outlines of shapes")
struct OtherModifierTests {
    private func area(_ items: [JSON]) throws -> Double { try Frame(document(30, 30, [shapeLayer(items)])).area }

    @Test(
        "corners are rounded by a radius of at most half of the shorter adjacent side", arguments: [0.0, 4, 10, 80, -3])
    func cornersAreRoundedByLimitedRadius(radius: Double) throws {
        let held = max(0, min(10, radius))
        let items = [polygon(corners(5, 5, 25, 25)), ["ty": "rd", "r": fixed(.number(radius))], fill()]
        #expect(abs(try area(items) - (400 - (4 - .pi) * held * held)) < 0.07 * 2 * .pi * held + 0.01)
    }

    @Test("the ends of open paths and corners with handles stay unchanged")
    func openEndsAndCurvedCornersStay() throws {
        let rounded: JSON = ["ty": "rd", "r": fixed(5)]
        let bend = polygon([(5, 5), (25, 5), (25, 25)], isClosed: false)
        let frame = try Frame(document(30, 30, [shapeLayer([bend, rounded, stroke(2)])]))
        #expect(frame[5, 4] >> 24 == 255 && frame[24, 24] >> 24 == 255)
        #expect(frame[25, 4] == 0)
        let circle = try area([ellipse(15, 15, 20, 20), rounded, fill()])
        #expect(abs(circle - .pi * 100) < 4)
    }

    @Test("pucker and bloat pull vertices to their mean and push handles away from it", arguments: [-40.0, 0, 40])
    func puckerBloatMovesVerticesAndHandles(amount: Double) throws {
        let before = corners(8, 8, 22, 18)
        let moved = before.map { ($0.0 + (15 - $0.0) * amount / 100, $0.1 + (13 - $0.1) * amount / 100) }
        // A handle without length moves as far in the other direction.
        let handles = before.map { point(2 * ($0.0 - 15) * amount / 100, 2 * ($0.1 - 13) * amount / 100) }
        let expected: JSON = [
            "ty": "sh",
            "ks": fixed([
                "c": true, "v": .list(moved.map { point($0.0, $0.1) }), "i": .list(handles), "o": .list(handles),
            ]),
        ]
        let modifier: JSON = ["ty": "pb", "a": fixed(.number(amount))]
        let found = try Frame(document(30, 30, [shapeLayer([polygon(before), modifier, fill()])]))
        #expect(try found.hasPixels(Frame(document(30, 30, [shapeLayer([expected, fill()])])).pixmap.pixels))
    }

    @Test("of several modifiers the one nearest to the shape applies first")
    func innermostModifierAppliesFirst() throws {
        // Rounding first yields curves, which the trim measures; in the other order the cut ends would stay sharp.
        let rounded: JSON = ["ty": "rd", "r": fixed(7)]
        let first = try area([polygon(corners(8, 8, 22, 22)), rounded, trim(0, 100, offset: 45), fill()])
        #expect(abs(first - (196 - (4 - .pi) * 49)) < 0.07 * 14 * .pi)
    }

    @Test("unknown items change nothing")
    func unknownItemsChangeNothing() throws {
        #expect(
            try area([rectangle(5, 5, 10, 10), ["ty": "mm", "mm": 4], ["ty": "??"], ["x": 1], fill()]) == 25)
    }
}
