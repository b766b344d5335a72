import ExactNumbers
public import RoomEvents
import RoomSimulator

/// A processor that applies ``FeedChaos`` to the events of a feed, in feed time.
///
/// All random choices follow from a seed. Each type of disturbance has its own generator, so that turning one on does
/// not change the others.
///
///     disturbance.receive(event)
///     while let event = disturbance.next(upTo: now) { … }
public struct FeedDisturbance: Sendable {
    /// The number of disturbances of each type.
    public struct Counts: Sendable, Equatable {
        /// The number of dropped events.
        public var dropped = 0
        /// The number of events that arrive a second time.
        public var duplicated = 0
        /// The number of events that arrive after a later one.
        public var reordered = 0
        /// The number of gifts that bursts have added.
        public var burstGifts = 0
        /// The number of outages that have ended.
        public var outages = 0
        /// The number of events that were lost in outages.
        public var lost = 0
    }

    private let chaos: FeedChaos
    private var eventQueue = EventQueue<FeedEvent.Kind>()
    private var dropRandom: SeededRandom
    private var duplicateRandom: SeededRandom
    private var delayRandom: SeededRandom
    private var disconnectRandom: SeededRandom
    private var nextBurst: Int64?
    private var burstCount = 0
    private var outage: Range<Int64>?
    /// The gifts that a burst repeats, as a ring buffer.
    private var recentGifts: [GiftArrival] = []
    private var nextRecentIndex = 0
    private var latestArrival: Int64 = 0
    /// The number of disturbances of each type so far.
    public private(set) var counts = Counts()

    private static let maxRecentGifts = 100
    private static let maxDuplicateDelay: Nanoseconds = .second
    /// The most bursts between two events, so that a feed that was silent for a year does not produce a year of bursts.
    private static let maxBursts: Int64 = 100
    /// The most outages between two events that are simulated one by one. Outages without an event have no effect.
    private static let maxOutages: Int64 = 1_000
    private static let outageLength = 1_000_000_000...5_000_000_000

    /// Creates a disturbance. The same events, chaos and seed produce the same events.
    public init(_ chaos: FeedChaos, seed: UInt64) {
        self.chaos = chaos
        dropRandom = SeededRandom(seed: SeededRandom.mixed(seed ^ 1))
        duplicateRandom = SeededRandom(seed: SeededRandom.mixed(seed ^ 2))
        delayRandom = SeededRandom(seed: SeededRandom.mixed(seed ^ 3))
        disconnectRandom = SeededRandom(seed: SeededRandom.mixed(seed ^ 4))
        nextBurst = chaos.burst?.interval
        outage = nextOutage(after: 0)
    }

    /// The time of the next delayed event or burst; `nil` if there is none.
    public var nextDue: Duration? {
        [eventQueue.firstTime, recentGifts.isEmpty ? nil : nextBurst].compactMap { $0 }.min().map { .nanoseconds($0) }
    }

    /// Receives an event. The events must be in the order of time.
    public mutating func receive(_ event: FeedEvent) {
        let at = event.at.nanosecondsSinceStart
        advance(to: event.at)
        if case .gift(let gift) = event.kind { recordRecent(gift) }
        guard !isInOutage(at) else { return counts.lost += 1 }
        guard !dropRandom.nextBool(millionths: Int(chaos.dropProbability.count)) else { return counts.dropped += 1 }
        eventQueue.schedule(event.kind, at: arrivalTime(of: at, maxDelay: chaos.maxDelay))
        if duplicateRandom.nextBool(millionths: Int(chaos.duplicateProbability.count)) {
            counts.duplicated += 1
            let (late, overflow) = at.addingReportingOverflow(
                Int64(duplicateRandom.nextInt(in: 0...Int(max(chaos.maxDelay, Self.maxDuplicateDelay)))))
            eventQueue.schedule(event.kind, at: overflow ? at : late)
        }
    }

    /// Generates the bursts that are due at or before `time`.
    public mutating func advance(to time: Duration) {
        guard let burst = chaos.burst else { return }
        let now = time.nanosecondsSinceStart
        if let at = nextBurst, at < now {
            let missed = (now - at) / burst.interval - (recentGifts.isEmpty ? 0 : Self.maxBursts)
            if missed > 0 { nextBurst = at + missed * burst.interval }
        }
        while let at = nextBurst, at <= now {
            if !recentGifts.isEmpty, !isInOutage(at) { schedule(burst, at: at) }
            let (next, overflow) = at.addingReportingOverflow(burst.interval)
            nextBurst = overflow ? nil : next
        }
    }

    /// Receives the next event of a feed that is read without waiting, and passes all events that arrive before it to
    /// `arrived`.
    public mutating func receive<Failure>(
        _ event: FeedEvent, emit arrived: (FeedEvent) throws(Failure) -> Void
    ) throws(Failure) {
        advance(to: event.at)
        while let earlier = next(upTo: event.at) { try arrived(earlier) }
        receive(event)
    }

    /// Stops the generation of bursts. Delayed events still arrive.
    public mutating func finish() { nextBurst = nil }

    /// Returns the next event that arrives at or before `time`; `nil` if there is none.
    public mutating func next(upTo time: Duration) -> FeedEvent? {
        guard let first = eventQueue.firstTime, first <= time.nanosecondsSinceStart,
            let (at, kind) = eventQueue.popFirst()
        else {
            return nil
        }
        return FeedEvent(at: .nanoseconds(at), kind: kind)
    }

    /// Returns the next delayed event, whatever its time is; `nil` if there is none.
    public mutating func nextDelayed() -> FeedEvent? {
        eventQueue.popFirst().map { FeedEvent(at: .nanoseconds($0.time), kind: $0.item) }
    }

    private mutating func arrivalTime(of at: Int64, maxDelay: Nanoseconds) -> Int64 {
        guard maxDelay > 0 else { return at }
        let (arrival, overflow) = at.addingReportingOverflow(Int64(delayRandom.nextInt(in: 0...Int(maxDelay))))
        guard !overflow else { return at }
        if arrival < latestArrival { counts.reordered += 1 }
        latestArrival = max(latestArrival, arrival)
        return arrival
    }

    private mutating func schedule(_ burst: FeedChaos.Burst, at time: Int64) {
        burstCount += 1
        for index in 0..<burst.gifts {
            var gift = recentGifts[index % recentGifts.count]
            gift.id += "~burst-\(burstCount)-\(index + 1)"
            gift.streak = nil
            gift.batch = nil
            eventQueue.schedule(.gift(gift), at: time)
        }
        counts.burstGifts += burst.gifts
    }

    private mutating func recordRecent(_ gift: GiftArrival) {
        guard chaos.burst != nil else { return }
        if recentGifts.count < Self.maxRecentGifts {
            recentGifts.append(gift)
        } else {
            recentGifts[nextRecentIndex] = gift
        }
        nextRecentIndex = (nextRecentIndex + 1) % Self.maxRecentGifts
    }

    private mutating func isInOutage(_ time: Int64) -> Bool {
        while let outage, outage.upperBound <= time {
            counts.outages += 1
            if let mean = chaos.meanDisconnectInterval, (time - outage.upperBound) / mean > Self.maxOutages {
                self.outage = self.nextOutage(after: time)
                break
            }
            self.outage = self.nextOutage(after: outage.upperBound)
        }
        return outage.map { $0.contains(time) } ?? false
    }

    /// Returns the next outage after `time`.
    ///
    /// Outages are independent of each other, so that the intervals between them have an exponential distribution.
    private mutating func nextOutage(after time: Int64) -> Range<Int64>? {
        guard let mean = chaos.meanDisconnectInterval else { return nil }
        let wait = disconnectRandom.nextInterval(mean: mean)
        let length = Int64(disconnectRandom.nextInt(in: Self.outageLength))
        guard let wait else { return nil }
        let (start, overflow) = time.addingReportingOverflow(wait)
        guard !overflow, start < .max - length else { return nil }
        return start..<start + length
    }
}
