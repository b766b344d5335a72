import Motion

/// The entrance of a card: a spring moves it 40 pixels to the right, while it fades in.
let cardEntrance = MotionPlan.from(.x, -40, spring: .gentle)
    .with(.from(.opacity, 0, for: .milliseconds(200)))

/// Returns the poses of an animation for the frames of a screen, from the beginning to the end.
///
/// A motion without an end is shown for ten seconds.
func poses(of motion: MotionPlan, framesPerSecond: Int) -> [Pose] {
    let trajectory = motion.prefix(.seconds(10)).trajectory()
    var poses: [Pose] = []
    var time = Duration.zero
    while !trajectory.hasEnded(at: time) {
        poses.append(trajectory.pose(at: time))
        time = .seconds(1) * poses.count / framesPerSecond
    }
    return poses + [trajectory.pose(at: time)]
}

/// Returns the way out of a card whose movement is interrupted at a time.
///
/// It begins where the card is, with the velocity that the card has, so that nothing jumps.
func departure(interrupting movement: Trajectory, at time: Duration) -> Trajectory {
    let motion = MotionPlan.to(.x, -40, spring: .stiff).with(.to(.opacity, 0, for: .milliseconds(150)))
    return movement.interrupted(at: time).continuing(with: motion)
}

/// Returns the poses at a time of cards that come in one after the other, each 40 milliseconds after the one before.
///
/// A card waits in its first pose. Nothing runs between two calls: the program has the clock, and decides how often it
/// draws.
func entrances(of count: Int, at time: Duration) -> [Pose] {
    let entrance = cardEntrance.trajectory()
    return (0..<count).map { entrance.pose(at: max(.zero, time - .milliseconds(40) * $0)) }
}
