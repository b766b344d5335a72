import Motion
import PlayerSettings
import SeededRandomness
import Testing

@testable import GiftChoreography

/// The surroundings of a gift of 20 × 10 pixels at (30, 40) in a room of 100 × 80 pixels.
private let surroundings = MotionSurroundings(
    roomSize: [100, 80], origin: [30, 40], size: [20, 10], characterCount: 5, finalNumber: 250)

private func choreography(
    _ yaml: String, _ occasion: Choreography.Occasion = .enter
) throws -> Choreography {
    try Choreography(try #require(try YAMLValue.document(yaml, file: "gift.yaml")), for: occasion)
}

private func motion(_ yaml: String, _ occasion: Choreography.Occasion = .enter) throws -> MotionPlan {
    try choreography(yaml, occasion).motion(in: surroundings)
}

private func pose(_ yaml: String, _ occasion: Choreography.Occasion = .enter, at milliseconds: Int) throws -> Pose {
    try motion(yaml, occasion).trajectory().pose(at: .milliseconds(milliseconds))
}

@Suite("Movements of manifests are read and become motions")
struct ChoreographyTests {
    @Test("a list contains movements that follow each other")
    func list() throws {
        let trajectory = try motion("[slide: {from: left, for: 300ms, spring: gentle}, shake: 2]").trajectory()
        #expect(trajectory.duration == .milliseconds(300 + 2 * 120))
        #expect(trajectory.pose(at: .zero).x == -50)
        #expect(trajectory.pose(at: .milliseconds(300)).x == 0)
        #expect(abs(trajectory.pose(at: .milliseconds(330)).x - 2) < 1e-9)
        #expect(trajectory.end == .rest)
    }

    @Test(
        "an item slides in from just outside the visible area, from any side",
        arguments: [("left", [-50.0, 0]), ("right", [70, 0]), ("top", [0, -50]), ("bottom", [0, 40])])
    func sides(side: String, offset: [Double]) throws {
        let start = SIMD2(offset[0], offset[1])
        #expect(try pose("slide: \(side)", at: 0).offset == start)
        #expect(try pose("slide: \(side)", at: 9999).offset == .zero)
        #expect(try pose("slide: \(side)", .exit, at: 0).offset == .zero)
        #expect(try pose("slide: \(side)", .exit, at: 9999).offset == start)
        #expect(try pose("slide: {from: \(side), distance: 50%}", .exit, at: 0).offset == start / 2)
        #expect(try pose("slide: {to: \(side), distance: 3}", at: 9999).offset == start / start.abs * 3)
    }

    @Test(
        "every entrance ends at rest",
        arguments: [
            "fade", "fade: 100ms", "zoom", "zoom: 2", "drop", "drop: 3", "bounce", "shake", "pulse: 3", "type: 200ms",
            "type: {each: 20ms}", "reveal", "slide", "flash: '#ff0000'", "wait: 1s", "spin: {turns: -2}",
            "together: [fade, zoom, slide: top]", "repeat: {times: 3, do: [shake, pulse]}", "[]",
            "fade: {delay: 200ms, easing: {steps: 4, jump: both}}", "zoom: {spring: {response: 300ms, ratio: 0.5}}",
            "zoom: {spring: {stiffness: 100, damping: 10}}", "slide: {easing: [0.3, -0.5, 0.6, 1.5]}",
        ])
    func entranceEndsAtRest(yaml: String) throws {
        var end = try #require(try motion(yaml).trajectory().end)
        end[.rotation] = end.rotation.truncatingRemainder(dividingBy: 360)
        #expect(abs(end.y) < 1e-12 && abs(end.scale - 1) < 1e-12)
        #expect(end.x == 0 && end.opacity == 1 && end.reveal == 1 && end.rotation == 0 && end.color == .clear)
    }

    @Test(
        "every exit starts at rest", arguments: ["fade", "zoom", "drop", "type: 200ms", "type: {each: 20ms}", "slide"])
    func exitStartsAtRest(yaml: String) throws {
        let trajectory = try motion(yaml, .exit).trajectory()
        #expect(trajectory.pose(at: .zero) == .rest)
        #expect(trajectory.end != .rest)
    }

    @Test("an item is not visible before a delayed entrance")
    func delay() throws {
        #expect(try pose("fade: {for: 100ms, delay: 50ms}", at: 10).opacity == 0)
        #expect(try motion("fade: {for: 100ms, delay: 50ms}").duration == .milliseconds(150))
        #expect(try pose("[wait: 50ms, fade: 100ms, slide: top]", at: 10).opacity == 0)
        #expect(try pose("[wait: 50ms, fade: 100ms, slide: top]", at: 10).y == -50)
        #expect(try motion("[wait: 50ms, fade: 100ms, wait: 1s]").duration == .milliseconds(1150))
    }

    @Test("movements in `together` start at the same time")
    func together() throws {
        let pose = try pose(
            "together: [fade: {for: 100ms, easing: linear}, zoom: {for: 200ms, easing: linear}]", at: 50)
        #expect(pose.opacity == 0.5 && pose.scale == 0.25)
    }

    @Test("a number counts up, and a text appears letter by letter")
    func countingAndTyping() throws {
        let count = "countUp: {for: 100ms, easing: linear, from: 50}"
        #expect(try [0, 50, 100].map { try pose(count, at: $0).wholeNumber } == [50, 150, 250])
        #expect(
            try [0, 19, 20, 60, 100].map { try pose("type: {each: 20ms}", at: $0).characters(of: 5) } == [
                0, 0, 1, 3, 5,
            ])
    }

    @Test("a dropped item falls from above and bounces lower each time")
    func drop() throws {
        let trajectory = try motion("drop: {bounces: 2, for: 1s}").trajectory()
        let heights = (0...1000).map { -trajectory.pose(at: .milliseconds($0)).y }
        #expect(heights[0] == 50 && abs(heights[1000]) < 1e-12)
        let tops = (1..<1000).filter { heights[$0] > heights[$0 - 1] && heights[$0] >= heights[$0 + 1] }
        #expect(tops.count == 2)
        #expect(abs(heights[tops[0]] - 50 * 0.45 * 0.45) < 0.1)
        // The item is in free fall everywhere except at the ground, so the second difference is constant.
        let fall = heights[2] - 2 * heights[1] + heights[0]
        let hop = heights[tops[0] + 1] - 2 * heights[tops[0]] + heights[tops[0] - 1]
        #expect(abs(fall - hop) < 1e-6)
    }

    @Test("only movements of banners can be endless")
    func onlyBannerMovementsAreEndless() throws {
        let yaml = "repeat: {times: forever, do: pulse}"
        #expect(try motion(yaml, .banner).duration == nil)
        #expect(throws: ConfigurationError.self) { try choreography(yaml, .exit) }
    }

    @Test(
        "an error has the place, the problem and the expected value",
        arguments: [
            ("[slid: left]", "1:2: enter: unknown movement \"slid\", did you mean \"slide\"?"),
            (
                "slide: lft",
                "1:8: slide: expected left, right, top or bottom, found \"lft\", did you mean \"left\"?"
            ),
            ("slide: {frm: left}", "1:9: slide: unknown field \"frm\", did you mean \"from\"?"),
            ("- fade\n- slide: {from: left, to: right}", "2:27: slide: expected from or to, not both"),
            (
                "slide: {spring: gentl}",
                "1:17: spring: expected gentle, slow, stiff, wobbly or fields, found \"gentl\", did you mean \"gentle\"?"
            ),
            ("zoom: {spring: slow, easing: ease}", "1:30: zoom: expected easing or spring, not both"),
            ("fade: fast", "1:7: fade: expected a duration such as 250ms, 1.5s or 2m, found \"fast\""),
            ("fade: 31s", "1:7: fade: expected at most 30s, found \"31s\""),
            ("shake: -1", "1:8: times: expected a whole number from 0 to 100, found \"-1\""),
            ("shake: 1e3", "1:8: times: expected a whole number from 0 to 100, found \"1e3\""),
            ("spin: 1000", "1:7: turns: expected a number from -100 to 100, found \"1000\""),
            (
                "{slide: left, fade: 1s}",
                "1:15: enter: expected one movement, found 2: put them in a list, or in together: [...]"
            ),
            ("tint: red", "1:7: color: expected a color such as \"#ff8800\", found \"red\""),
            ("together:", "1:1: together: expected movements"),
            ("wait", "1:1: wait: expected a duration such as 250ms"),
            ("[[slide]]", "1:2: enter: expected a movement such as slide or shake: 2, found a list"),
            (
                "repeat: {times: 100, do: {wait: 1s}}",
                "1:1: enter: expected at most 30s of movements, found 100.0 seconds"
            ),
            (
                "repeat: {times: forever, do: pulse}",
                "1:17: times: forever is for banners; what comes onto the stage or leaves it has an end"
            ),
            ("fade: {easing: [1, 2]}", "1:16: easing: expected four numbers such as [0.3, 0, 0.6, 1], found a list"),
            (
                "slide: {distance: far}",
                "1:19: distance: expected pixels such as 40, or a share of the way such as 50%, found \"far\""
            ),
            ("type: {each: 20ms, for: 1s}", "1:25: type: expected each or for, not both"),
        ])
    func errors(yaml: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try choreography(yaml) }
        #expect(error?.description == "gift.yaml:" + message)
    }

    @Test("more movements or levels than the limits are errors")
    func limits() throws {
        let many = "[" + Array(repeating: "shake", count: 65).joined(separator: ", ") + "]"
        #expect(throws: ConfigurationError.self) { try choreography(many) }
        let deep =
            String(repeating: "together: [", count: 1) + String(repeating: "{together: [", count: 9) + "fade"
            + String(repeating: "]}", count: 9) + "]"
        #expect(throws: ConfigurationError.self) { try choreography(deep) }
    }

    @Test("random text never traps", arguments: 0..<300)
    func randomTextDoesNotTrap(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let words = [
            "slide", "fade", "drop", "type", "together", "repeat", "{", "}", "[", "]", ": ", ", ", "from", "for",
            "1e999",
            "-1", "nan", "300ms", "left", "spring", "gentle", "times", "do", "forever", "&a ", "*a", "\n- ", "%",
            "steps",
        ]
        let text = (0..<1 + generator.next(below: 12)).map { _ in words[generator.next(below: words.count)] }.joined()
        guard let read = try? choreography(text, .banner) else { return }
        #expect(read.motion(in: surroundings).trajectory().pose(at: .seconds(1)).x.isFinite)
    }
}

extension SIMD2<Double> {
    /// The absolute values, or 1 for zeros.
    fileprivate var abs: SIMD2<Double> { SIMD2(x == 0 ? 1 : Swift.abs(x), y == 0 ? 1 : Swift.abs(y)) }
}
