import Budgets
import LottieDocument
import LottieInspection
import SeededRandomness
import Synchronization
import Testing

@testable import AnimationLint

@Suite("What frames cost, counted and measured")
struct CostTests {
    /// A clock that advances by a fixed time whenever it is asked.
    private final class SteadyClock: Clock {
        struct Instant: InstantProtocol {
            var time: Duration
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
        }

        private let time = Mutex(Duration.zero)
        private let step: Duration
        init(_ step: Duration) { self.step = step }
        var minimumResolution: Duration { .zero }
        var now: Instant {
            time.withLock { time in
                time += step
                return Instant(time: time)
            }
        }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    private func lint(_ change: (inout LintOptions) -> Void, clock: (any Clock<Duration>)? = nil) throws -> Lint {
        var options = LintOptions()
        change(&options)
        return Lint(of: try LintSubject(Documents.document(Documents.square())), options, clock: clock)
    }

    @Test("a measured frame over the budget is an error that names the frame and both times")
    func frameTime() throws {
        let found = try lint({ $0.frameTime = .milliseconds(2) }, clock: SteadyClock(.milliseconds(3)))
        let finding = try #require(found.findings.first { $0.rule == .frameTime })
        #expect(finding.severity == .error)
        #expect(
            finding.message.hasPrefix(
                "frame 0 takes 3 ms at 160 × 160 pixels, the mean frame 3 ms; expected at most 2 ms."))
        #expect(try lint({ $0.frameTime = .milliseconds(3) }, clock: SteadyClock(.milliseconds(3))).findings == [])
    }

    /// A clock on which each measurement takes another time, some of them a very long one.
    private final class UnevenClock: Clock {
        private let time: Mutex<(instant: Duration, random: SeededGenerator)>
        init(seed: UInt64) { time = Mutex((.zero, SeededGenerator(seed: seed))) }
        var minimumResolution: Duration { .zero }
        var now: SteadyClock.Instant {
            time.withLock { time in
                time.instant += .microseconds(
                    Int.random(in: 0..<4, using: &time.random) == 0 ? Int.random(in: 1...9_000, using: &time.random) : 1
                )
                return SteadyClock.Instant(time: time.instant)
            }
        }
        func sleep(until deadline: SteadyClock.Instant, tolerance: Duration?) async throws {}
    }

    @Test("the slowest frame is never faster than the mean frame, however the machine delays them", arguments: 0..<40)
    func slowestFrame(seed: UInt64) throws {
        let figures = try #require(try lint({ $0.frameTime = .zero }, clock: UnevenClock(seed: seed)).figures?.timing)
        #expect(figures.worst >= figures.mean)
    }

    @Test("a load over its limit is an error")
    func loadTime() throws {
        let found = try lint({ $0.loadTime = .milliseconds(5) }, clock: SteadyClock(.milliseconds(6)))
        #expect(found.findings.map(\.rule) == [.loadTime])
    }

    @Test("without a clock nothing is measured, and the figures are the same each time")
    func counted() throws {
        let figures = try (0..<2).map { _ in try lint({ $0.frameTime = .zero }).figures?.json.text }
        #expect(figures[0] == figures[1])
        #expect(figures[0]?.contains("worst_ms") == false)
        #expect(figures[0]?.contains(#""pixels":"160x160","frames":20"#) == true)
    }

    @Test("more steps than permitted are an error, than usual a warning")
    func steps() throws {
        let found = try lint { $0.frameSteps = 10 }
        #expect(found.findings.map(\.rule) == [.frameCost])
        #expect(found.findings.map(\.severity) == [.error])
        #expect(found.figures.map { $0.worstSteps > 10 && $0.meanSteps <= $0.worstSteps } == true)
    }

    @Test("a file that costs more than the lint may spend is told to be looked at in part, and not as empty")
    func incomplete() throws {
        let found = try lint { $0.maxSteps = 2_000 }
        #expect(found.findings.map(\.rule) == [.incomplete])
        #expect(found.findings.map(\.severity) == [.note])
    }

    @Test("a deadline that has passed stops the lint")
    func deadline() throws {
        let deadline = Budget.Deadline(.zero, on: SteadyClock(.seconds(1)))
        let lint = Lint(
            of: try LintSubject(Documents.document(Documents.square())), LintOptions(), deadline: deadline)
        #expect(lint.findings.map(\.rule) == [.incomplete])
    }

    @Test("a larger picture takes more steps")
    func size() throws {
        let small = try lint { $0.pixels = PictureSize(width: 20, height: 20) }
        let large = try lint { $0.pixels = PictureSize(width: 600, height: 600) }
        #expect(try #require(small.figures).worstSteps < #require(large.figures).worstSteps)
    }
}
