// The start and end of presentations.
extension PlaybackController {
    mutating func start(_ ticket: Ticket) {
        roster.move(ticket, to: .running)
        runningStart = stageTime
        loopRound = roster.runningLoop == nil ? nil : 1
        counts.started += 1
        record(.started(gift: ticket.number))
    }

    /// Starts the next gift if the policy permits.
    mutating func startNext() {
        guard roster.running == nil else { return }
        if settings.mode == .replace {
            guard let held = roster.held else { return }
            return start(held)
        }
        guard !isInGap else { return }
        while let ticket = roster.nextToPlay {
            guard hasExpired(ticket) else { return start(ticket) }
            end(ticket, .dropped(.expired, progress: nil))
        }
    }

    mutating func replaceRunning(by ticket: Ticket) {
        guard let progress = running?.progress else { return }
        endRunning(.replaced(by: ticket.number, progress: progress))
        start(ticket)
    }

    mutating func startHeld() {
        guard let held = roster.held else { return }
        replaceRunning(by: held)
    }

    mutating func endRunning(_ outcome: Outcome) {
        guard let ticket = roster.running else { return }
        end(ticket, outcome)
        gapStart = settings.mode == .queue ? stageTime : nil
    }

    /// Ends a gift and removes it from the roster.
    mutating func end(_ ticket: Ticket, _ outcome: Outcome) {
        guard let gift = roster.remove(ticket) else { return }
        recordEnd(gift, outcome)
    }

    mutating func recordEnd(_ gift: Gift, _ outcome: Outcome) {
        counts.add(outcome)
        lastEnding = Ending(gift: gift, outcome: outcome, at: now)
        record(.ended(gift: gift.number, outcome))
    }

    /// Drops waiting gifts until their number is within `maxWaiting`.
    mutating func dropOverflow() {
        guard let limit = settings.maxWaiting else { return }
        while waitingCount > limit, let ticket = roster.nextOverflow {
            end(ticket, .dropped(.overflow, progress: nil))
        }
    }

    private func hasExpired(_ ticket: Ticket) -> Bool {
        guard let presence = roster[ticket], let limit = settings(for: presence.gift).expireAfter else { return false }
        return stageTime - presence.arrivedAtStage > limit.stageTime
    }
}
