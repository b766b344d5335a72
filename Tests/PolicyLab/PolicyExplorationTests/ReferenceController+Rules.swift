import ExactNumbers
import Playback

extension ReferenceController {
    /// The gift that plays next, of the waiting gifts with an animation.
    var nextToPlay: Gift? {
        var line = gifts.filter { $0.place == .waiting || fault == .playsParkedGifts && $0.place == .parked }
        if fault == .missingBlocksQueue, line.first?.isReady == false { return nil }
        line = line.filter { $0.isReady || fault == .playsWithoutAnimation }
        switch (settings.order, fault) {
        case (_, .lastInFirstOut): return line.last
        case (.arrival, _): return line.first
        case (.value, .cheapestFirst): return line.min { $0.arrival.value < $1.arrival.value }
        // `min(by:)` returns the first of equal elements.
        case (.value, _): return line.min { $0.arrival.value > $1.arrival.value }
        }
    }

    mutating func start(_ gift: Gift) {
        place(gift, .running)
        startedAt = stageTime
        repetitions = 0
        isInOutro = gift.arrival.loop == nil
        record(.started(gift: gift.number))
        if fault == .startsTwice { record(.started(gift: gift.number)) }
    }

    mutating func startNext() {
        guard running == nil || fault == .startsOverRunning else { return }
        if settings.mode == .replace, fault != .playsParkedGifts {
            if let held { start(held) }
            return
        }
        guard !isInGap else { return }
        while let gift = nextToPlay {
            guard hasExpired(gift) else { return start(gift) }
            end(gift, .dropped(.expired, progress: nil))
        }
    }

    private func hasExpired(_ gift: Gift) -> Bool {
        guard let limit = settings(for: gift).expireAfter else { return false }
        switch fault {
        case .expiresAtTheLimit: return stageTime - gift.arrivedAtStage >= limit
        case .countsPauseAsWaiting: return now - gift.arrivedAt > limit
        default: return stageTime - gift.arrivedAtStage > limit
        }
    }

    mutating func endRunning(_ outcome: Outcome) {
        guard let running else { return }
        end(running, outcome)
        gapStart = settings.mode == .queue ? stageTime : nil
    }

    mutating func replaceRunning(by gift: Gift) {
        guard let running else { return }
        let by = fault == .reportsWrongReplacement ? gift.number + 1 : gift.number
        endRunning(.replaced(by: by, progress: progress(of: running)))
        start(gift)
    }

    func progress(of gift: Gift) -> Millionths {
        guard gift.duration > 0 else { return .zero }
        let rounding = fault == .roundsProgressDown ? 0 : gift.duration
        return progress(of: gift, adding: rounding)
    }

    /// Returns the progress of the running gift for an early gift, rounded down because it is below the threshold.
    func progressReached(by gift: Gift) -> Millionths {
        gift.duration > 0 ? progress(of: gift, adding: fault == .roundsEarlyProgressUp ? gift.duration : 0) : .zero
    }

    private func progress(of gift: Gift, adding rounding: Nanoseconds) -> Millionths {
        Millionths((2 * elapsed(of: gift) * 1_000_000 + rounding) / (2 * gift.duration))
    }

    mutating func end(_ gift: Gift, _ outcome: Outcome) {
        gifts.removeAll { $0.number == gift.number }
        endedCount += 1
        record(.ended(gift: gift.number, outcome))
    }

    mutating func place(_ gift: Gift, _ place: GiftPlace.Place) {
        for index in gifts.indices where gifts[index].number == gift.number { gifts[index].place = place }
    }

    // MARK: - Arrivals

    mutating func receive(_ arrival: Arrival) {
        arrivedCount += 1
        let number = arrivedCount
        record(.arrived(gift: number, kind: arrival.kind, sender: arrival.sender, count: arrival.count))
        let gift = Gift(
            number: number, arrival: arrival, arrivedAt: now, arrivedAtStage: stageTime,
            isReady: arrival.asset == .ready, latestArrival: now, latestNumber: number)
        if let id = arrival.eventID, !eventIDs.insert(id).inserted {
            return end(gift, .dropped(.duplicate, progress: nil))
        }
        if let kin = mergeTarget(of: arrival) {
            for index in gifts.indices where gifts[index].number == kin.number {
                gifts[index].latestArrival = now
                gifts[index].latestNumber = number
            }
            return end(gift, .merged(into: kin.number))
        }
        if !gift.isReady, settings(for: gift).missing == .drop { return end(gift, .dropped(.missing, progress: nil)) }
        gifts.append(gift)
        if settings.mode == .replace {
            if gift.isReady { applyReplaceRule(to: gift) } else { dropOverflow() }
        } else {
            startNext()
            dropOverflow()
        }
    }

    private func mergeTarget(of arrival: Arrival) -> Gift? {
        guard let window = settings.combineWithin else { return nil }
        let kin = gifts.filter { gift in
            gift.place != .parked && gift.arrival.kind == arrival.kind
                && (gift.arrival.sender == arrival.sender || fault == .mergesOtherSenders)
                && now - gift.latestArrival <= (fault == .mergesAfterWindow ? window + 1 : window)
                && !(fault == .replacesMergeTarget && gift.place == .running && mayBeReplaced(gift))
        }
        return kin.max { $0.latestNumber < $1.latestNumber }
    }

    private mutating func applyReplaceRule(to gift: Gift) {
        guard let running else { return start(gift) }
        if mayBeReplaced(running) {
            replaceRunning(by: gift)
        } else if settings(for: gift).early == .drop {
            end(gift, .dropped(.early, progress: progressReached(by: running)))
        } else if let held {
            let superseded = fault == .heldIsNotSuperseded ? gift : held
            end(superseded, .dropped(.superseded, progress: nil))
            if superseded.number != gift.number { place(gift, .held) }
        } else {
            place(gift, .held)
        }
    }

    mutating func handleReady(_ kind: String) {
        let ready = gifts.filter { $0.arrival.kind == kind && !$0.isReady }
        if settings.mode == .queue {
            for gift in ready { markReady(gift) }
            return startNext()
        }
        for gift in ready {
            processDue(until: now)
            guard gifts.contains(where: { $0.number == gift.number }) else { continue }
            markReady(gift)
            if gift.place == .waiting { applyReplaceRule(to: gift) }
        }
    }

    mutating func withdraw(_ kind: String) {
        for gift in gifts where gift.arrival.kind == kind && gift.place != .running && gift.isReady {
            guard settings(for: gift).missing == .wait else {
                end(gift, .dropped(.missing, progress: nil))
                continue
            }
            for index in gifts.indices where gifts[index].number == gift.number { gifts[index].isReady = false }
            if gift.place == .held { place(gift, .waiting) }
        }
        if running?.arrival.kind == kind { close() }
        dropOverflow()
    }

    private mutating func markReady(_ gift: Gift) {
        for index in gifts.indices where gifts[index].number == gift.number { gifts[index].isReady = true }
    }

    private mutating func dropOverflow() {
        guard let limit = settings.maxWaiting else { return }
        while true {
            let waiting = gifts.filter { $0.place == .waiting }
            guard waiting.count > (fault == .permitsOneTooMany ? limit + 1 : limit) else { return }
            let goes: Gift? =
                switch (settings.overflow, fault) {
                case (_, .overflowDropsOldest), (.dropOldest, _): waiting.first
                case (.dropNewest, _): waiting.last
                case (.dropCheapest, .cheapestDropsOldestOfEqual):
                    waiting.min { $0.arrival.value < $1.arrival.value }
                case (.dropCheapest, _):
                    waiting.min { ($0.arrival.value, -$0.number) < ($1.arrival.value, -$1.number) }
                }
            guard let goes else { return }
            end(goes, .dropped(.overflow, progress: nil))
        }
    }

    // MARK: - Controls

    mutating func close() {
        guard let running, !(fault == .ignoresCloseWhilePaused && isPaused) else { return }
        endRunning(.dismissed(progress: progress(of: running)))
        if fault != .doesNotStartNextAtClose { startNext() }
    }

    mutating func scrub(to elapsed: Nanoseconds) {
        guard let running else { return }
        let elapsed = min(max(0, elapsed), running.duration)
        startedAt = stageTime - elapsed
        repetitions = 0
        isInOutro = running.arrival.loop.map { elapsed > $0.end } ?? true
        if let loop = running.arrival.loop, let count = loop.plannedRounds {
            repetitions = (1...count).count { Self.end(ofRound: $0, loop) <= elapsed }
            isInOutro = repetitions == count
        }
        record(.scrubbed(gift: running.number, progress: progress(of: running)))
    }

    mutating func clear() {
        if let running { endRunning(.dismissed(progress: progress(of: running))) }
        if fault == .clearKeepsWaitingGifts { return startNext() }
        for gift in fault == .clearsInReverseOrder ? gifts.reversed() : gifts {
            end(gift, .dropped(.cleared, progress: nil))
        }
    }

    mutating func pause(_ pauses: Bool) {
        guard isPaused != pauses, !(fault == .ignoresPauseOnEmptyStage && running == nil) else { return }
        isPaused = pauses
        record(pauses ? .paused : .resumed)
    }

    mutating func change(_ changes: [Setting]) {
        let old = settings
        for change in changes { settings.apply(change) }
        guard settings != old else { return }
        record(.settings(settings.differences(from: old)))
        if settings.mode != old.mode { switchMode() }
        if let running, let held, mayBeReplaced(running) { replaceRunning(by: held) }
        startNext()
        dropOverflow()
    }

    private mutating func switchMode() {
        gapStart = nil
        if fault == .restartsOnSwitch { startedAt = stageTime }
        for gift in gifts where gift.place != .running {
            if settings.mode == .queue {
                if fault == .losesParkedGifts, gift.place == .parked { continue }
                if fault == .heldIsForgottenOnSwitch, gift.place == .held { continue }
                place(gift, .waiting)
            } else if settings.backlog == .park, fault != .dropsGiftsToPark {
                place(gift, .parked)
            } else if fault == .dropsOnSwitchWithoutTraceLine {
                gifts.removeAll { $0.number == gift.number }
            } else {
                let reason = fault == .dropsOnSwitchWithWrongReason ? Outcome.DropReason.cleared : .modeSwitch
                end(gift, .dropped(reason, progress: nil))
            }
        }
    }
}
