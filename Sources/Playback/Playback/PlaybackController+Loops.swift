import ExactNumbers

// Gifts with a loop between intro and outro.
//
// While a further round plays, the position in the animation goes back to the beginning of the loop, and the elapsed
// time, which progress and threshold depend on, stays at its end. Planned rounds are part of the planned length: nothing
// goes back, and nothing is decided at their ends.
extension PlaybackController {
    /// The most rounds of a loop that a presentation plays; the outro follows.
    ///
    /// Without the limit, a loop would go on forever where no further gift arrives and nothing else ends it.
    public static let maxRounds = 1_000

    /// Begins to count the rounds of a gift that starts or was moved to this elapsed time.
    mutating func countRounds(of gift: Gift, from elapsed: Nanoseconds) {
        loopRound = gift.loop.flatMap { $0.round(at: elapsed) }
    }

    /// Returns how much of the running gift's planned length is over, in stage time.
    func elapsedTime(of gift: Gift) -> StageTime {
        let position = stageTime - runningStart
        guard let loop = gift.loop, loop.plannedRounds == nil, let loopRound, loopRound > 1 else { return position }
        return max(position, loop.end.stageTime)
    }

    /// The position in the animation at which the round ends; `nil` if there is no loop to end.
    var roundEnd: StageTime? {
        loopRound.flatMap { roster.runningLoop?.end(ofRound: $0).stageTime }
    }

    /// Decides, at the end of a round, whether another one follows; a planned one does.
    mutating func endRound() {
        guard let ticket = roster.running, let entry = roster[ticket], let loop = entry.gift.loop,
            let ended = loopRound
        else { return }
        guard ended < loop.plannedRounds ?? roundLimit, goesOn(entry) else {
            loopRound = nil
            return
        }
        loopRound = ended + 1
        runningStart += loop.stepBack.stageTime
        record(.looped(gift: ticket.number, round: ended + 1))
    }

    private func goesOn(_ entry: Roster.Entry) -> Bool {
        // A held gift takes the place of this one at the same instant, or of the end of one without an outro.
        if roster.held != nil, hasReachedThreshold(entry.gift) { return false }
        if entry.gift.loop?.plannedRounds != nil { return true }
        let own = settings(for: entry.gift)
        switch own.loopWhile {
        case .never: return false
        case .idle: return roster.nextToPlay == nil && roster.held == nil
        case .streak: return own.combineWithin.map { now - entry.latestArrival <= $0 } ?? false
        }
    }
}
