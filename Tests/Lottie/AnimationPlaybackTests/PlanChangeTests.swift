import AnimationPlayback
import ExactNumbers
import LottieDocument
import Testing

private let millisecond: Nanoseconds = 1_000_000

@Suite("A player changes from one plan to another in mid-play")
struct PlanChangeTests {
    private let composition: Composition

    init() throws { composition = try scene() }

    private func plan(
        _ from: Double, _ to: Double, repeats: PlaybackPlan.Repeats = .times(1), autoReverses: Bool = false
    ) throws -> PlaybackPlan {
        PlaybackPlan(
            try PlaybackSegment(from: .frame(from), to: .frame(to), in: composition), of: composition,
            repeats: repeats, autoReverses: autoReverses)
    }

    private func event(_ milliseconds: Int, _ kind: AnimationPlayer.Event.Kind) -> AnimationPlayer.Event {
        AnimationPlayer.Event(at: Nanoseconds(milliseconds) * millisecond, kind: kind)
    }

    private func shown(_ player: AnimationPlayer) -> Double { (player.frame * 100).rounded() / 100 }

    /// What is shown, to hundredths of a frame.
    private func picture(_ player: AnimationPlayer) -> AnimationPicture {
        func rounded(_ frame: Double) -> Double { (frame * 100).rounded() / 100 }
        return switch player.picture {
        case .frame(let frame): .frame(rounded(frame))
        case .blend(let old, let new, let share): .blend(rounded(old), with: rounded(new), share: share)
        }
    }

    @Test("a cut shows the first frame of the plan at once")
    func cut() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), at: 0)
        _ = player.play(try plan(20, 35), by: .cut, at: 500 * millisecond)
        #expect(shown(player) == 20)
        #expect(picture(player) == .frame(20))
    }

    @Test("a blend begins the plan at once, and the frame that was shown fades into it")
    func blend() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), at: 0)
        #expect(
            player.play(try plan(50, 70), by: .blend(200 * millisecond), at: 500 * millisecond)
                == [event(500, .completed(.replaced))])
        #expect(picture(player) == .blend(25, with: 50, share: 0))
        _ = player.advance(to: 600 * millisecond)
        #expect(picture(player) == .blend(25, with: 53, share: 0.5))
        _ = player.advance(to: 700 * millisecond)
        #expect(picture(player) == .frame(56))
    }

    @Test("a fade follows pauses and the speed, and a move ends it")
    func fadeFollowsPlayingTime() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), speed: Millionths(500_000), at: 0)
        _ = player.play(try plan(50, 70), by: .blend(200 * millisecond), at: 0)
        _ = player.pause(at: 200 * millisecond)
        _ = player.advance(to: 9_000 * millisecond)
        #expect(picture(player) == .blend(10, with: 53, share: 0.5))
        _ = player.seek(to: 0, at: 9_000 * millisecond)
        #expect(picture(player) == .frame(50))
    }

    @Test(
        "a plan that waits begins at the end of the iteration, and not before",
        arguments: [PlanChange.cut, .blend(100 * millisecond), .approach])
    func iterationEnd(change: PlanChange) throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .forever), at: 0)
        #expect(
            player.play(try plan(40, 55), by: change, from: .iterationEnd, at: 1_300 * millisecond).first
                == event(
                    1_000, .iterationEnded(1)))
        #expect(player.advance(to: 1_900 * millisecond).isEmpty)
        #expect(shown(player) == 37)
        var onward = player
        _ = onward.advance(to: 2_000 * millisecond)
        #expect(picture(onward) == (change == .blend(100 * millisecond) ? .blend(40, with: 40, share: 0) : .frame(40)))
        let events = player.advance(to: 9_000 * millisecond)
        #expect(
            Array(events.prefix(3)) == [
                event(2_000, .iterationEnded(2)), event(2_000, .completed(.replaced)), event(2_000, .began),
            ])
        #expect(events.last == event(2_500, .completed(.reachedEnd)))
    }

    @Test("after the last iteration the plan has reached its end and was not replaced")
    func lastIteration() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), at: 0)
        _ = player.play(try plan(40, 55), by: .cut, from: .iterationEnd, at: 0)
        #expect(
            player.advance(to: 1_000 * millisecond) == [
                event(1_000, .iterationEnded(1)), event(1_000, .completed(.reachedEnd)), event(1_000, .began),
            ])
        #expect(player.completion == nil)
        #expect(shown(player) == 40)
    }

    @Test("of plans that wait the last one begins, and a player that is stopped forgets it")
    func onlyOneWaits() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .forever), at: 0)
        _ = player.play(try plan(40, 55), by: .cut, from: .iterationEnd, at: 0)
        _ = player.play(try plan(20, 35), by: .cut, from: .iterationEnd, at: 0)
        var stopped = player
        _ = player.advance(to: 1_000 * millisecond)
        #expect(shown(player) == 20)
        _ = stopped.stop(at: 500 * millisecond)
        #expect(stopped.advance(to: 9_000 * millisecond).isEmpty)
    }

    @Test("a step over a billion iterations does not pass the one at whose end a plan waits")
    func longSteps() throws {
        let short = try Composition(json: Array(#"{"fr":1000,"ip":0,"op":0.001,"w":1,"h":1,"layers":[]}"#.utf8))
        let forever = PlaybackPlan(PlaybackSegment(of: short), of: short, repeats: .forever)
        var player = AnimationPlayer(short, plan: forever, at: 0)
        _ = player.play(forever, by: .cut, from: .iterationEnd, at: 500)
        let events = player.advance(to: 1_000 * .second)
        #expect(events.first == AnimationPlayer.Event(at: 1_000, kind: .iterationEnded(1)))
        #expect(events.count <= AnimationPlayer.maxReportedIterations + 3)
    }

    @Test("at a speed below zero plans are played from their end, and a change of sign turns the direction")
    func backward() throws {
        var player = AnimationPlayer(
            composition, plan: try plan(10, 40), speed: Millionths(2_000_000), isBackward: true, at: 0)
        _ = player.advance(to: 100 * millisecond)
        #expect(shown(player) == 34)
        #expect(player.isBackward)
        _ = player.setSpeed(.one, isBackward: false, at: 100 * millisecond)
        _ = player.advance(to: 200 * millisecond)
        #expect(shown(player) == 37)
        #expect(player.advance(to: 9_000 * millisecond).last == event(300, .completed(.reachedEnd)))
        _ = player.setSpeed(.one, isBackward: true, at: 9_000 * millisecond)
        _ = player.play(try plan(50, 65), by: .cut, at: 9_000 * millisecond)
        _ = player.advance(to: 9_100 * millisecond)
        #expect(shown(player) == 62)
    }

    @Test("it plays to a place and holds it")
    func toPlace() throws {
        var player = AnimationPlayer(composition, at: 0)
        _ = try player.play(to: .share(Millionths(500_000)), at: 500 * millisecond)
        _ = player.advance(to: 60_000 * millisecond)
        #expect(player.completion == .reachedEnd)
        #expect(abs(player.frame - 40) < 0.01)
        #expect(throws: PlaybackSegmentError.self) { try player.play(to: .frame(900), at: 0) }
    }
}
