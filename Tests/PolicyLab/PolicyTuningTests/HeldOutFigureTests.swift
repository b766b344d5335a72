import ExactNumbers
import Playback
import PolicyEvaluation
import Scenarios
import SeededRandomness
import Testing

@testable import PolicyTuning

@Suite("Figures of sessions held out")
struct HeldOutFigureTests {
    /// Returns the figures of a session in which gifts waited for these times.
    private static func session(waits: [Nanoseconds]) -> SessionFigures {
        var figures = SessionFigures()
        for (gift, wait) in waits.enumerated() {
            figures.willHandle(.arrival(Arrival(kind: "heart", sender: "ann", value: 5, duration: 0)))
            figures.receive(TraceEvent(at: 0, .arrived(gift: gift, kind: "heart", sender: "ann", count: 1)))
            figures.receive(TraceEvent(at: wait, .started(gift: gift)))
        }
        return figures
    }

    private static func figure(_ text: String, _ sessions: [SessionFigures]) throws -> HeldOutFigure {
        let figure = try TuningFigure(text)
        var sums = ResampledFigure(figure)
        for (index, session) in sessions.enumerated() {
            let identity = (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
            sums.add(session, weights: ResampleWeights.weights(seed: 1, units: [identity]))
        }
        return HeldOutFigure(figure, sums, beside: sums)
    }

    @Test(
        "a percentile's interval has the percentile, and its ends are times that occur, within 1/32", arguments: 1...8)
    func percentileHasItsInterval(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let sessions = (0..<30).map { _ in
            Self.session(waits: (0..<20).map { _ in Nanoseconds(1 + random.next(below: 30_000)) * 1_000_000 })
        }
        let all = sessions.flatMap { session in (0...100).compactMap { session.waitingTimes[$0] } }
        for text in ["p50(waiting)", "p95(waiting)", "p95(waiting, 1-9)"] {
            let figure = try Self.figure(text, sessions)
            let (amount, interval) = (try #require(figure.amount), try #require(figure.interval))
            #expect(interval.low <= amount.value && amount.value <= interval.high, "seed \(seed)")
            #expect(interval.low < interval.high)
            for end in [interval.low, interval.high] {
                #expect(all.contains { abs(Double($0) - end) <= Double($0) / 32 }, "seed \(seed), \(text)")
            }
        }
    }

    @Test("with the same figures on both sides the difference is nothing, in every resample")
    func equalSidesDoNotDiffer() throws {
        let sessions = (1...9).map { Self.session(waits: [Nanoseconds($0) * .second]) }
        for text in ["p95(waiting)", "shown", "waitingMean"] {
            let figure = try Self.figure(text, sessions)
            #expect(figure.difference == 0)
            #expect(figure.differenceInterval?.low == 0 && figure.differenceInterval?.high == 0)
        }
    }

    @Test("a limit is kept by a whole interval, broken by a whole interval, or undecided")
    func limitIsAnswered() throws {
        let sessions = (1...20).map { Self.session(waits: [Nanoseconds($0) * .second]) }
        let figure = try Self.figure("waitingMean", sessions)
        func answer(_ text: String) throws -> HeldOutFigure.Answer { figure.answer(to: try TuningConstraint(text)) }
        #expect(try answer("waitingMean < 20s") == .kept)
        #expect(try answer("waitingMean > 20s") == .broken)
        #expect(try answer("waitingMean < 10.5s") == .undecided)
        #expect(try answer("waitingMean > 1s") == .kept)
        #expect(try answer("waitingMean < 1s") == .broken)
        #expect(try Self.figure("waitingMean", []).answer(to: try TuningConstraint("waitingMean < 1s")) == .broken)
    }

    @Test("classes of waiting times have them within 1/32, also beyond those that are kept one by one")
    func classesAreNarrow() throws {
        var random = SeededGenerator(seed: 5)
        var times = Percentiles()
        var all: [Nanoseconds] = []
        for _ in 0..<6_000 {
            let time = Nanoseconds(random.next() >> UInt64(1 + random.next(below: 60)))
            times.add(time)
            all.append(time)
        }
        let classes = times.coarseClasses
        #expect(classes.reduce(0) { $0 + $1.count } == all.count)
        for (index, count) in classes {
            let range = Percentiles.coarseRange(ofClass: index)
            #expect(range.high - range.low <= range.low / 32 + 1)
            let expected = all.count { Double($0) >= range.low && Double($0) <= range.high }
            #expect(expected == count || range.high > 9e15, "class \(index)")
        }
    }
}
