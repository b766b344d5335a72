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

/// Moves cards in one after the other on a clock, and shows the poses of all of them.
///
/// - Parameters:
///   - count: The number of cards; each begins 40 milliseconds after the one before.
///   - clock: The clock.
///   - show: Receives the poses of the cards, 30 times a second, at last the poses at rest.
func playEntrances(of count: Int, on clock: some Clock<Duration>, show: ([Pose]) -> Void) async {
    let cards = Array(repeating: cardEntrance, count: count).staggered(by: .milliseconds(40), holdingStart: true)
    let trajectories = cards.map { $0.trajectory() }
    let timeline = Timeline(MotionPlan.stagger(cards, by: .zero).trajectory(), clock: clock)
    for await _ in timeline.poses(every: .seconds(1) / 30) {
        show(trajectories.map { $0.pose(at: timeline.elapsed) })
    }
}
