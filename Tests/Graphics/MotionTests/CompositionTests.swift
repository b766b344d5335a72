import Testing

@testable import Motion

@Suite("Motions can be combined")
struct CompositionTests {
    private func x(_ motion: MotionPlan, at milliseconds: Int, from pose: Pose = .rest) -> Double {
        motion.trajectory(from: pose).pose(at: .milliseconds(milliseconds)).x
    }

    @Test("motions of different properties run in parallel")
    func differentPropertiesRunInParallel() {
        let motion = MotionPlan.to(.x, 10, for: .seconds(1), easing: .linear)
            .with(.to(.opacity, 0, for: .seconds(2), easing: .linear))
        let pose = motion.trajectory().pose(at: .seconds(1))
        #expect(pose.x == 10 && pose.opacity == 0.5)
        #expect(motion.trajectory().end?.opacity == 0)
    }

    @Test("of two motions of one property the later in the list applies from its start, without a jump")
    func laterMotionOfPropertyApplies() {
        let first = MotionPlan.to(.x, 100, for: .seconds(2), easing: .linear)
        let second = MotionPlan.to(.x, 0, for: .seconds(1), easing: .linear).delayed(by: .seconds(1))
        let both = MotionPlan.parallel(first, second)
        #expect(x(both, at: 500) == 25)
        #expect(x(both, at: 1000) == 50)
        #expect(x(both, at: 1500) == 37.5)
        #expect(x(both, at: 2000) == 0)
        #expect(x(.parallel(second, first), at: 2000) == 100)
    }

    @Test("additive motions are added to the motions below")
    func additiveMotionsAreAdded() {
        let slide = MotionPlan.to(.x, 100, for: .seconds(1), easing: .linear)
        let shake = MotionPlan.keyframes(
            .x,
            [
                MotionPlan.Keyframe(at: .milliseconds(250), 8, easing: .linear),
                MotionPlan.Keyframe(at: .milliseconds(500), 0),
            ],
            added: true
        )
        #expect(x(.parallel(slide, shake), at: 250) == 33)
        #expect(x(.parallel(slide, shake), at: 500) == 50)
        #expect(x(slide.with(.by(.x, 5, for: .seconds(1))), at: 1000) == 105)
    }

    @Test("each repetition of an added motion continues from the end of the previous one")
    func repetitionsContinueFromPreviousEnd() {
        let step = MotionPlan.by(.x, 3, for: .milliseconds(100), easing: .linear)
        #expect(x(step.repeatedForever(), at: 1_000_050) == 3 * 10_000.5)
        #expect(x(MotionPlan.to(.x, 7, for: .milliseconds(100)).repeated(3), at: 250) == 7)
    }

    @Test("an entrance starts at the given value, and its reverse is the exit")
    func reversedEntranceIsExit() {
        let enter = MotionPlan.from(.x, -40, for: .milliseconds(300))
        let pose = Pose().with(.x, 12)
        #expect(x(enter, at: 0, from: pose) == -40)
        #expect(x(enter, at: 300, from: pose) == 12)
        #expect(x(enter.reversed(), at: 0, from: pose) == 12)
        #expect(x(enter.reversed(), at: 300, from: pose) == -40)
    }

    @Test("keyframes start at the value below, pass through each value and jump between two at the same time")
    func keyframesPassThroughTheirValues() {
        let motion = MotionPlan.keyframes(
            .x,
            [
                MotionPlan.Keyframe(at: .milliseconds(300), 50, easing: .linear),
                MotionPlan.Keyframe(at: .milliseconds(100), 10, easing: .linear),
                MotionPlan.Keyframe(at: .milliseconds(300), 0, easing: .linear),
                MotionPlan.Keyframe(at: .milliseconds(400), 4, easing: .linear),
            ])
        let pose = Pose().with(.x, 20)
        #expect(
            [0, 50, 100, 200, 300, 350, 400, 999].map { x(motion, at: $0, from: pose) } == [20, 15, 10, 30, 0, 2, 4, 4])
        #expect(MotionPlan.keyframes(.x, []) == .none)
    }

    @Test("a delayed motion can hold its first pose before it begins")
    func delayedMotionCanHoldItsStart() {
        let fade = MotionPlan.from(.opacity, 0, for: .milliseconds(100), easing: .linear)
        func opacity(_ motion: MotionPlan, at time: Int) -> Double {
            motion.trajectory().pose(at: .milliseconds(time)).opacity
        }
        let plain = fade.delayed(by: .milliseconds(40))
        let held = fade.delayed(by: .milliseconds(40), holdingStart: true)
        #expect([0, 50, 140].map { opacity(plain, at: $0) } == [1, 0.1, 1])
        #expect([0, 50, 140].map { opacity(held, at: $0) } == [0, 0.1, 1])
        #expect((plain.duration, held.duration) == (.milliseconds(140), .milliseconds(140)))
    }

    @Test("an endless motion has no successor, can be cut off, and is reversed repetition by repetition")
    func endlessMotionsHaveNoSuccessor() {
        let saw = MotionPlan.between(.x, 0, and: 10, for: .milliseconds(100), easing: .linear).repeatedForever()
        let motion = saw.then(.to(.x, 99, for: .seconds(1)))
        #expect(motion.duration == nil && motion.trajectory().end == nil)
        #expect(x(motion, at: 86_400_000_025) == 2.5)
        #expect(x(saw.reversed(), at: 86_400_000_025) == 7.5)
        #expect(x(MotionPlan.wait(.seconds(1)).then(saw).reversed(), at: 25) == 7.5)
        #expect(saw.prefix(.milliseconds(250)).duration == .milliseconds(250))
        #expect(x(saw.prefix(.milliseconds(250)), at: 900) == 5)
        #expect(saw.repeated(3) == saw && saw.autoreversed() == saw && saw.lasting(.seconds(1)) == saw)
        #expect(MotionPlan.set(.x, 1).repeatedForever().duration == .zero)
        #expect(saw.reversed().reversed().speed(2).reversed().trajectory().pose(at: .milliseconds(10)).x == 8)
    }

    @Test("each motion of a sequence starts where the previous one ended", arguments: seeds)
    func sequencesAreContinuous(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        func smooth() -> MotionPlan {
            let easing = MotionPlan.Easing.bezier(0.3, random.number(0...1), 0.6, random.number(0...1))
            let duration = Duration.nanoseconds(50_000_000 + random.generator.next(below: 500_000_000))
            return random.generator.next(below: 2) == 0
                ? .to(.x, random.number(), for: duration, easing: easing)
                : .by(.x, random.number(), spring: random.spring())
        }
        let parts = (0..<6).map { _ in smooth() }
        let trajectory = MotionPlan.sequence(parts).trajectory(from: random.pose())
        var joint: Int64 = 0
        for part in parts {
            joint += try #require(part.duration).length
            let (before, after) = (trajectory.pose(atNanoseconds: joint - 1).x, trajectory.pose(atNanoseconds: joint).x)
            // A spring's remaining distance within the tolerance is skipped at its end.
            #expect(abs(before - after) <= 100 * Spring.tolerance + 1e-4)
        }
    }
}

@Suite("Motions can be interrupted and continued")
struct InterruptionTests {
    @Test("the velocity of a moment is the rate of change of its pose", arguments: seeds)
    func velocityIsRateOfChange(seed: Int) {
        var random = RandomMotions(seed: seed)
        let motion = random.motion(endless: true)
        let trajectory = motion.trajectory(from: random.pose())
        for time in random.times(of: motion, count: 10) where time > 2000 {
            let (before, at, after) = (
                trajectory.moment(atNanoseconds: time - 1000), trajectory.moment(atNanoseconds: time),
                trajectory.moment(atNanoseconds: time + 1000)
            )
            for lane in 0..<ChannelValues.scalarCount {
                let slopes = [before, at, after].map { $0.velocity.channels[lane] }
                let early = (at.pose.channels[lane] - before.pose.channels[lane]) / 1e-6
                let late = (after.pose.channels[lane] - at.pose.channels[lane]) / 1e-6
                let difference = (early + late) / 2
                // At jumps and kinks the difference is not a velocity.
                guard let least = slopes.min(), let most = slopes.max(), most - least < 0.01 * max(1, abs(most)),
                    abs(early - late) < 0.01 * max(10, abs(difference))
                else { continue }
                #expect(abs(slopes[1] - difference) < 0.02 * max(10, abs(difference)), "at \(time) ns, channel \(lane)")
            }
        }
    }

    @Test("a spring continues an interrupted motion with its pose and velocity", arguments: seeds)
    func springContinuesInterruptedMotion(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let running = MotionPlan.to(.offset, [100, -40], for: .seconds(1), easing: .easeIn).trajectory()
        let moment = running.interrupted(at: .nanoseconds(random.generator.next(below: 1_000_000_000)))
        let speed = random.number(0.3...3)
        let next = moment.continuing(
            with: MotionPlan.to(.offset, [random.number(), random.number()], spring: random.spring()).speed(speed))
        #expect(next.pose(at: .zero) == moment.pose)
        for key in [MotionPlan.Property<Double>.x, .y] {
            #expect(abs(next.moment(at: .zero).velocity[key] - moment.velocity[key]) < 1e-9 * 1000)
        }
        let end = try #require(next.nanoseconds)
        #expect(abs(next.pose(atNanoseconds: end - 1).x - next.pose(atNanoseconds: end).x) < 0.2)
    }

    @Test("only the first spring of a property takes over the velocity, and only if it starts at once")
    func onlyFirstSpringTakesOverVelocity() {
        var velocity = Velocity.zero
        velocity[.x] = 100
        let moment = Moment(pose: .rest, velocity: velocity)
        let twice = MotionPlan.to(.x, 5, spring: .gentle).with(.to(.x, 9, spring: .stiff))
        #expect(abs(moment.continuing(with: twice).moment(at: .zero).velocity[.x] - 100) < 1e-9)
        let later = MotionPlan.wait(.seconds(1)).then(.to(.x, 5, spring: .gentle))
        #expect(later.withInitialVelocity(velocity) == later)
        let other = MotionPlan.to(.y, 5, spring: .gentle)
        #expect(other.withInitialVelocity(velocity) == other)
    }

    @Test("an initial velocity makes a spring last longer and delays the following motions")
    func initialVelocityLengthensSpring() throws {
        var velocity = Velocity.zero
        velocity[.x] = 1e5
        let spring = MotionPlan.to(.x, 1, spring: .gentle)
        let motion = spring.then(.wait(.seconds(1)))
        let pushed = motion.withInitialVelocity(velocity)
        #expect(try #require(pushed.duration) > #require(motion.duration))
        #expect(try #require(pushed.duration) - .seconds(1) == #require(spring.withInitialVelocity(velocity).duration))
        let repeated = MotionPlan.sequence(motion, motion).delayed(by: .seconds(1)).repeated(2).speed(2)
        #expect(repeated.withInitialVelocity(velocity) == repeated)
    }
}
