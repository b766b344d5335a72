import AnimationPlayback
import ExactNumbers
import LottieDocument
import Testing

@Suite("A plan says which frame is shown at a playing time")
struct PlaybackPlanTests {
    /// Half a second of frames 25 to 40.
    private func plan(
        repeats: PlaybackPlan.Repeats = .times(1), autoReverses: Bool = false, isReversed: Bool = false
    ) throws -> PlaybackPlan {
        let scene = try scene()
        let segment = try PlaybackSegment(from: .frame(25), to: .frame(40), in: scene)
        return PlaybackPlan(
            segment, of: scene, repeats: repeats, autoReverses: autoReverses, isReversed: isReversed)
    }

    private func frames(_ plan: PlaybackPlan, at milliseconds: [Int]) -> [Double] {
        milliseconds.map { (plan.moment(at: Nanoseconds($0) * 1_000_000).frame * 100).rounded() / 100 }
    }

    @Test("once, it goes from the first frame to the last and holds that")
    func once() throws {
        let plan = try plan()
        #expect(plan.duration == 500_000_000)
        #expect(frames(plan, at: [-100, 0, 100, 200, 400, 500, 9_000]) == [25, 25, 28, 31, 37, 40, 40])
        #expect(plan.moment(at: 500_000_000).iteration == 1)
        #expect(plan.moment(at: 9_000_000_000).progress == 1)
    }

    @Test("reversed, it goes from the last frame to the first")
    func reversed() throws {
        #expect(frames(try plan(isReversed: true), at: [0, 100, 400, 500]) == [40, 37, 28, 25])
    }

    @Test("each iteration begins again, and the last one is held")
    func repeated() throws {
        let plan = try plan(repeats: .times(3))
        #expect(plan.duration == 1_500_000_000)
        #expect(frames(plan, at: [400, 500, 600, 1_400, 1_500, 2_000]) == [37, 25, 28, 37, 40, 40])
        #expect([0, 499, 500, 1_000, 1_500].map { plan.moment(at: $0 * 1_000_000).iteration } == [0, 0, 1, 2, 3])
    }

    @Test("with both directions, an iteration ends where it began")
    func autoReversed() throws {
        let plan = try plan(repeats: .times(2), autoReverses: true)
        #expect(plan.duration == 2_000_000_000)
        #expect(frames(plan, at: [0, 400, 500, 600, 1_000, 1_100, 2_000]) == [25, 37, 40, 37, 25, 28, 25])
        #expect(plan.moment(at: 600_000_000).isBackward)
        let backwards = try self.plan(autoReverses: true, isReversed: true)
        #expect(frames(backwards, at: [0, 100, 500, 600, 1_000]) == [40, 37, 25, 28, 40])
    }

    @Test("without an end, it goes on at any time")
    func forever() throws {
        let plan = try plan(repeats: .forever)
        #expect(plan.duration == nil)
        #expect(frames(plan, at: [500, 3_600_000_100]) == [25, 28])
        #expect(plan.moment(at: .max).frame < 40)
    }

    /// Ten frames, a third of a second.
    private func third(_ repeats: Int) throws -> PlaybackPlan {
        let scene = try scene()
        let segment = try PlaybackSegment(from: .frame(20), to: .frame(30), in: scene)
        return PlaybackPlan(segment, of: scene, repeats: .times(repeats))
    }

    @Test(
        "the duration is rounded once, whatever the number of iterations",
        arguments: [(1, 333_333_333), (2, 666_666_667), (3, 1_000_000_000), (1_000, 333_333_333_333)])
    func exactDuration(repeats: Int, duration: Nanoseconds) throws {
        #expect(try third(repeats).duration == duration)
    }

    @Test("pictures at whole frames show these frames, in each iteration")
    func wholeFrames() throws {
        let plan = try third(4)
        let frames = (0..<40).map { plan.moment(at: Nanoseconds((Double($0) / 30 * 1e9).rounded())).frame }
        #expect(frames == (0..<4).flatMap { _ in (20..<30).map(Double.init) })
    }

    @Test("backwards, the first nanosecond after a whole frame belongs to the frame before it")
    func leftFrames() throws {
        let plan = try plan(isReversed: true)
        // Frame 39 is whole at a thirtieth of a second, which is no whole nanosecond.
        #expect(plan.moment(at: 33_333_333).frame == 39)
        #expect(plan.moment(at: 33_333_334).frame < 39)
    }

    @Test("fewer than one iteration counts as one", arguments: [0, -5])
    func noIterations(count: Int) throws {
        #expect(try plan(repeats: .times(count)).iterationCount == 1)
    }

    @Test("the longest plan has a duration that is a number")
    func longest() throws {
        #expect(try plan(repeats: .times(.max)).duration == .max)
        let slow = try Composition(json: Array(#"{"fr":0.0001,"ip":0,"op":100000,"w":1,"h":1,"layers":[]}"#.utf8))
        #expect(PlaybackPlan(PlaybackSegment(of: slow), of: slow).duration == 86_400 * .second)
    }
}
