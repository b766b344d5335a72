import AnimationPlayback
import ExactNumbers
import LottieDocument
import Testing

@Suite("A course says which frame is shown at an elapsed time")
struct PlaybackCourseTests {
    private func plan(_ first: Double, _ last: Double) throws -> PlaybackPlan {
        let scene = try scene()
        return PlaybackPlan(try PlaybackSegment(from: .frame(first), to: .frame(last), in: scene), of: scene)
    }

    /// The test scene has 30 frames a second.
    private func course(speed: Millionths = .one) throws -> PlaybackCourse {
        PlaybackCourse(intro: try plan(10, 25), loop: try plan(25, 40), outro: try plan(13, 16), speed: speed)
    }

    @Test("the parts follow each other, and the last frame of the outro is held")
    func partsFollowEachOther() throws {
        let course = try course()
        #expect(course.duration == 1_100_000_000)
        #expect(course.loop == 500_000_000..<1_000_000_000)
        let frames = [0, 499_999_999, 500_000_000, 999_999_999, 1_000_000_000, 1_100_000_000, 9_000_000_000]
            .map { Int(course.frame(at: $0).rounded()) }
        #expect(frames == [10, 25, 25, 40, 13, 16, 16])
    }

    @Test("the speed changes the times and not the frames")
    func speed() throws {
        let course = try course(speed: Millionths(2_000_000))
        #expect(course.loop == 250_000_000..<500_000_000)
        #expect(Int(course.frame(at: 250_000_000)) == 25)
    }

    @Test("a course that is stretched shows the same frames at other times")
    func stretched() throws {
        let course = try course()
        #expect(course.frame(at: 1_000_000_000, of: 2_200_000_000) == course.frame(at: 500_000_000))
        #expect(course.part(at: 1_100_000_000, of: 2_200_000_000) == 1_000_000_000..<2_000_000_000)
    }

    @Test("every elapsed time belongs to one part")
    func partsOfTheWhole() throws {
        let course = try course()
        #expect(
            [0, 499_999_999, 500_000_000, 1_000_000_000, 1_100_000_000].map { course.part(at: $0).lowerBound } == [
                0, 0, 500_000_000, 1_000_000_000, 1_000_000_000,
            ])
    }

    @Test("a frame is shown at the first time at which it is played")
    func times() throws {
        let course = try course()
        #expect(course.time(of: 13) == 100_000_000)
        #expect(course.time(of: 25) == 500_000_000)
        #expect(course.time(of: 41) == nil)
        #expect(course.frameCount == 33)
    }
}
