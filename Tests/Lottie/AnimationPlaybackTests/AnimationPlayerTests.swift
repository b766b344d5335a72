import AnimationPlayback
import ExactNumbers
import LottieDocument
import SeededRandomness
import Testing

private let millisecond: Nanoseconds = 1_000_000

@Suite("A player is told the time and answers what is shown and what happened")
struct AnimationPlayerTests {
    private let composition: Composition

    init() throws { composition = try scene() }

    private func plan(
        _ from: Double, _ to: Double, repeats: PlaybackPlan.Repeats = .times(1), autoReverses: Bool = false,
        isReversed: Bool = false
    ) throws -> PlaybackPlan {
        PlaybackPlan(
            try PlaybackSegment(from: .frame(from), to: .frame(to), in: composition), of: composition,
            repeats: repeats, autoReverses: autoReverses, isReversed: isReversed)
    }

    private func event(_ milliseconds: Int, _ kind: AnimationPlayer.Event.Kind) -> AnimationPlayer.Event {
        AnimationPlayer.Event(at: Nanoseconds(milliseconds) * millisecond, kind: kind)
    }

    private func shown(_ player: AnimationPlayer) -> Double { (player.frame * 100).rounded() / 100 }

    @Test("it plays the whole animation once, says so at the exact time, and holds the last frame")
    func whole() {
        var player = AnimationPlayer(composition, at: 1_000 * millisecond)
        #expect(player.nextDue == 3_000 * millisecond)
        #expect(player.advance(to: 2_000 * millisecond).isEmpty)
        #expect(shown(player) == 40)
        #expect(
            player.advance(to: 9_000 * millisecond) == [
                event(3_000, .iterationEnded(1)), event(3_000, .completed(.reachedEnd)),
            ])
        #expect(shown(player) == 70)
        #expect(player.frame < 70)
        #expect(player.completion == .reachedEnd)
        #expect(player.nextDue == nil)
    }

    @Test("each iteration is said at its end")
    func iterations() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .times(3)), at: 0)
        #expect(
            player.advance(to: 5_000 * millisecond) == [
                event(1_000, .iterationEnded(1)), event(2_000, .iterationEnded(2)), event(3_000, .iterationEnded(3)),
                event(3_000, .completed(.reachedEnd)),
            ])
    }

    @Test("at another speed, everything is due in proportion")
    func speeds() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), speed: Millionths(500_000), at: 0)
        _ = player.advance(to: 1_000 * millisecond)
        #expect(shown(player) == 25)
        #expect(player.setSpeed(Millionths(2_000_000), at: 1_000 * millisecond).isEmpty)
        #expect(player.nextDue == 1_250 * millisecond)
        _ = player.setSpeed(.zero, at: 1_100 * millisecond)
        #expect(player.nextDue == nil)
        #expect(player.advance(to: 90_000 * millisecond).isEmpty)
        #expect(shown(player) == 31)
    }

    @Test("a pause lasts as long as it lasts")
    func pauses() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40), at: 0)
        _ = player.pause(at: 400 * millisecond)
        #expect(player.advance(to: 5_000 * millisecond).isEmpty)
        #expect(shown(player) == 22)
        player.resume(at: 6_000 * millisecond)
        #expect(player.nextDue == 6_600 * millisecond)
    }

    @Test("turned round, it plays back what it has played of the iteration, and then the iterations that are left")
    func rewinding() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .times(2)), at: 0)
        _ = player.rewind(at: 400 * millisecond)
        #expect(shown(player) == 22)
        #expect(player.advance(to: 800 * millisecond) == [event(800, .iterationEnded(1))])
        _ = player.advance(to: 900 * millisecond)
        #expect(shown(player) == 37)
        #expect(player.advance(to: 9_000 * millisecond).last == event(1_800, .completed(.reachedEnd)))
        #expect(shown(player) == 10)
        #expect(player.rewind(at: 10_000 * millisecond).isEmpty)
        _ = player.advance(to: 10_500 * millisecond)
        #expect(shown(player) == 25)
    }

    @Test("another plan takes over without a jump: within its segment at once, from elsewhere by the way between")
    func switching() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .forever), at: 0)
        _ = player.advance(to: 500 * millisecond)
        let replaced = player.play(try plan(20, 35, repeats: .forever), at: 500 * millisecond)
        #expect(replaced == [event(500, .completed(.replaced))])
        #expect(shown(player) == 25)
        _ = player.advance(to: 600 * millisecond)
        #expect(shown(player) == 28)
        _ = player.play(try plan(55, 70), at: 600 * millisecond)
        #expect(shown(player) == 28)
        _ = player.advance(to: 1_050 * millisecond)
        #expect(shown(player) == 41.5)
        #expect(player.nextDue == 2_000 * millisecond)
        #expect(player.advance(to: 3_000 * millisecond).last == event(2_000, .completed(.reachedEnd)))
        _ = player.play(try plan(10, 40), by: .cut, at: 3_000 * millisecond)
        #expect(shown(player) == 10)
    }

    @Test("it plays to a frame in either direction and holds it", arguments: [(55.0, 1_500), (20, 667), (25, 500)])
    func toFrame(target: Double, end: Int) {
        var player = AnimationPlayer(composition, at: 0)
        _ = player.play(toFrame: target, at: 500 * millisecond)
        let events = player.advance(to: 60_000 * millisecond)
        #expect(events.last?.kind == .completed(.reachedEnd))
        #expect(abs((events.last?.at ?? 0) - Nanoseconds(end) * millisecond) < millisecond)
        #expect(abs(player.frame - target) < 0.01)
    }

    @Test("iterations end at their exact times, rounded to nanoseconds, and as often as they are played")
    func exactIterations() throws {
        var player = AnimationPlayer(composition, plan: try plan(20, 30, repeats: .times(3)), at: 0)
        let events = player.advance(to: 2 * .second)
        #expect(events.map(\.at) == [333_333_333, 666_666_667, .second, .second])
        #expect(
            events.map(\.kind) == [
                .iterationEnded(1), .iterationEnded(2), .iterationEnded(3), .completed(.reachedEnd),
            ])
    }

    @Test("the frame to which it plays is held, in either direction", arguments: [55.0, 20])
    func toExactFrame(target: Double) {
        var player = AnimationPlayer(composition, at: 0)
        _ = player.play(toFrame: target, at: 500 * millisecond)
        _ = player.advance(to: 60_000 * millisecond)
        #expect(player.frame == target)
    }

    @Test("stopped, it stays where it is, and says that it was interrupted, once")
    func stopping() {
        var player = AnimationPlayer(composition, at: 0)
        #expect(player.stop(at: 500 * millisecond) == [event(500, .completed(.interrupted))])
        #expect(player.stop(at: 600 * millisecond).isEmpty)
        #expect(shown(player) == 25)
    }

    @Test("moved after its end, it plays on")
    func seeking() throws {
        var player = AnimationPlayer(composition, plan: try plan(10, 40, repeats: .times(2)), at: 0)
        _ = player.advance(to: 3_000 * millisecond)
        _ = player.seek(to: 1_500 * millisecond, at: 3_000 * millisecond)
        #expect(shown(player) == 25)
        #expect(player.advance(to: 9_000 * millisecond).first == event(3_500, .iterationEnded(2)))
    }

    @Test("a step over a billion iterations reports the last ones, with their numbers and exact times")
    func longSteps() throws {
        let short = try Composition(json: Array(#"{"fr":1000,"ip":0,"op":0.001,"w":1,"h":1,"layers":[]}"#.utf8))
        let whole = PlaybackSegment(of: short)
        let forever = PlaybackPlan(whole, of: short, repeats: .forever)
        var player = AnimationPlayer(short, plan: forever, at: 0)
        let events = player.advance(to: 1_000 * .second)
        #expect(events.count == AnimationPlayer.maxReportedIterations)
        #expect(events.last == AnimationPlayer.Event(at: 1_000 * .second, kind: .iterationEnded(1_000_000_000)))
        #expect(events.first?.at == 1_000 * .second - 999_000)
        var limited = AnimationPlayer(
            short, plan: PlaybackPlan(whole, of: short, repeats: .times(5_000)), at: 0)
        #expect(limited.advance(to: .second).last == event(5, .completed(.reachedEnd)))
    }

    @Test("how often it is asked changes nothing", arguments: 1...40)
    func steps(seed: Int) throws {
        var rng = SeededGenerator(seed: UInt64(seed))
        let repeats: PlaybackPlan.Repeats = rng.next(below: 3) == 0 ? .forever : .times(1 + rng.next(below: 5))
        let plan = try plan(
            10 + Double(rng.next(below: 20)), 40 + Double(rng.next(below: 30)), repeats: repeats,
            autoReverses: rng.next(below: 2) == 0, isReversed: rng.next(below: 2) == 0)
        let speed = Millionths(Int64(100_000 + rng.next(below: 3_000_000)))
        var seldom = AnimationPlayer(composition, plan: plan, speed: speed, at: 0)
        var often = seldom
        let turn = Nanoseconds(rng.next(below: 2_000_000_000))
        let end = turn + Nanoseconds(rng.next(below: 4_000_000_000))
        let expected = seldom.rewind(at: turn) + seldom.advance(to: end)
        var events: [AnimationPlayer.Event] = []
        var now: Nanoseconds = 0
        while now < turn {
            now = min(turn, now + Nanoseconds(1 + rng.next(below: 50_000_000)))
            events += often.advance(to: now)
        }
        events += often.rewind(at: turn)
        while now < end {
            now = min(end, now + Nanoseconds(1 + rng.next(below: 50_000_000)))
            events += often.advance(to: now)
        }
        #expect(events == expected)
        #expect(often.frame == seldom.frame)
        #expect(often.moment == seldom.moment)
    }
}
