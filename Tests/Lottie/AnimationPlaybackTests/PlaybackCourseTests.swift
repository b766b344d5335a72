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

    @Test("parts follow each other by a cut, by the way between, or by a fade")
    func changes() throws {
        let (first, next) = (try plan(10, 25), try plan(40, 55))
        let cut = PlaybackCourse([.init(first), .init(next)])
        #expect(cut.duration == 1_000_000_000)
        #expect(cut.picture(at: 500_000_000) == .frame(40))
        let approach = PlaybackCourse([.init(first), .init(next, by: .approach)])
        // 15 frames more, at 30 a second.
        #expect(approach.duration == 1_500_000_000)
        #expect(abs(approach.frame(at: 750_000_000) - 32.5) < 0.01)
        let blend = PlaybackCourse([.init(first), .init(next, by: .blend(200_000_000))])
        #expect(blend.duration == cut.duration)
        guard case .blend(let old, let new, let share) = blend.picture(at: 600_000_000) else {
            Issue.record("expected a blend")
            return
        }
        #expect((abs(old - 25) < 0.01, new, share) == (true, 43, 0.5))
        #expect(blend.picture(at: 700_000_000) == .frame(46))
    }

    /// The frames of a film with 30 pictures a second.
    private func film(_ course: PlaybackCourse) -> [Double] {
        func time(_ index: Int) -> Nanoseconds { Nanoseconds((Double(index) / 30 * 1e9).rounded()) }
        let count = Int((Double(course.duration) / 1e9 * 30).rounded())
        return (0..<count).map { course.picture(during: time($0)..<time($0 + 1)).frame }
    }

    private func numbers(_ range: Range<Int>) -> [Double] { range.map(Double.init) }

    @Test("a film of parts shows each of their frames once")
    func filmOfParts() throws {
        let plans = try [plan(10, 15), plan(20, 25), plan(30, 35), plan(40, 45)]
        #expect(
            film(PlaybackCourse(plans.map { PlaybackCourse.Part($0) }))
                == [10, 20, 30, 40].flatMap { numbers($0..<$0 + 5) })
    }

    @Test(
        "the film of a player is that of its course, in each direction and at each speed",
        arguments: [(false, false), (false, true), (true, false), (true, true)], [1_000_000, 500_000, 2_000_000])
    func filmOfPlayer(direction: (isReversed: Bool, autoReverses: Bool), speed: Int64) throws {
        let scene = try scene()
        let plan = PlaybackPlan(
            try PlaybackSegment(from: .frame(10), to: .frame(16), in: scene), of: scene, repeats: .times(3),
            autoReverses: direction.autoReverses, isReversed: direction.isReversed)
        let course = PlaybackCourse(plan, speed: Millionths(speed))
        func time(_ index: Int) -> Nanoseconds { Nanoseconds((Double(index) / 30 * 1e9).rounded()) }
        var player = AnimationPlayer(scene, plan: plan, speed: Millionths(speed), at: 0)
        let frames = film(course).indices.map { index in
            _ = player.advance(to: time(index))
            return player.picture(until: time(index + 1)).frame
        }
        #expect(zip(frames, film(course)).allSatisfy { abs($0 - $1) < 1e-5 }, "\(frames) \(film(course))")
        _ = player.advance(to: course.duration)
        #expect(player.picture(until: course.duration + .second) == player.picture)
    }

    @Test("a film shows the same frames backwards, in every part and before a hold")
    func filmBackwards() throws {
        let scene = try scene()
        let segment = try PlaybackSegment(from: .frame(10), to: .frame(15), in: scene)
        let reversed = PlaybackPlan(segment, of: scene, isReversed: true)
        let both = PlaybackPlan(segment, of: scene, repeats: .times(2), autoReverses: true)
        let backwards = Array(numbers(10..<15).reversed())
        #expect(film(PlaybackCourse(reversed)) == backwards)
        #expect(film(PlaybackCourse([.init(reversed)], holdingLast: 100_000_000)) == backwards + [10, 10, 10])
        #expect(film(PlaybackCourse([.init(try plan(20, 25)), .init(reversed)])) == numbers(20..<25) + backwards)
        let turn = numbers(10..<15) + backwards
        #expect(film(PlaybackCourse([.init(try plan(20, 30)), .init(both)])) == numbers(20..<30) + turn + turn)
    }

    @Test("the duration of parts is rounded once, at any speed")
    func exactDurations() throws {
        let third = PlaybackCourse.Part(try plan(20, 30))
        #expect(PlaybackCourse([third, third, third]).duration == .second)
        #expect(PlaybackCourse([third, third, third], speed: Millionths(2_000_000)).duration == 500_000_000)
    }

    @Test("a part that is longer than a day is cut, and the course says so")
    func tooLong() throws {
        let scene = try scene()
        let long = PlaybackPlan(PlaybackSegment(of: scene), of: scene, repeats: .times(1_000))
        #expect(!PlaybackCourse(long).isCut)
        let cut = PlaybackCourse(long, speed: Millionths(10_000))
        #expect(cut.isCut)
        #expect(cut.duration == PlaybackCourse.maxPieceDuration)
    }

    @Test("the way from the frame before leads to the first part, within it or to its beginning")
    func afterShownFrame() throws {
        let within = PlaybackCourse([.init(try plan(10, 40), by: .approach)], after: 25)
        #expect(within.duration == 500_000_000)
        #expect(within.frame(at: 0) == 25)
        let outside = PlaybackCourse([.init(try plan(10, 40), by: .approach)], after: 55)
        #expect(outside.duration == 2_500_000_000)
        #expect(outside.frame(at: 0) == 55)
        #expect(PlaybackCourse([.init(try plan(10, 40))], after: 55).frame(at: 0) == 10)
    }

    @Test("the last frame is held as long as the hold lasts, whatever the speed")
    func hold() throws {
        let course = PlaybackCourse(
            [.init(try plan(10, 40))], holdingLast: 2_000_000_000, speed: Millionths(2_000_000))
        #expect(course.duration == 2_500_000_000)
        #expect(Int(course.frame(at: 500_000_000).rounded()) == 40)
        #expect(course.frame(at: 600_000_000) == course.frame(at: 2_500_000_000))
        #expect(course.frameCount == 90)
    }

    @Test("the end of a round fades into the next round, and the end of the loop into the outro")
    func blendedLoop() throws {
        let course = PlaybackCourse(
            intro: try plan(10, 25), loop: try plan(40, 55), outro: try plan(60, 70), blend: 100_000_000)
        #expect(course.duration == 1_333_333_333)
        func old(_ time: Nanoseconds, isRepeated: Bool) -> Double? {
            guard case .blend(let old, _, _) = course.picture(at: time, isRepeated: isRepeated) else { return nil }
            return old.rounded()
        }
        #expect(old(500_000_000, isRepeated: false) == 25)
        #expect(old(500_000_000, isRepeated: true) == 55)
        #expect(old(1_000_000_000, isRepeated: true) == 55)
        #expect(old(100_000_000, isRepeated: true) == nil)
    }
}
