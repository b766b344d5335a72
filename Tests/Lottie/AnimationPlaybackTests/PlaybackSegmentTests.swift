import AnimationPlayback
import ExactNumbers
import LottieDocument
import Testing

/// A composition of frames 10 to 70 at 30 frames per second, which lasts 2 s, with markers.
func scene() throws -> Composition {
    try Composition(
        json: Array(
            #"""
            {"v":"5.9.0","fr":30,"ip":10,"op":70,"w":10,"h":10,"layers":[],"markers":[
              {"cm":"intro","tm":10,"dr":15},{"cm":"loop","tm":25,"dr":30},{"cm":"outro","tm":55,"dr":0},
              {"cm":"late","tm":90,"dr":5}]}
            """#.utf8))
}

@Suite("A segment is a part of an animation")
struct PlaybackSegmentTests {
    @Test(
        "places are read in four forms",
        arguments: [
            ("1.5s", PlaybackPoint.time(1_500_000_000)), ("250ms", .time(250_000_000)), ("#12", .frame(12)),
            ("#12.5", .frame(12.5)), ("30%", .share(Millionths(300_000))), ("marker:intro", .marker("intro")),
            ("marker:a: b", .marker("a: b")),
        ])
    func forms(text: String, point: PlaybackPoint) {
        #expect(PlaybackPoint(text) == point)
        #expect(PlaybackPoint(point.description) == point)
    }

    @Test(
        "anything else is no place",
        arguments: ["", "#", "#x", "#nan", "#+3", "101%", "-5%", "-1s", "marker:", "intro", "% "])
    func otherTexts(text: String) { #expect(PlaybackPoint(text) == nil) }

    @Test(
        "a segment begins and ends at the frames of its places",
        arguments: [
            (nil, nil, 10.0, 70.0), ("1s", nil, 40, 70), ("#20", "#30", 20, 30), ("25%", "75%", 25, 55),
            ("marker:loop", "marker:outro", 25, 55), (nil, "marker:loop", 10, 25),
        ] as [(String?, String?, Double, Double)])
    func frames(from: String?, to: String?, start: Double, end: Double) throws {
        let segment = try PlaybackSegment(
            from: from.flatMap(PlaybackPoint.init), to: to.flatMap(PlaybackPoint.init), in: scene())
        #expect(segment.start == start)
        #expect(segment.end == end)
    }

    @Test(
        "a marker is a segment; without a duration it reaches to the next one or the end",
        arguments: [("intro", 10.0, 25.0), ("loop", 25, 55), ("outro", 55, 70)])
    func markers(name: String, start: Double, end: Double) throws {
        let segment = try PlaybackSegment(marker: name, in: scene())
        #expect(segment.start == start)
        #expect(segment.end == end)
    }

    @Test("what is not in the animation is an error that says what there is")
    func errors() throws {
        let scene = try scene()
        func text(_ from: String?, _ to: String?) -> String? {
            do throws(PlaybackSegmentError) {
                _ = try PlaybackSegment(
                    from: from.flatMap(PlaybackPoint.init), to: to.flatMap(PlaybackPoint.init), in: scene)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(text("marker:lop", nil) == "unknown marker \"lop\", expected one of intro, loop, outro, late")
        #expect(text("#9", nil) == "expected a place from frame 10 to 70, found #9")
        #expect(text("marker:late", nil) == "expected a place from frame 10 to 70, found marker:late")
        #expect(text("3s", nil) == "expected a place from frame 10 to 70, found 3s")
        #expect(text("#30", "#20") == "expected an end after the beginning, found frame 30 to 20")
        #expect(text("#70", nil) == "expected an end after the beginning, found frame 70 to 70")
        #expect(
            throws: PlaybackSegmentError.hasNoFrame(marker: "late", at: 90, frames: 10...70)
        ) { try PlaybackSegment(marker: "late", in: scene) }
        #expect(
            PlaybackSegmentError.unknownMarker("lop", known: []).description
                == "unknown marker \"lop\": the animation has no markers")
    }

    @Test("an unknown marker is told with the names of the others, each once and none of them empty")
    func markerNames() throws {
        let scene = try Composition(
            json: Array(
                #"{"fr":10,"ip":0,"op":9,"w":1,"h":1,"layers":[],"markers":[{"cm":"b"},{"cm":""},{"cm":"a"},{"cm":"b"}]}"#
                    .utf8))
        #expect(throws: PlaybackSegmentError.unknownMarker("c", known: ["b", "a"])) {
            try PlaybackSegment(marker: "c", in: scene)
        }
    }

    @Test("the end belongs to what follows, so the last frame is just before it")
    func lastFrame() throws {
        let segment = try PlaybackSegment(marker: "loop", in: scene())
        #expect(segment.lastFrame < 55 && segment.lastFrame > 54.99)
    }
}
