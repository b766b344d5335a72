extension SimulatedRoom {
    /// The largest number of gifts in a burst. A burst schedules all of its gifts at once.
    private static let largestBurst = 1_000

    /// Returns a single gift or the first gift of a streak.
    mutating func gift(at time: Int64) -> FeedEvent.Kind? {
        guard random.chance(millionths(profile.streak.probability)) else { return singleGift(.any, at: time) }
        guard let (member, kind) = senderAndKind(.cheap) else { return nil }
        let length = random.within(profile.streak.length)
        guard length > 1 else { return arrival(of: kind, from: member, streak: nil) }
        runsOpened += 1
        audience[member].openRuns += 1
        return gift(of: Run(id: "s-\(runsOpened)", member: member, kind: kind, length: length, sent: 0), at: time)
    }

    /// Returns the next gift of a streak and schedules the one after it.
    mutating func gift(of run: Run, at time: Int64) -> FeedEvent.Kind? {
        guard gifts.isSent(run.kind) else {
            audience[run.member].openRuns -= 1
            return nil
        }
        var run = run
        run.sent += 1
        let isFinal = run.sent >= run.length
        if isFinal {
            audience[run.member].openRuns -= 1
            react(to: run.kind, count: run.sent, from: run.member, at: time)
        } else {
            agenda.note(.runGift(run), at: moment(in: profile.streak.spacing, after: time))
        }
        return arrival(
            of: run.kind, from: run.member,
            streak: GiftArrival.Streak(id: run.id, total: run.sent, isFinal: isFinal))
    }

    mutating func singleGift(_ choice: GiftTable.Choice, at time: Int64) -> FeedEvent.Kind? {
        guard let (member, kind) = senderAndKind(choice) else { return nil }
        react(to: kind, count: 1, from: member, at: time)
        return arrival(of: kind, from: member, streak: nil)
    }

    /// Schedules an expensive gift, followed by inexpensive gifts of other senders.
    mutating func openBurst(at time: Int64) {
        agenda.note(.burstGift(.dear), at: time)
        let others = Swift.min(random.within(profile.burst.gifts), Self.largestBurst) - 1
        guard others > 0 else { return }
        for _ in 0..<others {
            agenda.note(.burstGift(.cheap), at: moment(in: .zero...Swift.max(.zero, profile.burst.within), after: time))
        }
    }

    private mutating func senderAndKind(_ choice: GiftTable.Choice) -> (member: Int, kind: Int)? {
        guard let member = audience.anyone(for: .giving, random: &random) else { return nil }
        let favourite = audience[member].lastKind
        if let favourite, gifts.allows(favourite, choice), random.chance(millionths(profile.favourite)) {
            return (member, favourite)
        }
        let taste = audience[member].temperament.tasteForDear
        return gifts.kind(choice, taste: taste, random: &random).map { (member, $0) }
    }

    private mutating func arrival(of kind: Int, from member: Int, streak: GiftArrival.Streak?) -> FeedEvent.Kind {
        giftsSent += 1
        audience[member].lastKind = kind
        let sent = gifts.kinds[kind]
        return .gift(
            GiftArrival(
                id: "g-\(giftsSent)", gift: sent.id, name: sent.name, from: audience[member].viewer,
                value: sent.value, streak: streak))
    }

    private mutating func moment(in range: ClosedRange<Duration>, after time: Int64) -> Int64 {
        moment(milliseconds(range.lowerBound), milliseconds(range.upperBound), after: time)
    }

    /// Returns a duration in whole milliseconds, at most an hour; no streak or burst is longer.
    private func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = Swift.min(Swift.max(duration, .zero), .seconds(3600)).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    private func millionths(_ likelihood: Double) -> Int {
        Int((Swift.min(Swift.max(likelihood, 0), 1) * 1e6).rounded())
    }
}
