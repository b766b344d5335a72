import Motion

/// A head on the screen, with its resting position and its motion towards it.
///
/// The motion is relative to the resting position, so that a moving head follows its message when that scrolls or wraps
/// differently.
struct AnimatedHead {
    let slot: Int
    /// The resting position: columns from the left, half rows from the beginning of all messages.
    var anchor: SIMD2<Double>
    /// The motion: the offset from the anchor, and the opacity.
    private(set) var trajectory: Trajectory
    private(set) var startTime: Int64
    /// Whether the head does not move.
    private(set) var isResting: Bool
    /// Whether the head is removed when its motion ends.
    private(set) var isLeaving = false

    /// Creates a head at rest.
    init(slot: Int, anchor: SIMD2<Double>, resting: Trajectory) {
        self.slot = slot
        self.anchor = anchor
        trajectory = resting
        startTime = 0
        isResting = true
    }

    /// Creates a head that moves in from a position.
    init(
        slot: Int, from start: SIMD2<Double>, opacity: Double, to anchor: SIMD2<Double>, _ ways: HeadMotions,
        at time: Int64
    ) {
        self.slot = slot
        self.anchor = anchor
        trajectory = ways.entryTrajectory.starting(from: Pose().with(.offset, start - anchor).with(.opacity, opacity))
        startTime = time
        isResting = false
    }

    func moment(at time: Int64) -> Moment {
        isResting ? Moment(pose: .rest) : trajectory.moment(atNanoseconds: max(0, time - startTime))
    }

    /// Redirects the head to a new target, from its current position and velocity.
    mutating func retarget(to target: SIMD2<Double>, _ ways: HeadMotions, at time: Int64, isLeaving: Bool = false) {
        var moment = moment(at: time)
        moment.pose[.offset] = moment.pose.offset + anchor - target
        let motion = isLeaving ? ways.exitTrajectory : ways.entryTrajectory
        // Only a head with a velocity needs its own springs; at zero velocity, the prepared trajectory is the same for
        // all.
        trajectory =
            moment.velocity[.offset] == .zero
            ? motion.starting(from: moment.pose)
            : moment.continuing(with: isLeaving ? ways.exitMotion : ways.entryMotion)
        anchor = target
        startTime = time
        isResting = false
        self.isLeaving = isLeaving
    }

    /// Marks the head as resting if its motion has ended.
    mutating func finishMotion(at time: Int64) {
        if !isResting, trajectory.hasEnded(at: .nanoseconds(time - startTime)) { isResting = true }
    }
}

/// The motions of heads, prepared once for all of them.
struct HeadMotions {
    let entryMotion: MotionPlan
    let exitMotion: MotionPlan
    let entryTrajectory: Trajectory
    let exitTrajectory: Trajectory

    init(_ style: PresenceStyle) {
        let travel: MotionPlan = style.reducesMotion ? .set(.offset, .zero) : .to(.offset, .zero, spring: .gentle)
        let fade = Duration.milliseconds(220)
        entryMotion = travel.with(.to(.opacity, 1, for: fade, easing: .easeOut))
        // The motion ends when the head is invisible.
        exitMotion = travel.with(.to(.opacity, 0, for: fade, easing: .easeIn)).prefix(fade)
        entryTrajectory = entryMotion.trajectory()
        exitTrajectory = exitMotion.trajectory()
    }
}
