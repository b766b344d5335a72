import ExactNumbers
import Playback

/// A recorder that builds a timeline from the trace of a session.
struct TimelineRecorder: Sendable {
    private struct PendingGift {
        let kind: String
        let policy: GiftPolicy
        var duration: Nanoseconds
        var loop: GiftLoop?
        var hasAnimation: Bool
    }

    private struct Running {
        let gift: Int
        let policy: GiftPolicy
        let start: Nanoseconds
        /// The position in the animation in femtoseconds of stage time: nanoseconds times the speed in millionths.
        var position: Int128 = 0
        let loop: GiftLoop?
        /// Whether the position went back to the beginning of the loop.
        var repeatsLoop = false
        /// The duration in nanoseconds.
        let duration: Int128
        var threshold: Nanoseconds?

        /// The elapsed stage time in femtoseconds, which stays at the end of a loop that is repeated.
        var elapsed: Int128 {
            guard repeatsLoop, let loop else { return position }
            return max(position, Int128(loop.end) * Int128(Millionths.one.count))
        }
    }

    private(set) var timeline = SessionTimeline()
    private let window: Range<Nanoseconds>
    private let limit: Int
    private var pendingGifts: [Int: PendingGift] = [:]
    private var running: Running?
    private var isPaused = false
    private var speed = Millionths.one
    private var settings = Settings()
    private var now: Nanoseconds = 0
    private var waitingCount = 0
    private var nextPolicy = GiftPolicy.none
    private var nextDuration: Nanoseconds = 0
    private var nextLoop: GiftLoop?
    private var hasNextAnimation = true
    /// The last asset event of each kind, which also determines the state of later arrivals.
    private var assets: [String: AssetState] = [:]

    /// Creates a recorder for the entries that overlap `window`, at most `limit` of each type.
    init(window: Range<Nanoseconds>, limit: Int) {
        self.window = window
        self.limit = limit
    }

    /// Remembers the settings and the duration of a gift that is about to arrive, or the duration of an animation that
    /// is about to be ready.
    mutating func willHandle(_ input: Input) {
        switch input {
        case .arrival(let arrival):
            nextPolicy = arrival.policy
            nextDuration = arrival.duration
            nextLoop = arrival.loop
            hasNextAnimation = (assets[arrival.kind] ?? arrival.asset) == .ready
        case .asset(let kind, let state, let duration, let loop):
            assets[kind] = state
            noteAnimation(state, ofKind: kind, lasting: duration, loop: loop)
        default: break
        }
    }

    /// Gives the gifts that lacked their animation its duration, as the controller does.
    private mutating func noteAnimation(
        _ state: AssetState, ofKind kind: String, lasting duration: Nanoseconds?, loop: GiftLoop?
    ) {
        guard state == .ready || state == .withdrawn else { return }
        for (gift, var waiting) in pendingGifts where waiting.kind == kind {
            if state == .ready, !waiting.hasAnimation, let duration {
                waiting.duration = max(0, duration)
                waiting.loop = loop
            }
            waiting.hasAnimation = state == .ready
            pendingGifts[gift] = waiting
        }
    }

    /// Records a trace line.
    mutating func receive(_ event: TraceEvent) {
        advance(to: event.at)
        switch event.kind {
        case .arrived(let gift, let kind, _, _):
            pendingGifts[gift] = PendingGift(
                kind: kind, policy: nextPolicy, duration: nextDuration, loop: nextLoop,
                hasAnimation: hasNextAnimation)
            recordWaiting(1, at: event.at)
        case .started(let gift):
            let started = pendingGifts[gift]
            running = Running(
                gift: gift, policy: started?.policy ?? .none, start: event.at, loop: started?.loop,
                duration: Int128(started?.duration ?? 0))
            recordThreshold(at: event.at)
            recordWaiting(-1, at: event.at)
        case .ended(let gift, let outcome): end(gift, outcome, at: event.at)
        case .settings(let changed):
            for setting in changed { settings.apply(setting) }
            recordThreshold(at: event.at)
        case .paused: isPaused = true
        case .resumed: isPaused = false
        case .speed(let value): speed = value
        case .scrubbed(_, let progress):
            // The progress in the trace is rounded to a millionth, and so is the mark on the timeline.
            if let duration = running?.duration { running?.position = duration * Int128(progress.count) }
            running?.repeatsLoop = false
            recordThreshold(at: event.at)
        case .looped:
            guard let loop = running?.loop, loop.plannedRounds == nil else { return }
            running?.position -= Int128(loop.stepBack) * Int128(Millionths.one.count)
            running?.repeatsLoop = true
        }
    }

    private mutating func end(_ gift: Int, _ outcome: Outcome, at time: Nanoseconds) {
        let kind = pendingGifts.removeValue(forKey: gift)?.kind ?? ""
        if let ended = running, ended.gift == gift {
            running = nil
            guard ended.start < recordingEnd, time >= window.lowerBound else { return }
            timeline.presentations.append(
                SessionTimeline.Presentation(
                    gift: gift, kind: kind, span: ended.start..<max(ended.start, time), threshold: ended.threshold,
                    outcome: outcome))
            if timeline.presentations.count > limit { truncate(at: ended.start) }
        } else {
            recordWaiting(-1, at: time)
            guard time >= window.lowerBound, time < recordingEnd else { return }
            timeline.unshownGifts.append(
                SessionTimeline.UnshownGift(gift: gift, kind: kind, at: time, outcome: outcome))
            if timeline.unshownGifts.count > limit { truncate(at: time) }
        }
    }

    private var recordingEnd: Nanoseconds { timeline.truncatedAt ?? window.upperBound }

    private mutating func truncate(at time: Nanoseconds) {
        timeline.truncatedAt = min(time, recordingEnd)
        timeline.presentations.removeAll { $0.span.lowerBound >= time }
        timeline.unshownGifts.removeAll { $0.at >= time }
        timeline.backlog.removeAll { $0.since >= time }
    }

    private mutating func recordWaiting(_ change: Int, at time: Nanoseconds) {
        waitingCount += change
        guard time < recordingEnd else { return }
        if let last = timeline.backlog.last, last.since == time || time < window.lowerBound {
            timeline.backlog.removeLast()
        }
        guard timeline.backlog.last?.count ?? 0 != waitingCount else { return }
        timeline.backlog.append(SessionTimeline.Backlog(since: time, count: waitingCount))
        if timeline.backlog.count > limit { truncate(at: time) }
    }

    // MARK: - Threshold

    /// Advances the running presentation to `time` and records when it reaches the threshold.
    private mutating func advance(to time: Nanoseconds) {
        defer { now = max(now, time) }
        guard var playing = running, !isPaused, time > now else { return }
        let rate = Int128(speed.count)
        if playing.threshold == nil, settings.mode == .replace, let threshold = thresholdTime(playing),
            threshold > playing.elapsed
        {
            let crossing = Int128(now) + (threshold - playing.position + rate - 1) / rate
            if crossing <= Int128(time) { playing.threshold = Nanoseconds(crossing) }
        }
        playing.position += Int128(time - now) * rate
        running = playing
    }

    private mutating func recordThreshold(at time: Nanoseconds) {
        guard let playing = running, playing.threshold == nil, settings.mode == .replace,
            let threshold = thresholdTime(playing), playing.elapsed >= threshold
        else { return }
        running?.threshold = time
    }

    /// Returns the elapsed stage time at the threshold in femtoseconds, or `nil` for a threshold that means never.
    ///
    /// A gift's own settings come before those of the session, as in the controller.
    private func thresholdTime(_ playing: Running) -> Int128? {
        let replaceAt = playing.policy.applied(to: settings).replaceAt
        return replaceAt > .one ? nil : playing.duration * Int128(replaceAt.count)
    }
}
