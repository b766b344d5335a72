/// A motion from a certain pose: a pose for every time.
///
/// It has no state: times may be asked for in any order, again and again, and each answer depends on its time alone.
/// Asking allocates nothing, unless some twenty parallels or more are inside each other: then one block for a moment.
public struct Trajectory: Sendable {
    /// The pose before the beginning.
    public let start: Pose
    private let program: Program

    init(_ motion: Motion, from start: Pose) {
        self.start = start
        program = Compiler.program(of: motion)
    }

    private init(_ program: Program, from start: Pose) {
        self.program = program
        self.start = start
    }

    /// The same motion from another pose; costs nothing.
    public func starting(from pose: Pose) -> Trajectory { Trajectory(program, from: pose) }

    /// How long it lasts; nil when it never ends.
    public var duration: Duration? { length == .endless ? nil : .nanoseconds(length) }

    /// How long it lasts in nanoseconds; nil when it never ends.
    public var nanoseconds: Int64? { length == .endless ? nil : length }

    private var length: Int64 { program.nodes[program.root].length }

    /// The pose at a time after the beginning: ``start`` before it, and the last one after the end.
    public func pose(at time: Duration) -> Pose { pose(atNanoseconds: time.wholeNanoseconds) }

    /// The pose so many nanoseconds after the beginning.
    public func pose(atNanoseconds time: Int64) -> Pose { moment(atNanoseconds: time).pose }

    /// The pose and the velocity at a time.
    public func moment(at time: Duration) -> Moment { moment(atNanoseconds: time.wholeNanoseconds) }

    /// The pose and the velocity so many nanoseconds after the beginning.
    public func moment(atNanoseconds time: Int64) -> Moment {
        var moment = Moment(pose: start)
        moment.change { program.evaluate(program.root, at: time, into: &$0) }
        return moment
    }

    /// Where it stands when it is stopped in the middle, and how fast it was: from here ``Moment/continuing(with:)``
    /// goes on.
    public func interrupted(at time: Duration) -> Moment { moment(at: time) }

    /// Whether nothing moves any more from this time on.
    public func hasEnded(at time: Duration) -> Bool { length != .endless && time.wholeNanoseconds >= length }

    /// The pose it ends in; nil when it never ends.
    public var end: Pose? { length == .endless ? nil : pose(atNanoseconds: length) }
}

extension Motion {
    /// The motion from a pose on.
    public func trajectory(from start: Pose = .rest) -> Trajectory { Trajectory(self, from: start) }
}

extension Moment {
    /// Another motion from here; its springs take over the velocity.
    public func continuing(with motion: Motion) -> Trajectory {
        motion.taking(over: velocity).trajectory(from: pose)
    }
}
