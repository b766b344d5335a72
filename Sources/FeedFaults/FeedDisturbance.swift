public import GiftFeed
import Playback

/// A processor that applies ``FeedChaos`` to the events of a feed, in feed time.
///
/// All random choices follow from a seed. Each type of disturbance has its own generator, so that turning one on does
/// not change the others.
///
///     disturbance.take(event)
///     while let event = disturbance.next(upTo: now) { … }
public struct FeedDisturbance: Sendable {
    /// The number of disturbances of each type.
    public struct Counts: Sendable, Equatable {
        /// The number of dropped events.
        public var dropped = 0
        /// The number of events that arrive a second time.
        public var duplicated = 0
        /// The number of events that arrive after a later one.
        public var overtaken = 0
        /// The number of gifts that bursts have added.
        public var burst = 0
        /// The number of outages that have ended.
        public var outages = 0
        /// The number of events that were lost in outages.
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
    /// The gifts that a burst repeats, as a ring buffer.
    private var recent: [GiftArrival] = []
    private var nextRecent = 0
    private var latestArrival: Int64 = 0
    /// The number of disturbances of each type so far.
    public private(set) var counts = Counts()

    private static let mostRecent = 100
    private static let latestDuplicate: Nanoseconds = .second
    /// The most bursts between two events, so that a feed that was silent for a year does not produce a year of bursts.
    private static let mostBursts: Int64 = 100
    /// The most outages between two events that are simulated one by one. Outages without an event have no effect.
    private static let mostOutages: Int64 = 1_000
    private static let outageLength = 1_000_000_000...5_000_000_000

    /// Creates a disturbance. The same events, chaos and seed produce the same events.
    public init(_ chaos: FeedChaos, seed: UInt64) {
        self.chaos = chaos
        dropping = SeededRandom(seed: SeededRandom.mixed(seed ^ 1))
        duplicating = SeededRandom(seed: SeededRandom.mixed(seed ^ 2))
        delaying = SeededRandom(seed: SeededRandom.mixed(seed ^ 3))
        disconnecting = SeededRandom(seed: SeededRandom.mixed(seed ^ 4))
        nextBurst = chaos.burst?.every
        outage = outage(after: 0)
    }

    /// The time of the next delayed event or burst; `nil` if there is none.
    public var nextDue: Duration? {
        [agenda.firstTime, recent.isEmpty ? nil : nextBurst].compactMap { $0 }.min().map { .nanoseconds($0) }
    }

    /// Receives an event. The events must be in the order of time.
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

    /// Generates the bursts that are due at or before `time`.
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

    /// Receives the next event of a feed that is read without waiting, and passes all events that arrive before it to
    /// `arrived`.
    public mutating func take<Failure>(
        _ event: FeedEvent, giving arrived: (FeedEvent) throws(Failure) -> Void
    ) throws(Failure) {
        advance(to: event.at)
        while let earlier = next(upTo: event.at) { try arrived(earlier) }
        take(event)
    }

    /// Stops the generation of bursts. Delayed events still arrive.
    public mutating func finish() { nextBurst = nil }

    /// Returns the next event that arrives at or before `time`; `nil` if there is none.
    public mutating func next(upTo time: Duration) -> FeedEvent? {
        guard let first = agenda.firstTime, first <= time.nanosecondsSinceStart, let (at, kind) = agenda.next() else {
            return nil
        }
        return FeedEvent(at: .nanoseconds(at), kind: kind)
    }

    /// Returns the next delayed event, whatever its time is; `nil` if there is none.
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

    /// Returns the next outage after `time`.
    ///
    /// Outages are independent of each other, so that the intervals between them have an exponential distribution.
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
