import AnimationPlayback
import ExactNumbers
import Playback

/// The events of a playlist, derived from the decisions of its controller.
///
/// The times of what happens by itself are exact, and rounded once. The controller plays each animation for whole
/// nanoseconds, so its own times drift away from them when many are played, or at another speed.
struct PlaylistEventLog {
    /// The animation that plays.
    private struct Playing {
        let gift: Int
        let entry: PlaylistQueue.Entry
        /// The elapsed time up to which events were noted; below 0 before those at the beginning.
        var noted: Nanoseconds = -1
    }

    /// The events that were not taken yet.
    private var events: [PlaylistEvent] = []
    private var playing: Playing?
    /// The end of the animation that was played last: the controller's time, and the exact one.
    private var lastEnd: (time: Nanoseconds, exact: ExactTime)?
    /// The time of the last event; none is before it.
    private var latest: Nanoseconds = 0
    private var anchor = ElapsedAnchor()
    /// The elapsed time to which the viewer goes next.
    var target: Nanoseconds = 0

    /// Returns the events since the last call, in order.
    mutating func take() -> [PlaylistEvent] {
        defer { events = [] }
        return events
    }

    /// Notes a decision of the controller.
    ///
    /// - Parameters:
    ///   - decision: The line of the controller's trace.
    ///   - isReplacing: Whether what ends is replaced by another part of the same animation.
    ///   - entry: Returns the animation of a gift by the gift's number.
    mutating func note(_ decision: TraceEvent, isReplacing: Bool, entry: (Int) -> PlaylistQueue.Entry?) {
        advance(to: decision.at)
        switch decision.kind {
        case .started(let gift):
            guard let entry = entry(gift) else { return }
            playing = Playing(gift: gift, entry: entry)
            var begin = ExactTime(decision.at)
            if let lastEnd, lastEnd.time == decision.at { begin = lastEnd.exact }
            anchor.move(to: 0, at: decision.at, exactly: begin)
            add(
                .started(name: entry.item.name, round: entry.round), at: begin,
                frame: entry.item.course.frame(at: 0))
            advance(to: decision.at)
        case .ended(let gift, let outcome):
            guard gift == playing?.gift else { return }
            end(outcome == .completed ? .reached : isReplacing ? .replaced : .interrupted, at: decision.at)
        case .paused: anchor.change(at: decision.at) { $0.isPaused = true }
        case .resumed: anchor.change(at: decision.at) { $0.isPaused = false }
        case .speed(let speed): anchor.change(at: decision.at) { $0.speed = speed }
        case .scrubbed: seek(to: target, at: decision.at)
        case .settings, .arrived, .looped: break
        }
    }

    /// Notes that the viewer went to an elapsed time.
    private mutating func seek(to elapsed: Nanoseconds, at time: Nanoseconds) {
        advance(to: time)
        guard let course = playing?.entry.item.course else { return }
        playing?.noted = elapsed
        anchor.move(to: elapsed, at: time, exactly: ExactTime(time))
        add(
            .scrubbed(part: course.iteration(at: elapsed).part + 1), at: ExactTime(time),
            frame: course.frame(at: elapsed))
    }

    /// Notes what happens by itself up to a time.
    mutating func advance(to time: Nanoseconds) {
        guard let current = playing else { return }
        let item = current.entry.item
        let elapsed = min(item.duration, anchor.elapsed(at: time))
        for event in item.course.events(after: current.noted, through: elapsed) {
            let kind: PlaylistEvent.Kind =
                switch event.kind {
                case .partBegan(let index): .partStarted(.init(index, of: item.course, in: item.composition))
                case .iterationEnded(let part, let number): .roundEnded(part: part + 1, number: number)
                case .holdBegan: .held
                }
            let isEnd = event.elapsed == item.course.duration
            let exact = isEnd ? item.course.exactDuration : ExactTime(event.elapsed)
            add(kind, at: anchor.time(of: exact), frame: event.frame)
        }
        playing?.noted = elapsed
    }

    /// Notes that the animation that plays is over, if one does.
    mutating func end(_ reason: PlaylistEvent.Reason, at time: Nanoseconds) {
        advance(to: time)
        guard let item = playing?.entry.item else { return }
        let exact = reason == .reached ? anchor.time(of: item.exactDuration) : ExactTime(time)
        add(.ended(reason), at: exact, frame: item.course.frame(at: anchor.elapsed(at: time)))
        lastEnd = (time, exact)
        playing = nil
    }

    private mutating func add(_ kind: PlaylistEvent.Kind, at time: ExactTime, frame: Double) {
        guard let entry = playing?.entry else { return }
        latest = max(latest, time.nanoseconds)
        events.append(PlaylistEvent(at: latest, animation: entry.place, kind: kind, frame: frame))
    }
}

/// A time at which the elapsed time of an animation was known exactly, and how it goes on from there.
private struct ElapsedAnchor {
    private var time: Nanoseconds = 0
    /// The same moment as it is told, which is not rounded to the controller's nanoseconds.
    private var exactTime = ExactTime.zero
    /// The elapsed time then, in millionths of a nanosecond, so that every speed is exact.
    private var elapsed: Int128 = 0
    var speed = Millionths.one
    var isPaused = false

    private static let scale = Int128(Millionths.one.count)

    /// Sets the elapsed time at a time of the controller; events report that time as `exactTime`, which is not rounded.
    mutating func move(to elapsed: Nanoseconds, at time: Nanoseconds, exactly exactTime: ExactTime) {
        self.time = time
        self.exactTime = exactTime
        self.elapsed = Int128(elapsed) * Self.scale
    }

    /// Changes how the elapsed time goes on from a time.
    mutating func change(at time: Nanoseconds, _ change: (inout ElapsedAnchor) -> Void) {
        elapsed = exactElapsed(at: time)
        exactTime = exactTime + ExactTime(max(0, time - self.time))
        self.time = time
        change(&self)
    }

    /// Returns the elapsed time at a time, rounded down to nanoseconds.
    func elapsed(at time: Nanoseconds) -> Nanoseconds {
        Nanoseconds(clamping: exactElapsed(at: time) / Self.scale)
    }

    /// Returns the time at which an elapsed time is reached.
    func time(of elapsed: ExactTime) -> ExactTime {
        let way = elapsed - ExactTime(millionths: self.elapsed)
        guard way.parts > 0, speed > .zero else { return exactTime }
        return exactTime + way.divided(by: speed)
    }

    private func exactElapsed(at time: Nanoseconds) -> Int128 {
        isPaused ? elapsed : elapsed + Int128(max(0, time - self.time)) * Int128(speed.count)
    }
}
