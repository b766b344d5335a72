import ExactNumbers
import GiftChoreography
import Motion
import Playback

/// The movements with which a gift enters and leaves the stage; they take place within its presentation.
struct StageMovement {
    private let entryTrajectory: Trajectory
    private let exitTrajectory: Trajectory
    /// The pose between the entry and the exit.
    private let restingPose: Pose
    private let entryEnd: Nanoseconds
    private let exitStart: Nanoseconds

    /// Creates the movements of a presentation.
    ///
    /// - Parameters:
    ///   - manners: The movements that the gift kind defines.
    ///   - place: The position of the gift's picture in the room, in pixels.
    ///   - duration: The length of the presentation, in stage time.
    ///   - loop: The part that may be repeated: the entry is over at its end, and the exit begins after it. Planned
    ///     rounds change nothing.
    ///   - covers: Whether the picture covers the whole stage. The default entry then only fades, because scaling would
    ///     show the edges of the picture.
    ///   - isReduced: Whether motion is reduced; all movements then become fades.
    ///   - hasDefaults: Whether a gift kind that defines no movement has the default one.
    init(
        _ manners: GiftTransitions, in place: MotionSurroundings, duration: Nanoseconds, loop: GiftLoop? = nil,
        covers: Bool, isReduced: Bool, hasDefaults: Bool = true
    ) {
        var enter = !hasDefaults ? .none : covers || isReduced ? Self.fadeIn : Self.growIn
        var exit = hasDefaults ? Self.fadeOut : .none
        if !isReduced {
            enter = manners.enter?.motion(in: place) ?? enter
            exit = manners.exit?.motion(in: place) ?? exit
        }
        if let loop, loop.plannedRounds == nil {
            enter = Self.limited(enter, to: loop.end)
            exit = Self.limited(exit, to: duration - loop.end)
        }
        let whole = Self.duration(of: enter) + Self.duration(of: exit)
        if whole > duration {
            // The movements of a short presentation are shortened to half of it, so that the gift itself stays visible.
            let share = Double(duration) / Double(2 * whole)
            enter = enter.lasting(.nanoseconds(Int64(Double(Self.duration(of: enter)) * share)))
            exit = exit.lasting(.nanoseconds(Int64(Double(Self.duration(of: exit)) * share)))
        }
        self.entryTrajectory = enter.trajectory()
        restingPose = self.entryTrajectory.end ?? .rest
        self.exitTrajectory = exit.trajectory(from: restingPose)
        entryEnd = Self.duration(of: enter)
        exitStart = duration - Self.duration(of: exit)
    }

    /// Returns the pose at an elapsed time, or `nil` if the picture appears as drawn.
    func pose(at elapsed: Nanoseconds) -> Pose? {
        if elapsed < entryEnd { return entryTrajectory.pose(atNanoseconds: elapsed) }
        if elapsed > exitStart { return exitTrajectory.pose(atNanoseconds: elapsed - exitStart) }
        return restingPose == .rest ? nil : restingPose
    }

    private static func limited(_ motion: MotionPlan, to length: Nanoseconds) -> MotionPlan {
        duration(of: motion) > length ? motion.lasting(.nanoseconds(length)) : motion
    }

    private static func duration(of motion: MotionPlan) -> Nanoseconds { motion.trajectory().nanoseconds ?? 0 }

    // The entry begins visibly: a presentation that starts while the stage is paused stays at its first moment.
    private static let fadeIn = MotionPlan.from(.opacity, 0.35, for: .milliseconds(180), easing: .easeOut)
    private static let growIn = MotionPlan.from(.scale, 0.88, for: .milliseconds(220), easing: .easeOut)
    private static let fadeOut = MotionPlan.to(.opacity, 0, for: .milliseconds(200), easing: .easeIn)
}
