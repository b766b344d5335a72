public import ExactNumbers
public import LottieDocument

/// A player of an animation: a value that is told the time and answers which frame is due, and what happened.
///
/// It reads no clock and draws nothing. Times are nanoseconds of the caller's clock and never go back; between them, the
/// playing time advances at ``speed``.
///
///     var player = AnimationPlayer(composition, at: 0)
///     for event in player.advance(to: now) { … }
///     renderer.draw(frame: player.frame, into: &picture)
public struct AnimationPlayer: Sendable {
    /// The reason why a plan is over.
    public enum Completion: Sendable, Hashable {
        /// The last iteration was played to its end.
        case reachedEnd
        /// ``AnimationPlayer/stop(at:)`` was called.
        case interrupted
        /// Another plan was started.
        case replaced
    }

    /// What happened at a time.
    public struct Event: Sendable, Hashable {
        /// The kinds of events.
        public enum Kind: Sendable, Hashable {
            /// An iteration is over; the number counts those of the plan that are over, from 1.
            case iterationEnded(Int)
            /// The plan is over.
            case completed(Completion)
            /// The plan has begun that waited for the end of an iteration.
            case began
        }

        /// The time, in nanoseconds.
        public let at: Nanoseconds
        /// What happened.
        public let kind: Kind

        /// Creates an event.
        public init(at time: Nanoseconds, kind: Kind) {
            at = time
            self.kind = kind
        }
    }

    /// What is played. At a speed below zero it is the plan in the opposite direction.
    public internal(set) var plan: PlaybackPlan
    /// The speed as a multiple of normal, without its sign.
    public private(set) var speed: Millionths
    /// Whether the speed is below zero, so that plans are played in the opposite direction.
    public internal(set) var isBackward: Bool
    /// Whether the playing time stands still.
    public internal(set) var isPaused = false
    /// The reason why the plan is over; `nil` while it is played.
    public internal(set) var completion: Completion?

    let composition: Composition
    /// A time of the clock, and the playing time then.
    var anchor: (time: Nanoseconds, position: Nanoseconds)
    /// The time of the clock that was reached last.
    var now: Nanoseconds
    /// The way to the first frame of the plan, on which the playing time counts up to 0.
    var approach: PlanApproach?
    /// The frame that was shown when the plan was started, and that fades into it.
    var fading: FadingFrame?
    /// The plan that begins when the iteration is over.
    var next: (plan: PlaybackPlan, change: PlanChange)?

    /// Creates a player that begins to play at a time.
    ///
    /// - Parameters:
    ///   - composition: The animation.
    ///   - plan: What is played; `nil` is the whole animation, once.
    ///   - speed: The speed as a multiple of normal.
    ///   - isBackward: Whether the speed is below zero.
    ///   - time: The time of the clock, in nanoseconds.
    public init(
        _ composition: Composition, plan: PlaybackPlan? = nil, speed: Millionths = .one, isBackward: Bool = false,
        at time: Nanoseconds
    ) {
        self.composition = composition
        let plan = plan ?? PlaybackPlan(PlaybackSegment(of: composition), of: composition)
        self.plan = isBackward ? plan.rewound : plan
        self.speed = speed
        self.isBackward = isBackward
        now = time
        anchor = (time, 0)
    }

    // MARK: - What is shown

    /// The time of the clock that was reached last, in nanoseconds.
    public var time: Nanoseconds { now }

    /// The playing time, in nanoseconds; below 0 on the way to the first frame of the plan.
    public var position: Nanoseconds {
        guard completion == nil, !isPaused else { return anchor.position }
        let passed = Int128(now - anchor.time) * Int128(speed.count) / Int128(Millionths.one.count)
        return min(plan.duration ?? .max, Nanoseconds(clamping: Int128(anchor.position) + passed))
    }

    /// The frame to draw, by the composition's own numbers; while another one fades into it, the frame of the plan.
    public var frame: Double {
        let position = position
        guard let approach, position < 0 else { return plan.moment(at: position).frame }
        return approach.frame(at: position + approach.length, of: approach.length)
    }

    /// What to draw: the frame, or another one that fades into it.
    public var picture: AnimationPicture {
        fading.map { $0.picture(over: frame, at: position) } ?? .frame(frame)
    }

    /// Returns what to draw for a picture of a film that is shown from now on until a time of the clock: forwards the frame
    /// of now and backwards the one at the end, so that a film shows the same frames in both directions.
    package func picture(until end: Nanoseconds) -> AnimationPicture {
        let position = position
        guard completion == nil, !isPaused, position >= 0 else { return picture }
        let passed = Int128(max(now, end) - anchor.time) * Int128(speed.count) / Int128(Millionths.one.count)
        let last = max(position, Nanoseconds(clamping: Int128(anchor.position) + passed))
        let frame = plan.moment(during: position..<last, legs: plan.legs).frame
        return fading.map { $0.picture(over: frame, at: position) } ?? .frame(frame)
    }

    /// The moment of the plan; on the way to its first frame, its first moment.
    public var moment: PlaybackPlan.Moment { plan.moment(at: position) }

    /// The time of the clock at which the iteration ends; `nil` if the player stands still.
    public var nextDue: Nanoseconds? {
        guard completion == nil, !isPaused, speed > .zero else { return nil }
        return time(of: Int128(iterationEnd))
    }

    /// Returns the first time of the clock at which a later playing time is reached.
    private func time(of position: Int128) -> Nanoseconds {
        let way = (position - Int128(anchor.position)) * Int128(Millionths.one.count)
        return Nanoseconds(clamping: Int128(anchor.time) + (way + Int128(speed.count) - 1) / Int128(speed.count))
    }

    /// The playing time at which the iteration ends.
    private var iterationEnd: Nanoseconds {
        let passed = plan.iteration(at: max(0, position))
        return min(plan.duration ?? .max, plan.start(ofIteration: passed + 1))
    }

    // MARK: - Time

    /// The most iterations whose ends one step reports.
    public static let maxReportedIterations = 1_000

    /// Advances to a time of the clock and returns what happened since, in order.
    ///
    /// Of more than ``maxReportedIterations`` iterations that ended since, only the last ones have events, so that a long
    /// step over short iterations costs no more than a short one. The numbers in the events count all of them.
    public mutating func advance(to time: Nanoseconds) -> [Event] {
        var events: [Event] = []
        // A plan that waits for the end of an iteration begins at the very next one.
        if next == nil { skipIterations(before: time) }
        while let due = nextDue, due <= time {
            let end = iterationEnd
            now = max(now, due)
            anchor = (now, end)
            events.append(Event(at: now, kind: .iterationEnded(plan.iteration(at: end))))
            if end == plan.duration { events.append(complete(.reachedEnd)) }
            guard let next else { continue }
            if completion == nil { events.append(complete(.replaced)) }
            begin(next.plan, by: next.change, after: plan.lastFrame)
            events.append(Event(at: now, kind: .began))
            skipIterations(before: time)
        }
        now = max(now, time)
        return events
    }

    /// Moves on to the first iteration whose end is reported.
    private mutating func skipIterations(before time: Nanoseconds) {
        guard completion == nil, !isPaused, speed > .zero, time > now else { return }
        let passed = Int128(time - anchor.time) * Int128(speed.count) / Int128(Millionths.one.count)
        let reached = min(Int128(plan.duration ?? .max), Int128(anchor.position) + passed)
        let number = plan.iteration(at: Nanoseconds(clamping: reached)) - Self.maxReportedIterations
        let skipped = plan.start(ofIteration: max(0, number))
        guard skipped > max(0, position) else { return }
        now = self.time(of: Int128(skipped))
        anchor = (now, skipped)
    }

    mutating func complete(_ reason: Completion) -> Event {
        anchor = (now, position)
        completion = reason
        return Event(at: now, kind: .completed(reason))
    }

    /// Stops the playing time until ``resume(at:)``.
    public mutating func pause(at time: Nanoseconds) -> [Event] {
        let events = advance(to: time)
        anchor = (now, position)
        isPaused = true
        return events
    }

    /// Lets the playing time go on.
    public mutating func resume(at time: Nanoseconds) {
        _ = advance(to: time)
        anchor = (now, position)
        isPaused = false
    }

    /// Changes the speed from a time on.
    ///
    /// - Parameters:
    ///   - speed: The speed as a multiple of normal, without its sign.
    ///   - isBackward: Whether it is below zero; `nil` keeps the sign. Another sign turns the direction as
    ///     ``rewind(at:)`` does.
    ///   - time: The time of the clock.
    public mutating func setSpeed(
        _ speed: Millionths, isBackward: Bool? = nil, at time: Nanoseconds
    ) -> [Event] {
        let events = advance(to: time)
        anchor = (now, position)
        self.speed = speed
        return events + (isBackward ?? self.isBackward == self.isBackward ? [] : rewind(at: time))
    }

    /// Turns the direction from a time on: what was played of the iteration is played back, and the iterations that are
    /// left follow in this direction. It is the same as the opposite sign of the speed.
    public mutating func rewind(at time: Nanoseconds) -> [Event] {
        let events = advance(to: time)
        let position = max(0, position)
        let iteration = min(plan.iteration(at: position), (plan.iterationCount ?? .max) - 1)
        let (start, end) = (plan.start(ofIteration: iteration), plan.start(ofIteration: iteration + 1))
        anchor = (now, start + (end - position))
        (approach, fading) = (nil, nil)
        plan = plan.rewound
        isBackward.toggle()
        if completion == .reachedEnd { completion = nil }
        return events
    }

    /// Moves to a playing time, which is limited to the plan.
    public mutating func seek(to position: Nanoseconds, at time: Nanoseconds) -> [Event] {
        let events = advance(to: time)
        (approach, fading) = (nil, nil)
        completion = nil
        anchor = (now, max(0, min(plan.duration ?? .max, position)))
        return events
    }
}
