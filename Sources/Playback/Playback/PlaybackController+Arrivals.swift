import ExactNumbers

// The handling of arrivals and of changes to the availability of animations.
extension PlaybackController {
    mutating func receive(_ arrival: Arrival) {
        counts.arrivals += 1
        let gift = Gift(
            number: counts.arrivals, kind: arrival.kind, sender: arrival.sender, count: max(1, arrival.count),
            value: arrival.value, duration: max(0, arrival.duration),
            loop: arrival.loop?.within(max(0, arrival.duration)), arrivedAt: now,
            policy: arrival.policy)
        record(.arrived(gift: gift.number, kind: gift.kind, sender: gift.sender, count: gift.count))
        if let id = arrival.eventID, recentEvents.insert(id) {
            recordEnd(gift, .dropped(.duplicate, progress: nil))
        } else if let target = mergeTarget(of: gift) {
            roster.merge(count: gift.count, number: gift.number, at: now, into: target)
            recordEnd(gift, .merged(into: target.number))
        } else if arrival.asset == .ready {
            admit(add(gift, isReady: true))
        } else if settings(for: gift).missing == .wait {
            _ = add(gift, isReady: false)
            dropOverflow()
        } else {
            recordEnd(gift, .dropped(.missing, progress: nil))
        }
    }

    /// Handles a change of the availability of a kind's animation.
    mutating func updateAsset(_ state: AssetState, ofKind kind: String, duration: Nanoseconds?, loop: GiftLoop?) {
        switch state {
        case .ready: markReady(kind, length: duration.map { (max(0, $0), loop) })
        case .withdrawn: withdraw(kind)
        case .missing, .failed: break
        }
    }

    private mutating func markReady(_ kind: String, length: Roster.Length?) {
        let tickets = roster.withoutAnimation(kind: kind)
        if settings.mode == .queue {
            for ticket in tickets { roster.markReady(ticket, length: length) }
            startNext()
            return
        }
        for ticket in tickets {
            // A gift of length 0 that started in this loop has already ended.
            processDue(until: now)
            guard let presence = roster[ticket] else { continue }
            roster.markReady(ticket, length: length)
            if presence.place == .waiting { applyReplaceRule(to: ticket) }
        }
    }

    /// Handles the withdrawal of a kind's animation.
    ///
    /// Waiting gifts come before the running one, so that none of the kind starts next.
    private mutating func withdraw(_ kind: String) {
        for ticket in roster.tickets(where: { $0.gift.kind == kind && $0.place != .running && $0.isReady }) {
            guard let gift = roster[ticket]?.gift, settings(for: gift).missing == .wait else {
                end(ticket, .dropped(.missing, progress: nil))
                continue
            }
            roster.markReady(ticket, false)
            // The gift takes part in the early rule again when its animation is ready.
            if roster.held == ticket { roster.move(ticket, to: .waiting) }
        }
        if roster.running.flatMap({ roster[$0]?.gift.kind }) == kind { close() }
        dropOverflow()
    }

    /// Applies the mode's rule to a gift whose animation is ready.
    private mutating func admit(_ ticket: Ticket) {
        switch settings.mode {
        case .queue:
            startNext()
            dropOverflow()
        case .replace: applyReplaceRule(to: ticket)
        }
    }

    private mutating func applyReplaceRule(to ticket: Ticket) {
        guard let running else { return start(ticket) }
        if running.mayBeReplaced {
            replaceRunning(by: ticket)
        } else if let gift = roster[ticket]?.gift, settings(for: gift).early == .drop {
            end(ticket, .dropped(.early, progress: progressReached))
        } else {
            if let held = roster.held { end(held, .dropped(.superseded, progress: nil)) }
            roster.move(ticket, to: .held)
        }
    }

    private mutating func add(_ gift: Gift, isReady: Bool) -> Ticket {
        roster.add(
            Roster.Entry(
                gift: gift, place: .waiting, isReady: isReady, arrivedAtStage: stageTime, latestArrival: now,
                latestNumber: gift.number))
    }

    private mutating func mergeTarget(of gift: Gift) -> Ticket? {
        guard let window = settings.combineWithin,
            let target = roster.latestMergeTarget(.init(kind: gift.kind, sender: gift.sender)),
            let presence = roster[target],
            now - presence.latestArrival <= window
        else { return nil }
        return target
    }
}
