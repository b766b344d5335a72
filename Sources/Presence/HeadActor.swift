import Motion

/// A head on the screen: where it belongs, and the way that is left to there.
///
/// The way is kept beside the place, so that a head in flight goes along when its message scrolls or is set anew.
struct HeadActor {
    let slot: Int
    /// Columns from the left, half rows from the beginning of all messages.
    var anchor: SIMD2<Double>
    /// Offset from the anchor, and opacity.
    private(set) var trajectory: Trajectory
    private(set) var beginning: Int64
    /// Whether nothing moves any more.
    private(set) var isResting: Bool
    /// Whether it is gone when it rests.
    private(set) var isLeaving = false

    /// A head in its place.
    init(slot: Int, anchor: SIMD2<Double>, resting: Trajectory) {
        self.slot = slot
        self.anchor = anchor
        trajectory = resting
        beginning = 0
        isResting = true
    }

    /// A head that comes from somewhere.
    init(
        slot: Int, from start: SIMD2<Double>, opacity: Double, to anchor: SIMD2<Double>, _ ways: HeadWays,
        at time: Int64
    ) {
        self.slot = slot
        self.anchor = anchor
        trajectory = ways.arriving.starting(from: Pose().with(.offset, start - anchor).with(.opacity, opacity))
        beginning = time
        isResting = false
    }

    func moment(at time: Int64) -> Moment {
        isResting ? Moment(pose: .rest) : trajectory.moment(atNanoseconds: max(0, time - beginning))
    }

    /// Goes elsewhere from where it is, as fast as it is.
    mutating func aim(at target: SIMD2<Double>, _ ways: HeadWays, at time: Int64, isLeaving: Bool = false) {
        var moment = moment(at: time)
        moment.pose[.offset] = moment.pose.offset + anchor - target
        let motion = isLeaving ? ways.leaving : ways.arriving
        // Only a push has to be worked into the springs; from standing all go the same way.
        trajectory =
            moment.velocity[.offset] == .zero
            ? motion.starting(from: moment.pose)
            : moment.continuing(with: isLeaving ? ways.leavingMotion : ways.arrivingMotion)
        anchor = target
        beginning = time
        isResting = false
        self.isLeaving = isLeaving
    }

    /// Notes that it has come to rest, where that is so.
    mutating func settle(at time: Int64) {
        if !isResting, trajectory.hasEnded(at: .nanoseconds(time - beginning)) { isResting = true }
    }
}

/// How heads move: made once, good for all.
struct HeadWays {
    let arrivingMotion: Motion
    let leavingMotion: Motion
    let arriving: Trajectory
    let leaving: Trajectory

    init(_ style: PresenceStyle) {
        let travel: Motion = style.reducesMotion ? .set(.offset, .zero) : .to(.offset, .zero, spring: .gentle)
        let fade = Duration.milliseconds(220)
        arrivingMotion = travel.with(.to(.opacity, 1, for: fade, easing: .easeOut))
        // A head that can't be seen any more need not fly on.
        leavingMotion = travel.with(.to(.opacity, 0, for: fade, easing: .easeIn)).prefix(fade)
        arriving = arrivingMotion.trajectory()
        leaving = leavingMotion.trajectory()
    }
}
