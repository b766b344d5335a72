import ExactNumbers
import Playback
import PolicyExploration
import SeededRandomness
import Testing

/// Tests that compare speed and scrubbing with an independent computation of stage time.
@Suite struct StageTimeTests {
    private static let seed: UInt64 = 0x7363_7275

    /// The stage time of one presentation, in femtoseconds.
    private struct ExpectedProgress {
        let duration: Int128
        var elapsed: Int128 = 0
        var speed: Int128 = 1_000_000
        var isPaused = false

        /// The remaining session time in nanoseconds, or `nil` during a pause.
        var remaining: Int128? { isPaused ? nil : (duration - elapsed + speed - 1) / speed }

        mutating func advance(_ time: Nanoseconds) {
            if !isPaused { elapsed = min(duration, elapsed + Int128(time) * speed) }
        }
    }

    @Test(arguments: 0..<400 as Range<UInt64>)
    func giftEndsAtFirstNanosecondAfterItsStageTime(run: UInt64) {
        var chance = SeededGenerator(seed: Self.seed + run)
        let duration = Nanoseconds(1 + chance.next(below: 3_000))
        var controller = PlaybackController()
        var trace = controller.handle(.arrival(Arrival(kind: "heart", sender: "ann", duration: duration)), at: 0)
        var count = ExpectedProgress(duration: Int128(duration) * 1_000_000)
        var now: Nanoseconds = 0
        while true {
            let wait = Nanoseconds(chance.next(below: 400))
            if let left = count.remaining, left <= Int128(wait) {
                now += Nanoseconds(left)
                break
            }
            // Advances in between change nothing.
            for _ in 0..<chance.next(below: 4) {
                trace += controller.advance(to: now + Nanoseconds(chance.next(below: Int(wait) + 1)))
            }
            now += wait
            count.advance(wait)
            let input: Input
            switch chance.next(below: 5) {
            case 0:
                let speed = Int64([100_000, 250_000, 333_333, 1_000_000, 4_000_000, 1][chance.next(below: 6)])
                count.speed = Int128(speed)
                input = .speed(Millionths(speed))
            case 1, 2:
                let target = Nanoseconds(chance.next(below: Int(duration)))
                count.elapsed = Int128(target) * 1_000_000
                input = .scrub(to: target)
            case 3 where chance.next(below: 2) == 0:
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
    func rulesHoldDespiteScrubbingAndSpeedChanges(run: UInt64) {
        var chance = SeededGenerator(seed: Self.seed ^ run)
        let threshold = Int64(chance.next(below: 11)) * 100_000
        var settings = Settings()
        settings.apply(.mode(chance.next(below: 3) == 0 ? .queue : .replace))
        settings.apply(.replaceAt(Millionths(threshold)))
        if chance.next(below: 2) == 0 { settings.apply(.early(.hold)) }
        var controller = PlaybackController(settings: settings)
        var book = InvariantChecker()
        book.record(nil, at: 0, controller.advance(to: 0), controller)
        var ends: [TraceEvent] = []
        for _ in 0..<60 {
            let time = controller.now + Nanoseconds(chance.next(below: 40))
            let input: Input =
                switch chance.next(below: 8) {
                case 0, 1, 2:
                    .arrival(Arrival(kind: "heart", sender: "ann", duration: Nanoseconds(1 + chance.next(below: 90))))
                case 3, 4: .scrub(to: Nanoseconds(chance.next(below: 100)))
                case 5: .speed(Millionths([100_000, 500_000, 4_000_000][chance.next(below: 3)]))
                case 6: .pause
                default: .resume
                }
            let before = controller.advance(to: time)
            book.record(nil, at: time, before, controller)
            let lines = controller.handle(input, at: time)
            book.record(input, at: time, lines, controller)
            ends += before + lines
        }
        #expect(book.violations.isEmpty, "run \(run): \(book.violations)")
        for line in ends {
            guard case .ended(_, .replaced(_, let progress)) = line.kind else { continue }
            #expect(progress.count >= threshold, "run \(run)")
        }
    }
}
