public import ExactNumbers

/// What is played of an animation in a finite time: a function from elapsed time to frames.
///
/// It is one finite plan or several of them one after the other at a speed, or an intro, a loop and an outro, of which a
/// player may repeat the loop by going back to its beginning.
public struct PlaybackCourse: Sendable, Hashable {
    /// A plan of a course, and the way to it.
    public struct Part: Sendable, Hashable {
        /// What is played; of a plan without an end, one iteration.
        public let plan: PlaybackPlan
        /// The way from what was shown before; without anything before, the plan begins at once.
        public let change: PlanChange

        /// Creates a part.
        public init(_ plan: PlaybackPlan, by change: PlanChange = .cut) {
            self.plan = plan
            self.change = change
        }
    }

    /// The duration with one round of the loop, in nanoseconds; at least 1.
    public let duration: Nanoseconds
    /// The duration before it was rounded to nanoseconds, so that the sum of many can be rounded once.
    package let exactDuration: ExactTime
    /// The elapsed times from the beginning of the loop to its end; `nil` without a loop.
    public let loop: Range<Nanoseconds>?
    /// Whether a part is longer than ``maxPieceDuration``, and is cut there.
    public let isCut: Bool
    let pieces: [CoursePiece]

    /// The longest duration of a part with its repetitions, in nanoseconds: a day.
    public static let maxPieceDuration = 86_400 * Nanoseconds.second

    /// Creates the course of a plan; of one without an end, it is one iteration.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - speed: The speed as a multiple of normal, above 0.
    public init(_ plan: PlaybackPlan, speed: Millionths = .one) {
        self.init([Part(plan)], speed: speed)
    }

    /// Creates the course of plans that are played one after the other.
    ///
    /// - Parameters:
    ///   - parts: The plans; at least one.
    ///   - shown: The frame that is shown before, from which the way to the first plan leads; `nil` for none.
    ///   - hold: The time in nanoseconds for which the last frame is held, whatever the speed.
    ///   - speed: The speed as a multiple of normal, above 0. The length of a fade does not depend on it.
    /// - Precondition: `parts` is not empty.
    public init(
        _ parts: [Part], after shown: Double? = nil, holdingLast hold: Nanoseconds = 0, speed: Millionths = .one
    ) {
        precondition(!parts.isEmpty, "a course has a part")
        var pieces = CoursePieces(speed: speed, shown: shown)
        for part in parts { pieces.append(part) }
        pieces.appendHold(hold)
        self.init(pieces, loop: nil)
    }

    /// Creates the course of an intro, a loop and an outro.
    ///
    /// - Parameters:
    ///   - intro: What is played once at the beginning; `nil` for nothing.
    ///   - loop: What may be repeated.
    ///   - outro: What is played once at the end; `nil` for nothing.
    ///   - blend: The time in nanoseconds within which the last frame of a part, or of a round of the loop, fades into
    ///     the next one; 0 for a cut.
    ///   - hold: The time in nanoseconds for which the last frame is held. Without an outro it follows the loop.
    ///   - speed: The speed as a multiple of normal, above 0.
    public init(
        intro: PlaybackPlan?, loop: PlaybackPlan, outro: PlaybackPlan?, blend: Nanoseconds = 0,
        holdingLast hold: Nanoseconds = 0, speed: Millionths = .one
    ) {
        let change: PlanChange = blend > 0 ? .blend(blend) : .cut
        var pieces = CoursePieces(speed: speed, shown: nil)
        if let intro { pieces.append(Part(intro)) }
        pieces.append(Part(loop, by: change))
        pieces.repeatLast(by: change)
        let span = pieces.list.last?.span
        if let outro { pieces.append(Part(outro, by: change)) }
        pieces.appendHold(hold)
        self.init(pieces, loop: span)
    }

    private init(_ pieces: CoursePieces, loop: Range<Nanoseconds>?) {
        self.pieces = pieces.list
        self.loop = loop
        duration = pieces.end
        exactDuration = pieces.exactEnd
        isCut = pieces.isCut
    }

    /// The elapsed time at which the last frame is reached, in nanoseconds: the duration without the time for which it is
    /// held.
    public var holdStart: Nanoseconds {
        guard let last = pieces.last, case .held = last.content else { return duration }
        return last.span.lowerBound
    }

    /// The number of frames that are played, one after the other; at least 1.
    public var frameCount: Int { max(1, pieces.reduce(0) { $0 + $1.frameCount }) }

    /// Returns the frame to draw at an elapsed time, by the composition's own numbers.
    ///
    /// A course that is stretched to another duration shows the same frames at other times.
    ///
    /// - Parameters:
    ///   - elapsed: The elapsed time, from 0 to `stretched`.
    ///   - stretched: The duration of the whole; `nil` is ``duration``.
    public func frame(at elapsed: Nanoseconds, of stretched: Nanoseconds? = nil) -> Double {
        let time = unstretched(elapsed, of: stretched)
        return piece(at: time).frame(during: time..<time)
    }

    /// Returns what to draw at an elapsed time: the frame, or another one that fades into it.
    ///
    /// - Parameters:
    ///   - elapsed: The elapsed time, from 0 to `stretched`.
    ///   - stretched: The duration of the whole; `nil` is ``duration``.
    ///   - isRepeated: Whether the loop is played again, so that its own end is what was shown before its beginning.
    public func picture(
        at elapsed: Nanoseconds, of stretched: Nanoseconds? = nil, isRepeated: Bool = false
    ) -> AnimationPicture {
        let time = unstretched(elapsed, of: stretched)
        return piece(at: time).picture(during: time..<time, isRepeated: isRepeated)
    }

    /// Returns what to draw for a picture that is shown for some time.
    ///
    /// Forwards it is the frame at the beginning of that time and backwards the one at its end, so that a film shows the
    /// same frames in both directions.
    ///
    /// - Parameter times: The elapsed times from the beginning of the picture to its end.
    public func picture(during times: Range<Nanoseconds>) -> AnimationPicture {
        let begin = max(0, min(duration, times.lowerBound))
        return piece(at: begin).picture(during: begin..<max(begin, times.upperBound), isRepeated: false)
    }

    private func unstretched(_ elapsed: Nanoseconds, of stretched: Nanoseconds?) -> Nanoseconds {
        var time = max(0, elapsed)
        if let stretched, stretched != duration {
            time = Nanoseconds(clamping: Int128(time) * Int128(duration) / Int128(max(1, stretched)))
        }
        return min(time, duration)
    }

    private func piece(at time: Nanoseconds) -> CoursePiece {
        pieces.first { time < $0.span.upperBound } ?? pieces[pieces.count - 1]
    }

    /// Returns the elapsed times of the part of the animation to which an elapsed time belongs: of the intro, the loop or
    /// the outro, or of the whole.
    ///
    /// - Parameters:
    ///   - elapsed: The elapsed time, from 0 to `stretched`.
    ///   - stretched: The duration of the whole; `nil` is ``duration``.
    public func part(at elapsed: Nanoseconds, of stretched: Nanoseconds? = nil) -> Range<Nanoseconds> {
        let whole = stretched ?? duration
        func scaled(_ time: Nanoseconds) -> Nanoseconds {
            whole == duration ? time : Nanoseconds(clamping: Int128(time) * Int128(whole) / Int128(duration))
        }
        let spans = pieces.map { scaled($0.span.lowerBound)..<scaled($0.span.upperBound) }
        return spans.first { elapsed < $0.upperBound } ?? spans[spans.count - 1]
    }

    /// Returns the first elapsed time at which a frame is shown; `nil` if it is not played.
    public func time(of frame: Double) -> Nanoseconds? {
        for piece in pieces {
            if let time = piece.time(of: frame) { return time }
        }
        return nil
    }
}
