import ExactNumbers

/// What a course shows from one elapsed time to another.
struct CoursePiece: Sendable, Hashable {
    /// What is shown.
    enum Content: Hashable {
        /// A plan from a playing time on.
        case plan(PlaybackPlan, from: Nanoseconds)
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

    /// Returns the frame at an elapsed time of the course.
    func frame(at time: Nanoseconds) -> Double {
        switch content {
        case .plan(let plan, let start):
            let played = Int128(plan.finiteDuration - start)
            let offset = Int128(time - span.lowerBound) * played / Int128(span.count)
            return plan.moment(at: start + Nanoseconds(clamping: offset)).frame
        case .approach(let approach, _):
            let offset = Int128(time - span.lowerBound) * Int128(approach.length) / Int128(span.count)
            return approach.frame(at: Nanoseconds(clamping: offset))
        case .held(let frame, _): return frame
        }
    }

    /// Returns the picture at an elapsed time of the course.
    func picture(at time: Nanoseconds, isRepeated: Bool) -> AnimationPicture {
        let frame = frame(at: time)
        let fading = isRepeated ? repeatedFading ?? fading : fading
        return fading?.picture(over: frame, at: time - span.lowerBound) ?? .frame(frame)
    }

    /// Returns the first elapsed time of the course at which a frame is shown; `nil` if the piece does not play it.
    func time(of frame: Double) -> Nanoseconds? {
        guard case .plan(let plan, let start) = content, let time = plan.time(of: frame), time >= start else {
            return nil
        }
        let played = Int128(plan.finiteDuration - start)
        let scaled = (Int128(time - start) * Int128(span.count) + played - 1) / played
        return span.lowerBound + Nanoseconds(clamping: scaled)
    }

    /// The number of frames that are shown.
    var frameCount: Int {
        switch content {
        case .plan(let plan, let start):
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
    private(set) var end: Nanoseconds = 0
    private let speed: Millionths
    /// The frame that is shown at the end.
    private var shown: Double?
    private var frameRate = 0.0

    /// The longest duration of a piece: a day, which is longer than any animation and safe from overflow.
    private static let maxDuration = 86_400 * Nanoseconds.second

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
                } else if let approach = PlanApproach(from: shown, to: plan) {
                    append(.approach(approach, frameRate: frameRate), lasting: scaled(approach.length))
                }
            }
        }
        append(.plan(plan, from: start), lasting: scaled(plan.finiteDuration - start), fading: fading)
        shown = plan.moment(at: plan.finiteDuration).frame
    }

    /// Lets the end of the last piece fade into its beginning when it is played again.
    mutating func repeatLast(by change: PlanChange) {
        guard let shown, case .blend(let length) = change, !list.isEmpty else { return }
        list[list.count - 1].repeatedFading = FadingFrame(shown, within: length)
    }

    /// Appends a time in which the last frame is held.
    mutating func appendHold(_ length: Nanoseconds) {
        guard length > 0, let shown else { return }
        append(.held(shown, frameRate: frameRate), lasting: min(Self.maxDuration, length))
    }

    private mutating func append(
        _ content: CoursePiece.Content, lasting length: Nanoseconds, fading: FadingFrame? = nil
    ) {
        list.append(CoursePiece(span: end..<end + length, content: content, fading: fading))
        end += length
    }

    /// Returns the elapsed time of a playing time at the speed.
    private func scaled(_ time: Nanoseconds) -> Nanoseconds {
        let rate = Int128(max(1, speed.count))
        let scaled = (2 * Int128(time) * Int128(Millionths.one.count) + rate) / (2 * rate)
        return max(1, min(Self.maxDuration, Nanoseconds(clamping: scaled)))
    }
}

extension PlaybackPlan {
    /// The playing time; of a plan without an end, that of one iteration.
    var finiteDuration: Nanoseconds { duration ?? iterationLength }
}
