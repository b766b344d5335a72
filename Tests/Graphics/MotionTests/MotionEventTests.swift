import Motion
import Testing

@Suite("A trajectory reports what it has completed")
struct MotionEventTests {
    private let step = MotionPlan.by(.x, 1, for: .milliseconds(100))

    private func events(
        _ motion: MotionPlan, after start: Int64 = -1, through end: Int64 = 10_000, limit: Int = 1_000
    ) -> [String] {
        motion.trajectory().events(after: .milliseconds(start), through: .milliseconds(end), limit: limit).map {
            switch $0.kind {
            case .segment(let index): "segment \(index) at \($0.nanoseconds / 1_000_000)"
            case .iteration(let number): "iteration \(number) at \($0.nanoseconds / 1_000_000)"
            }
        }
    }

    @Test("each part of a sequence is an event at its end, and a single movement has none")
    func partsAreReported() {
        #expect(events(step).isEmpty)
        let sequence = MotionPlan.sequence(step, .wait(.milliseconds(50)), step)
        #expect(events(sequence) == ["segment 0 at 100", "segment 1 at 150", "segment 2 at 250"])
    }

    @Test("each iteration is an event, also of a movement without an end")
    func iterationsAreReported() {
        #expect(events(step.repeated(3)) == ["iteration 1 at 100", "iteration 2 at 200", "iteration 3 at 300"])
        let endless = step.repeatedForever()
        #expect(events(endless, after: 1_000_000, through: 1_000_200).map { String($0.suffix(10)) }.count == 2)
        #expect(events(endless, through: 1_000_000, limit: 5).count == 5)
    }

    @Test("the beginning of a period is not part of it, its end is, and periods add up")
    func periodsAddUp() {
        let motion = MotionPlan.sequence(step, step.repeated(4), step)
        #expect(events(motion, after: 100, through: 300) == ["iteration 1 at 200", "iteration 2 at 300"])
        let whole = events(motion)
        let parts = stride(from: Int64(0), to: 700, by: 35).flatMap { (time: Int64) -> [String] in
            events(motion, after: time == 0 ? -1 : time, through: time + 35)
        }
        #expect(parts == whole)
        #expect(whole.last == "segment 2 at 600")
    }

    @Test("sequences and repetitions in each other are reported, the inner ones first, after a delay too")
    func nestedEventsAreReported() {
        let motion = MotionPlan.sequence(step, step).repeated(2).delayed(by: .milliseconds(10))
        #expect(
            events(motion) == [
                "segment 0 at 110", "segment 1 at 210", "iteration 1 at 210", "segment 0 at 310", "segment 1 at 410",
                "iteration 2 at 410",
            ])
    }
}
