public import GiftFeed
import Playback

/// Does to the events of a feed what ``FeedChaos`` says, by chance from a seed and on the feed's own time.
///
/// Each kind of fault has chance of its own: to turn one on changes nothing about the others.
///
///     disturbance.take(event)
///     while let event = disturbance.next(upTo: now) { … }
public struct FeedDisturbance: Sendable {
    /// What has gone wrong so far.
    public struct Counts: Sendable, Equatable {
        /// Events that were dropped.
        public var dropped = 0
        /// Events that arrive a second time.
        public var duplicated = 0
        /// Events that another one has overtaken.
        public var overtaken = 0
        /// Gifts that bursts have added.
        public var burst = 0
        /// Outages so far.
        public var outages = 0
        /// Events that were lost in outages.
        public var lost = 0
    }

    private let chaos: FeedChaos
    private var agenda = Agenda<FeedEvent.Kind>()
    private var dropping: SeededRandom
    private var duplicating: SeededRandom
    private var delaying: SeededRandom
    private var disconnecting: SeededRandom
    private var nextBurst: Int64?
    private var bursts = 0
    private var outage: Range<Int64>?
    /// The gifts that a burst repeats, in a ring.
    private var recent: [GiftArrival] = []
    private var nextRecent = 0
    private var latestArrival: Int64 = 0
    /// What has gone wrong so far.
    public private(set) var counts = Counts()

    private static let mostRecent = 100
    private static let latestDuplicate: Nanoseconds = .second
    /// Most bursts between two events: a feed that is silent for a year brings no year of bursts at once.
    private static let mostBursts: Int64 = 100
    /// Outages that came and went between two events hurt nobody; so many of them are looked at.
    private static let mostOutages: Int64 = 1_000
    private static let outageLength = 1_000_000_000...5_000_000_000

    /// A disturbance from a seed: the same events, chaos and seed give the same events.
    public init(_ chaos: FeedChaos, seed: UInt64) {
        self.chaos = chaos
        dropping = SeededRandom(seed: SeededRandom.mixed(seed ^ 1))
        duplicating = SeededRandom(seed: SeededRandom.mixed(seed ^ 2))
        delaying = SeededRandom(seed: SeededRandom.mixed(seed ^ 3))
        disconnecting = SeededRandom(seed: SeededRandom.mixed(seed ^ 4))
        nextBurst = chaos.burst?.every
        outage = outage(after: 0)
    }

    /// When something is due next: an event on its way, or a burst.
    public var nextDue: Duration? {
        [agenda.firstTime, recent.isEmpty ? nil : nextBurst].compactMap { $0 }.min().map { .nanoseconds($0) }
    }

    /// Takes an event; events come in order of time.
    public mutating func take(_ event: FeedEvent) {
        let at = event.at.nanosecondsSinceStart
        advance(to: event.at)
        if case .gift(let gift) = event.kind { remember(gift) }
        guard !isOut(at) else { return counts.lost += 1 }
        guard !dropping.chance(Int(chaos.drop.count)) else { return counts.dropped += 1 }
        agenda.note(event.kind, at: arrival(of: at, within: chaos.reorder))
        if duplicating.chance(Int(chaos.duplicate.count)) {
            counts.duplicated += 1
            let (late, overflow) = at.addingReportingOverflow(
                Int64(duplicating.within(0...Int(max(chaos.reorder, Self.latestDuplicate)))))
            agenda.note(event.kind, at: overflow ? at : late)
        }
    }

    /// Does what is due at or before `time` without an event: bursts.
    public mutating func advance(to time: Duration) {
        guard let burst = chaos.burst else { return }
        let now = time.nanosecondsSinceStart
        if let at = nextBurst, at < now {
            let missed = (now - at) / burst.every - (recent.isEmpty ? 0 : Self.mostBursts)
            if missed > 0 { nextBurst = at + missed * burst.every }
        }
        while let at = nextBurst, at <= now {
            if !recent.isEmpty, !isOut(at) { note(burst, at: at) }
            let (next, overflow) = at.addingReportingOverflow(burst.every)
            nextBurst = overflow ? nil : next
        }
    }

    /// Takes the next event of a feed that is read as fast as it can be, and gives out what arrives before it.
    public mutating func take<Failure>(
        _ event: FeedEvent, giving arrived: (FeedEvent) throws(Failure) -> Void
    ) throws(Failure) {
        advance(to: event.at)
        while let earlier = next(upTo: event.at) { try arrived(earlier) }
        take(event)
    }

    /// Nothing more is taken: what is on its way still arrives, and no more is added to it.
    public mutating func finish() { nextBurst = nil }

    /// The next event that arrives at or before `time`; nil where none does.
    public mutating func next(upTo time: Duration) -> FeedEvent? {
        guard let first = agenda.firstTime, first <= time.nanosecondsSinceStart, let (at, kind) = agenda.next() else {
            return nil
        }
        return FeedEvent(at: .nanoseconds(at), kind: kind)
    }

    /// The next event that is on its way, whenever it arrives.
    public mutating func nextOfAll() -> FeedEvent? {
        agenda.next().map { FeedEvent(at: .nanoseconds($0.time), kind: $0.item) }
    }

    private mutating func arrival(of at: Int64, within longest: Nanoseconds) -> Int64 {
        guard longest > 0 else { return at }
        let (arrival, overflow) = at.addingReportingOverflow(Int64(delaying.within(0...Int(longest))))
        guard !overflow else { return at }
        if arrival < latestArrival { counts.overtaken += 1 }
        latestArrival = max(latestArrival, arrival)
        return arrival
    }

    private mutating func note(_ burst: FeedChaos.Burst, at time: Int64) {
        bursts += 1
        for index in 0..<burst.gifts {
            var gift = recent[index % recent.count]
            gift.id += "~burst-\(bursts)-\(index + 1)"
            gift.streak = nil
            gift.batch = nil
            agenda.note(.gift(gift), at: time)
        }
        counts.burst += burst.gifts
    }

    private mutating func remember(_ gift: GiftArrival) {
        guard chaos.burst != nil else { return }
        if recent.count < Self.mostRecent {
            recent.append(gift)
        } else {
            recent[nextRecent] = gift
        }
        nextRecent = (nextRecent + 1) % Self.mostRecent
    }

    private mutating func isOut(_ time: Int64) -> Bool {
        while let outage, outage.upperBound <= time {
            counts.outages += 1
            if let mean = chaos.disconnectEvery, (time - outage.upperBound) / mean > Self.mostOutages {
                self.outage = self.outage(after: time)
                break
            }
            self.outage = self.outage(after: outage.upperBound)
        }
        return outage.map { $0.contains(time) } ?? false
    }

    /// The first outage that begins after `time`: they come independently of each other, so their distances are
    /// exponential.
    private mutating func outage(after time: Int64) -> Range<Int64>? {
        guard let mean = chaos.disconnectEvery else { return nil }
        let wait = disconnecting.wait(ofMean: mean)
        let length = Int64(disconnecting.within(Self.outageLength))
        guard let wait else { return nil }
        let (start, overflow) = time.addingReportingOverflow(wait)
        guard !overflow, start < .max - length else { return nil }
        return start..<start + length
    }
}
