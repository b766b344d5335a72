import AnimationPlayback
import ExactNumbers
import LottieDocument
import Playback
import PlayerSettings
import Testing

@testable import GiftPackages

/// Tests of `play` in a manifest: what is played of a gift's animation.
@Suite struct PlayingOptionsTests {
    /// Four seconds of 30 frames each, with markers.
    private static func composition(_ markers: String = "") throws -> Composition {
        try Composition(
            json: Array(
                #"{"v": "5.9.0", "fr": 30, "ip": 0, "op": 120, "w": 10, "h": 10, "layers": [], "markers": [\#(markers)]}"#
                    .utf8))
    }

    private static let parts = """
        {"cm": "intro", "tm": 0, "dr": 0}, {"cm": "loop", "tm": 30, "dr": 15}, {"cm": "outro", "tm": 60, "dr": 60},
        {"cm": "spin", "tm": 90, "dr": 0}
        """

    private static func manifest(_ yaml: String) throws(ConfigurationError) -> GiftManifest {
        try GiftManifest(yaml: Array(yaml.utf8), file: "gift.yaml")
    }

    private static func course(_ play: String, markers: String = parts) throws -> PlaybackCourse? {
        let manifest = play.isEmpty ? GiftManifest() : try manifest("play: \(play)")
        return try manifest.play.course(of: composition(markers))
    }

    private static func error(_ yaml: String) -> String? {
        do {
            _ = try manifest(yaml)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: ["", "{loops: 1, speed: 1}", "{from: 0s, to: 4s}"])
    func wholeAnimationNeedsNoCourse(play: String) throws {
        #expect(try Self.course(play, markers: "") == nil)
    }

    @Test(
        arguments: [
            ("{from: 1s, to: \"#90\"}", 2_000_000_000, [30, 60, 90]),
            ("{from: 25%, speed: 2}", 1_500_000_000, [30, 75, 120]),
            ("{marker: spin}", 1_000_000_000, [90, 105, 120]),
            ("{reverse: yes}", 4_000_000_000, [120, 60, 0]),
            ("{autoReverse: yes, to: 1s}", 2_000_000_000, [0, 30, 0]),
            ("{loops: 3, to: 1s}", 3_000_000_000, [0, 15, 30]),
            // The second round begins at 3 333 333 333.3 ns, which is the nanosecond in the middle.
            ("{loops: 2, to: 1s, speed: 0.3}", 6_666_666_667, [0, 0, 30]),
            ("{speed: -2}", 2_000_000_000, [120, 60, 0]),
            ("{to: 1s, then: [{from: 3s}]}", 2_000_000_000, [0, 90, 120]),
            ("{to: 1s, hold: 3s}", 4_000_000_000, [0, 30, 30]),
            ("{from: 1s, to: 2s, then: [{from: 3s, reverse: yes}], change: approach}", 4_000_000_000, [30, 90, 90]),
        ] as [(String, Nanoseconds, [Double])])
    func optionsDecideDurationAndFrames(play: String, duration: Nanoseconds, frames: [Double]) throws {
        let course = try #require(try Self.course(play))
        #expect(course.duration == duration)
        #expect(course.loop == nil)
        let shown = [0, course.duration / 2, course.duration].map { course.frame(at: $0) }
        for (one, other) in zip(shown, frames) { #expect(abs(one - other) < 0.01, "\(shown)") }
    }

    @Test func markersMakeIntroLoopAndOutro() throws {
        let course = try #require(try Self.course(""))
        #expect(course.duration == 3_500_000_000)
        #expect(course.loop == 1_000_000_000..<1_500_000_000)
        // The frames from 45 to 60 are in none of the parts.
        let shown = [0, 999_999_999, 1_000_000_000, 1_499_999_999, 1_500_000_000, 3_500_000_000].map {
            Int(course.frame(at: $0).rounded())
        }
        #expect(shown == [0, 30, 30, 45, 60, 120])
    }

    @Test(
        arguments: [
            ("{loops: 3, to: 1s}", GiftLoop(start: 0, end: 3 * .second, plannedRounds: 3)),
            (
                "{marker: spin, loops: 2, autoReverse: yes, speed: 2, hold: 1s}",
                GiftLoop(start: 0, end: 2 * .second, plannedRounds: 2)
            ),
            (
                "{to: 1s, then: [{marker: spin, loops: 3}, {marker: loop, loops: 2}]}",
                GiftLoop(start: .second, end: 4 * .second, plannedRounds: 3)
            ),
            ("{to: 1s, then: [{to: 2s, loops: 2}], change: approach}", nil), ("{to: 1s}", nil),
            ("{}", GiftLoop(start: .second, end: 1_500_000_000)),
        ] as [(String, GiftLoop?)])
    func partThatIsPlayedSeveralTimesHasPlannedRounds(play: String, loop: GiftLoop?) throws {
        let course = try Self.course(play)
        #expect(try GiftLength(of: Self.composition(), playing: course).loop == loop)
        #expect(try GiftLength(of: Self.composition(), playing: course).duration == course?.duration)
    }

    @Test func partsOfThirdsAreExact() throws {
        let play = ##"{from: "#0", to: "#10", loops: 3}"##
        #expect(try Self.course(play)?.duration == .second)
        let three = ##"{to: "#10", then: [{from: "#30", to: "#40"}, {from: "#60", to: "#70"}], speed: 2}"##
        #expect(try Self.course(three)?.duration == 500_000_000)
    }

    @Test func partThatIsLongerThanADayIsAnError() throws {
        #expect(throws: PlaybackSegmentError.isTooLong) { try Self.course("{loops: 1000, speed: 0.01}", markers: "") }
    }

    @Test(arguments: ["{change: approach}", "{change: approach, speed: 2}"])
    func partsAreNotApproached(play: String) throws {
        #expect(throws: PlaybackSegmentError.approachesParts) { try Self.course(play) }
        #expect(throws: Never.self) { try Self.course(play, markers: "") }
    }

    @Test(
        arguments: [
            (#"{"cm": "intro", "tm": 0, "dr": 0}, {"cm": "loop", "tm": 120, "dr": 0}"#, nil),
            (#"{"cm": "intro", "tm": 0, "dr": 0}, {"cm": "loop", "tm": 130, "dr": 9}"#, nil),
            (#"{"cm": "loop", "tm": 0, "dr": 30}, {"cm": "outro", "tm": 120, "dr": 0}"#, nil),
            (
                #"{"cm": "intro", "tm": 0, "dr": 30}, {"cm": "loop", "tm": 30, "dr": 30}, {"cm": "outro", "tm": 120}"#,
                2_000_000_000
            ),
        ] as [(String, Nanoseconds?)])
    func aMarkerWithoutAFrameMakesNoPart(markers: String, duration: Nanoseconds?) throws {
        #expect(try Self.course("", markers: markers)?.duration == duration)
    }

    @Test func aMarkerWithoutAFrameThatTheManifestNamesIsAnError() throws {
        let markers = #"{"cm": "intro", "tm": 0, "dr": 0}, {"cm": "loop", "tm": 120, "dr": 0}"#
        let error = #expect(throws: PlaybackSegmentError.self) { try Self.course("{loop: loop}", markers: markers) }
        #expect(
            error?.description
                == #"expected a marker with frames of the animation, which has 0 to 120, found "loop" at 120"#)
    }

    @Test func speedAppliesToTheParts() throws {
        let course = try #require(try Self.course("{speed: 2}"))
        #expect(course.duration == 1_750_000_000)
        #expect(course.loop == 500_000_000..<750_000_000)
    }

    @Test func manifestNamesTheMarkers() throws {
        let course = try #require(try Self.course("{intro: spin, loop: intro}"))
        #expect(course.loop == 1_000_000_000..<2_000_000_000)
        #expect(course.frame(at: 0) == 90)
        #expect(throws: PlaybackSegmentError.unknownMarker("hover", known: ["intro", "loop", "outro", "spin"])) {
            _ = try Self.course("{loop: hover}")
        }
    }

    @Test(arguments: ["{loops: 2}", "{from: 1s}", "{marker: loop}", "{reverse: yes}"])
    func optionsForTheWholeHaveNoLoop(play: String) throws {
        #expect(try Self.course(play)?.loop == nil)
    }

    @Test(arguments: [
        #"{"cm": "loop", "tm": 30, "dr": 15}"#,
        #"{"cm": "intro", "tm": 0, "dr": 30}, {"cm": "outro", "tm": 60, "dr": 60}"#,
    ])
    func animationNeedsALoopAndAnotherPart(markers: String) throws {
        #expect(try Self.course("", markers: markers) == nil)
    }

    @Test func introOrOutroMayBeMissing() throws {
        let course = try #require(
            try Self.course("", markers: #"{"cm": "loop", "tm": 0, "dr": 30}, {"cm": "outro", "tm": 30, "dr": 30}"#))
        #expect(course.loop == 0..<1_000_000_000)
        #expect(course.duration == 2_000_000_000)
    }

    @Test func packageKnowsWhatIsPlayed() throws {
        let document = animation(
            more: """
                ,"markers":[{"cm":"intro","tm":0,"dr":0},{"cm":"loop","tm":15,"dr":15},{"cm":"outro","tm":30,"dr":0}]
                """)
        let package = try GiftPackage(zip(("data.json", utf8(document)), ("gift.yaml", utf8("play: {speed: 0.5}"))))
        #expect(package.course?.duration == 4 * .second)
        #expect(package.course?.loop == 1_000_000_000..<2_000_000_000)
        let wrong = zip(("data.json", utf8(document)), ("gift.yaml", utf8("value: 3\nplay: {marker: spin}")))
        #expect(
            GiftPackage.error(wrong)
                == "gift.yaml:2:7: play: unknown marker \"spin\", expected one of intro, loop, outro")
    }

    @Test(arguments: [
        ("play: {loop: 3s, loops: 2}", "gift.yaml:1:18: play: \"loops\" does not go with intro, loop and outro"),
        ("play: {marker: a, from: 1s}", "gift.yaml:1:19: play: \"from\" does not go with \"marker\""),
        ("play: {loops: 0}", "gift.yaml:1:15: loops: expected a whole number from 1 to 1000, found \"0\""),
        (
            "play: {speed: 200}",
            "gift.yaml:1:15: speed: expected a multiple of normal speed from 0.01 to 100, or from -100 to -0.01, "
                + "found \"200\""
        ),
        (
            "play: {loop: 3s, speed: -1}",
            "gift.yaml:1:18: play: a speed below zero does not go with intro, loop and outro"
        ),
        ("play: {then: 3}", "gift.yaml:1:14: then: expected a list of up to 64 parts, found \"3\""),
        (
            "play: {change: fade}",
            "gift.yaml:1:16: change: expected cut, approach, blend or {blend: 300ms}, found \"fade\""
        ),
        ("play: {change: {blend: 20s}}", "gift.yaml:1:24: blend: expected a duration of up to 10s, found \"20s\""),
        ("play: {reverse: maybe}", "gift.yaml:1:17: reverse: expected yes or no, found \"maybe\""),
        ("play: {lops: 2}", "gift.yaml:1:8: play: unknown field \"lops\", did you mean \"loops\"?"),
        ("play: 3", "gift.yaml:1:7: play: expected a mapping, found \"3\""),
    ])
    func wrongOptionsAreErrors(yaml: String, message: String) {
        #expect(Self.error(yaml) == message)
    }

    @Test(
        "what is repeated is the marker that the options name, or loop if they name no part",
        arguments: [
            ("{}", "loop", false), ("{speed: 2, hold: 1s}", "loop", false), ("{intro: spin}", "loop", true),
            ("{loop: spin}", "spin", true), ("{marker: spin, loops: 3}", "spin", true), ("{marker: spin}", nil, true),
            ("{marker: spin, loops: 3, autoReverse: yes}", nil, true), ("{from: 1s}", nil, true),
            ("{then: [{marker: spin}]}", nil, true), ("{speed: -1}", nil, true),
        ])
    func loopMarker(play: String, marker: String?, choosesParts: Bool) throws {
        let options = try Self.manifest("play: \(play)").play
        #expect(options.loopMarker == marker)
        #expect(options.choosesParts == choosesParts)
    }
}
