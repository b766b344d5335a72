import Motion
import Testing
import Typography
import VectorGraphics

@Suite("The example of VectorGraphics")
struct VectorGraphicsExampleTests {
    @Test("the star has its corners in the unit circle, the first one at the top")
    func starHasCorners() throws {
        let star = makeStar(corners: 5)
        #expect(star.contours == [Path.Contour(start: 0, segmentCount: 10, isClosed: true)])
        #expect(star.points[0] == Point(0, -1))
        #expect(star.points.allSatisfy { $0.length < 1.000_01 })
    }

    @Test("the middle is golden, the edge is dark, and the corners of the picture are transparent")
    func pictureHasColors() {
        let picture = drawStar(corners: 4, side: 100)
        #expect((picture.width, picture.height) == (100, 100))
        #expect(picture[50, 50] == 0xFF33_CCFF)
        #expect(picture[50, 6] == 0xFF00_3366)
        for corner in [picture[0, 0], picture[99, 0], picture[0, 99], picture[99, 99]] { #expect(corner == 0) }
    }
}

/// A font whose letters are squares; it has no `?`.
private struct SquareFont: FontSource {
    func face(for request: FontRequest) -> FontFace? { FontFace(family: "Squares", style: "Bold") }

    func positionedGlyphs(
        for letters: [String], in request: FontRequest, spacing: GlyphSpacing
    ) -> [PositionedGlyph] {
        var square = Path()
        square.move(to: Point(0, 0))
        square.addLine(to: Point(0, -0.5))
        square.addLine(to: Point(0.5, -0.5))
        square.addLine(to: Point(0.5, 0))
        square.close()
        return letters.enumerated().map { index, letter in
            letter == "?"
                ? PositionedGlyph(index: index, isMissing: true)
                : PositionedGlyph(index: index, outline: square, advance: 0.75)
        }
    }
}

@Suite("The example of Typography")
struct TypographyExampleTests {
    @Test("the letters stand side by side in the size of the font")
    func lettersStandSideBySide() throws {
        let word = layOut("ab?c", size: 8, fonts: SquareFont())
        #expect(word.width == 18)
        #expect(word.missingLetters == ["?"])
        #expect(word.outline.contours.count == 3)
        let bounds = try #require(word.outline.bounds(transform: .identity))
        #expect(bounds == (Point(0, -4), Point(16, 0)))
    }

    @Test(
        "the fonts of the system have the letters of a word",
        .enabled(if: SystemFonts.installed.face(for: FontRequest(family: "serif")) != nil, "no fonts are installed"))
    func systemHasLetters() throws {
        let word = layOut("gift", size: 20)
        #expect(word.missingLetters.isEmpty)
        #expect((20..<60).contains(word.width))
        let bounds = try #require(word.outline.bounds(transform: .identity))
        // The g reaches below the baseline, the f above the middle of the line.
        #expect(bounds.low.y < -10)
        #expect(bounds.high.y > 2)
    }
}

@Suite("The example of Motion")
struct MotionExampleTests {
    @Test("the card comes in from the left and ends at rest")
    func cardComesIn() throws {
        let poses = poses(of: cardEntrance, framesPerSecond: 60)
        let first = try #require(poses.first)
        let last = try #require(poses.last)
        #expect((first.x, first.opacity) == (-40, 0))
        #expect((last.x, last.opacity) == (0, 1))
        #expect(abs(poses[6].opacity - 0.5) < 1e-9)
        #expect(poses[1...20].allSatisfy { $0.x > -40 && $0.x < 1 })
    }

    @Test("a motion without an end is shown for ten seconds, and one without a length once")
    func lengthsAreBounded() {
        let turning = MotionPlan.turn(quarters: 4, for: .seconds(2)).repeatedForever()
        #expect(poses(of: turning, framesPerSecond: 30).count == 301)
        #expect(poses(of: .none, framesPerSecond: 30) == [.rest])
    }

    @Test("the way out begins with the place and the velocity of the way in")
    func wayOutIsSmooth() throws {
        let entrance = cardEntrance.trajectory()
        let time = Duration.milliseconds(100)
        let way = departure(interrupting: entrance, at: time)
        #expect(way.pose(at: .zero).x == entrance.pose(at: time).x)
        let (before, after) = (entrance.moment(at: time).velocity[.x], way.moment(at: .zero).velocity[.x])
        #expect(before > 10)
        #expect(abs(after - before) < 1e-6 * before)
        let end = try #require(way.end)
        #expect((end.x, end.opacity) == (-40, 0))
    }

    @Test("the cards come in one after the other, and all of them come to rest")
    func cardsComeInOneAfterTheOther() {
        #expect(entrances(of: 3, at: .zero).allSatisfy { ($0.x, $0.opacity) == (-40, 0) })
        let entrance = cardEntrance.trajectory()
        let moving = entrances(of: 3, at: .milliseconds(100))
        #expect(moving == [100, 60, 20].map { entrance.pose(at: .milliseconds($0)) })
        #expect(moving[0].x > moving[1].x && moving[1].x > moving[2].x && moving[2].x > -40)
        #expect(entrances(of: 3, at: .seconds(5)).allSatisfy { ($0.x, $0.opacity) == (0, 1) })
    }
}
