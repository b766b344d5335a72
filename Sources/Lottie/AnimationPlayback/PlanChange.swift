public import ExactNumbers

/// The way from what is shown to the beginning of a plan.
public enum PlanChange: Sendable, Hashable {
    /// The first frame of the plan is shown at once.
    case cut
    /// Nothing jumps: a frame within the plan's segment is where it begins, and from any other frame the animation moves
    /// to the plan's first frame at normal speed.
    case approach
    /// The plan begins with its first frame at once, and the frame that was shown fades into it within this playing time,
    /// in nanoseconds.
    case blend(Nanoseconds)

    /// The longest fade, in nanoseconds: ten seconds.
    public static let maxBlend: Nanoseconds = 10 * .second
}

/// The moment at which a plan takes the place of another one.
public enum PlanStart: Sendable, Hashable {
    /// At once.
    case now
    /// When the iteration in play is over; at once if nothing is played.
    case iterationEnd
}

/// The way from a frame to the first frame of a plan.
struct PlanApproach: Sendable, Hashable {
    let from: Double
    let to: Double
    /// The length at normal speed, which is not rounded to nanoseconds.
    let exactLength: ExactTime
    /// The length at normal speed, in nanoseconds; at least 1.
    var length: Nanoseconds { exactLength.nanoseconds }

    /// The distance that is none: the end of a segment is shown a thousandth of a frame earlier.
    private static let leastDistance = 0.002

    /// Creates the way from a frame to the first frame of a plan at the rate of the animation; `nil` if it is there.
    init?(from shown: Double, to plan: PlaybackPlan) {
        from = shown
        to = plan.exactFirstFrame
        guard abs(to - from) > Self.leastDistance else { return nil }
        exactLength = ExactTime(frames: abs(to - from), rate: plan.frameRate)
    }

    /// Returns the frame at a time since the beginning of a way that takes a length.
    func frame(at time: Nanoseconds, of length: Nanoseconds) -> Double {
        (from + (to - from) * Double(max(0, min(length, time))) / Double(max(1, length))).wholeIfNear
    }
}

/// A frame that fades into what is played.
struct FadingFrame: Sendable, Hashable {
    let frame: Double
    /// The playing time within which it fades, in nanoseconds; at least 1.
    let length: Nanoseconds

    init(_ frame: Double, within length: Nanoseconds) {
        self.frame = frame
        self.length = max(1, min(PlanChange.maxBlend, length))
    }

    /// Returns the picture at a time since the beginning of the fade at which a frame is played.
    func picture(over played: Double, at time: Nanoseconds) -> AnimationPicture {
        guard time < length else { return .frame(played) }
        return .blend(frame, with: played, share: Double(max(0, time)) / Double(length))
    }
}
