import AnimationPlayback
import ExactNumbers
import LottieDocument
import SeededRandomness
import Testing

@Suite("A course says what happens when")
struct CourseEventTests {
    /// The test scene has 30 frames a second.
    private func plan(
        _ first: Double, _ last: Double, times: Int = 1, autoReverses: Bool = false, isReversed: Bool = false
    ) throws -> PlaybackPlan {
        let scene = try scene()
        return PlaybackPlan(
            try PlaybackSegment(from: .frame(first), to: .frame(last), in: scene), of: scene, repeats: .times(times),
            autoReverses: autoReverses, isReversed: isReversed)
    }

    private func words(
        _ course: PlaybackCourse, after start: Nanoseconds = -1, through end: Nanoseconds = .max
    ) -> [String] {
        course.events(after: start, through: end).map { event in
            let what =
                switch event.kind {
                case .partBegan(let part): "part \(part)"
                case .iterationEnded(let part, let number): "end \(number) of part \(part)"
                case .holdBegan: "hold"
                }
            return "\(event.elapsed): \(what), frame \(event.frame)"
        }
    }

    @Test("parts begin with their first frame, and iterations end with their last one, to the nanosecond")
    func parts() throws {
        let course = PlaybackCourse(
            [.init(try plan(10, 20, times: 3)), .init(try plan(30, 45, isReversed: true))], holdingLast: .second)
        #expect(
            words(course) == [
                "0: part 0, frame 10.0", "333333333: end 1 of part 0, frame 19.999",
                "666666667: end 2 of part 0, frame 19.999", "1000000000: end 3 of part 0, frame 19.999",
                "1000000000: part 1, frame 44.999", "1500000000: end 1 of part 1, frame 30.0",
                "1500000000: hold, frame 30.0",
            ])
    }

    @Test("an iteration there and back ends where it began, and the speed changes the times alone")
    func autoReverse() throws {
        let course = PlaybackCourse(try plan(10, 25, times: 2, autoReverses: true), speed: Millionths(2_000_000))
        #expect(
            words(course) == [
                "0: part 0, frame 10.0", "500000000: end 1 of part 0, frame 10.0",
                "1000000000: end 2 of part 0, frame 10.0",
            ])
    }

    @Test("a part begins after the way to it, or where the shown frame is")
    func approach() throws {
        let way = PlaybackCourse([.init(try plan(10, 25)), .init(try plan(40, 55), by: .approach)])
        #expect(words(way)[2] == "1000000000: part 1, frame 40.0")
        let within = PlaybackCourse([.init(try plan(10, 40, times: 2), by: .approach)], after: 25)
        #expect(
            words(within) == [
                "0: part 0, frame 25.0", "500000000: end 1 of part 0, frame 39.999",
                "1500000000: end 2 of part 0, frame 39.999",
            ])
    }

    @Test("a period has what happens after its beginning and up to its end, so that periods add up")
    func periods() throws {
        let course = PlaybackCourse(
            [.init(try plan(10, 12, times: 40)), .init(try plan(30, 31, times: 7), by: .approach)], holdingLast: .second
        )
        var numbers = SeededGenerator(seed: 7)
        var pieces: [String] = []
        var time: Nanoseconds = -1
        while time <= course.duration {
            let next = time + Nanoseconds.random(in: 1...90_000_000, using: &numbers)
            pieces += words(course, after: time, through: next)
            time = next
        }
        #expect(pieces == words(course))
        #expect(words(course, after: 0, through: 66_666_667) == ["66666667: end 1 of part 0, frame 11.999"])
        #expect(words(course, after: 66_666_667, through: 66_666_668) == [])
    }

    @Test(
        "the iteration that is played is the one after those that are over, and the last one at the end",
        arguments: [
            (0, 1), (333_333_332, 1), (333_333_333, 2), (999_999_999, 3), (1_000_000_000, 1), (2_500_000_000, 1),
        ])
    func iterations(elapsed: Nanoseconds, number: Int) throws {
        let course = PlaybackCourse(
            [.init(try plan(10, 20, times: 3)), .init(try plan(30, 45))], holdingLast: .second)
        let played = course.iteration(at: elapsed)
        #expect(played.number == number)
        #expect((played.part, played.count) == (elapsed < .second ? (0, 3) : (1, 1)))
        #expect(PlaybackCourse(try plan(10, 20, times: 3)).iteration(at: 9 * .second).number == 3)
    }
}
