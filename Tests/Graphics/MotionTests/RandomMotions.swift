import SeededRandomness

@testable import Motion

/// A generator of random motions of all kinds, durations and numbers.
struct RandomMotions {
    var generator: SeededGenerator

    init(seed: Int) { generator = SeededGenerator(seed: UInt64(seed)) }

    mutating func number(_ range: ClosedRange<Double> = -50...50) -> Double {
        Double.random(in: range, using: &generator)
    }

    /// Returns a duration that common numbers do not divide evenly, and sometimes zero.
    mutating func duration() -> Duration {
        generator.next(below: 8) == 0 ? .zero : .nanoseconds(1 + generator.next(below: 900_000_000))
    }

    mutating func easing() -> MotionPlan.Easing {
        switch generator.next(below: 4) {
        case 0: .linear
        case 1: .steps(1 + generator.next(below: 9), MotionPlan.Easing.StepJump.allCases[generator.next(below: 4)])
        default: .bezier(number(0...1), number(-1...2), number(0...1), number(-1...2))
        }
    }

    mutating func spring() -> Spring {
        Spring(frequency: number(2...60), dampingRatio: number(0.1...3))
    }

    mutating func pose() -> Pose {
        Pose().with(.offset, [number(), number()]).with(.opacity, number(0...1)).with(.rotation, number())
            .with(.number, number()).with(.color, MotionColor(UInt32(generator.next(below: 1 << 24))))
    }

    /// Returns a motion of one property.
    mutating func simple() -> MotionPlan {
        let properties: [MotionPlan.Property<Double>] = [.x, .y, .scale, .rotation, .opacity, .number]
        let property = properties[generator.next(below: properties.count)]
        return switch generator.next(below: 9) {
        case 0: .set(property, number())
        case 1: .to(property, number(), spring: spring())
        case 2: .from(property, number(), for: duration(), easing: easing())
        case 3: .by(property, number(), for: duration(), easing: easing())
        case 4: .by(.offset, [number(), number()], spring: spring())
        case 5: .to(.color, MotionColor(UInt32(generator.next(below: 1 << 24))), for: duration(), easing: easing())
        case 6:
            .keyframes(
                property,
                (0..<1 + generator.next(below: 4)).map { _ in
                    MotionPlan.Keyframe(at: duration(), number(), easing: easing())
                },
                added: generator.next(below: 2) == 0)
        case 7: .wait(duration())
        default: .to(property, number(), for: duration(), easing: easing())
        }
    }

    /// Returns a nested motion with at most `depth` levels, which can be endless only if `endless` is true.
    mutating func motion(depth: Int = 3, endless: Bool = false) -> MotionPlan {
        if depth == 0 || generator.next(below: 5) == 0 { return simple() }
        let inner = motion(depth: depth - 1, endless: endless)
        switch generator.next(below: endless ? 11 : 10) {
        case 0, 1: return .sequence(inner, motion(depth: depth - 1), motion(depth: depth - 1))
        case 2, 3: return .parallel(inner, motion(depth: depth - 1), motion(depth: depth - 1))
        case 4: return inner.delayed(by: duration(), holdingStart: generator.next(below: 2) == 0)
        case 5: return inner.repeated(1 + generator.next(below: 4))
        case 6: return inner.reversed()
        case 7: return inner.speed(number(0.25...4))
        case 8: return inner.autoreversed()
        case 9: return generator.next(below: 2) == 0 ? inner.lasting(duration()) : inner.prefix(duration())
        default: return inner.repeatedForever()
        }
    }

    /// Returns times before, during and after a motion, in nanoseconds.
    mutating func times(of motion: MotionPlan, count: Int = 20) -> [Int64] {
        let length = motion.duration.map { $0.length } ?? 5_000_000_000
        return [0, length, max(0, length - 1), length + 1, -1]
            + (0..<count).map { _ in Int64(Double(length) * number(0...1.1)) }
    }
}

/// Returns the largest difference of two poses in any channel, relative to the channel's magnitude.
func distance(_ first: Pose, _ second: Pose) -> Double {
    var most = 0.0
    for lane in 0..<ChannelValues.scalarCount {
        let (one, two) = (first.channels[lane], second.channels[lane])
        most = max(most, abs(one - two) / max(1, abs(one), abs(two)))
    }
    return most
}

/// The seeds of property tests; each one is a separate case, so that a failure names its seed.
let seeds = 0..<200
