import ExactNumbers
import Playback
import PolicyExploration
import Testing

/// Tests of the rules that hold after every input of random sessions with random settings.
@Suite struct InvariantTests {
    /// The sessions of one parallel run; all runs have 120,000 sessions together.
    private static let sessions: UInt64 = 15_000
    private static let seed: UInt64 = 0x6769_6674

    @Test(.timeLimit(.minutes(10)), arguments: 0..<8 as Range<UInt64>)
    func invariantsHoldAfterEveryInput(run: UInt64) {
        for number in 0..<Self.sessions {
            let seed = Self.seed + run * Self.sessions + number
            let violations = Self.violations(seed: seed)
            guard violations.isEmpty else {
                Issue.record("seed \(seed): \(violations.joined(separator: "; "))")
                return
            }
        }
    }

    @Test(arguments: 0..<500 as Range<UInt64>)
    func sameInputsGiveSameTrace(seed: UInt64) {
        #expect(Self.trace(seed: seed, stepping: false) == Self.trace(seed: seed, stepping: true), "seed \(seed)")
    }

    /// Plays a session and returns the violations up to the first input that has any.
    private static func violations(seed: UInt64) -> [String] {
        var session = RandomSession(seed: seed)
        var controller = PlaybackController(settings: session.settings)
        var book = InvariantChecker()
        func pass(to time: Nanoseconds) {
            book.record(nil, at: time, controller.advance(to: time), controller)
        }
        pass(to: 0)
        while let (input, time) = session.next(after: controller), book.violations.isEmpty {
            pass(to: time)
            book.record(input, at: time, controller.handle(input, at: time), controller)
        }
        while let due = controller.nextDue, book.violations.isEmpty { pass(to: due) }
        book.record(.end, at: controller.now, controller.handle(.end, at: controller.now), controller)
        return book.violations.map(\.description)
    }

    /// Returns the trace of a session.
    ///
    /// - Parameters:
    ///   - seed: The seed of the session.
    ///   - stepping: Whether the controller stops at every instant at which something is due, as a screen does.
    private static func trace(seed: UInt64, stepping: Bool) -> [TraceEvent] {
        var session = RandomSession(seed: seed)
        var controller = PlaybackController(settings: session.settings)
        var trace: [TraceEvent] = []
        while let (input, time) = session.next(after: controller) {
            while stepping, let due = controller.nextDue, due <= time {
                trace += controller.advance(to: (controller.now + due) / 2)
                trace += controller.advance(to: due)
            }
            trace += controller.handle(input, at: time)
        }
        return trace + controller.handle(.end, at: controller.now)
    }
}
