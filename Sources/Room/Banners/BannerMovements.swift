import ExactNumbers
public import Motion

/// The movements of a banner that differ from the defaults. Horizontal offsets are columns, vertical ones half rows.
public struct BannerMovements: Hashable, Sendable {
    /// The movement of entering; `nil` for the default.
    public var enter: MotionPlan?
    /// The movement during the stay, possibly endless; `nil` for none.
    public var stay: MotionPlan?
    /// The movement of leaving; `nil` for the default.
    public var exit: MotionPlan?

    /// Creates movements; omitted ones have the default.
    public init(enter: MotionPlan? = nil, stay: MotionPlan? = nil, exit: MotionPlan? = nil) {
        self.enter = enter
        self.stay = stay
        self.exit = exit
    }
}

/// The trajectories of one banner.
struct BannerTrajectories: Sendable {
    /// The trajectory of entering and staying.
    let entryAndStay: Trajectory
    /// The trajectory of growth of the count, added to the others.
    let growth: Trajectory
    /// The trajectory of leaving, from any pose.
    let exit: Trajectory
    /// Whether the count is counted up on entering.
    let countsUpOnEntry: Bool

    static let entryDuration: Nanoseconds = 260_000_000
    static let growthDuration: Nanoseconds = 320_000_000
    static let defaultExitDuration: Nanoseconds = 300_000_000

    init(_ movements: BannerMovements, isReduced: Bool) {
        let usual = isReduced ? Self.reducedMotion : Self.standard
        guard !isReduced, movements != BannerMovements() else {
            self = usual
            return
        }
        let enter = movements.enter?.trajectory()
        let coming = movements.enter ?? Self.slideIn
        entryAndStay = movements.stay.map { coming.then($0).trajectory() } ?? enter ?? usual.entryAndStay
        growth = usual.growth
        exit = movements.exit?.trajectory() ?? usual.exit
        countsUpOnEntry = (enter?.end?.number ?? 0) != 0
    }

    private init(entryAndStay: Trajectory, growth: Trajectory, exit: Trajectory) {
        self.entryAndStay = entryAndStay
        self.growth = growth
        self.exit = exit
        countsUpOnEntry = false
    }

    /// The duration of leaving; an endless movement is cut off.
    var exitDuration: Nanoseconds { exit.nanoseconds ?? Self.defaultExitDuration }

    private static let slideIn = MotionPlan.from(.x, -16, for: .nanoseconds(entryDuration), easing: .easeOut)
        .with(.from(.opacity, 0, for: .nanoseconds(entryDuration)))
    private static let standard = BannerTrajectories(
        entryAndStay: slideIn.trajectory(),
        growth: MotionPlan.keyframes(
            .x,
            [
                .init(at: .nanoseconds(growthDuration / 2), 2, easing: .rise),
                .init(at: .nanoseconds(growthDuration), 0, easing: .fall),
            ], added: true
        ).with(.between(.number, 1, and: 0, for: .nanoseconds(growthDuration))).trajectory(),
        exit: MotionPlan.by(.x, -6, for: .nanoseconds(defaultExitDuration), easing: .easeIn)
            .with(.to(.opacity, 0, for: .nanoseconds(defaultExitDuration))).trajectory())
    private static let reducedMotion = BannerTrajectories(
        entryAndStay: MotionPlan.from(.opacity, 0, for: .nanoseconds(entryDuration)).trajectory(),
        growth: MotionPlan.between(.number, 1, and: 0, for: .nanoseconds(growthDuration)).trajectory(),
        exit: MotionPlan.to(.opacity, 0, for: .nanoseconds(defaultExitDuration)).trajectory())
}
