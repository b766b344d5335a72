// What falls due as time goes by.
extension PlaybackController {
    /// Something that happens by itself. At one instant, the order of the cases is the order of events: an animation
    /// that ends with the threshold at its very end is over before the held gift is let in.
    private enum Due: Int {
        case endOfPresentation, thresholdForHeld, endOfGap, endOfPatience
    }

    /// The session time at which the next thing happens by itself if no input comes first; `nil` if nothing will.
    public var nextDue: Nanoseconds? { isOver ? nil : earliestDue?.at }

    /// Lets everything happen that falls due at or before `time`, then moves the clock there.
    mutating func settle(until time: Nanoseconds) {
        while let (at, due) = earliestDue, at <= max(time, now) {
            move(to: at)
            carryOut(due)
        }
        move(to: time)
    }

    /// Whether a running gift has been seen for long enough to be replaced.
    func hasReachedThreshold(_ gift: Gift) -> Bool {
        // Both sides in femtoseconds: elapsed × 10⁶ ≥ threshold × duration, in nanoseconds.
        guard let threshold = thresholdTime(gift) else { return false }
        return stageTime - startOfRunning >= threshold
    }

    /// Whether the next presentation still has to keep its distance from the last one.
    var isInGap: Bool {
        guard let startOfGap else { return false }
        return stageTime < startOfGap + settings.gap.inStageTime
    }

    /// Nil above 1, which means never: nothing without length reaches such a threshold either.
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

    private var earliestDue: (at: Nanoseconds, due: Due)? {
        var earliest: (at: Nanoseconds, due: Due)?
        func consider(_ at: Nanoseconds?, _ due: Due) {
            guard let at else { return }
            if let found = earliest, (found.at, found.due.rawValue) <= (at, due.rawValue) { return }
            earliest = (at, due)
        }
        if let duration = roster.durationOfRunning {
            if !isPaused { consider(session(startOfRunning + duration.inStageTime), .endOfPresentation) }
            if roster.held != nil, let gift = roster.running.flatMap({ roster[$0]?.gift }),
                let threshold = thresholdTime(gift)
            {
                consider(session(startOfRunning + threshold), .thresholdForHeld)
            }
        } else if settings.mode == .queue, roster.nextToPlay != nil {
            let start = startOfGap.map { $0 + settings.gap.inStageTime } ?? stageTime
            consider(session(start), .endOfGap)
        }
        if let ticket = roster.longestWithoutAnimation, let presence = roster[ticket] {
            let (end, overflow) = presence.gift.arrivedAt.addingReportingOverflow(settings.waitAtMost)
            if !overflow { consider(max(now, end), .endOfPatience) }
        }
        return earliest
    }

    /// The first session time at which the stage's clock has reached `stage`; `nil` if it never will.
    private func session(_ stage: StageTime) -> Nanoseconds? {
        let left = stage - stageTime
        if left <= 0 { return now }
        if isPaused { return nil }
        let rounding = left + StageTime(speed.count) - 1
        // Up to five hours fit into a word, whose division takes a tenth of the time.
        let wait =
            if let short = Int64(exactly: rounding) { StageTime(short / speed.count) } else {
                rounding / StageTime(speed.count)
            }
        return Nanoseconds(exactly: StageTime(now) + wait)
    }

    private mutating func carryOut(_ due: Due) {
        switch due {
        case .endOfPresentation:
            endRunning(.completed)
            startNext()
        case .thresholdForHeld: letHeldIn()
        case .endOfGap: startNext()
        case .endOfPatience:
            guard let ticket = roster.longestWithoutAnimation else { return }
            end(ticket, .dropped(.missing, progress: nil))
        }
    }
}
