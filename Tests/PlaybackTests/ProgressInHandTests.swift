import Playback
import PolicyExploration
import SeededRandomness
import Testing

/// Tests that compare speed and scrubbing with an independent computation of stage time.
@Suite struct ProgressInHandTests {
    private static let seed: UInt64 = 0x7363_7275

    /// The stage time of one presentation, in femtoseconds.
    private struct Count {
        let duration: Int128
        var elapsed: Int128 = 0
        var speed: Int128 = 1_000_000
        var isPaused = false

        /// The remaining session time in nanoseconds, or `nil` during a pause.
        var left: Int128? { isPaused ? nil : (duration - elapsed + speed - 1) / speed }

        mutating func pass(_ time: Nanoseconds) {
            if !isPaused { elapsed = min(duration, elapsed + Int128(time) * speed) }
        }
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func aGiftEndsAtTheFirstNanosecondAtWhichItsStageTimeIsOverHoweverOftenSomebodyAsks(run: UInt64) {
        var chance = SeededGenerator(seed: Self.seed + run)
        let duration = Nanoseconds(1 + chance.below(3_000))
        var controller = PlaybackController()
        var trace = controller.handle(.arrival(Arrival(kind: "heart", sender: "ann", duration: duration)), at: 0)
        var count = Count(duration: Int128(duration) * 1_000_000)
        var now: Nanoseconds = 0
        while true {
            let wait = Nanoseconds(chance.below(400))
            if let left = count.left, left <= Int128(wait) {
                now += Nanoseconds(left)
                break
            }
            // Advances in between change nothing.
            for _ in 0..<chance.below(4) {
                trace += controller.advance(to: now + Nanoseconds(chance.below(Int(wait) + 1)))
            }
            now += wait
            count.pass(wait)
            let input: Input
            switch chance.below(5) {
            case 0:
                let speed = Int64([100_000, 250_000, 333_333, 1_000_000, 4_000_000, 1][chance.below(6)])
                count.speed = Int128(speed)
                input = .speed(Millionths(speed))
            case 1, 2:
                let target = Nanoseconds(chance.below(Int(duration)))
                count.elapsed = Int128(target) * 1_000_000
                input = .scrub(to: target)
            case 3 where chance.below(2) == 0:
                count.isPaused = true
                input = .pause
            default:
                count.isPaused = false
                input = .resume
            }
            trace += controller.handle(input, at: now)
            #expect(controller.running?.elapsed == Nanoseconds(count.elapsed / 1_000_000), "run \(run)")
        }
        trace += controller.advance(to: now + 1_000)
        let end = TraceEvent(at: now, .ended(gift: 1, .completed))
        #expect(trace.filter { if case .ended = $0.kind { true } else { false } } == [end], "run \(run)")
        #expect(controller.nextDue == nil)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func whateverIsMovedAndSpedUpAllRulesHold(run: UInt64) {
        var chance = SeededGenerator(seed: Self.seed ^ run)
        let threshold = Int64(chance.below(11)) * 100_000
        var settings = Settings()
        settings.apply(.mode(chance.below(3) == 0 ? .queue : .replace))
        settings.apply(.replaceAt(Millionths(threshold)))
        if chance.below(2) == 0 { settings.apply(.early(.hold)) }
        var controller = PlaybackController(settings: settings)
        var book = SessionBook()
        book.note(nil, at: 0, controller.advance(to: 0), controller)
        var ends: [TraceEvent] = []
        for _ in 0..<60 {
            let time = controller.now + Nanoseconds(chance.below(40))
            let input: Input =
                switch chance.below(8) {
                case 0, 1, 2:
                    .arrival(Arrival(kind: "heart", sender: "ann", duration: Nanoseconds(1 + chance.below(90))))
                case 3, 4: .scrub(to: Nanoseconds(chance.below(100)))
                case 5: .speed(Millionths([100_000, 500_000, 4_000_000][chance.below(3)]))
                case 6: .pause
                default: .resume
                }
            let before = controller.advance(to: time)
            book.note(nil, at: time, before, controller)
            let lines = controller.handle(input, at: time)
            book.note(input, at: time, lines, controller)
            ends += before + lines
        }
        #expect(book.violations.isEmpty, "run \(run): \(book.violations)")
        for line in ends {
            guard case .ended(_, .replaced(_, let progress)) = line.kind else { continue }
            #expect(progress.count >= threshold, "run \(run)")
        }
    }
}
