import ExactNumbers

/// What a course shows from one elapsed time to another.
struct CoursePiece: Sendable, Hashable {
    /// What is shown.
    enum Content: Hashable {
        /// A plan from a playing time on, with the elapsed times of its segment as if it began at its beginning.
        case plan(PlaybackPlan, from: Nanoseconds, legs: EqualSteps)
        /// The way to the first frame of a plan.
        case approach(PlanApproach, frameRate: Double)
        /// A frame that is held.
        case held(Double, frameRate: Double)
    }

    let span: Range<Nanoseconds>
    let content: Content
    /// The frame that fades into the beginning.
    let fading: FadingFrame?
    /// The frame that fades into the beginning when the piece is played again.
    var repeatedFading: FadingFrame?

    /// Returns the frame of a picture that is shown for some elapsed time, which may be empty.
    func frame(during times: Range<Nanoseconds>) -> Double {
        switch content {
        case .plan(let plan, _, let legs): return plan.moment(during: times, legs: legs).frame
        case .approach(let approach, _):
            return approach.frame(at: times.lowerBound - span.lowerBound, of: Nanoseconds(span.count))
        case .held(let frame, _): return frame
        }
    }

    /// Returns the picture that is shown for some elapsed time, which may be empty.
    func picture(during times: Range<Nanoseconds>, isRepeated: Bool) -> AnimationPicture {
        let frame = frame(during: times)
        let fading = isRepeated ? repeatedFading ?? fading : fading
        return fading?.picture(over: frame, at: times.lowerBound - span.lowerBound) ?? .frame(frame)
    }

    /// Returns the first elapsed time of the course at which a frame is shown; `nil` if the piece does not play it.
    func time(of frame: Double) -> Nanoseconds? {
        guard case .plan(let plan, let start, let legs) = content, let time = plan.time(of: frame), time >= start
        else { return nil }
        let begin = legs.start(of: 0)
        let (length, elapsed) = (Int128(plan.segmentLength), Int128(legs.start(of: 1) - begin))
        return begin + Nanoseconds(clamping: (Int128(time) * elapsed + length - 1) / length)
    }

    /// The number of frames that are shown.
    var frameCount: Int {
        switch content {
        case .plan(let plan, let start, _):
            let iteration = Int(max(1, plan.segment.length.rounded(.up))) * (plan.autoReverses ? 2 : 1)
            let all = iteration * (plan.iterationCount ?? 1)
            return start == 0 ? all : max(1, all - Int(Double(start) / 1e9 * plan.frameRate))
        case .approach(_, let frameRate), .held(_, let frameRate):
            return max(1, Int((Double(span.count) / 1e9 * frameRate).rounded()))
        }
    }
}

/// The pieces of a course while they are put together.
struct CoursePieces {
    private(set) var list: [CoursePiece] = []
    /// Whether a piece was longer than the longest one, and is cut there.
    private(set) var isCut = false
    private(set) var exactEnd = ExactTime.zero
    private let speed: Millionths
    /// The frame that is shown at the end.
    private var shown: Double?
    /// The plan that is shown at the end.
    private var previous: PlaybackPlan?
    private var frameRate = 0.0

    /// The elapsed time at the end, in nanoseconds.
    var end: Nanoseconds { exactEnd.nanoseconds }

    init(speed: Millionths, shown: Double?) {
        self.speed = speed
        self.shown = shown
    }

    /// Appends a plan and the way to it.
    mutating func append(_ part: PlaybackCourse.Part) {
        let plan = part.plan.finite
        frameRate = plan.frameRate
        var start: Nanoseconds = 0
        var fading: FadingFrame?
        if let shown {
            switch part.change {
            case .cut: break
            case .blend(let length): fading = FadingFrame(shown, within: length)
            case .approach:
                if let position = plan.time(of: shown), position < plan.finiteDuration {
                    start = position
                } else if let approach = PlanApproach(from: previous?.exactFrame(shown) ?? shown, to: plan) {
                    append(
                        .approach(approach, frameRate: frameRate), lasting: approach.exactLength.elapsed(at: speed))
                }
            }
        }
        append(plan, from: start, fading: fading)
        shown = plan.moment(at: plan.finiteDuration).frame
        previous = plan
    }

    /// Lets the end of the last piece fade into its beginning when it is played again.
    mutating func repeatLast(by change: PlanChange) {
        guard let shown, case .blend(let length) = change, !list.isEmpty else { return }
        list[list.count - 1].repeatedFading = FadingFrame(shown, within: length)
    }

    /// Appends a time in which the last frame is held.
    mutating func appendHold(_ length: Nanoseconds) {
        guard length > 0, let shown else { return }
        append(.held(shown, frameRate: frameRate), lasting: ExactTime(length))
    }

    private mutating func append(_ plan: PlaybackPlan, from start: Nanoseconds, fading: FadingFrame?) {
        let origin = start == 0 ? exactEnd : exactEnd - ExactTime(start).elapsed(at: speed)
        let legs = EqualSteps(origin: origin, length: plan.exactLength.elapsed(at: speed))
        let end = origin + legs.length.times(plan.legCount ?? 1)
        append(.plan(plan, from: start, legs: legs), lasting: end - exactEnd, fading: fading)
    }

    private mutating func append(
        _ content: CoursePiece.Content, lasting length: ExactTime, fading: FadingFrame? = nil
    ) {
        let longest = ExactTime(PlaybackCourse.maxPieceDuration)
        if length.parts > longest.parts { isCut = true }
        let begin = end
        exactEnd = exactEnd + (length.parts > longest.parts ? longest : length)
        list.append(CoursePiece(span: begin..<max(begin, end), content: content, fading: fading))
    }
}

extension PlaybackPlan {
    /// The playing time; of a plan without an end, that of one iteration.
    var finiteDuration: Nanoseconds { duration ?? iterationLength }
}
