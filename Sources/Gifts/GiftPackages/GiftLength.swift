public import AnimationPlayback
public import ExactNumbers
public import LottieDocument
public import Playback

/// How long the gift of one sender plays, and which part of that has rounds: one that may be repeated for more of them, or
/// a fixed number.
public struct GiftLength: Sendable, Hashable {
    /// The duration in stage time, with the planned rounds of the loop or with one, in nanoseconds; at most a day, which no
    /// gift approaches.
    public let duration: Nanoseconds
    /// The part that is played in rounds; `nil` without one.
    public let loop: GiftLoop?

    private static let maxSeconds = 86_400.0

    /// Finds the length of a gift.
    ///
    /// - Parameters:
    ///   - composition: The animation.
    ///   - course: What is played of the animation; `nil` for the whole of it, once.
    ///   - machine: The state machine of the gift. One with a duration of its own decides how long the gift is, so that
    ///     there are no rounds.
    public init(of composition: Composition, playing course: PlaybackCourse?, by machine: GiftMachine? = nil) {
        let seconds = composition.duration
        let whole = seconds.isFinite && seconds > 0 ? Nanoseconds((min(seconds, Self.maxSeconds) * 1e9).rounded()) : 0
        duration = machine?.duration ?? course?.duration ?? whole
        loop = machine?.duration == nil ? course?.giftLoop : nil
    }
}

extension PlaybackCourse {
    /// The part that the controller may repeat, or else the first one that is played several times.
    fileprivate var giftLoop: GiftLoop? {
        if let loop { return GiftLoop(start: loop.lowerBound, end: loop.upperBound) }
        return rounds.flatMap {
            GiftLoop(start: $0.span.lowerBound, end: $0.span.upperBound, plannedRounds: $0.count)
        }
    }
}
