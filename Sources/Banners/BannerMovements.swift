public import Motion
import Playback

/// The movements of a banner that differ from the defaults. Horizontal offsets are columns, vertical ones half rows.
public struct BannerMovements: Hashable, Sendable {
    /// The movement of entering; `nil` for the default.
    public var enter: Motion?
    /// The movement during the stay, possibly endless; `nil` for none.
    public var stay: Motion?
    /// The movement of leaving; `nil` for the default.
    public var exit: Motion?

    /// Creates movements; omitted ones have the default.
    public init(enter: Motion? = nil, stay: Motion? = nil, exit: Motion? = nil) {
        self.enter = enter
        self.stay = stay
        self.exit = exit
    }
}

/// The trajectories of one banner.
struct BannerCourse: Sendable {
    /// The trajectory of entering and staying.
    let here: Trajectory
    /// The trajectory of growth of the count, added to the others.
    let grow: Trajectory
    /// The trajectory of leaving, from any pose.
    let exit: Trajectory
    /// Whether the count is counted up on entering.
    let countsUp: Bool

    static let enterLength: Nanoseconds = 260_000_000
    static let growLength: Nanoseconds = 320_000_000
    static let exitLength: Nanoseconds = 300_000_000

    init(_ movements: BannerMovements, isReduced: Bool) {
        let usual = isReduced ? Self.still : Self.lively
        guard !isReduced, movements != BannerMovements() else {
            self = usual
            return
        }
        let enter = movements.enter?.trajectory()
        let coming = movements.enter ?? Self.slideIn
        here = movements.stay.map { coming.then($0).trajectory() } ?? enter ?? usual.here
        grow = usual.grow
        exit = movements.exit?.trajectory() ?? usual.exit
        countsUp = (enter?.end?.number ?? 0) != 0
    }

    private init(here: Trajectory, grow: Trajectory, exit: Trajectory) {
        self.here = here
        self.grow = grow
        self.exit = exit
        countsUp = false
    }

    /// The duration of leaving; an endless movement is cut off.
    var exitTime: Nanoseconds { exit.nanoseconds ?? Self.exitLength }

    private static let slideIn = Motion.from(.x, -16, for: .nanoseconds(enterLength), easing: .easeOut)
        .with(.from(.opacity, 0, for: .nanoseconds(enterLength)))
    private static let lively = BannerCourse(
        here: slideIn.trajectory(),
        grow: Motion.keyframes(
            .x,
            [
                .init(at: .nanoseconds(growLength / 2), 2, easing: .rise),
                .init(at: .nanoseconds(growLength), 0, easing: .fall),
            ], added: true
        ).with(.between(.number, 1, and: 0, for: .nanoseconds(growLength))).trajectory(),
        exit: Motion.by(.x, -6, for: .nanoseconds(exitLength), easing: .easeIn)
            .with(.to(.opacity, 0, for: .nanoseconds(exitLength))).trajectory())
    private static let still = BannerCourse(
        here: Motion.from(.opacity, 0, for: .nanoseconds(enterLength)).trajectory(),
        grow: Motion.between(.number, 1, and: 0, for: .nanoseconds(growLength)).trajectory(),
        exit: Motion.to(.opacity, 0, for: .nanoseconds(exitLength)).trajectory())
}
