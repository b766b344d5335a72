import Testing

@testable import Motion

@Suite("Motions can be combined")
struct CompositionTests {
    private func x(_ motion: Motion, at milliseconds: Int, from pose: Pose = .rest) -> Double {
        motion.trajectory(from: pose).pose(at: .milliseconds(milliseconds)).x
    }

    @Test("motions of different properties run in parallel")
    func beside() {
        let motion = Motion.to(.x, 10, for: .seconds(1), easing: .linear)
            .with(.to(.opacity, 0, for: .seconds(2), easing: .linear))
        let pose = motion.trajectory().pose(at: .seconds(1))
        #expect(pose.x == 10 && pose.opacity == 0.5)
        #expect(motion.trajectory().end?.opacity == 0)
    }

    @Test("of two motions of one property the later in the list applies from its start, without a jump")
    func laterWins() {
        let first = Motion.to(.x, 100, for: .seconds(2), easing: .linear)
        let second = Motion.to(.x, 0, for: .seconds(1), easing: .linear).delayed(by: .seconds(1))
        let both = Motion.parallel(first, second)
        #expect(x(both, at: 500) == 25)
        #expect(x(both, at: 1000) == 50)
        #expect(x(both, at: 1500) == 37.5)
        #expect(x(both, at: 2000) == 0)
        #expect(x(.parallel(second, first), at: 2000) == 100)
    }

    @Test("additive motions are added to the motions below")
    func added() {
        let slide = Motion.to(.x, 100, for: .seconds(1), easing: .linear)
        let shake = Motion.keyframes(
            .x,
            [Motion.Keyframe(at: .milliseconds(250), 8, easing: .linear), Motion.Keyframe(at: .milliseconds(500), 0)],
            added: true
        )
        #expect(x(.parallel(slide, shake), at: 250) == 33)
        #expect(x(.parallel(slide, shake), at: 500) == 50)
        #expect(x(slide.with(.by(.x, 5, for: .seconds(1))), at: 1000) == 105)
    }

    @Test("each repetition of an added motion continues from the end of the previous one")
    func repetitions() {
        let step = Motion.by(.x, 3, for: .milliseconds(100), easing: .linear)
        #expect(x(step.repeatedForever(), at: 1_000_050) == 3 * 10_000.5)
        #expect(x(Motion.to(.x, 7, for: .milliseconds(100)).repeated(3), at: 250) == 7)
    }

    @Test("an entrance starts at the given value, and its reverse is the exit")
    func entrance() {
        let enter = Motion.from(.x, -40, for: .milliseconds(300))
        let pose = Pose().with(.x, 12)
        #expect(x(enter, at: 0, from: pose) == -40)
        #expect(x(enter, at: 300, from: pose) == 12)
        #expect(x(enter.reversed(), at: 0, from: pose) == 12)
        #expect(x(enter.reversed(), at: 300, from: pose) == -40)
    }

    @Test("keyframes start at the value below, pass through each value and jump between two at the same time")
    func keyframes() {
        let motion = Motion.keyframes(
            .x,
            [
                Motion.Keyframe(at: .milliseconds(300), 50, easing: .linear),
                Motion.Keyframe(at: .milliseconds(100), 10, easing: .linear),
                Motion.Keyframe(at: .milliseconds(300), 0, easing: .linear),
                Motion.Keyframe(at: .milliseconds(400), 4, easing: .linear),
            ])
        let pose = Pose().with(.x, 20)
        #expect(
            [0, 50, 100, 200, 300, 350, 400, 999].map { x(motion, at: $0, from: pose) } == [20, 15, 10, 30, 0, 2, 4, 4])
        #expect(Motion.keyframes(.x, []) == .none)
    }

    @Test("staggered motions start one after the other and can hold their first pose before")
    func stagger() {
        let fades = Array(repeating: Motion.from(.opacity, 0, for: .milliseconds(100), easing: .linear), count: 3)
        let plain = fades.staggered(by: .milliseconds(40)).map { $0.trajectory().pose(at: .milliseconds(50)).opacity }
        let held = fades.staggered(by: .milliseconds(40), holdingStart: true)
            .map { $0.trajectory().pose(at: .milliseconds(50)).opacity }
        #expect(plain == [0.5, 0.1, 1])
        #expect(held == [0.5, 0.1, 0])
        #expect(Motion.stagger(fades, by: .milliseconds(40)).duration == .milliseconds(180))
    }

    @Test("an endless motion has no successor, can be cut off, and is reversed repetition by repetition")
    func endless() {
        let saw = Motion.between(.x, 0, and: 10, for: .milliseconds(100), easing: .linear).repeatedForever()
        let motion = saw.then(.to(.x, 99, for: .seconds(1)))
        #expect(motion.duration == nil && motion.trajectory().end == nil)
        #expect(x(motion, at: 86_400_000_025) == 2.5)
        #expect(x(saw.reversed(), at: 86_400_000_025) == 7.5)
        #expect(x(Motion.wait(.seconds(1)).then(saw).reversed(), at: 25) == 7.5)
        #expect(saw.prefix(.milliseconds(250)).duration == .milliseconds(250))
        #expect(x(saw.prefix(.milliseconds(250)), at: 900) == 5)
        #expect(saw.repeated(3) == saw && saw.thereAndBack() == saw && saw.lasting(.seconds(1)) == saw)
        #expect(Motion.set(.x, 1).repeatedForever().duration == .zero)
        #expect(saw.reversed().reversed().speed(2).reversed().trajectory().pose(at: .milliseconds(10)).x == 8)
    }

    @Test("each motion of a sequence starts where the previous one ended", arguments: seeds)
    func continuity(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        func smooth() -> Motion {
            let easing = Motion.Easing.bezier(0.3, random.number(0...1), 0.6, random.number(0...1))
            let duration = Duration.nanoseconds(50_000_000 + random.generator.below(500_000_000))
            return random.generator.below(2) == 0
                ? .to(.x, random.number(), for: duration, easing: easing)
                : .by(.x, random.number(), spring: random.spring())
        }
        let parts = (0..<6).map { _ in smooth() }
        let trajectory = Motion.sequence(parts).trajectory(from: random.pose())
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
    func velocity(seed: Int) {
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
    func takingOver(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let running = Motion.to(.offset, [100, -40], for: .seconds(1), easing: .easeIn).trajectory()
        let moment = running.interrupted(at: .nanoseconds(random.generator.below(1_000_000_000)))
        let speed = random.number(0.3...3)
        let next = moment.continuing(
            with: Motion.to(.offset, [random.number(), random.number()], spring: random.spring()).speed(speed))
        #expect(next.pose(at: .zero) == moment.pose)
        for key in [Motion.Property<Double>.x, .y] {
            #expect(abs(next.moment(at: .zero).velocity[key] - moment.velocity[key]) < 1e-9 * 1000)
        }
        let end = try #require(next.nanoseconds)
        #expect(abs(next.pose(atNanoseconds: end - 1).x - next.pose(atNanoseconds: end).x) < 0.2)
    }

    @Test("only the first spring of a property takes over the velocity, and only if it starts at once")
    func onlyFirst() {
        var velocity = Velocity.zero
        velocity[.x] = 100
        let moment = Moment(pose: .rest, velocity: velocity)
        let twice = Motion.to(.x, 5, spring: .gentle).with(.to(.x, 9, spring: .stiff))
        #expect(abs(moment.continuing(with: twice).moment(at: .zero).velocity[.x] - 100) < 1e-9)
        let later = Motion.wait(.seconds(1)).then(.to(.x, 5, spring: .gentle))
        #expect(later.taking(over: velocity) == later)
        let other = Motion.to(.y, 5, spring: .gentle)
        #expect(other.taking(over: velocity) == other)
    }

    @Test("an initial velocity makes a spring last longer and delays the following motions")
    func longer() throws {
        var velocity = Velocity.zero
        velocity[.x] = 1e5
        let spring = Motion.to(.x, 1, spring: .gentle)
        let motion = spring.then(.wait(.seconds(1)))
        let pushed = motion.taking(over: velocity)
        #expect(try #require(pushed.duration) > #require(motion.duration))
        #expect(try #require(pushed.duration) - .seconds(1) == #require(spring.taking(over: velocity).duration))
        let repeated = Motion.sequence(motion, motion).delayed(by: .seconds(1)).repeated(2).speed(2)
        #expect(repeated.taking(over: velocity) == repeated)
    }
}
