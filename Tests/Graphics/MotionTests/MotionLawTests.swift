import Testing

@testable import Motion

@Suite("Motions obey the laws of their operations")
struct MotionLawTests {
    /// Expects both motions to have the same duration and the same poses.
    private func expectSame(
        _ one: MotionPlan, _ two: MotionPlan, _ random: inout RandomMotions, within tolerance: Double = 1e-9,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(one.duration == two.duration, sourceLocation: sourceLocation)
        let pose = random.pose()
        let (first, second) = (one.trajectory(from: pose), two.trajectory(from: pose))
        for time in random.times(of: one) {
            let apart = distance(first.pose(atNanoseconds: time), second.pose(atNanoseconds: time))
            #expect(apart <= tolerance, "at \(time) ns", sourceLocation: sourceLocation)
        }
    }

    @Test("sequences and parallels are associative", arguments: seeds)
    func sequencesAndParallelsAreAssociative(seed: Int) {
        var random = RandomMotions(seed: seed)
        let (a, b, c) = (random.motion(), random.motion(), random.motion())
        #expect(a.then(b).then(c) == a.then(b.then(c)))
        #expect(a.with(b).with(c) == a.with(b.with(c)))
        #expect(MotionPlan.sequence(a, b, c) == a.then(b).then(c))
        #expect(a.then(.none) == a && MotionPlan.none.then(a) == a)
    }

    @Test("a sequence has the sum of its parts' durations, and a parallel the longest of them", arguments: seeds)
    func durationsAddUp(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let parts = (0..<5).map { _ in random.motion() }
        let lengths = try parts.map { try #require($0.duration) }
        #expect(MotionPlan.sequence(parts).duration == lengths.reduce(.zero, +))
        #expect(MotionPlan.parallel(parts).duration == lengths.max())
        #expect(parts[0].delayed(by: .nanoseconds(7)).duration == lengths[0] + .nanoseconds(7))
        #expect(parts[0].repeated(13).duration == lengths[0] * 13)
        #expect(parts[0].autoreversed().duration == lengths[0] * 2)
        #expect(parts[0].reversed().duration == lengths[0])
    }

    @Test("a sequence equals a parallel of delayed parts", arguments: seeds)
    func sequenceEqualsDelayedParallel(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let (a, b) = (random.motion(), random.motion())
        let length = try #require(a.duration)
        expectSame(a.then(b), a.with(b.delayed(by: length)), &random)
        expectSame(a.delayed(by: .nanoseconds(5)), .wait(.nanoseconds(5)).then(a), &random)
    }

    @Test("a motion that is reversed twice is the original motion", arguments: seeds)
    func reversingTwiceIsIdentity(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let motion = random.motion(endless: true)
        #expect(motion.reversed().reversed() == motion)
    }

    @Test("a reversed motion has the pose at the same distance from the end", arguments: seeds)
    func reversedMotionMirrorsTime(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let motion = random.motion()
        let length = try #require(motion.duration).length
        let (forth, back) = (motion.trajectory(), motion.reversed().trajectory())
        for time in random.times(of: motion) where time >= 0 && time <= length {
            let apart = distance(
                back.pose(atNanoseconds: time), forth.pose(atNanoseconds: length - time))
            #expect(apart < 1e-9, "at \(time) ns")
        }
    }

    @Test("a motion there and back ends at its start and is symmetric", arguments: seeds)
    func autoreversedMotionIsSymmetric(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let motion = random.motion()
        let trajectory = motion.autoreversed().trajectory(from: random.pose())
        let length = try #require(motion.duration).length
        let forth = motion.trajectory(from: trajectory.start)
        for time in random.times(of: motion) where time >= 0 && time < length {
            #expect(distance(trajectory.pose(atNanoseconds: time), forth.pose(atNanoseconds: time)) < 1e-9)
            let mirrored = trajectory.pose(atNanoseconds: 2 * length - time)
            #expect(distance(mirrored, forth.pose(atNanoseconds: time)) < 1e-9)
        }
    }

    @Test("speeds multiply", arguments: seeds)
    func speedsMultiply(seed: Int) {
        var random = RandomMotions(seed: seed)
        let motion = MotionPlan.sequence(.set(.x, 1), .set(.y, 1), random.motion(endless: true))
        let (a, b) = (random.number(0.1...8), random.number(0.1...8))
        #expect(motion.speed(a).speed(b) == motion.speed(a * b))
        #expect(motion.speed(2).speed(0.5) == motion)
        expectSame(motion.speed(2), motion.speed(4).speed(0.5), &random)
    }

    @Test("a motion of another duration passes through the same poses in proportion", arguments: seeds)
    func otherDurationHasSamePoses(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let motion = random.motion()
        let length = try #require(motion.duration).length
        guard length > 0 else { return }
        #expect(motion.lasting(.seconds(3)).duration == .seconds(3))
        #expect(motion.lasting(.seconds(3)).lasting(motion.duration ?? .zero) == motion)
        let tripled = motion.lasting(.nanoseconds(3 * length)).trajectory()
        for time in random.times(of: motion) where time >= 0 {
            let apart = distance(
                tripled.pose(atNanoseconds: 3 * time), motion.trajectory().pose(atNanoseconds: time))
            #expect(apart < 1e-9)
        }
    }

    @Test("a repeated motion equals a sequence of its repetitions", arguments: seeds)
    func repeatedMotionEqualsSequence(seed: Int) {
        var random = RandomMotions(seed: seed)
        let motion = random.motion()
        expectSame(motion.repeated(4), .sequence(motion, motion, motion, motion), &random, within: 1e-7)
        #expect(motion.repeated(2).repeated(3) == motion.repeated(6) || motion.duration == nil)
        #expect(motion.repeated(0) == .none && motion.repeated(1) == motion)
        if motion.duration != .zero {
            expectSame(
                motion.repeatedForever().prefix(.seconds(1)), motion.repeated(1 << 40).prefix(.seconds(1)), &random)
        }
    }

    @Test("delays add up, and a prefix is the beginning of a motion", arguments: seeds)
    func delaysAddUpAndPrefixIsBeginning(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let motion = random.motion(endless: true)
        let (a, b) = (random.duration(), random.duration())
        for holds in [false, true] {
            #expect(
                motion.delayed(by: a, holdingStart: holds).delayed(by: b, holdingStart: holds)
                    == motion.delayed(by: a + b, holdingStart: holds))
        }
        let prefix = motion.prefix(a).trajectory()
        let whole = motion.trajectory()
        #expect(prefix.duration == min(a, motion.duration ?? a))
        for time in random.times(of: motion.prefix(a)) {
            let expected = whole.pose(atNanoseconds: min(time, a.length))
            #expect(distance(prefix.pose(atNanoseconds: time), expected) < 1e-9)
        }
    }

    @Test("a delayed motion has no effect before its start, or holds its first pose", arguments: seeds)
    func delayedMotionWaitsOrHoldsFirstPose(seed: Int) {
        var random = RandomMotions(seed: seed)
        let motion = random.motion(endless: true)
        let pose = random.pose()
        let first = motion.trajectory(from: pose).pose(atNanoseconds: 0)
        let delay = Duration.milliseconds(100)
        for time in [Int64(0), 1, 99_999_999] {
            #expect(motion.delayed(by: delay).trajectory(from: pose).pose(atNanoseconds: time) == pose)
            let held = motion.delayed(by: delay, holdingStart: true).trajectory(from: pose)
            #expect(distance(held.pose(atNanoseconds: time), first) < 1e-9)
        }
    }

    @Test("each time has the same pose in any order of requests", arguments: seeds)
    func posesDoNotDependOnRequestOrder(seed: Int) {
        var random = RandomMotions(seed: seed)
        let trajectory = random.motion(depth: 4, endless: true).trajectory(from: random.pose())
        let times = (0..<40).map { _ in Int64(random.number(-1e9...1e10)) }
        let inOrder = Dictionary(times.sorted().map { ($0, trajectory.moment(atNanoseconds: $0)) }) { $1 }
        for time in times { #expect(trajectory.moment(atNanoseconds: time) == inOrder[time]) }
    }

    @Test("the duration of a motion does not affect its neighbours in a sequence", arguments: seeds)
    func durationDoesNotAffectNeighbours(seed: Int) throws {
        var random = RandomMotions(seed: seed)
        let (a, b) = (random.motion(), random.motion())
        let longer = MotionPlan.to(.reveal, 0.5, for: .seconds(2))
        let shorter = MotionPlan.to(.reveal, 0.5, for: .seconds(1))
        let (one, two) = (
            MotionPlan.sequence(a, longer, b).trajectory(), MotionPlan.sequence(a, shorter, b).trajectory()
        )
        let beginning = try #require(a.duration).length
        for time in random.times(of: b) where time >= 0 {
            let first = one.pose(atNanoseconds: beginning + 2_000_000_000 + time)
            #expect(first == two.pose(atNanoseconds: beginning + 1_000_000_000 + time))
        }
        // Motions of different properties are commutative.
        let (x, y) = (MotionPlan.to(.x, 9, for: .seconds(1)), MotionPlan.to(.y, 9, for: .seconds(2)))
        #expect(MotionPlan.sequence(x, y).trajectory().end == MotionPlan.sequence(y, x).trajectory().end)
    }

    @Test("ends add up exactly, even for a million repetitions")
    func endsAddUpExactly() throws {
        let odd = MotionPlan.by(.x, 1, for: .nanoseconds(333_333_333))
        let million = odd.repeated(1_000_000)
        #expect(million.duration == .nanoseconds(333_333_333_000_000))
        #expect(million.trajectory().end?.x == 1_000_000)
        let chain = MotionPlan.sequence(Array(repeating: odd, count: 999))
        #expect(chain.duration == .nanoseconds(333_333_333 * 999))
        #expect(chain.trajectory().pose(atNanoseconds: 333_333_333 * 998).x == 998)
    }
}
