public import ExactNumbers

// The processing of everything that is due as time passes.
extension PlaybackController {
    /// A change that time alone causes.
    ///
    /// At one instant, the changes happen in the order of the cases: an animation that ends exactly when it reaches the
    /// threshold completes before the held gift starts, and a round that ends then is the last one.
    private enum DueChange: Int {
        case presentationEnd, roundEnd, heldThreshold, gapEnd, waitTimeout
    }

    /// The session time of the next change if no input comes first; `nil` if there is none.
    public var nextDue: Nanoseconds? { hasEnded ? nil : earliestDue?.at }

    /// Processes everything that is due at or before `time`, then moves the clock there.
    mutating func processDue(until time: Nanoseconds) {
        while let (at, due) = earliestDue, at <= max(time, now) {
            move(to: at)
            perform(due)
        }
        move(to: time)
    }

    /// Whether the running gift has reached its threshold.
    func hasReachedThreshold(_ gift: Gift) -> Bool {
        // Both sides are in femtoseconds: elapsed × 10⁶ ≥ threshold × duration, in nanoseconds.
        guard let threshold = thresholdTime(gift) else { return false }
        return elapsedTime(of: gift) >= threshold
    }

    /// Whether the gap after the last presentation has not passed.
    var isInGap: Bool {
        guard let gapStart else { return false }
        return stageTime < gapStart + settings.gap.stageTime
    }

    /// Returns the elapsed stage time at the threshold, or `nil` for a threshold above 1, which means never.
    ///
    /// Without the `nil`, a gift of length 0 would reach such a threshold too.
    private func thresholdTime(_ gift: Gift) -> StageTime? {
        let replaceAt = settings(for: gift).replaceAt
        if replaceAt.count > Millionths.one.count { return nil }
        return StageTime(replaceAt.count) * StageTime(gift.duration)
    }

    private mutating func move(to time: Nanoseconds) {
        guard time > now else { return }
        if !isPaused { stageTime += StageTime(time - now) * StageTime(speed.count) }
        now = time
    }

    private var earliestDue: (at: Nanoseconds, due: DueChange)? {
        var earliest: (at: Nanoseconds, due: DueChange)?
        func consider(_ at: Nanoseconds?, _ due: DueChange) {
            guard let at else { return }
            if let found = earliest, (found.at, found.due.rawValue) <= (at, due.rawValue) { return }
            earliest = (at, due)
        }
        if let duration = roster.runningDuration {
            if !isPaused {
                if let roundEnd {
                    consider(sessionTime(runningStart + roundEnd), .roundEnd)
                } else {
                    consider(sessionTime(runningStart + duration.stageTime), .presentationEnd)
                }
            }
            if roster.held != nil, let gift = roster.running.flatMap({ roster[$0]?.gift }),
                let threshold = thresholdTime(gift)
            {
                // While a further round plays, a threshold within the loop has been reached.
                let isReached = elapsedTime(of: gift) >= threshold
                consider(isReached ? now : sessionTime(runningStart + threshold), .heldThreshold)
            }
        } else if settings.mode == .queue, roster.nextToPlay != nil {
            let start = gapStart.map { $0 + settings.gap.stageTime } ?? stageTime
            consider(sessionTime(start), .gapEnd)
        }
        if let ticket = roster.longestWaitingForAnimation, let presence = roster[ticket] {
            let (end, overflow) = presence.gift.arrivedAt.addingReportingOverflow(settings.waitAtMost)
            if !overflow { consider(max(now, end), .waitTimeout) }
        }
        return earliest
    }

    /// Returns the first session time at which the stage's clock has reached `stage`; `nil` if it never does.
    private func sessionTime(_ stage: StageTime) -> Nanoseconds? {
        let left = stage - stageTime
        if left <= 0 { return now }
        if isPaused { return nil }
        let rounding = left + StageTime(speed.count) - 1
        // Waits of up to five hours fit into 64 bits, whose division takes a tenth of the time.
        let wait =
            if let short = Int64(exactly: rounding) { StageTime(short / speed.count) } else {
                rounding / StageTime(speed.count)
            }
        return Nanoseconds(exactly: StageTime(now) + wait)
    }

    private mutating func perform(_ due: DueChange) {
        switch due {
        case .presentationEnd:
            endRunning(.completed)
            startNext()
        case .roundEnd: endRound()
        case .heldThreshold: startHeld()
        case .gapEnd: startNext()
        case .waitTimeout:
            guard let ticket = roster.longestWaitingForAnimation else { return }
            end(ticket, .dropped(.missing, progress: nil))
        }
    }
}
