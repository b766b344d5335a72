import Testing

@testable import Motion

@Suite("Motions on top of each other")
struct CompositionTests {
    private func x(_ motion: Motion, at milliseconds: Int, from pose: Pose = .rest) -> Double {
        motion.trajectory(from: pose).pose(at: .milliseconds(milliseconds)).x
    }

    @Test("Motions of different properties go beside each other")
    func beside() {
        let motion = Motion.to(.x, 10, for: .seconds(1), easing: .linear)
            .with(.to(.opacity, 0, for: .seconds(2), easing: .linear))
        let pose = motion.trajectory().pose(at: .seconds(1))
        #expect(pose.x == 10 && pose.opacity == 0.5)
        #expect(motion.trajectory().end?.opacity == 0)
    }

    @Test("Of two on one property the later in the list wins, from its own beginning on and without a jump")
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

    @Test("What is added is added to whatever is below")
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

    @Test("Each repetition adds its own, and goes on from where the one before ended")
    func repetitions() {
        let step = Motion.by(.x, 3, for: .milliseconds(100), easing: .linear)
        #expect(x(step.repeatedForever(), at: 1_000_050) == 3 * 10_000.5)
        #expect(x(Motion.to(.x, 7, for: .milliseconds(100)).repeated(3), at: 250) == 7)
    }

    @Test("An entrance comes from somewhere, and backwards it is the exit")
    func entrance() {
        let enter = Motion.from(.x, -40, for: .milliseconds(300))
        let pose = Pose().with(.x, 12)
        #expect(x(enter, at: 0, from: pose) == -40)
        #expect(x(enter, at: 300, from: pose) == 12)
        #expect(x(enter.reversed(), at: 0, from: pose) == 12)
        #expect(x(enter.reversed(), at: 300, from: pose) == -40)
    }

    @Test("Keyframes come from below, go through each value, jump where two are in one moment")
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

    @Test("Staggered ones begin one after another, with or without their first pose before")
    func stagger() {
        let fades = Array(repeating: Motion.from(.opacity, 0, for: .milliseconds(100), easing: .linear), count: 3)
        let plain = fades.staggered(by: .milliseconds(40)).map { $0.trajectory().pose(at: .milliseconds(50)).opacity }
        let held = fades.staggered(by: .milliseconds(40), holdingStart: true)
            .map { $0.trajectory().pose(at: .milliseconds(50)).opacity }
        #expect(plain == [0.5, 0.1, 1])
        #expect(held == [0.5, 0.1, 0])
        #expect(Motion.stagger(fades, by: .milliseconds(40)).duration == .milliseconds(180))
    }

    @Test("One without end is never followed, may be cut off, and runs backwards repetition by repetition")
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

    @Test("Where one motion of a sequence ends the next begins", arguments: seeds)
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
            // A spring's last bit of way is gone in an instant.
            #expect(abs(before - after) <= 100 * Spring.tolerance + 1e-4)
        }
    }
}

@Suite("Motions broken off")
struct InterruptionTests {
    @Test("A moment's velocity is how fast its pose changes", arguments: seeds)
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
                // Over jumps and kinks there is no velocity to compare with.
                guard let least = slopes.min(), let most = slopes.max(), most - least < 0.01 * max(1, abs(most)),
                    abs(early - late) < 0.01 * max(10, abs(difference))
                else { continue }
                #expect(abs(slopes[1] - difference) < 0.02 * max(10, abs(difference)), "at \(time) ns, channel \(lane)")
            }
        }
    }

    @Test("A spring takes over where another motion is broken off, at its pace", arguments: seeds)
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

    @Test("Only the first spring of a property takes its velocity, and none that begins later")
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

    @Test("A push makes a spring swing longer, and what follows it begins later")
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
