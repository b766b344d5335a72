import Playback

// Checks of each trace line.
extension SessionBook {
    mutating func follow(_ event: TraceEvent, _ input: Input?) {
        pass(to: event.at)
        switch event.kind {
        case .settings(let changes):
            let mode = settings.mode
            for change in changes { settings.apply(change) }
            if settings.mode != mode { switchMode() }
        case .arrived(let gift, let kind, let sender, let count): arrive(gift, kind, sender, count, input)
        case .started(let gift): start(gift)
        case .ended(let gift, let outcome): end(gift, outcome, input)
        case .paused:
            isPaused = true
            pausedSince = now
        case .resumed:
            isPaused = false
            pausedSince = nil
        case .speed(let value): speed = Int128(value.count)
        case .scrubbed:
            guard case .scrub(let target) = input, let running = runningIndex else {
                return violate(.reason, "a presentation is scrubbed that does not run")
            }
            startedAt = stage - min(max(target, 0), present[running].duration).femtoseconds
        }
    }

    private mutating func switchMode() {
        gapSince = nil
        for index in present.indices where present[index].place != .running {
            if settings.mode == .queue {
                present[index].place = .waiting
            } else if settings.backlog == .park {
                present[index].place = .parked
            }
        }
        leftQueueMode = settings.mode == .replace
    }

    private mutating func arrive(_ gift: Int, _ kind: String, _ sender: String, _ count: Int, _ input: Input?) {
        arrivals += 1
        if gift != arrivals { violate(.accounting, "arrival \(arrivals) has the number \(gift)") }
        guard case .arrival(let arrival) = input else { return violate(.accounting, "gift \(gift) comes from nowhere") }
        let isDuplicate = arrival.eventID.map { !seenEvents.insert($0).inserted } ?? false
        let kin = present.filter { $0.kind == kind && $0.sender == sender && $0.place != .parked }
            .max { $0.latestNumber < $1.latestNumber }
        let isKinNear = kin.flatMap { kin in settings.combineWithin.map { now - kin.latestArrival <= $0 } } ?? false
        pending = Pending(number: gift, kin: isKinNear && !isDuplicate ? kin?.number : nil, isDuplicate: isDuplicate)
        present.append(
            Entry(
                number: gift, kind: kind, sender: sender, value: arrival.value, duration: arrival.duration,
                arrivedAt: now, arrivedAtStage: stage, count: count, isReady: arrival.asset == .ready,
                latestArrival: now, latestNumber: gift))
    }

    private mutating func start(_ gift: Int) {
        if let running = runningIndex {
            violate(.oneAtATime, "gift \(gift) starts while gift \(present[running].number) runs")
        }
        guard let index = present.firstIndex(where: { $0.number == gift }) else {
            return violate(.oneAtATime, "gift \(gift) starts after its end")
        }
        let entry = present[index]
        if entry.place == .running { violate(.oneAtATime, "gift \(gift) starts twice") }
        if !entry.isReady { violate(.reason, "gift \(gift) starts without its animation") }
        if entry.place == .parked { violate(.reason, "gift \(gift) starts while it is parked") }
        if let pending, pending.number == gift, pending.kin != nil || pending.isDuplicate {
            violate(.reason, "gift \(gift) starts although it should be \(pending.expectation)")
        }
        if let mustStart, mustStart != gift {
            violate(.oneAtATime, "gift \(gift) starts where gift \(mustStart) replaced the one before")
        }
        mustStart = nil
        if settings.mode == .queue { checkTurn(of: entry) }
        present[index].place = .running
        present[index].startedAt = now
        startedAt = stage
        gapSince = nil
    }

    private mutating func checkTurn(of entry: Entry) {
        if isInGap { violate(.liveness, "gift \(entry.number) starts within the gap") }
        if let limit = settings.expireAfter, stage - entry.arrivedAtStage > limit.femtoseconds {
            violate(.reason, "gift \(entry.number) starts although it waited for longer than expireAfter")
        }
        for other in present where other.number != entry.number && other.place == .waiting && other.isReady {
            let isFirst =
                settings.order == .arrival || other.value == entry.value
                ? other.number < entry.number : other.value > entry.value
            if isFirst { violate(.order, "gift \(entry.number) starts before gift \(other.number)") }
        }
    }

    private mutating func end(_ gift: Int, _ outcome: Outcome, _ input: Input?) {
        guard let index = present.firstIndex(where: { $0.number == gift }) else {
            return violate(.accounting, "gift \(gift) ends twice, or before it arrived")
        }
        let entry = present[index]
        if let problem = problem(entry, outcome, input) {
            violate(problem.rule, "gift \(gift) ends as \(outcome.words) \(problem.text)")
        }
        endings.append(ending(entry, outcome))
        present.remove(at: index)
        endedCount += 1
        if entry.place == .running { gapSince = settings.mode == .queue ? stage : nil }
        switch outcome {
        case .replaced(let by, _): mustStart = by
        case .merged(let into):
            guard let kin = present.firstIndex(where: { $0.number == into }) else { return }
            let (sum, overflow) = present[kin].count.addingReportingOverflow(entry.count)
            present[kin].count = overflow ? .max : sum
            present[kin].latestArrival = now
            present[kin].latestNumber = gift
        case .completed, .dismissed, .dropped, .unplayed: break
        }
    }

    private func ending(_ entry: Entry, _ outcome: Outcome) -> Ending {
        var by: Entry?
        if case .replaced(let number, _) = outcome { by = present.first { $0.number == number } }
        let running = runningIndex.map { present[$0] }
        return Ending(
            gift: entry, outcome: outcome, at: now, running: running?.number == entry.number ? nil : running, by: by)
    }
}

extension Outcome {
    /// The outcome as text: `replaced by 3`, `dropped (early)`, `completed`.
    var words: String {
        switch self {
        case .completed: "completed"
        case .replaced(let by, _): "replaced by \(by)"
        case .dismissed: "dismissed"
        case .dropped(let reason, _): "dropped (\(reason.rawValue))"
        case .merged(let into): "merged into \(into)"
        case .unplayed(let reason): "unplayed (\(reason.rawValue))"
        }
    }
}
