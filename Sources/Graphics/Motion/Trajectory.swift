/// A motion from a starting pose, which has a pose for every time.
///
/// A trajectory has no state: times can be requested in any order, and each result depends on its time alone.
/// Evaluation allocates no memory, except one temporary block if some twenty or more parallel motions are nested.
public struct Trajectory: Sendable {
    /// The pose before the beginning.
    public let start: Pose
    let program: Program

    init(_ motion: MotionPlan, from start: Pose) {
        self.start = start
        program = MotionCompiler.program(of: motion)
    }

    private init(_ program: Program, from start: Pose) {
        self.program = program
        self.start = start
    }

    /// Returns the same motion from another pose, in constant time.
    public func starting(from pose: Pose) -> Trajectory { Trajectory(program, from: pose) }

    /// The duration, or nil if the motion never ends.
    public var duration: Duration? { length == .endless ? nil : .nanoseconds(length) }

    /// The length in nanoseconds, or nil if the motion never ends.
    public var nanoseconds: Int64? { length == .endless ? nil : length }

    private var length: Int64 { program.nodes[program.root].length }

    /// Returns the pose at a time after the beginning: ``start`` before it, and the last pose after the end.
    public func pose(at time: Duration) -> Pose { pose(atNanoseconds: time.wholeNanoseconds) }

    /// Returns the pose at a time in nanoseconds after the beginning.
    public func pose(atNanoseconds time: Int64) -> Pose { moment(atNanoseconds: time).pose }

    /// Returns the pose and the velocity at a time after the beginning.
    public func moment(at time: Duration) -> Moment { moment(atNanoseconds: time.wholeNanoseconds) }

    /// Returns the pose and the velocity at a time in nanoseconds after the beginning.
    public func moment(atNanoseconds time: Int64) -> Moment {
        var moment = Moment(pose: start)
        moment.change { program.evaluate(program.root, at: time, into: &$0) }
        return moment
    }

    /// Returns the pose and the velocity of a trajectory that is interrupted at a time.
    ///
    /// ``Moment/continuing(with:)`` continues from the result.
    public func interrupted(at time: Duration) -> Moment { moment(at: time) }

    /// Returns whether the motion has ended at a time.
    public func hasEnded(at time: Duration) -> Bool { length != .endless && time.wholeNanoseconds >= length }

    /// The pose at the end, or nil if the motion never ends.
    public var end: Pose? { length == .endless ? nil : pose(atNanoseconds: length) }
}

extension MotionPlan {
    /// Returns the trajectory of this motion from a pose.
    public func trajectory(from start: Pose = .rest) -> Trajectory { Trajectory(self, from: start) }
}

extension Moment {
    /// Returns the trajectory of another motion from this moment; its springs take over the velocity.
    public func continuing(with motion: MotionPlan) -> Trajectory {
        motion.withInitialVelocity(velocity).trajectory(from: pose)
    }
}
