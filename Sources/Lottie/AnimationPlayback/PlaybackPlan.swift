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
    /// The length of the segment at normal speed, which is not rounded to nanoseconds.
    let exactLength: ExactTime
    let frameRate: Double
    /// Whether the frame at the end of the segment is held when the plan is over, and not the one just before it.
    private(set) var holdsEnd = false

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
        exactLength = ExactTime(frames: segment.length, rate: composition.frameRate)
    }

    /// Creates the plan that goes through a segment once and holds the frame to which it leads.
    init(through segment: PlaybackSegment, of composition: Composition, isReversed: Bool) {
        self.init(segment, of: composition, isReversed: isReversed)
        // At the end of the animation its layers are over.
        holdsEnd = segment.end < composition.outPoint
    }

    /// The length of the segment at normal speed, in nanoseconds; at least 1.
    public var segmentLength: Nanoseconds { exactLength.nanoseconds }

    /// The length of the first iteration, in nanoseconds. The exact length may have a fraction: three iterations of a
    /// third of a second are a second.
    public var iterationLength: Nanoseconds { start(ofIteration: 1) }

    /// The number of iterations; `nil` if there is no end.
    public var iterationCount: Int? {
        if case .times(let count) = repeats { count } else { nil }
    }

    /// The playing time from beginning to end, in nanoseconds, at most the largest number; `nil` if there is no end.
    public var duration: Nanoseconds? { iterationCount.map { start(ofIteration: $0) } }

    /// The number of times that an iteration plays the segment.
    var legsPerIteration: Int { autoReverses ? 2 : 1 }

    /// The number of times that the segment is played; `nil` if there is no end.
    var legCount: Int? {
        iterationCount.map { $0 > Int.max / 2 ? .max : $0 * legsPerIteration }
    }

    /// The playing times of the segment, one for each time that it is played.
    var legs: EqualSteps { EqualSteps(origin: .zero, length: exactLength) }

    private var iterations: EqualSteps { EqualSteps(origin: .zero, length: exactLength.times(legsPerIteration)) }

    /// Returns the playing time at which an iteration begins, counted from 0; it is rounded to nanoseconds.
    package func start(ofIteration number: Int) -> Nanoseconds { iterations.start(of: number) }

    /// Returns the number of iterations that are over at a playing time, as if there were no end.
    func iteration(at time: Nanoseconds) -> Int { iterations.step(at: time) }

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
    public func moment(at time: Nanoseconds) -> Moment { moment(during: time..<time, legs: legs) }

    /// Returns the moment of a picture that is shown for some time: its beginning forwards, and its end backwards, so that
    /// pictures of equal lengths show the same frames in both directions.
    ///
    /// - Parameters:
    ///   - times: The time of the picture, which may be empty.
    ///   - legs: The times in which the segment is played.
    func moment(during times: Range<Nanoseconds>, legs: EqualSteps) -> Moment {
        let time = times.lowerBound
        var leg = legs.step(at: time)
        let isOver = legCount.map { leg >= $0 } ?? false
        if let count = legCount, isOver { leg = count - 1 }
        // The turn itself belongs to the leg that is over, and a picture from there on to the next one.
        if !isOver, autoReverses, times.isEmpty, leg % 2 == 1, time <= legs.start(of: leg) { leg -= 1 }
        let (start, end) = (legs.start(of: leg), legs.start(of: leg + 1))
        let isBackward = isReversed != (autoReverses && leg % 2 == 1)
        let length = max(1, end - start)
        let shown = isOver ? end : isBackward ? times.upperBound : time
        let passed = max(0, min(length, shown - start))
        let position = isBackward ? length - passed : passed
        return Moment(
            // Backwards, a moment just below a whole frame has left it.
            frame: frame(at: position, of: length, isLeaving: isBackward && times.isEmpty),
            progress: Double(position) / Double(length),
            iteration: isOver ? (leg + 1) / legsPerIteration : legs.step(at: time) / legsPerIteration,
            isBackward: isBackward)
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
        (exactLength, frameRate, holdsEnd) = (plan.exactLength, plan.frameRate, plan.holdsEnd)
        self.isReversed = isReversed
    }

    /// Returns the playing time in the first iteration at which a frame is shown, or `nil` if it is not in the segment.
    public func time(of frame: Double) -> Nanoseconds? {
        guard frame >= segment.start, frame < segment.end else { return nil }
        let position = min(segmentLength, Nanoseconds(((frame - segment.start) / frameRate * 1e9).rounded()))
        return isReversed ? segmentLength - position : position
    }

    /// The frame at the beginning, which is the end of the segment if it is played backwards.
    var exactFirstFrame: Double { isReversed ? segment.end : segment.start }

    /// Returns the frame at which a shown one is: at the end of the segment if that was reached, where the frame just
    /// before it is held.
    func exactFrame(_ shown: Double) -> Double { shown == segment.lastFrame ? segment.end : shown }

    private func frame(at position: Nanoseconds, of length: Nanoseconds, isLeaving: Bool) -> Double {
        let exact = segment.start + Double(position) / Double(length) * segment.length
        let frame = isLeaving && exact < exact.rounded() ? exact : exact.wholeIfNear
        return max(segment.start, min(holdsEnd ? segment.end : segment.lastFrame, frame))
    }
}

extension Double {
    /// The whole frame that a time of whole nanoseconds misses by less than a hundred-thousandth; any other frame as it is.
    var wholeIfNear: Double { abs(self - rounded()) < 1e-5 ? rounded() : self }
}
