public import ExactNumbers
public import Motion

/// The appearance of a banner at one moment.
public struct BannerPose: Hashable, Sendable {
    /// The lane, with a fraction during a move between lanes; clamped to ±1000.
    public let lane: Double
    /// The offset to the right, in columns; clamped to ±1000.
    public let offset: Double
    /// The width as a multiple of the banner's own, 0 to 3.
    public let width: Double
    /// The opacity, 0 to 1.
    public let opacity: Double
    /// The visible fraction of the line, 0 to 1.
    public let visibleShare: Double
    /// The color blended over the banner.
    public let color: MotionColor
    /// The count to show.
    public let count: Int
    /// The strength, 0 to 1, of the highlight after a growth of the count.
    public let glow: Double
}

extension Banner {
    /// Returns the appearance at a time.
    public func pose(at time: Nanoseconds) -> BannerPose {
        var pose = trajectories.entryAndStay.pose(atNanoseconds: min(time, exitStartedAt ?? time) - enteredAt)
        var glow = 0.0
        if let grewAt {
            let jump = trajectories.growth.pose(atNanoseconds: time - grewAt)
            pose[.x] += jump.x
            glow = time < grewAt ? 0 : jump.number
        }
        if let exitStartedAt { pose = trajectories.exit.starting(from: pose).pose(atNanoseconds: time - exitStartedAt) }
        let isCounting = trajectories.countsUpOnEntry && grewAt == nil && exitStartedAt == nil
        return BannerPose(
            lane: Self.clamped(laneMotion.lane(at: time) + pose.y / 2, to: -1000...1000),
            offset: Self.clamped(pose.x, to: -1000...1000),
            width: Self.clamped(pose.scale, to: 0...3), opacity: pose.opacity, visibleShare: pose.reveal,
            color: pose.color,
            count: isCounting ? min(max(0, pose.wholeNumber), count) : count, glow: Self.clamped(glow, to: 0...1))
    }

    /// Clamps a value to a range, whatever a movement computes; NaN becomes 0.
    private static func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
        value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    }

    /// The time at which the banner has disappeared; `nil` while it stays.
    var disappearsAt: Nanoseconds? { exitStartedAt.map { $0 + trajectories.exitDuration } }

    /// Returns whether the banner moves, or has just entered or grown.
    func isMoving(at time: Nanoseconds) -> Bool {
        time - enteredAt < trajectories.entryAndStay.nanoseconds ?? .max
            || time < (grewAt ?? .min / 2) + BannerTrajectories.growthDuration
            || laneMotion.isMoving(at: time)
    }
}
