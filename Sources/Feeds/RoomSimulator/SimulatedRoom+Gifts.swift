import ExactNumbers
import RoomEvents

extension SimulatedRoom {
    /// The largest number of gifts in a burst. A burst schedules all of its gifts at once.
    private static let maxBurstGifts = 1_000

    /// Returns a single gift or the first gift of a streak.
    mutating func gift(at time: Int64) -> FeedEvent.Kind? {
        guard random.nextBool(millionths: millionths(profile.streak.probability)) else {
            return singleGift(.any, at: time)
        }
        return streak(at: time)
    }

    /// Returns the first gift of a streak of at least `minLength` gifts.
    private mutating func streak(at time: Int64, minLength: Int = 1) -> FeedEvent.Kind? {
        let (longest, pause) = (profile.streak.length.upperBound, milliseconds(profile.streak.spacing.upperBound))
        let end = time + Int64(longest * pause) * 1_000_000
        guard let (member, kind) = randomSenderAndKind(.cheap, count: longest, from: time, to: end) else { return nil }
        let length = Swift.max(minLength, random.nextInt(in: profile.streak.length))
        balance.record(isCheapest: kind == gifts.cheapest, count: kind == gifts.cheapest ? length : 0, at: time)
        guard length > 1 else { return arrival(of: kind, from: member, streak: nil) }
        counts.streaks += 1
        audience[member].openStreakCount += 1
        return nextGift(
            of: OpenStreak(id: "s-\(counts.streaks)", member: member, kind: kind, length: length, sentCount: 0),
            at: time)
    }

    /// Returns the next gift of a streak and schedules the one after it.
    mutating func nextGift(of run: OpenStreak, at time: Int64) -> FeedEvent.Kind? {
        if run.kind != gifts.cheapest { balance.record(isCheapest: false, count: 1, at: time) }
        guard gifts.isSent(run.kind) else {
            audience[run.member].openStreakCount -= 1
            return nil
        }
        var run = run
        run.sentCount += 1
        let isFinal = run.sentCount >= run.length
        if isFinal {
            audience[run.member].openStreakCount -= 1
            scheduleReactions(to: run.kind, count: run.sentCount, from: run.member, at: time)
        } else {
            eventQueue.schedule(.streakGift(run), at: randomTime(in: profile.streak.spacing, after: time))
        }
        return arrival(
            of: run.kind, from: run.member,
            streak: GiftArrival.Streak(id: run.id, total: run.sentCount, isFinal: isFinal))
    }

    mutating func singleGift(_ choice: GiftTable.Choice, at time: Int64) -> FeedEvent.Kind? {
        guard let (member, kind) = randomSenderAndKind(choice, count: 1, from: time, to: time) else { return nil }
        balance.record(isCheapest: kind == gifts.cheapest, count: 1, at: time)
        scheduleReactions(to: kind, count: 1, from: member, at: time)
        return arrival(of: kind, from: member, streak: nil)
    }

    /// Schedules an expensive gift, followed by inexpensive gifts of other senders.
    mutating func scheduleBurst(at time: Int64) {
        eventQueue.schedule(.burstGift(.expensive), at: time)
        let others = Swift.min(random.nextInt(in: profile.burst.gifts), Self.maxBurstGifts) - 1
        guard others > 0 else { return }
        for _ in 0..<others {
            eventQueue.schedule(
                .burstGift(.cheap), at: randomTime(in: .zero...Swift.max(.zero, profile.burst.maxDuration), after: time)
            )
        }
    }

    /// The number of gifts of a crowd.
    private static let crowdSize = 6
    /// The shortest streak at the beginning; it must be seen to count.
    private static let minOpeningStreak = 4

    /// Begins a part of the opening, and returns its first gift.
    mutating func open(with act: RoomScript.Profile.Opening.Act, at time: Int64) -> FeedEvent.Kind? {
        switch act {
        case .streak: return streak(at: time, minLength: Self.minOpeningStreak)
        case .expensive: return singleGift(.expensive, at: time)
        case .crowd:
            for _ in 1..<Self.crowdSize {
                eventQueue.schedule(.burstGift(.cheap), at: randomTime(100, 2_000, after: time))
            }
            return singleGift(.cheap, at: time)
        }
    }

    /// Returns a sender and a kind for `count` gifts.
    private mutating func randomSenderAndKind(
        _ choice: GiftTable.Choice, count: Int, from time: Int64, to end: Int64
    ) -> (member: Int, kind: Int)? {
        let isLimited = profile.limitsCheapest && !balance.allowsCheapest(count: count, from: time, to: end)
        let excluded = isLimited ? gifts.cheapest : nil
        guard let member = audience.randomMember(for: .giving, random: &random) else { return nil }
        let favourite = audience[member].lastKind
        if let favourite, favourite != excluded, gifts.isAllowed(favourite, by: choice),
            random.nextBool(millionths: millionths(profile.repeatProbability))
        {
            return (member, favourite)
        }
        let taste = audience[member].profile.expensiveKindFactor
        return gifts.randomKind(choice, expensiveFactor: taste, excluding: excluded, random: &random).map {
            (member, $0)
        }
    }

    private mutating func arrival(of kind: Int, from member: Int, streak: GiftArrival.Streak?) -> FeedEvent.Kind {
        counts.gifts += 1
        audience[member].lastKind = kind
        let sent = gifts.kinds[kind]
        return .gift(
            GiftArrival(
                id: "g-\(counts.gifts)", gift: sent.id, name: sent.name, from: audience[member].viewer,
                value: sent.value, streak: streak))
    }

    mutating func randomTime(in range: ClosedRange<Duration>, after time: Int64) -> Int64 {
        randomTime(milliseconds(range.lowerBound), milliseconds(range.upperBound), after: time)
    }

    /// Returns a duration in whole milliseconds, at most an hour; no streak or burst is longer.
    private func milliseconds(_ duration: Duration) -> Int {
        Int(Swift.min(Swift.max(duration, .zero), .seconds(3600)).inMilliseconds)
    }

    private func millionths(_ likelihood: Double) -> Int {
        Int((Swift.min(Swift.max(likelihood, 0), 1) * 1e6).rounded())
    }
}
