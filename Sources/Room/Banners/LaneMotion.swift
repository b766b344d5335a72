import ExactNumbers
import Motion

/// The motion of a banner between lanes, which keeps its velocity when the target changes.
struct LaneMotion: Sendable {
    private(set) var target: Int
    private var trajectory: Trajectory?
    private var startedAt: Nanoseconds = 0

    init(lane: Int) { target = lane }

    mutating func retarget(to lane: Int, at time: Nanoseconds, jumps: Bool) {
        guard lane != target else { return }
        let before = moment(at: time)
        target = lane
        trajectory = jumps ? nil : before.continuing(with: .to(.y, Double(lane), spring: .gentle))
        startedAt = time
    }

    func lane(at time: Nanoseconds) -> Double { moment(at: time).pose.y }

    func isMoving(at time: Nanoseconds) -> Bool {
        guard let trajectory else { return false }
        return time - startedAt < trajectory.nanoseconds ?? 0
    }

    private func moment(at time: Nanoseconds) -> Moment {
        trajectory?.moment(atNanoseconds: time - startedAt) ?? Moment(pose: Pose().with(.y, Double(target)))
    }
}
