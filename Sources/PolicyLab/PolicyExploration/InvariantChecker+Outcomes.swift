import ExactNumbers
import Playback

// Checks of the outcome of a gift.
extension InvariantChecker {
    typealias Problem = (rule: Violation.Rule, text: String)

    /// Returns what is wrong with the end of a gift; `nil` if it is correct.
    func problem(_ entry: Entry, _ outcome: Outcome, _ input: Input?) -> Problem? {
        let isRunning = entry.place == .running
        switch outcome {
        case .completed, .replaced, .dismissed:
            guard isRunning else { return (.accounting, "but does not run") }
        case .dropped, .merged:
            guard !isRunning else { return (.accounting, "while it runs") }
        case .unplayed(let reason):
            guard case .end = input else { return (.reason, "before the session is over") }
            return (reason == .running) == isRunning ? nil : (.reason, "but \(isRunning ? "runs" : "does not run")")
        }
        switch outcome {
        case .completed:
            return position < entry.duration.femtoseconds ? (.reason, "before its animation is over") : nil
        case .replaced(let by, let progress): return replacementProblem(entry, by: by, progress)
        case .dismissed(let progress):
            switch input {
            case .close, .clear, .asset(kind: entry.kind, .withdrawn, _, _): return progressProblem(progress, of: entry)
            default: return (.reason, "but nobody closed it")
            }
        case .merged(let into):
            guard step.pendingArrival?.number == entry.number, step.pendingArrival?.mergeTarget == into else {
                return (.reason, "which is of another kind or sender")
            }
            return nil
        case .dropped(let reason, let progress):
            if reason == .early { return earlyDropProblem(entry, progress, input) }
            if progress != nil { return (.reason, "with a progress that it can't have") }
            return dropProblem(entry, reason, input)
        case .unplayed: return nil
        }
    }

    private func replacementProblem(_ entry: Entry, by: Int, _ progress: Millionths) -> Problem? {
        if settings.mode != .replace { return (.reason, "in queue mode") }
        guard let replacement = presentGifts.first(where: { $0.number == by }), replacement.place != .running else {
            return (.oneAtATime, "which is not there")
        }
        if !hasReachedThreshold(entry) { return (.threshold, "at \(progress), below replaceAt") }
        return progressProblem(progress, of: entry)
    }

    private func earlyDropProblem(_ entry: Entry, _ progress: Millionths?, _ input: Input?) -> Problem? {
        var isArriving = step.pendingArrival?.number == entry.number && step.pendingArrival?.mergeTarget == nil
        if case .asset(let kind, .ready, _, _) = input { isArriving = kind == entry.kind && entry.place == .waiting }
        guard isArriving else { return (.reason, "but does not arrive now") }
        guard settings.mode == .replace, rules(entry).early == .drop else {
            return (.reason, "which the settings don't ask for")
        }
        guard let running = runningIndex.map({ presentGifts[$0] }) else { return (.reason, "while nothing runs") }
        if hasReachedThreshold(running) {
            return (.reason, "although gift \(running.number) has reached replaceAt")
        }
        return progress.flatMap { progressProblem($0, of: running, isRoundedDown: true) }
    }

    private func dropProblem(_ entry: Entry, _ reason: Outcome.DropReason, _ input: Input?) -> Problem? {
        let isPending = step.pendingArrival?.number == entry.number
        let holds: Bool
        switch reason {
        case .early: return nil
        case .superseded:
            holds =
                settings.mode == .replace && isHoldingAnother(input) && entry.place != .parked && entry.isReady
                && !isPending
        case .missing:
            let isDroppedAtOnce = rules(entry).missing == .drop && (isPending || step.withdrawnKind == entry.kind)
            holds = !entry.isReady && (isDroppedAtOnce || hasWaitTimedOut(entry))
            if isPending, step.pendingArrival?.mergeTarget != nil { return (.reason, "instead of being merged") }
        case .modeSwitch:
            guard case .set = input else { return (.reason, "but nobody switched the mode") }
            holds =
                step.hasLeftQueueMode && settings.backlog == .discard && entry.place == .waiting && !isOutOfTurn(entry)
        case .overflow: return overflowProblem(entry)
        case .expired:
            guard let limit = rules(entry).expireAfter, settings.mode == .queue else {
                return (.reason, "though no gift expires")
            }
            if runningIndex != nil || isInGap { return (.reason, "before its turn has come") }
            holds = stageTime - entry.arrivedAtStage > limit.femtoseconds && entry.isReady
            return holds ? nil : (.reason, "but has not waited for too long")
        case .cleared:
            guard case .clear = input else { return (.reason, "but nobody cleared the stage") }
            holds = runningIndex == nil && presentGifts.first?.number == entry.number
        case .duplicate: holds = isPending && step.pendingArrival?.isDuplicate == true
        }
        return holds ? nil : (.reason, "which the rules give no reason for")
    }

    /// Returns whether a gift comes in whose settings let it be held.
    private func isHoldingAnother(_ input: Input?) -> Bool {
        presentGifts.contains { entry in
            guard rules(entry).early == .hold else { return false }
            if case .asset(entry.kind, .ready, _, _) = input { return true }
            return entry.number == step.pendingArrival?.number
        }
    }

    /// Returns whether an earlier gift in the same place must end first.
    private func isOutOfTurn(_ entry: Entry) -> Bool {
        presentGifts.contains { $0.number < entry.number && $0.place == entry.place }
    }

    func hasWaitTimedOut(_ entry: Entry) -> Bool {
        let (end, overflow) = entry.arrivedAt.addingReportingOverflow(settings.waitAtMost)
        return !overflow && now >= end
    }

    private func overflowProblem(_ entry: Entry) -> Problem? {
        let waiting = presentGifts.filter { $0.place == .waiting }
        guard let limit = settings.maxWaiting, waiting.count > limit, entry.place == .waiting else {
            return (.reason, "though no more wait than may")
        }
        let goes: Entry? =
            switch settings.overflow {
            case .dropNewest: waiting.last
            case .dropOldest: waiting.first
            case .dropCheapest: waiting.min { ($0.value, -$0.number) < ($1.value, -$1.number) }
            }
        guard let goes, goes.number != entry.number else { return nil }
        return (.reason, "where \(settings.overflow.rawValue) means gift \(goes.number)")
    }

    private func progressProblem(
        _ progress: Millionths, of entry: Entry, isRoundedDown: Bool = false
    ) -> Problem? {
        let duration = Int128(entry.duration)
        let part = min(elapsed, entry.duration.femtoseconds)
        // Adding half a millionth before the division rounds half up; adding nothing rounds down.
        let millionths = duration > 0 ? (2 * part + (isRoundedDown ? 0 : duration)) / (2 * duration) : 0
        return Int128(progress.count) == millionths ? nil : (.reason, "at \(progress), which is not its progress")
    }
}
