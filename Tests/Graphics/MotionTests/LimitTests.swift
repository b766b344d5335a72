import Testing

@testable import Motion

@Suite("Motions have limits for depth, duration and numbers")
struct LimitTests {
    @Test("twenty thousand nested motions need no stack")
    func deepNestingNeedsNoStack() {
        var motion = MotionPlan.by(.x, 1, for: .milliseconds(1), easing: .linear)
        for level in 0..<20_000 {
            motion =
                switch level % 4 {
                case 0: (consume motion).with(.set(.y, 1))
                case 1: (consume motion).then(.set(.scale, 2))
                case 2: (consume motion).delayed(by: .nanoseconds(1))
                default: (consume motion).reversed()
                }
        }
        let trajectory = motion.trajectory()
        #expect(trajectory.pose(atNanoseconds: 500_000).x.isFinite)
        #expect(trajectory.duration == .nanoseconds(1_000_000 + 5000))
        #expect(motion.withInitialVelocity(Velocity(channels: ChannelValues(repeating: 1))).duration == motion.duration)
    }

    @Test("durations beyond the limit are clamped to it")
    func longDurationsAreClamped() {
        let long = MotionPlan.wait(.seconds(Int64.max))
        #expect(long.then(long).duration == long.duration && long.repeated(.max).duration == long.duration)
        #expect(long.autoreversed().speed(0.001).duration == long.duration)
        #expect(long.autoreversed().trajectory().pose(atNanoseconds: .max) == .rest)
        #expect(
            MotionPlan.by(.x, 1, for: .nanoseconds(1)).repeated(.max).trajectory().pose(at: .seconds(Int64.max)).x
                > 1e17)
    }

    @Test("times before the start and negative durations count as zero")
    func negativeTimesCountAsZero() {
        let motion = MotionPlan.to(.x, 1, for: .seconds(-1)).delayed(by: .seconds(-5)).repeated(-2)
        #expect(motion == .none && MotionPlan.wait(.seconds(-1)) == .none)
        #expect(MotionPlan.set(.x, 1).trajectory().pose(at: .nanoseconds(-1)) == .rest)
        #expect(MotionPlan.set(.x, 1).prefix(.seconds(-1)).trajectory().pose(at: .zero).x == 1)
    }

    @Test(
        "extreme speeds and numbers never trap", arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e308, 1e-300])
    func extremeNumbersDoNotTrap(value: Double) {
        let motion = MotionPlan.to(.x, value, spring: .wobbly).with(.by(.rotation, value, for: .seconds(1)))
            .with(.to(.opacity, value, for: .seconds(1), easing: .bezier(value, value, value, value)))
            .with(.to(.color, MotionColor(red: value, green: value, blue: value), for: .seconds(1)))
            .speed(value).repeatedForever().speed(value)
        for time in [0, 1, 1_000_000_000, Int64.max] {
            let moment = motion.trajectory().moment(atNanoseconds: time)
            _ = (
                moment.pose.quarterTurns, moment.pose.wholeNumber, moment.pose.color.rgb, moment.pose.characters(of: 9)
            )
            _ = moment.continuing(with: motion.prefix(.seconds(1)).then(.to(.x, 1, spring: .gentle))).end
            _ = moment.continuing(with: .to(.x, 1, spring: .gentle)).end
        }
    }

    @Test("durations finer than a nanosecond are rounded down")
    func durationsAreRoundedDownToNanoseconds() {
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).wholeNanoseconds == 1)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: -1).wholeNanoseconds == -1)
        #expect(
            Duration(secondsComponent: -1, attosecondsComponent: -500_000_000_000_000_000).wholeNanoseconds
                == -1_500_000_000)
    }
}
