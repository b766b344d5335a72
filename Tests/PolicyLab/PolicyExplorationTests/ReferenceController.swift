import ExactNumbers
import Playback
import PolicyExploration

/// The rules of playback in their plainest form, with lists that are searched linearly, and with an optional fault.
struct ReferenceController: PolicyController {
    struct Gift {
        let number: Int
        let arrival: Arrival
        let arrivedAt: Nanoseconds
        let arrivedAtStage: Nanoseconds
        var isReady: Bool
        var place = GiftPlace.Place.waiting
        var latestArrival: Nanoseconds
        var latestNumber: Int

        var duration: Nanoseconds { arrival.duration }
    }

    let fault: ControllerFault?
    var settings: Settings
    var now: Nanoseconds = 0
    var isPaused = false
    var arrivedCount = 0
    var endedCount = 0
    /// The gifts in order of arrival.
    var gifts: [Gift] = []
    var stageTime: Nanoseconds = 0
    var startedAt: Nanoseconds = 0
    /// The number of rounds of the running gift's loop that are over.
    var repetitions = 0
    /// Whether the running gift has left its loop, or has none.
    var isInOutro = true
    var gapStart: Nanoseconds?
    /// How many times as fast as session time stage time passes.
    var speed: Nanoseconds = 1
    var eventIDs: Set<String> = []
    var hasEnded = false
    var pendingTrace: [TraceEvent] = []

    init(settings: Settings, fault: ControllerFault? = nil) {
        self.settings = settings
        self.fault = fault
        let defaults = Settings()
        record(.settings(settings.all.filter { [.mode, .replaceAt].contains($0.key) || $0 != defaults[$0.key] }))
    }

    var places: [GiftPlace] { gifts.map { GiftPlace(number: $0.number, place: $0.place) } }

    func appendCanonicalState(to numbers: inout [Int64], bounds: SettingBounds) {
        numbers += [settings.mode == .queue ? 0 : 1, isPaused ? 1 : 0, stageTime - startedAt, speed]
        numbers += [Int64(min(repetitions, 1)), isInOutro ? 1 : 0]
        numbers.append(gapStart.map { min(stageTime - $0, bounds.gap) } ?? -1)
        for gift in gifts {
            numbers += [Int64(gift.place.rawValue), gift.isReady ? 1 : 0]
            // The states extend a little beyond the limit, because a fault may read the clocks there.
            if let limit = bounds.expireAfter(gift.arrival.policy) {
                numbers.append(min(stageTime - gift.arrivedAtStage, limit + 2))
            }
            if fault == .countsPauseAsWaiting { numbers.append(min(now - gift.arrivedAt, 10 * .second)) }
            if let window = bounds.combineWithin {
                numbers.append(min(now - gift.latestArrival, window + 2))
                numbers.append(Int64(gifts.count { $0.latestNumber < gift.latestNumber }))
            }
            if !gift.isReady { numbers.append(now - gift.arrivedAt) }
        }
    }

    mutating func advance(to time: Nanoseconds) -> [TraceEvent] {
        if !hasEnded { processDue(until: time) }
        return consumeTrace()
    }

    mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent] {
        guard !hasEnded else { return [] }
        processDue(until: time)
        switch input {
        case .arrival(let arrival): receive(arrival)
        case .close: close()
        case .clear: clear()
        case .pause: pause(true)
        case .resume: pause(false)
        case .set(let changes): change(changes)
        case .asset(let kind, .ready, _, _): handleReady(kind)
        case .asset(let kind, .withdrawn, _, _): withdraw(kind)
        case .asset: break
        case .end:
            hasEnded = true
            for gift in gifts { end(gift, .unplayed(gift.place == .running ? .running : .waiting)) }
        case .speed(let value):
            guard value.count != speed * 1_000_000 else { break }
            speed = value.count / 1_000_000
            record(.speed(value))
        case .scrub(let elapsed): scrub(to: elapsed)
        }
        if !hasEnded { processDue(until: now) }
        return consumeTrace()
    }

    private mutating func consumeTrace() -> [TraceEvent] {
        defer { pendingTrace = [] }
        return pendingTrace
    }

    mutating func record(_ kind: TraceEvent.Kind) {
        pendingTrace.append(TraceEvent(at: now, kind))
    }
}

// MARK: - Time

extension ReferenceController {
    private enum DueChange {
        case presentationEnd, roundEnd, heldThreshold, gapEnd, waitTimeout
    }

    var running: Gift? { gifts.first { $0.place == .running } }
    var held: Gift? { gifts.first { $0.place == .held } }
    var nextDue: Nanoseconds? { hasEnded ? nil : nextDueWithKind?.0 }

    mutating func processDue(until time: Nanoseconds) {
        while let (at, due) = nextDueWithKind, at <= max(time, now) {
            advanceClock(to: at)
            switch due {
            case .presentationEnd:
                endRunning(.completed)
                if fault != .doesNotStartNextAtEnd { startNext() }
            case .roundEnd: endRound()
            case .heldThreshold: if let held { replaceRunning(by: held) }
            case .gapEnd: startNext()
            case .waitTimeout:
                if let gift = gifts.first(where: { !$0.isReady }) { end(gift, .dropped(.missing, progress: nil)) }
            }
        }
        advanceClock(to: time)
    }

    private mutating func advanceClock(to time: Nanoseconds) {
        guard time > now else { return }
        if !isPaused || fault == .timePassesWhilePaused || fault == .gapPassesWhilePaused && running == nil {
            stageTime += (time - now) * speed
        }
        now = time
    }

    /// The next instant and its cause; of several causes at the same time, the one that is listed first.
    private var nextDueWithKind: (Nanoseconds, DueChange)? {
        var dues: [(Nanoseconds, DueChange)] = []
        let passes = !isPaused || fault == .timePassesWhilePaused || fault == .gapPassesWhilePaused && running == nil
        if let running {
            let isEndless = fault == .zeroLengthNeverEnds && running.duration == 0
            if let loop = running.arrival.loop, !isInOutro {
                let end = Self.end(ofRound: repetitions + 1, loop)
                if passes { dues.append((instant(in: startedAt + end - stageTime), .roundEnd)) }
            } else if passes, !isEndless {
                dues.append((instant(in: startedAt + running.duration - stageTime), .presentationEnd))
            }
            if held != nil, fault != .heldWaitsForEnd {
                // The remaining time is in millionths of a nanosecond and is rounded up to a whole nanosecond.
                let left = threshold(of: running) - elapsed(of: running) * 1_000_000
                if left <= 0 { dues.append((now, .heldThreshold)) }
                if left > 0, passes, settings(for: running).replaceAt.count <= Millionths.one.count {
                    let way = threshold(of: running) - (stageTime - startedAt) * 1_000_000
                    dues.append((instant(in: (way + 999_999) / 1_000_000), .heldThreshold))
                }
            }
        } else if settings.mode == .queue, nextToPlay != nil, fault != .doesNotStartNextAtEnd,
            fault != .doesNotStartNextAtClose
        {
            let left = gapStart.map { max(0, $0 + settings.gap - stageTime) } ?? 0
            if left == 0 || passes { dues.append((instant(in: left), .gapEnd)) }
        }
        if let gift = gifts.first(where: { !$0.isReady }), fault != .waitsForAnimationForever {
            dues.append((max(now, gift.arrivedAt + settings.waitAtMost), .waitTimeout))
        }
        return dues.enumerated().min { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }?.element
    }

    /// Returns the threshold in millionths of a nanosecond; above 1 it is later than any duration, including 0.
    private func threshold(of gift: Gift) -> Int64 {
        let replaceAt = settings(for: gift).replaceAt.count
        return replaceAt > Millionths.one.count ? .max / 2 : replaceAt * gift.duration
    }

    /// Returns the session time when so much stage time has passed.
    private func instant(in left: Nanoseconds) -> Nanoseconds { now + (max(0, left) + speed - 1) / speed }

    /// Returns the settings for a gift: its own, otherwise the session's.
    func settings(for gift: Gift) -> Settings {
        var own = settings
        for setting in gift.arrival.policy.settings { own.apply(setting) }
        return own
    }

    func mayBeReplaced(_ gift: Gift) -> Bool {
        let reached = elapsed(of: gift) * 1_000_000
        switch fault {
        case .thresholdMustBeExceeded: return reached > threshold(of: gift)
        case .thresholdIsIgnored: return true
        default: return reached >= threshold(of: gift)
        }
    }

    /// Returns the elapsed time of the running gift, which stays at the end of a loop that is repeated.
    func elapsed(of gift: Gift) -> Nanoseconds {
        let position = stageTime - startedAt
        guard repetitions > 0, fault != .progressFollowsTheLoop, let loop = gift.arrival.loop,
            loop.plannedRounds == nil
        else { return position }
        return max(position, loop.end)
    }

    /// Returns the position at which a round is over, counted from 1. Planned rounds divide the loop, rounded to
    /// nanoseconds; otherwise each ends with it.
    static func end(ofRound round: Int, _ loop: GiftLoop) -> Nanoseconds {
        guard let count = loop.plannedRounds else { return loop.end }
        return loop.start + (2 * loop.length * Nanoseconds(round) + Nanoseconds(count)) / Nanoseconds(2 * count)
    }

    private mutating func endRound() {
        guard let running, let loop = running.arrival.loop else { return }
        guard repeatsLoop(of: running) else {
            isInOutro = true
            return
        }
        repetitions += 1
        if loop.plannedRounds == nil { startedAt += loop.length }
        record(.looped(gift: running.number, round: repetitions + 1))
    }

    private func repeatsLoop(of gift: Gift) -> Bool {
        if held != nil, mayBeReplaced(gift) { return false }
        if let count = gift.arrival.loop?.plannedRounds { return repetitions + 1 < count }
        switch (settings(for: gift).loopWhile, fault) {
        case (.never, _): return false
        case (.idle, .idleLoopIgnoresWaitingGifts): return true
        case (.idle, _): return held == nil && nextToPlay == nil
        case (.streak, .loopCountsFromFirstArrival):
            return settings.combineWithin.map { now - gift.arrivedAt <= $0 } ?? false
        case (.streak, .loopEndsAtTheWindow):
            return settings.combineWithin.map { now - gift.latestArrival < $0 } ?? false
        case (.streak, _): return settings.combineWithin.map { now - gift.latestArrival <= $0 } ?? false
        }
    }

    var isInGap: Bool {
        guard let gapStart, fault != .ignoresGap else { return false }
        return stageTime < gapStart + settings.gap
    }
}
