import Playback

// The instants at which something could make a difference.
extension SessionBook {
    /// The next session time on the grid: the earliest instant after now that is a nanosecond before a boundary, at one
    /// or a nanosecond after one; `nil` when no boundary is ahead.
    ///
    /// Boundaries are start, threshold and end of what runs, both ends of the gap, the ends of a waiting gift's patience,
    /// of its lifetime and of the time in which others are merged into it, what an expression watches, and what the
    /// controller itself says is due.
    func nextInstant(due: Nanoseconds?, watched: Watched) -> Nanoseconds? {
        var boundaries = Boundaries(now: now, stage: stage, speed: isPaused ? 0 : speed)
        if let due { boundaries.add(session: due) }
        if let running = runningIndex.map({ present[$0] }) {
            boundaries.add(stage: startedAt)
            boundaries.add(stage: startedAt + running.duration.femtoseconds)
            boundaries.add(stage: startedAt + Int128(settings.replaceAt.count) * Int128(running.duration))
            for fraction in watched.fractions {
                boundaries.add(stage: startedAt + Int128(fraction.count) * Int128(running.duration))
            }
        } else if let gapSince, settings.gap > 0 {
            boundaries.add(stage: gapSince)
            boundaries.add(stage: gapSince + settings.gap.femtoseconds)
        }
        for entry in present {
            if let limit = settings.expireAfter, entry.place != .running {
                boundaries.add(stage: entry.arrivedAtStage + limit.femtoseconds)
            }
            if let window = settings.combineWithin, entry.place != .parked {
                boundaries.add(session: entry.latestArrival, plus: window)
            }
            if !entry.isReady { boundaries.add(session: entry.arrivedAt, plus: settings.waitAtMost) }
            for wait in watched.waits where entry.place != .running {
                boundaries.add(session: entry.arrivedAt, plus: wait)
            }
        }
        // Stage time has no boundaries while it stands still; the pause is to be a long one at times all the same.
        if isPaused, pausedSince == now { boundaries.add(session: now, plus: longPause) }
        return boundaries.next
    }

    /// Longer than anything that stage time measures.
    private var longPause: Nanoseconds {
        let lengths = present.map(\.duration) + [settings.gap, settings.expireAfter ?? 0]
        let (sum, overflow) = (lengths.max() ?? 0).addingReportingOverflow(2)
        return overflow ? .max : sum
    }
}

/// Collects boundaries and finds the first instant at or beside one of them.
private struct Boundaries {
    let now: Nanoseconds
    let stage: Int128
    /// In millionths; 0 while stage time stands still.
    let speed: Int128
    /// In nanoseconds from now, from 1 up.
    private var nearest: Int64?

    init(now: Nanoseconds, stage: Int128, speed: Int128) {
        self.now = now
        self.stage = stage
        self.speed = speed
    }

    var next: Nanoseconds? {
        guard let nearest else { return nil }
        let (time, overflow) = now.addingReportingOverflow(nearest)
        return overflow ? nil : time
    }

    /// A boundary in stage time: the first nanosecond at which it has been reached.
    mutating func add(stage boundary: Int128) {
        guard speed > 0 else { return }
        let distance = boundary - stage
        guard distance > -speed else { return }
        add(distance: Int64(clamping: distance <= 0 ? 0 : (distance + speed - 1) / speed))
    }

    mutating func add(session start: Nanoseconds, plus length: Nanoseconds = 0) {
        let (time, overflow) = start.addingReportingOverflow(length)
        if !overflow { add(distance: time - now) }
    }

    private mutating func add(distance: Int64) {
        // Just before, at, just after: the first of them that lies ahead.
        guard distance >= 0 else { return }
        let ahead = max(1, distance - 1)
        nearest = min(nearest ?? ahead, ahead)
    }
}
