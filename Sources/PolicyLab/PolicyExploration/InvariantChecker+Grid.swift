import ExactNumbers
import Playback

// The instants at which time can make a difference.
extension InvariantChecker {
    /// Returns the next session time of the grid: the earliest instant after now that is at a boundary or 1 ns before
    /// or after it.
    ///
    /// The boundaries are:
    /// - the start, the threshold and the end of the running presentation, and the end of a round of its loop,
    /// - both ends of the gap,
    /// - the end of the wait for an animation (`waitAtMost`),
    /// - the expiry of a waiting gift (`expireAfter`),
    /// - the end of the time in which other gifts are merged into a gift (`combineWithin`),
    /// - the times that an expression watches,
    /// - the next instant that the controller reports as due,
    /// - the next deadline of a promise.
    ///
    /// - Returns: The instant; `nil` if no boundary is ahead.
    func nextInstant(due: Nanoseconds?, deadline: Nanoseconds?, abstraction: StateAbstraction) -> Nanoseconds? {
        var boundaries = BoundarySearch(now: now, stage: stageTime, speed: isPaused ? 0 : speed)
        if let deadline { boundaries.add(sessionTime: deadline, as: .watched) }
        addBoundaries(to: &boundaries, due: due, abstraction: abstraction)
        return boundaries.nextInstant
    }

    /// Returns the boundaries at or after now, with their session times.
    func boundariesAhead(_ abstraction: StateAbstraction) -> [GridBoundary: Set<Nanoseconds>] {
        var boundaries = BoundarySearch(now: now, stage: stageTime, speed: isPaused ? 0 : speed)
        boundaries.named = [:]
        addBoundaries(to: &boundaries, due: nil, abstraction: abstraction)
        return boundaries.named ?? [:]
    }

    private func addBoundaries(
        to boundaries: inout BoundarySearch, due: Nanoseconds?, abstraction: StateAbstraction
    ) {
        if let due { boundaries.add(sessionTime: due, as: .due) }
        if let running = runningIndex.map({ presentGifts[$0] }) {
            boundaries.add(stageTime: startedAt, as: .start)
            boundaries.add(stageTime: startedAt + running.duration.femtoseconds, as: .end)
            if let round = rounds.current, let loop = running.loop {
                boundaries.add(stageTime: startedAt + loop.end(ofRound: round).femtoseconds, as: .round)
            }
            boundaries.add(stageTime: startedAt + threshold(settings, running), as: .threshold)
            if running.hasOwnSettings {
                boundaries.add(stageTime: startedAt + threshold(rules(running), running), as: .threshold)
            }
            for fraction in abstraction.fractions {
                boundaries.add(stageTime: startedAt + Int128(fraction.count) * Int128(running.duration), as: .watched)
            }
        } else if let gapStart {
            if settings.gap > 0 {
                boundaries.add(stageTime: gapStart, as: .gapStart)
                boundaries.add(stageTime: gapStart + settings.gap.femtoseconds, as: .gapEnd)
            }
            for gap in abstraction.changes.gaps where gap > 0 {
                boundaries.add(stageTime: gapStart, as: .gapStart)
                boundaries.add(stageTime: gapStart + gap.femtoseconds, as: .gapEnd)
            }
        }
        guard
            abstraction.watchesGifts || settings.expireAfter != nil || settings.combineWithin != nil
                || presentGifts.contains(where: { !$0.isReady || $0.hasOwnSettings })
        else { return addPause(to: &boundaries, abstraction) }
        for entry in presentGifts {
            let expireAfter = entry.hasOwnSettings ? rules(entry).expireAfter : settings.expireAfter
            if let limit = expireAfter, entry.place != .running {
                boundaries.add(stageTime: entry.arrivedAtStage + limit.femtoseconds, as: .expiry)
            }
            if let window = settings.combineWithin, entry.place != .parked {
                boundaries.add(sessionTime: entry.latestArrival, offset: window, as: .mergeWindow)
            }
            if !entry.isReady {
                boundaries.add(sessionTime: entry.arrivedAt, offset: settings.waitAtMost, as: .waitAtMost)
            }
            if !abstraction.changes.isEmpty { addChangeableBoundaries(of: entry, to: &boundaries, abstraction.changes) }
            for wait in abstraction.waitingTimes where entry.place != .running {
                boundaries.add(sessionTime: entry.arrivedAt, offset: wait, as: .watched)
            }
        }
        addPause(to: &boundaries, abstraction)
    }

    private func addPause(to boundaries: inout BoundarySearch, _ abstraction: StateAbstraction) {
        // Stage time has no boundaries during a pause, but the exploration must also cover long pauses.
        if isPaused, pausedSince == now {
            boundaries.add(sessionTime: now, offset: maxDuration(abstraction.changes), as: .pause)
        }
    }

    /// Adds the boundaries of a gift under the values that the settings can have later.
    private func addChangeableBoundaries(
        of entry: Entry, to boundaries: inout BoundarySearch, _ changes: ChangeableTimes
    ) {
        if entry.place != .running {
            for limit in changes.expiryLimits {
                boundaries.add(stageTime: entry.arrivedAtStage + limit.femtoseconds, as: .expiry)
            }
        }
        if entry.place != .parked {
            for window in changes.mergeWindows {
                boundaries.add(sessionTime: entry.latestArrival, offset: window, as: .mergeWindow)
            }
        }
        if !entry.isReady {
            for wait in changes.waits { boundaries.add(sessionTime: entry.arrivedAt, offset: wait, as: .waitAtMost) }
        }
    }

    /// Returns the stage time from a gift's start to its threshold, in femtoseconds.
    private func threshold(_ settings: Settings, _ running: Entry) -> Int128 {
        Int128(settings.replaceAt.count) * Int128(running.duration)
    }

    /// A length that exceeds every duration in stage time.
    private func maxDuration(_ changes: ChangeableTimes) -> Nanoseconds {
        let lengths =
            presentGifts.map { max($0.duration, rules($0).expireAfter ?? 0) } + [settings.gap]
            + changes.gaps + changes.expiryLimits
        return (lengths.max() ?? 0).addingSaturating(2)
    }
}

/// The kinds of instants at which time can make a difference.
enum GridBoundary: String, Hashable, Sendable {
    case start, threshold = "replaceAt", end, round = "end of a round", gapStart = "start of the gap"
    case gapEnd = "end of the gap", expiry = "expireAfter", mergeWindow = "combineWithin", waitAtMost
    case watched, due, pause
}

/// A collector of boundaries that finds the first instant at or next to one of them.
private struct BoundarySearch {
    let now: Nanoseconds
    let stage: Int128
    /// The speed in millionths; 0 during a pause.
    let speed: Int128
    /// The distance to the first instant, in nanoseconds from now; at least 1.
    private var nearest: Int64?
    /// The session times of the boundaries that have been added; `nil` if they are not collected.
    var named: [GridBoundary: Set<Nanoseconds>]?

    init(now: Nanoseconds, stage: Int128, speed: Int128) {
        self.now = now
        self.stage = stage
        self.speed = speed
    }

    var nextInstant: Nanoseconds? {
        guard let nearest else { return nil }
        let (time, overflow) = now.addingReportingOverflow(nearest)
        return overflow ? nil : time
    }

    /// Adds a boundary in stage time, at the first nanosecond of session time at which it is reached.
    mutating func add(stageTime boundary: Int128, as name: GridBoundary) {
        guard speed > 0 else { return }
        let distance = boundary - stage
        guard distance > -speed else { return }
        add(distance: Int64(clamping: distance <= 0 ? 0 : (distance + speed - 1) / speed), as: name)
    }

    mutating func add(sessionTime start: Nanoseconds, offset length: Nanoseconds = 0, as name: GridBoundary) {
        let (time, overflow) = start.addingReportingOverflow(length)
        if !overflow { add(distance: time - now, as: name) }
    }

    private mutating func add(distance: Int64, as name: GridBoundary) {
        // The instant 1 ns before, at or 1 ns after the boundary, whichever is the first one ahead.
        guard distance >= 0 else { return }
        if named != nil { named?[name, default: []].insert(now.addingSaturating(distance)) }
        let ahead = max(1, distance - 1)
        nearest = min(nearest ?? ahead, ahead)
    }
}
