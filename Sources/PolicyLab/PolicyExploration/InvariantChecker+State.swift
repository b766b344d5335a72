import Playback

// Checks of the state between two steps.
extension InvariantChecker {
    mutating func checkState<Controller: PolicyController>(_ controller: Controller) {
        checkPlaces(controller.places)
        if controller.arrivedCount != arrivals || controller.endedCount != endedCount
            || arrivals != endedCount + presentGifts.count
        {
            recordViolation(.accounting, "the numbers of gifts do not add up")
        }
        guard !hasEnded else { return }
        if controller.settings != settings {
            recordViolation(.accounting, "the trace does not name the settings in force")
        }
        if controller.now != now || controller.isPaused != isPaused { recordViolation(.time, "the clocks differ") }
        if let due = controller.nextDue, due <= now {
            recordViolation(.time, "something that was due has not happened")
        }
        checkStage()
        checkWaiting()
    }

    /// Checks that an input had its effect. Wrong effects are found in the trace lines.
    mutating func checkEffect(
        of input: Input, _ settingsBefore: Settings?, _ runningBefore: Int?, _ arrivalsBefore: Int
    ) {
        switch input {
        case .arrival:
            if arrivals != arrivalsBefore + 1 {
                recordViolation(.accounting, "a gift arrives and the trace does not say so")
            }
        case .close:
            if let runningBefore, presentGifts.contains(where: { $0.number == runningBefore }) {
                recordViolation(.reason, "gift \(runningBefore) is closed and goes on")
            }
        case .clear:
            if let left = presentGifts.first { recordViolation(.reason, "gift \(left.number) is there after clearing") }
        case .asset(let kind, .withdrawn, _, _):
            if let left = presentGifts.first(where: { $0.kind == kind && $0.number == runningBefore }) {
                recordViolation(.reason, "gift \(left.number) goes on without its animation")
            }
        case .pause: if !isPaused { recordViolation(.reason, "the stage is paused and goes on") }
        case .resume: if isPaused { recordViolation(.reason, "the stage is resumed and does not go on") }
        case .set(let changes):
            var wanted = settingsBefore ?? settings
            for change in changes { wanted.apply(change) }
            if settings != wanted { recordViolation(.reason, "the settings are changed to something else") }
        case .asset, .speed, .scrub, .end: break
        }
    }

    private mutating func checkPlaces(_ places: [GiftPlace]) {
        guard places.count == presentGifts.count else {
            return recordViolation(
                .accounting, "\(places.map(\.number)) are there, where it should be \(presentGifts.map(\.number))")
        }
        for (shown, entry) in zip(places, presentGifts) where shown.number != entry.number || shown.place != entry.place
        {
            recordViolation(
                .accounting,
                "gift \(shown.number) is \(shown.place), where gift \(entry.number) should be \(entry.place)")
        }
    }

    private mutating func checkStage() {
        if let running = runningIndex.map({ presentGifts[$0] }) {
            if !isPaused, position >= running.duration.femtoseconds {
                recordViolation(.time, "gift \(running.number) runs past its end")
            }
            if hasReachedThreshold(running), let held = presentGifts.first(where: { $0.place == .held }) {
                recordViolation(
                    .liveness, "gift \(held.number) is held though gift \(running.number) has reached replaceAt")
            }
            return
        }
        for entry in presentGifts where entry.isReady {
            if entry.place == .held || entry.place == .waiting && !isInGap {
                recordViolation(.liveness, "the stage is empty while gift \(entry.number) could play")
            }
        }
    }

    private mutating func checkWaiting() {
        var waitingCount = 0
        for entry in presentGifts {
            if entry.place == .waiting { waitingCount += 1 }
            if !entry.isReady, hasWaitTimedOut(entry) {
                recordViolation(.time, "gift \(entry.number) still waits for its animation")
            }
            if entry.place == .parked, settings.mode == .queue {
                recordViolation(.accounting, "gift \(entry.number) is parked in queue mode")
            }
        }
        if let limit = settings.maxWaiting, waitingCount > limit {
            recordViolation(.accounting, "\(waitingCount) wait, where \(limit) may")
        }
    }
}
