public import ExactNumbers
public import LottieDocument

/// What is played of an animation, how often and in which direction: a function from playing time to frames.
///
/// The playing time counts in nanoseconds at normal speed. In one iteration the segment is played once, or once in each
/// direction with ``autoReverses``.
public struct PlaybackPlan: Sendable, Hashable {
    /// How often the segment is played.
    public enum Repeats: Sendable, Hashable {
        /// So many iterations; at least 1.
        case times(Int)
        /// Until something else is played.
        case forever
    }

    /// The part of the animation.
    public let segment: PlaybackSegment
    /// How often it is played.
    public let repeats: Repeats
    /// Whether each iteration also plays the segment in the opposite direction.
    public let autoReverses: Bool
    /// Whether an iteration begins at the end of the segment.
    public let isReversed: Bool
    /// The length of the segment at normal speed, in nanoseconds; at least 1.
    public let segmentLength: Nanoseconds
    let frameRate: Double

    /// The longest segment: a day, which is longer than any animation and safe from overflow.
    static let maxSegmentLength = 86_400.0

    /// Creates a plan; fewer than one iteration counts as one.
    public init(
        _ segment: PlaybackSegment, of composition: Composition, repeats: Repeats = .times(1),
        autoReverses: Bool = false, isReversed: Bool = false
    ) {
        self.segment = segment
        if case .times(let count) = repeats { self.repeats = .times(max(1, count)) } else { self.repeats = repeats }
        self.autoReverses = autoReverses
        self.isReversed = isReversed
        frameRate = composition.frameRate
        let seconds = min(Self.maxSegmentLength, segment.length / composition.frameRate)
        segmentLength = max(1, Nanoseconds((seconds * 1e9).rounded()))
    }

    /// The length of an iteration, in nanoseconds.
    public var iterationLength: Nanoseconds { autoReverses ? 2 * segmentLength : segmentLength }

    /// The number of iterations; `nil` if there is no end.
    public var iterationCount: Int? {
        if case .times(let count) = repeats { count } else { nil }
    }

    /// The playing time from beginning to end, in nanoseconds, at most the largest number; `nil` if there is no end.
    public var duration: Nanoseconds? {
        iterationCount.map { Nanoseconds(clamping: Int128(iterationLength) * Int128($0)) }
    }

    /// A moment of a plan.
    public struct Moment: Sendable, Hashable {
        /// The frame to draw, by the composition's own numbers.
        public let frame: Double
        /// The position in the segment, from its start to its end, 0 to 1.
        public let progress: Double
        /// The number of iterations that are over.
        public let iteration: Int
        /// Whether the frames go backwards.
        public let isBackward: Bool
    }

    /// Returns the moment at a playing time.
    ///
    /// Times below 0 are the beginning. At the end of the last iteration and after it, the last frame is held.
    public func moment(at time: Nanoseconds) -> Moment {
        var (iteration, offset) = (Int(max(0, time) / iterationLength), max(0, time) % iterationLength)
        if let count = iterationCount, iteration >= count { (iteration, offset) = (count, iterationLength) }
        let isSecondLeg = autoReverses && offset > segmentLength
        let leg = isSecondLeg ? offset - segmentLength : offset
        let isBackward = isReversed != isSecondLeg
        let position = isBackward ? segmentLength - leg : leg
        return Moment(
            frame: frame(at: position), progress: Double(position) / Double(segmentLength),
            iteration: iteration, isBackward: isBackward)
    }

    /// The plan with the same iterations in the opposite direction. One that plays each of them in both directions is the
    /// same from its end to its beginning.
    public var rewound: PlaybackPlan {
        autoReverses ? self : PlaybackPlan(self, isReversed: !isReversed)
    }

    /// The frame at the end of an iteration, which is not yet the beginning of the next one.
    var lastFrame: Double {
        PlaybackPlan(self, isReversed: isReversed, repeats: .times(1)).moment(at: iterationLength).frame
    }

    /// The plan with an end: one iteration instead of iterations without end.
    var finite: PlaybackPlan {
        repeats == .forever ? PlaybackPlan(self, isReversed: isReversed, repeats: .times(1)) : self
    }

    private init(_ plan: PlaybackPlan, isReversed: Bool, repeats: Repeats? = nil) {
        (segment, autoReverses) = (plan.segment, plan.autoReverses)
        self.repeats = repeats ?? plan.repeats
        (segmentLength, frameRate) = (plan.segmentLength, plan.frameRate)
        self.isReversed = isReversed
    }

    /// Returns the playing time in the first iteration at which a frame is shown, or `nil` if it is not in the segment.
    public func time(of frame: Double) -> Nanoseconds? {
        guard frame >= segment.start, frame < segment.end else { return nil }
        let position = min(segmentLength, Nanoseconds(((frame - segment.start) / frameRate * 1e9).rounded()))
        return isReversed ? segmentLength - position : position
    }

    private func frame(at position: Nanoseconds) -> Double {
        let frame = segment.start + Double(position) / Double(segmentLength) * segment.length
        return max(segment.start, min(segment.lastFrame, frame))
    }
}
