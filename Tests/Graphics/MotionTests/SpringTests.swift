import Testing

@testable import Motion

@Suite("Springs follow the equation of motion and settle")
struct SpringTests {
    static let springs: [Spring] =
        [0.02, 0.1, 0.5, 0.9, 0.999, 0.999_999_99, 1, 1.000_000_01, 1.001, 1.5, 4, 50].flatMap { ratio in
            [0.1, 3, 25, 1000].map { Spring(frequency: $0, dampingRatio: ratio) }
        } + [.gentle, .wobbly, .stiff, .slow]

    @Test("both solutions satisfy the equation of motion", arguments: springs)
    func solutionsSatisfyEquationOfMotion(spring: Spring) {
        // Time is in units of the spring's own period, so the same tolerance applies to all springs.
        let (w, z) = (spring.frequency, spring.dampingRatio)
        for step in 0..<400 {
            let time = Double(step) * 0.05 / w + 0.002 / w
            let h = 1e-4 / w / max(1, z)
            let (before, at, after) = (
                spring.solution(at: time - h), spring.solution(at: time), spring.solution(at: time + h)
            )
            func residual(_ x: KeyPath<Spring.Solution, Double>, _ v: KeyPath<Spring.Solution, Double>, scale: Double) {
                let acceleration = (after[keyPath: v] - before[keyPath: v]) / (2 * h)
                let force = -w * w * at[keyPath: x] - 2 * z * w * at[keyPath: v]
                #expect(abs(acceleration - force) < 1e-5 * w * w * max(1, z * z) * scale)
                let velocity = (after[keyPath: x] - before[keyPath: x]) / (2 * h)
                #expect(abs(velocity - at[keyPath: v]) < 1e-5 * w * scale)
            }
            residual(\.initiallyDisplaced, \.initiallyDisplacedVelocity, scale: 1)
            residual(\.initiallyMoving, \.initiallyMovingVelocity, scale: 1 / w)
        }
    }

    @Test("one solution starts displaced at rest, and the other at the origin with a velocity", arguments: springs)
    func solutionsHaveInitialValues(spring: Spring) {
        let solution = spring.solution(at: 0)
        #expect(solution.initiallyDisplaced == 1 && solution.initiallyDisplacedVelocity == 0)
        #expect(solution.initiallyMoving == 0 && solution.initiallyMovingVelocity == 1)
    }

    @Test("a damping ratio close to 1 gives a solution close to the critical one", arguments: [0.1, 1, 10])
    func nearlyCriticalDampingIsContinuous(frequency: Double) {
        for exponent in 2...12 {
            var delta = 1.0
            for _ in 0..<exponent { delta /= 10 }
            for time in [0.1, 1, 5] {
                let critical = Spring(frequency: frequency, dampingRatio: 1).solution(at: time / frequency)
                for ratio in [1 - delta, 1 + delta] {
                    let other = Spring(frequency: frequency, dampingRatio: ratio).solution(at: time / frequency)
                    #expect(abs(other.initiallyDisplaced - critical.initiallyDisplaced) < 2 * delta)
                    #expect(abs(other.initiallyMoving - critical.initiallyMoving) * frequency < 2 * delta)
                }
            }
        }
    }

    @Test(
        "after its settling time a spring stays within the tolerance, and the time is hardly longer than needed",
        arguments: springs)
    func settlingTimeIsTight(spring: Spring) {
        let settled = Double(spring.settlingNanoseconds(initialVelocity: 0, threshold: 1)) / 1e9
        let step = 0.05 / spring.frequency / max(1, spring.dampingRatio)
        for index in 0..<2000 {
            #expect(
                abs(spring.solution(at: settled + Double(index) * step).initiallyDisplaced) <= Spring.tolerance
                    * 1.000_001)
        }
        // Within the last oscillation before, or the last tenth of the time, it exceeds the tolerance.
        let window = min(settled, max(7 / spring.frequency, settled / 10))
        let farthest = (0..<2000).map {
            abs(spring.solution(at: settled - window * Double($0) / 2000).initiallyDisplaced)
        }.max()
        #expect((farthest ?? 0) > Spring.tolerance)
    }

    @Test("an initial velocity has settled when its effect is below the threshold", arguments: springs)
    func initialVelocitySettlesBelowThreshold(spring: Spring) {
        for push in [-4000.0, -1, 0.001, 30, 1e6] {
            let settled = Double(spring.settlingNanoseconds(initialVelocity: push, threshold: 0.01)) / 1e9
            for index in 0..<500 {
                let time = settled + Double(index) * 0.05 / spring.frequency
                #expect(abs(push * spring.solution(at: time).initiallyMoving) <= 0.01 * 1.000_001)
            }
        }
    }

    @Test("stiffness, damping and mass define the same spring")
    func physicalParametersDefineSameSpring() {
        let spring = Spring(stiffness: 100, damping: 10, mass: 4)
        #expect(spring.frequency == 5 && spring.dampingRatio == 0.25)
        #expect(abs(Spring(response: .seconds(1), dampingRatio: 1).frequency - 2 * .pi) < 1e-12)
    }

    @Test("any numbers define a spring that settles", arguments: [Double.nan, -.infinity, -1, 0, .infinity, 1e300])
    func anyNumbersDefineSettlingSpring(value: Double) {
        for spring in [
            Spring(frequency: value, dampingRatio: value), Spring(stiffness: value, damping: value, mass: value),
            Spring(frequency: value, dampingRatio: 1), Spring(frequency: 1, dampingRatio: value),
        ] {
            #expect(spring.settlingTime(initialVelocity: value, threshold: value) <= .seconds(86_400))
            #expect(spring.solution(at: 1).initiallyDisplaced.isFinite)
        }
    }
}
