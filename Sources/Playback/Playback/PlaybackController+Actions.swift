import ExactNumbers

// The viewer's actions and changes of settings.
extension PlaybackController {
    mutating func close() {
        guard let progress = running?.progress else { return }
        endRunning(.dismissed(progress: progress))
        startNext()
    }

    mutating func clear() {
        if let progress = running?.progress { endRunning(.dismissed(progress: progress)) }
        for ticket in roster.tickets(where: { _ in true }) { end(ticket, .dropped(.cleared, progress: nil)) }
    }

    mutating func pause() {
        guard !isPaused else { return }
        isPaused = true
        record(.paused)
    }

    mutating func resume() {
        guard isPaused else { return }
        isPaused = false
        record(.resumed)
    }

    mutating func change(speed newSpeed: Millionths) {
        let newSpeed = min(max(newSpeed, Self.speedRange.lowerBound), Self.speedRange.upperBound)
        guard newSpeed != speed else { return }
        speed = newSpeed
        record(.speed(speed))
    }

    mutating func scrub(to elapsed: Nanoseconds) {
        guard let gift = running?.gift else { return }
        let elapsed = min(max(elapsed, 0), gift.duration)
        runningStart = stageTime - elapsed.stageTime
        countRounds(of: gift, from: elapsed)
        record(.scrubbed(gift: gift.number, progress: running?.progress ?? .zero))
    }

    mutating func end() {
        hasEnded = true
        let playing = roster.running
        for ticket in roster.tickets(where: { _ in true }) {
            end(ticket, .unplayed(ticket == playing ? .running : .waiting))
        }
    }

    mutating func change(_ changes: [Setting]) {
        let old = settings
        for change in changes { settings.apply(change) }
        let differences = settings.differences(from: old, among: changes.map(\.key))
        guard !differences.isEmpty else { return }
        record(.settings(differences))
        roster.apply(Roster.Rules(settings))
        if settings.mode != old.mode { switchMode() }
        if let running, running.mayBeReplaced { startHeld() }
        startNext()
        dropOverflow()
    }

    private mutating func switchMode() {
        gapStart = nil
        switch settings.mode {
        case .queue:
            for ticket in roster.tickets(where: { $0.place == .parked || $0.place == .held }) {
                roster.move(ticket, to: .waiting)
            }
        case .replace:
            for ticket in roster.tickets(where: { $0.place == .waiting }) {
                if settings.backlog == .park {
                    roster.move(ticket, to: .parked)
                } else {
                    end(ticket, .dropped(.modeSwitch, progress: nil))
                }
            }
        }
    }
}
