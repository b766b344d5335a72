import ExactNumbers
import Playback

// Checks of the rounds of a loop.
extension InvariantChecker {
    /// The position of the running presentation in its animation, in femtoseconds of stage time.
    var position: Int128 { stageTime - startedAt }

    /// The elapsed time of the running presentation, in femtoseconds of stage time. It never goes back: while a further
    /// round plays, it stays at the end of the loop.
    var elapsed: Int128 {
        guard let round, round > 1, let loop = runningIndex.flatMap({ presentGifts[$0].loop }) else { return position }
        return max(position, loop.end.femtoseconds)
    }

    /// Returns the first session time after now at which the round ends if nothing happens until then.
    func roundEnd() -> Nanoseconds? {
        guard round != nil, !isPaused, let loop = runningIndex.flatMap({ presentGifts[$0].loop }) else { return nil }
        let left = loop.end.femtoseconds - position
        return left <= 0 ? nil : Nanoseconds(exactly: Int128(now) + (left + speed - 1) / speed)
    }

    /// Notes what must follow the round that ends now, if one does.
    mutating func considerRoundEnd() {
        guard let round, !isPaused, let running = runningIndex.map({ presentGifts[$0] }), let loop = running.loop,
            position >= loop.end.femtoseconds
        else { return }
        pendingRound = round < roundLimit && mustGoOn(running) ? .another : .outro
    }

    private func mustGoOn(_ running: Entry) -> Bool {
        let isHeld = presentGifts.contains { $0.place == .held }
        if isHeld, hasReachedThreshold(running) { return false }
        switch settings.loopWhile {
        case .never: return false
        case .idle: return !isHeld && !presentGifts.contains { $0.place == .waiting && $0.isReady }
        case .streak: return settings.combineWithin.map { now - running.latestArrival <= $0 } ?? false
        }
    }

    /// Ends the instant of a round's end: the outro has begun, unless a line of the trace began another round.
    mutating func settleRound() {
        guard let pendingRound else { return }
        self.pendingRound = nil
        guard let running = runningIndex.map({ presentGifts[$0] }) else { return }
        if pendingRound == .another {
            recordViolation(.reason, "gift \(running.number) leaves its loop, which should go on")
        }
        round = nil
    }

    mutating func recordRound(_ number: Int, of gift: Int) {
        guard let running = runningIndex.map({ presentGifts[$0] }), running.number == gift, let loop = running.loop,
            let round
        else { return recordViolation(.reason, "a loop of gift \(gift) goes on that does not run") }
        if pendingRound != .another {
            recordViolation(.reason, "the loop of gift \(gift) goes on, which should end")
        }
        if number != round + 1 { recordViolation(.reason, "round \(number) of gift \(gift) follows round \(round)") }
        pendingRound = nil
        startedAt += loop.length.femtoseconds
        self.round = number
        considerRoundEnd()
    }
}
