import ExactNumbers
import Playback

// Checks of the rounds of a loop.
extension InvariantChecker {
    /// The position of the running presentation in its animation, in femtoseconds of stage time.
    var position: Int128 { stageTime - startedAt }

    /// The elapsed time of the running presentation, in femtoseconds of stage time. It never goes back: while a further
    /// round plays, it stays at the end of the loop.
    var elapsed: Int128 {
        guard let round = rounds.current, round > 1, let loop = runningIndex.flatMap({ presentGifts[$0].loop }),
            loop.plannedRounds == nil
        else { return position }
        return max(position, loop.end.femtoseconds)
    }

    /// Returns the first session time after now at which the round ends if nothing happens until then.
    func roundEnd() -> Nanoseconds? {
        guard let round = rounds.current, !isPaused, let loop = runningIndex.flatMap({ presentGifts[$0].loop }) else {
            return nil
        }
        let left = loop.end(ofRound: round).femtoseconds - position
        return left <= 0 ? nil : Nanoseconds(exactly: Int128(now) + (left + speed - 1) / speed)
    }

    /// Notes what must follow the round that ends now, if one does.
    mutating func considerRoundEnd() {
        guard let round = rounds.current, !isPaused, let running = runningIndex.map({ presentGifts[$0] }),
            let loop = running.loop,
            position >= loop.end(ofRound: round).femtoseconds
        else { return }
        rounds.pendingEnd = round < loop.plannedRounds ?? rounds.limit && mustGoOn(running) ? .another : .outro
    }

    private func mustGoOn(_ running: Entry) -> Bool {
        let isHeld = presentGifts.contains { $0.place == .held }
        if isHeld, hasReachedThreshold(running) { return false }
        if running.loop?.plannedRounds != nil { return true }
        switch rules(running).loopWhile {
        case .never: return false
        case .idle: return !isHeld && !presentGifts.contains { $0.place == .waiting && $0.isReady }
        case .streak: return settings.combineWithin.map { now - running.latestArrival <= $0 } ?? false
        }
    }

    /// Ends the instant of a round's end: the outro has begun, unless a line of the trace began another round.
    mutating func settleRound() {
        guard let expected = rounds.pendingEnd else { return }
        rounds.pendingEnd = nil
        guard let running = runningIndex.map({ presentGifts[$0] }) else { return }
        if expected == .another {
            recordViolation(.reason, "gift \(running.number) leaves its loop, which should go on")
        }
        rounds.current = nil
    }

    mutating func recordRound(_ number: Int, of gift: Int) {
        guard let running = runningIndex.map({ presentGifts[$0] }), running.number == gift, let loop = running.loop,
            let round = rounds.current
        else { return recordViolation(.reason, "a loop of gift \(gift) goes on that does not run") }
        if rounds.pendingEnd != .another {
            recordViolation(.reason, "the loop of gift \(gift) goes on, which should end")
        }
        if number != round + 1 { recordViolation(.reason, "round \(number) of gift \(gift) follows round \(round)") }
        rounds.pendingEnd = nil
        startedAt += loop.stepBack.femtoseconds
        rounds.current = number
        considerRoundEnd()
    }
}
