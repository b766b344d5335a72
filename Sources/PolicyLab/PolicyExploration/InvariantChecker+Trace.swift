import Playback

// Checks of each trace line.
extension InvariantChecker {
    mutating func apply(_ event: TraceEvent, _ input: Input?) {
        advance(to: event.at)
        switch event.kind {
        case .settings(let changes):
            let mode = settings.mode
            for change in changes { settings.apply(change) }
            if settings.mode != mode { recordModeSwitch() }
        case .arrived(let gift, let kind, let sender, let count): recordArrival(gift, kind, sender, count, input)
        case .started(let gift): recordStart(gift)
        case .ended(let gift, let outcome): recordEnd(gift, outcome, input)
        case .paused:
            pausedSince = now
        case .resumed:
            pausedSince = nil
            considerRoundEnd()
        case .speed(let value): speed = Int128(value.count)
        case .scrubbed:
            guard case .scrub(let target) = input, let running = runningIndex else {
                return recordViolation(.reason, "a presentation is scrubbed that does not run")
            }
            let elapsed = min(max(target, 0), presentGifts[running].duration)
            startedAt = stageTime - elapsed.femtoseconds
            rounds.current = presentGifts[running].loop.flatMap { $0.round(at: elapsed) }
            considerRoundEnd()
        case .looped(let gift, let round): recordRound(round, of: gift)
        }
    }

    private mutating func recordModeSwitch() {
        gapStart = nil
        for index in presentGifts.indices where presentGifts[index].place != .running {
            if settings.mode == .queue {
                presentGifts[index].place = .waiting
            } else if settings.backlog == .park {
                presentGifts[index].place = .parked
            }
        }
        step.hasLeftQueueMode = settings.mode == .replace
    }

    private mutating func recordArrival(_ gift: Int, _ kind: String, _ sender: String, _ count: Int, _ input: Input?) {
        arrivals += 1
        if gift != arrivals { recordViolation(.accounting, "arrival \(arrivals) has the number \(gift)") }
        guard case .arrival(let arrival) = input else {
            return recordViolation(.accounting, "gift \(gift) never arrived")
        }
        let isDuplicate = arrival.eventID.map { !eventIDs.insert($0).inserted } ?? false
        let candidate = presentGifts.filter { $0.kind == kind && $0.sender == sender && $0.place != .parked }
            .max { $0.latestNumber < $1.latestNumber }
        let isCandidateNear =
            candidate.flatMap { candidate in settings.combineWithin.map { now - candidate.latestArrival <= $0 } }
            ?? false
        step.pendingArrival = PendingArrival(
            number: gift, mergeTarget: isCandidateNear && !isDuplicate ? candidate?.number : nil,
            isDuplicate: isDuplicate)
        presentGifts.append(
            Entry(
                number: gift, kind: kind, sender: sender, value: arrival.value, duration: arrival.duration,
                loop: arrival.loop, policy: arrival.policy, arrivedAt: now, arrivedAtStage: stageTime, count: count,
                isReady: arrival.asset == .ready,
                latestArrival: now, latestNumber: gift))
    }

    private mutating func recordStart(_ gift: Int) {
        if let running = runningIndex {
            recordViolation(.oneAtATime, "gift \(gift) starts while gift \(presentGifts[running].number) runs")
        }
        guard let index = presentGifts.firstIndex(where: { $0.number == gift }) else {
            return recordViolation(.oneAtATime, "gift \(gift) starts after its end")
        }
        let entry = presentGifts[index]
        if entry.place == .running { recordViolation(.oneAtATime, "gift \(gift) starts twice") }
        if !entry.isReady { recordViolation(.reason, "gift \(gift) starts without its animation") }
        if entry.place == .parked { recordViolation(.reason, "gift \(gift) starts while it is parked") }
        if let pendingArrival = step.pendingArrival, pendingArrival.number == gift,
            pendingArrival.mergeTarget != nil || pendingArrival.isDuplicate
        {
            recordViolation(.reason, "gift \(gift) starts although it should be \(pendingArrival.expectation)")
        }
        if let expectedStart = step.expectedStart, expectedStart != gift {
            recordViolation(.oneAtATime, "gift \(gift) starts where gift \(expectedStart) replaced the one before")
        }
        step.expectedStart = nil
        if settings.mode == .queue { checkOrder(of: entry) }
        presentGifts[index].place = .running
        presentGifts[index].startedAt = now
        startedAt = stageTime
        rounds.current = entry.loop == nil ? nil : 1
        gapStart = nil
        // A planned round shorter than half a nanosecond is over at once.
        considerRoundEnd()
    }

    private mutating func checkOrder(of entry: Entry) {
        if isInGap { recordViolation(.liveness, "gift \(entry.number) starts within the gap") }
        if let limit = rules(entry).expireAfter, stageTime - entry.arrivedAtStage > limit.femtoseconds {
            recordViolation(.reason, "gift \(entry.number) starts although it waited for longer than expireAfter")
        }
        for other in presentGifts where other.number != entry.number && other.place == .waiting && other.isReady {
            let isFirst =
                settings.order == .arrival || other.value == entry.value
                ? other.number < entry.number : other.value > entry.value
            if isFirst { recordViolation(.order, "gift \(entry.number) starts before gift \(other.number)") }
        }
    }

    private mutating func recordEnd(_ gift: Int, _ outcome: Outcome, _ input: Input?) {
        guard let index = presentGifts.firstIndex(where: { $0.number == gift }) else {
            return recordViolation(.accounting, "gift \(gift) ends twice, or before it arrived")
        }
        let entry = presentGifts[index]
        // What is pending belongs to this presentation, and not to the one that starts at the same instant.
        if entry.place == .running { settleRound() }
        if let problem = problem(entry, outcome, input) {
            recordViolation(problem.rule, "gift \(gift) ends as \(outcome.label) \(problem.text)")
        }
        step.endings.append(ending(entry, outcome))
        presentGifts.remove(at: index)
        endedCount += 1
        if entry.place == .running { gapStart = settings.mode == .queue ? stageTime : nil }
        switch outcome {
        case .replaced(let by, _): step.expectedStart = by
        case .merged(let into):
            guard let target = presentGifts.firstIndex(where: { $0.number == into }) else { return }
            presentGifts[target].count = presentGifts[target].count.addingSaturating(entry.count)
            presentGifts[target].latestArrival = now
            presentGifts[target].latestNumber = gift
        case .completed, .dismissed, .dropped, .unplayed: break
        }
    }

    private func ending(_ entry: Entry, _ outcome: Outcome) -> Ending {
        var by: Entry?
        if case .replaced(let number, _) = outcome { by = presentGifts.first { $0.number == number } }
        let running = runningIndex.map { presentGifts[$0] }
        return Ending(
            gift: entry, outcome: outcome, at: now, running: running?.number == entry.number ? nil : running, by: by)
    }
}
