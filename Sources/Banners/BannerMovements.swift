public import Motion
import Playback

/// How a banner moves where it doesn't in the usual way. Offsets are columns, and halves of rows up and down.
public struct BannerMovements: Hashable, Sendable {
    /// How it comes; nil for the usual way.
    public var enter: Motion?
    /// What it does from then on; it may go on for ever.
    public var stay: Motion?
    /// How it leaves; nil for the usual way.
    public var exit: Motion?

    /// The usual movements, but for what is said.
    public init(enter: Motion? = nil, stay: Motion? = nil, exit: Motion? = nil) {
        self.enter = enter
        self.stay = stay
        self.exit = exit
    }
}

/// The movements of one banner.
struct BannerCourse: Sendable {
    /// How it comes and what it does then.
    let here: Trajectory
    /// What its count does when it grows, over the rest.
    let grow: Trajectory
    /// How it leaves, from wherever it is.
    let exit: Trajectory
    /// Whether its number is counted up to.
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

    /// How long leaving takes; what never ends is cut off.
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
