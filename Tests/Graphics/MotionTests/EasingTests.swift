import SeededRandomness
import Testing

@testable import Motion

@Suite("Easings map time to progress")
struct EasingTests {
    /// Returns the progress, computed by bisection in fixed-point numbers with 60 fractional bits, without rounding
    /// before the result.
    private func bisectedProgress(_ curve: CubicBezier, at time: Double) -> Double {
        typealias Fixed = Int128
        let one = Fixed(1) << 60
        func fixed(_ value: Double) -> Fixed { Fixed((value * 0x1p60).rounded()) }
        func coordinate(_ p1: Fixed, _ p2: Fixed, _ t: Fixed) -> Fixed {
            func times(_ a: Fixed, _ b: Fixed) -> Fixed { (a * b) >> 60 }
            let s = one - t
            return 3 * times(times(times(s, s), t), p1) + 3 * times(times(times(s, t), t), p2) + times(times(t, t), t)
        }
        var low = Fixed(0)
        var high = one
        while high - low > 1 {
            let middle = (low + high) / 2
            if coordinate(fixed(curve.x1), fixed(curve.x2), middle) <= fixed(time) {
                low = middle
            } else {
                high = middle
            }
        }
        return Double(coordinate(fixed(curve.y1), fixed(curve.y2), low)) / 0x1p60
    }

    @Test("the progress of a curve equals that of a bisection in high precision", arguments: seeds)
    func bezierMatchesHighPrecisionBisection(seed: Int) {
        var random = RandomMotions(seed: seed)
        let curve =
            seed == 0
            ? CubicBezier(1, 0, 0, 1)
            : CubicBezier(random.number(0...1), random.number(-2...3), random.number(0...1), random.number(-2...3))
        for _ in 0..<50 {
            let time = random.number(0...1)
            // Where the curve is vertical, even adjacent times differ much in progress.
            let around = [-4e-16, 0, 4e-16].map { bisectedProgress(curve, at: min(max(time + $0, 0), 1)) }
            let progress = curve.progress(at: time)
            #expect(progress >= (around.min() ?? 0) - 2e-15 && progress <= (around.max() ?? 0) + 2e-15)
        }
    }

    @Test("both ends of a curve are exact, and times beyond them have the progress of the ends")
    func bezierEndsAreExact() {
        for easing in [MotionPlan.Easing.ease, .easeIn, .easeOut, .easeInOut, .backIn, .backOut, .fall, .linear] {
            #expect(easing.progress(at: 0) == 0 && easing.progress(at: 1) == 1)
            #expect(easing.progress(at: -3) == 0 && easing.progress(at: 7) == 1)
        }
    }

    @Test("falling follows the square of time", arguments: [0.1, 0.25, 0.5, 0.77])
    func fallFollowsSquareOfTime(time: Double) {
        #expect(abs(MotionPlan.Easing.fall.progress(at: time) - time * time) < 1e-15)
        #expect(abs(MotionPlan.Easing.rise.progress(at: time) - (1 - (1 - time) * (1 - time))) < 1e-15)
    }

    @Test("the slope of a curve is the difference quotient of its progress", arguments: seeds)
    func slopeMatchesDifferenceQuotient(seed: Int) {
        var random = RandomMotions(seed: seed)
        let curve = CubicBezier(
            random.number(0.1...0.6), random.number(-1...2), random.number(0.4...0.9), random.number(-1...2))
        let time = random.number(0.05...0.95)
        let difference = (curve.progress(at: time + 1e-6) - curve.progress(at: time - 1e-6)) / 2e-6
        #expect(abs(curve.point(at: time).slope - difference) < 1e-4 * max(1, abs(difference)))
    }

    /// The table of the CSS easing specification for three steps: the values in each third and at the end.
    static let table: [(jump: MotionPlan.Easing.StepJump, values: [Double])] = [
        (.start, [1.0 / 3, 2.0 / 3, 1, 1]),
        (.end, [0, 1.0 / 3, 2.0 / 3, 1]),
        (.none, [0, 0.5, 1, 1]),
        (.both, [0.25, 0.5, 0.75, 1]),
    ]

    @Test("steps jump at the times that CSS defines", arguments: table)
    func stepsJumpAtCSSTimes(jump: MotionPlan.Easing.StepJump, values: [Double]) {
        let easing = MotionPlan.Easing.steps(3, jump)
        for (third, value) in values.enumerated() {
            #expect(easing.progress(at: Double(third) / 3) == value)
            if third < 3 { #expect(easing.progress(at: Double(third) / 3 + 0.3) == value) }
        }
    }

    @Test("a step happens exactly in its nanosecond", arguments: MotionPlan.Easing.StepJump.allCases)
    func stepsHappenInTheirNanosecond(jump: MotionPlan.Easing.StepJump) {
        let easing = MotionPlan.Easing.steps(7, jump)
        let whole: Int64 = 7 * 333_333_333
        for step in 1..<Int64(7) {
            let (before, after) = (
                easing.point(step * 333_333_333 - 1, of: whole).value, easing.point(step * 333_333_333, of: whole).value
            )
            #expect(before < after)
            #expect(before == easing.point((step - 1) * 333_333_333, of: whole).value)
        }
    }

    @Test("too small a number of steps is raised to the minimum", arguments: [Int.min, -1, 0, 1])
    func stepCountIsRaisedToMinimum(count: Int) {
        #expect(MotionPlan.Easing.steps(count, .end).progress(at: 0.99) == 0)
        #expect(MotionPlan.Easing.steps(count, .none).progress(at: 0.5) == 1)
        #expect(MotionPlan.Easing.steps(.max, .end).progress(at: 1) == 1)
    }
}
