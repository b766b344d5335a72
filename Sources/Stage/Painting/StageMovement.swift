import Choreography
import Motion
import Playback

/// How a gift comes onto the stage and leaves it, within the time that its presentation has anyway.
struct StageMovement {
    private let enter: Trajectory
    private let exit: Trajectory
    /// The pose between both.
    private let middle: Pose
    private let enterEnd: Nanoseconds
    private let exitStart: Nanoseconds

    /// The movements of a presentation.
    /// - Parameters:
    ///   - manners: what the gift says of them.
    ///   - place: where its picture stands in the room, in pixels.
    ///   - duration: how long the presentation lasts, in stage time.
    ///   - covers: whether the picture fills the room; then it only fades, as its edges are not to be seen.
    ///   - isReduced: whether whatever the gift wants becomes a fade.
    init(_ manners: GiftManners, in place: Surroundings, duration: Nanoseconds, covers: Bool, isReduced: Bool) {
        var enter = covers || isReduced ? Self.fadeIn : Self.growIn
        var exit = Self.fadeOut
        if !isReduced {
            enter = manners.enter?.motion(in: place) ?? enter
            exit = manners.exit?.motion(in: place) ?? exit
        }
        let whole = Self.length(of: enter) + Self.length(of: exit)
        if whole > duration {
            // A short presentation has short movements, so that its picture is still seen.
            let share = Double(duration) / Double(2 * whole)
            enter = enter.lasting(.nanoseconds(Int64(Double(Self.length(of: enter)) * share)))
            exit = exit.lasting(.nanoseconds(Int64(Double(Self.length(of: exit)) * share)))
        }
        self.enter = enter.trajectory()
        middle = self.enter.end ?? .rest
        self.exit = exit.trajectory(from: middle)
        enterEnd = Self.length(of: enter)
        exitStart = duration - Self.length(of: exit)
    }

    /// How the picture stands so long after the beginning; nil where it stands as it was drawn.
    func pose(at elapsed: Nanoseconds) -> Pose? {
        if elapsed < enterEnd { return enter.pose(atNanoseconds: elapsed) }
        if elapsed > exitStart { return exit.pose(atNanoseconds: elapsed - exitStart) }
        return middle == .rest ? nil : middle
    }

    private static func length(of motion: Motion) -> Nanoseconds { motion.trajectory().nanoseconds ?? 0 }

    // What begins while the stage is paused stands at its beginning, and has to be seen there.
    private static let fadeIn = Motion.from(.opacity, 0.35, for: .milliseconds(180), easing: .easeOut)
    private static let growIn = Motion.from(.scale, 0.88, for: .milliseconds(220), easing: .easeOut)
    private static let fadeOut = Motion.to(.opacity, 0, for: .milliseconds(200), easing: .easeIn)
}
