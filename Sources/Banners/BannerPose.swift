import Motion
public import Playback

/// How a banner looks at one moment.
public struct BannerPose: Hashable, Sendable {
    /// The lane it is at, between two of them while it goes from one to another.
    public let lane: Double
    /// How many columns it is to the right of its place.
    public let shift: Double
    /// How much of it is there, 0 to 1.
    public let opacity: Double
    /// How strongly its count lights up because it has just grown, 0 to 1.
    public let glow: Double
}

extension Banner {
    /// How it looks at a time.
    public func pose(at time: Nanoseconds) -> BannerPose {
        let arriving = BannerMotions.of(reduced: reducesMotion)
        var pose = arriving.enter.pose(atNanoseconds: time - cameAt)
        var glow = 0.0
        if let grewAt {
            let jump = arriving.grow.pose(atNanoseconds: time - grewAt)
            pose[.x] += jump.x
            glow = time < grewAt ? 0 : jump.number
        }
        if let leftAt { pose = arriving.exit.starting(from: pose).pose(atNanoseconds: time - leftAt) }
        return BannerPose(lane: way.lane(at: time), shift: pose.x, opacity: pose.opacity, glow: min(max(glow, 0), 1))
    }

    /// When it has faded; nil while it stays.
    var gone: Nanoseconds? { leftAt.map { $0 + BannerMotions.exitLength } }

    /// Whether it is on its way, or has just come or grown.
    func isMoving(at time: Nanoseconds) -> Bool {
        time < cameAt + BannerMotions.enterLength || time < (grewAt ?? .min / 2) + BannerMotions.growLength
            || way.isMoving(at: time)
    }
}

/// A banner's way from lane to lane, which turns in mid-flight without a jolt.
struct BannerWay: Sendable {
    private(set) var target: Int
    private var trajectory: Trajectory?
    private var since: Nanoseconds = 0

    init(lane: Int) { target = lane }

    mutating func aim(at lane: Int, at time: Nanoseconds, jumps: Bool) {
        guard lane != target else { return }
        let before = moment(at: time)
        target = lane
        trajectory = jumps ? nil : before.continuing(with: .to(.y, Double(lane), spring: .gentle))
        since = time
    }

    func lane(at time: Nanoseconds) -> Double { moment(at: time).pose.y }

    func isMoving(at time: Nanoseconds) -> Bool {
        guard let trajectory else { return false }
        return time - since < trajectory.nanoseconds ?? 0
    }

    private func moment(at time: Nanoseconds) -> Moment {
        trajectory?.moment(atNanoseconds: time - since) ?? Moment(pose: Pose().with(.y, Double(target)))
    }
}

/// The movements of all banners; lengths in nanoseconds.
private struct BannerMotions: Sendable {
    let enter: Trajectory
    let grow: Trajectory
    let exit: Trajectory

    static let enterLength: Nanoseconds = 260_000_000
    static let growLength: Nanoseconds = 320_000_000
    static let exitLength: Nanoseconds = 300_000_000

    static func of(reduced: Bool) -> BannerMotions { reduced ? still : lively }

    private static let lively = BannerMotions(
        enter: Motion.from(.x, -16, for: .nanoseconds(enterLength), easing: .easeOut)
            .with(.from(.opacity, 0, for: .nanoseconds(enterLength))).trajectory(),
        grow: Motion.keyframes(
            .x,
            [
                .init(at: .nanoseconds(growLength / 2), 2, easing: .rise),
                .init(at: .nanoseconds(growLength), 0, easing: .fall),
            ], added: true
        ).with(.between(.number, 1, and: 0, for: .nanoseconds(growLength))).trajectory(),
        exit: Motion.by(.x, -6, for: .nanoseconds(exitLength), easing: .easeIn)
            .with(.to(.opacity, 0, for: .nanoseconds(exitLength))).trajectory())
    private static let still = BannerMotions(
        enter: Motion.from(.opacity, 0, for: .nanoseconds(enterLength)).trajectory(),
        grow: Motion.between(.number, 1, and: 0, for: .nanoseconds(growLength)).trajectory(),
        exit: Motion.to(.opacity, 0, for: .nanoseconds(exitLength)).trajectory())
}
