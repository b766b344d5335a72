public import GiftFeed
import Synchronization

/// Events on their way from those who read to the one who shows, at most so many.
///
/// Where it is full, whoever puts in can wait, so that the sender is slowed down; or what matters least is dropped:
/// chat, likes and visitors where it is nearly full, gifts where it is full. What is dropped is counted by reason.
public final class FeedQueue: Sendable {
    /// Why an event is not shown.
    public enum Reason: String, CaseIterable, Sendable {
        /// Nearly full: only gifts get in.
        case crowded
        /// Full.
        case full
        /// It came so late that nobody would know what it is about.
        case expired
        /// It came before.
        case duplicate
    }

    /// What happens where there is no room.
    public enum Overflow: Sendable {
        /// Whoever puts in waits.
        case wait
        /// It is dropped.
        case drop
    }

    /// What has gone through so far.
    public struct Counts: Equatable, Sendable {
        /// Events that were put in.
        public var arrived = 0
        /// Events that were taken out.
        public var taken = 0
        /// Events that were dropped, by reason.
        public var dropped: [Reason: Int] = [:]
        /// Gifts among those.
        public var giftsDropped = 0
        /// Lines that were wrong and passed over.
        public var badLines = 0
        /// The most events that were waiting at a time.
        public var mostWaiting = 0

        /// All that was dropped.
        public var droppedInAll: Int { dropped.values.reduce(0, +) }
    }

    private struct State {
        /// A ring; its places are made once.
        var ring: [FeedEvent?]
        var first = 0
        var count = 0
        var counts = Counts()
        var faults: [FeedFault] = []
        var feedState = FeedState.waiting("")
        var isClosed = false
        var isStopped = false
    }

    /// Faults that are kept to be told; more are only counted.
    private static let mostFaults = 100

    /// As many events as a storm brings in some seconds; about a megabyte.
    public static let usualCapacity = 4_096

    private let capacity: Int
    /// From here on only gifts get in.
    private let crowdedFrom: Int
    private let overflow: Overflow
    private let keepsFaults: Bool
    private let state: Mutex<State>
    private let notEmpty: WakeUp
    private let notFull: WakeUp

    /// An empty queue.
    /// - Parameter keepsFaults: whether somebody reads of every fault, so that whoever notes one waits for room.
    /// - Throws: where the system has no descriptors left.
    public init(
        capacity: Int = FeedQueue.usualCapacity, overflow: Overflow, keepsFaults: Bool = false
    ) throws(FeedSourceError) {
        self.keepsFaults = keepsFaults
        self.capacity = max(1, capacity)
        crowdedFrom = max(1, self.capacity - self.capacity / 4)
        self.overflow = overflow
        state = Mutex(State(ring: [FeedEvent?](repeating: nil, count: self.capacity)))
        notEmpty = try WakeUp()
        notFull = try WakeUp()
    }

    /// Readable as long as events may be waiting, and from the end on; for `poll`, until ``isAtEnd``.
    public var wakeUpDescriptor: Int32 { notEmpty.descriptor }

    /// What has gone through so far.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Whether nothing comes any more: the feed has ended and everything was taken out.
    public var isAtEnd: Bool { state.withLock { $0.isClosed && $0.count == 0 } }

    /// How the feed stands.
    public var feedState: FeedState { state.withLock { $0.feedState } }

    /// Why nothing more comes, where that was not the end.
    public var failure: FeedSourceError? {
        if case .failed(let failure) = feedState { failure } else { nil }
    }

    /// The next event; nil where none waits.
    public func nextEvent() -> FeedEvent? {
        let (event, isHalf) = state.withLock { state -> (FeedEvent?, Bool) in
            guard state.count > 0 else {
                if !state.isClosed { notEmpty.clear() }
                return (nil, false)
            }
            let event = state.ring[state.first]
            state.ring[state.first] = nil
            state.first = (state.first + 1) % capacity
            state.count -= 1
            state.counts.taken += 1
            // Half of it at a time, as waking somebody costs more than an event.
            return (event, state.count == capacity / 2)
        }
        if isHalf { notFull.signal() }
        return event
    }

    /// The faults that were noted since they were asked for last, at most a hundred; where all are kept, with those of the
    /// piece that was being read when it was stopped.
    public func takeFaults() -> [FeedFault] {
        let faults = state.withLock { state in
            defer { state.faults = [] }
            return state.faults
        }
        if keepsFaults, faults.count >= Self.mostFaults { notFull.signal() }
        return faults
    }

    /// Puts an event in, or drops it, or waits until there is room.
    /// - Returns: whether anybody still takes events.
    @discardableResult
    public func put(_ event: FeedEvent) -> Bool { put([event]) }

    /// Puts events in, one after the other, as one does; the lock is taken once for all that there is room for.
    /// - Returns: whether anybody still takes events.
    @discardableResult
    public func put(_ events: [FeedEvent]) -> Bool {
        var next = 0
        while next < events.count {
            let hasRoom = state.withLock { state -> Bool? in
                guard !state.isStopped else { return nil }
                while next < events.count {
                    guard insert(events[next], &state) else { return false }
                    next += 1
                }
                return true
            }
            guard let hasRoom else { return false }
            if !hasRoom { notFull.wait() }
        }
        return true
    }

    /// Notes a line that was wrong.
    public func put(_ fault: FeedFault) {
        while true {
            let isNoted = state.withLock { state in
                let hasRoom = state.faults.count < Self.mostFaults
                guard hasRoom || !keepsFaults || state.isStopped else {
                    notFull.clear()
                    return false
                }
                state.counts.badLines += 1
                // Behind a stop there is no more than the rest of a piece that was read.
                if hasRoom || keepsFaults { state.faults.append(fault) }
                return true
            }
            if isNoted { break }
            notFull.wait()
        }
        notEmpty.signal()
    }

    /// Counts events that were dropped before they came here.
    public func countDropped(_ reason: Reason, count: Int = 1, gifts: Int = 0) {
        state.withLock { state in
            state.counts.arrived += count
            state.counts.dropped[reason, default: 0] += count
            state.counts.giftsDropped += gifts
        }
    }

    /// Says how the feed stands, until its end, and wakes whoever waits for events.
    public func report(_ feedState: FeedState) {
        let isNews = state.withLock { state in
            guard !state.isClosed, state.feedState != feedState else { return false }
            state.feedState = feedState
            return true
        }
        if isNews { notEmpty.signal() }
    }

    /// Nothing more comes, because of a failure or because that was all.
    public func close(after failure: FeedSourceError? = nil) {
        state.withLock { state in
            state.isClosed = true
            state.feedState = failure.map { .failed($0) } ?? .ended
        }
        notEmpty.signal()
    }

    /// Nobody takes events any more; whoever waits to put one in goes on.
    public func stop() {
        state.withLock { $0.isStopped = true }
        notFull.signal()
    }

    /// Puts an event in or drops it; false where it has to wait.
    private func insert(_ event: FeedEvent, _ state: inout State) -> Bool {
        guard state.count < capacity else {
            guard overflow == .drop else {
                notFull.clear()
                return false
            }
            drop(.full, &state, event)
            return true
        }
        if overflow == .drop, state.count >= crowdedFrom, !event.kind.matters {
            drop(.crowded, &state, event)
            return true
        }
        if state.count == 0 { notEmpty.signal() }
        state.ring[(state.first + state.count) % capacity] = event
        state.count += 1
        state.counts.arrived += 1
        state.counts.mostWaiting = max(state.counts.mostWaiting, state.count)
        return true
    }

    private func drop(_ reason: Reason, _ state: inout State, _ event: FeedEvent) {
        state.counts.arrived += 1
        state.counts.dropped[reason, default: 0] += 1
        if case .gift = event.kind { state.counts.giftsDropped += 1 }
    }
}

/// A line that was wrong.
public struct FeedFault: Equatable, Sendable {
    /// Where it came from, such as a path.
    public let source: String
    /// Its number there, from 1.
    public let line: Int
    /// What is wrong with it.
    public let error: FeedLineError

    /// A wrong line.
    public init(source: String, line: Int, error: FeedLineError) {
        self.source = source
        self.line = line
        self.error = error
    }

    /// Where and what, in a line.
    public var description: String { "\(source):\(line):\(error.column): \(error.problem)" }
}

extension FeedEvent.Kind {
    /// Whether people would miss it: gifts and what is said about them.
    fileprivate var matters: Bool {
        switch self {
        case .gift, .streakEnd, .batch, .retract: true
        case .chat, .join, .leave, .like, .seen: false
        }
    }
}
