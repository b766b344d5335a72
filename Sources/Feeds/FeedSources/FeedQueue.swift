public import RoomEvents
import Synchronization
import SystemIO

/// A bounded queue of events between the reading thread and the stage.
///
/// If the queue is full, the writer either waits, which slows down the sender, or drops events: less important ones
/// such as chat, likes and visitors when the queue is nearly full, and gifts when it is full. The queue counts dropped
/// events by reason.
public final class FeedQueue: Sendable {
    /// The reason for which an event is dropped.
    public enum Reason: String, CaseIterable, Sendable {
        /// The queue is nearly full and accepts only important events, such as gifts.
        case crowded
        /// The queue is full.
        case full
        /// The event is too old.
        case expired
        /// The event arrived before.
        case duplicate
    }

    /// The behaviour of a full queue.
    public enum Overflow: Sendable {
        /// The writer waits.
        case wait
        /// The writer drops events.
        case drop
    }

    /// The statistics of a queue.
    public struct Counts: Equatable, Sendable {
        /// The number of events that arrived, including dropped ones.
        public var arrived = 0
        /// The number of events taken out.
        public var delivered = 0
        /// The number of dropped events, by reason.
        public var dropped: [Reason: Int] = [:]
        /// The number of gifts among the dropped events.
        public var giftsDropped = 0
        /// The number of faulty lines, which were ignored.
        public var invalidLines = 0
        /// The largest number of events that waited at the same time.
        public var peakWaiting = 0

        /// The number of all dropped events.
        public var totalDropped: Int { dropped.values.reduce(0, +) }
    }

    private struct State {
        /// The ring buffer, allocated once.
        var ring: [FeedEvent?]
        var first = 0
        var count = 0
        var counts = Counts()
        var faults: [FeedFault] = []
        var feedState = FeedState.waiting("")
        var stateChanges: [FeedState] = []
        var isClosed = false
        var isStopped = false
    }

    /// The largest number of faults in memory; more faults are only counted.
    private static let maxFaults = 100

    /// The largest number of state changes in memory.
    private static let maxStateChanges = 100

    /// The default capacity, the events of some busy seconds; about a megabyte.
    public static let defaultCapacity = 4_096

    private let capacity: Int
    /// The number of waiting events from which the queue accepts only important events.
    private let crowdingThreshold: Int
    private let overflow: Overflow
    private let keepsFaults: Bool
    private let state: Mutex<State>
    private let notEmpty: WakePipe
    private let notFull: WakePipe

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - capacity: The largest number of waiting events.
    ///   - overflow: The behaviour of the full queue.
    ///   - keepsFaults: Whether the reader needs every fault, so that the writer waits until there is room for it.
    /// - Throws: `FeedSourceError` if the system has no descriptors left.
    public init(
        capacity: Int = FeedQueue.defaultCapacity, overflow: Overflow, keepsFaults: Bool = false
    ) throws(FeedSourceError) {
        self.keepsFaults = keepsFaults
        self.capacity = max(1, capacity)
        crowdingThreshold = max(1, self.capacity - self.capacity / 4)
        self.overflow = overflow
        state = Mutex(State(ring: [FeedEvent?](repeating: nil, count: self.capacity)))
        notEmpty = try .forFeed()
        notFull = try .forFeed()
    }

    /// A descriptor for `poll` that is readable while events may be waiting, and after the end of the feed.
    public var wakeDescriptor: Int32 { notEmpty.descriptor }

    /// The statistics of the queue.
    public var counts: Counts { state.withLock { $0.counts } }

    /// Whether the feed has ended and all events were taken out.
    public var isAtEnd: Bool { state.withLock { $0.isClosed && $0.count == 0 } }

    /// The state of the feed.
    public var feedState: FeedState { state.withLock { $0.feedState } }

    /// Removes and returns the states that were reported since the last call, in order.
    ///
    /// A connection can be lost and open again between two looks at ``feedState``. Only the last 100 states are kept.
    public func consumeStateChanges() -> [FeedState] {
        state.withLock { state in
            defer { state.stateChanges = [] }
            return state.stateChanges
        }
    }

    /// The error with which the feed ended; nil if it has not failed.
    public var failure: FeedSourceError? {
        if case .failed(let failure) = feedState { failure } else { nil }
    }

    /// Removes and returns the next event; nil if none waits.
    public func popEvent() -> FeedEvent? {
        let (event, isHalf) = state.withLock { state -> (FeedEvent?, Bool) in
            guard state.count > 0 else {
                if !state.isClosed { notEmpty.clear() }
                return (nil, false)
            }
            let event = state.ring[state.first]
            state.ring[state.first] = nil
            state.first = (state.first + 1) % capacity
            state.count -= 1
            state.counts.delivered += 1
            // Waking a thread costs more than an event, so a waiting writer wakes only when the queue is half empty.
            return (event, state.count == capacity / 2)
        }
        if isHalf { notFull.signal() }
        return event
    }

    /// Removes and returns the faults.
    ///
    /// There are at most 100 of them. If the queue keeps all faults, those of the chunk that was being read when it was
    /// stopped are additional.
    public func consumeFaults() -> [FeedFault] {
        let faults = state.withLock { state in
            defer { state.faults = [] }
            return state.faults
        }
        if keepsFaults, faults.count >= Self.maxFaults { notFull.signal() }
        return faults
    }

    /// Puts an event into the queue, drops it, or waits until there is room.
    ///
    /// - Returns: Whether the queue still accepts events.
    @discardableResult
    public func put(_ event: FeedEvent) -> Bool { put([event]) }

    /// Puts events into the queue in order, like `put(_:)` for one event. The method locks the queue once for all
    /// events for which there is room.
    ///
    /// - Returns: Whether the queue still accepts events.
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

    /// Adds the fault of a line.
    public func put(_ fault: FeedFault) {
        while true {
            let isNoted = state.withLock { state in
                let hasRoom = state.faults.count < Self.maxFaults
                guard hasRoom || !keepsFaults || state.isStopped else {
                    notFull.clear()
                    return false
                }
                state.counts.invalidLines += 1
                // After a stop only the faults of the current chunk follow, so the array can exceed its limit.
                if hasRoom || keepsFaults { state.faults.append(fault) }
                return true
            }
            if isNoted { break }
            notFull.wait()
        }
        notEmpty.signal()
    }

    /// Counts events that were dropped before they reached the queue.
    public func recordDropped(_ reason: Reason, count: Int = 1, gifts: Int = 0) {
        state.withLock { state in
            state.counts.arrived += count
            state.counts.dropped[reason, default: 0] += count
            state.counts.giftsDropped += gifts
        }
    }

    /// Sets the state of the feed, unless it has ended, and wakes the reader.
    public func setState(_ feedState: FeedState) {
        let isNews = state.withLock { state in
            guard !state.isClosed, state.feedState != feedState else { return false }
            state.feedState = feedState
            if state.stateChanges.count == Self.maxStateChanges { state.stateChanges.removeFirst() }
            state.stateChanges.append(feedState)
            return true
        }
        if isNews { notEmpty.signal() }
    }

    /// Ends the feed, with an error or without.
    public func close(after failure: FeedSourceError? = nil) {
        state.withLock { state in
            state.isClosed = true
            state.feedState = failure.map { .failed($0) } ?? .ended
        }
        notEmpty.signal()
    }

    /// Makes the queue accept no more events and wakes a waiting writer.
    public func stop() {
        state.withLock { $0.isStopped = true }
        notFull.signal()
    }

    /// Inserts or drops an event; false if the writer must wait.
    private func insert(_ event: FeedEvent, _ state: inout State) -> Bool {
        guard state.count < capacity else {
            guard overflow == .drop else {
                notFull.clear()
                return false
            }
            recordDrop(.full, &state, event)
            return true
        }
        if overflow == .drop, state.count >= crowdingThreshold, !event.kind.isImportant {
            recordDrop(.crowded, &state, event)
            return true
        }
        if state.count == 0 { notEmpty.signal() }
        state.ring[(state.first + state.count) % capacity] = event
        state.count += 1
        state.counts.arrived += 1
        state.counts.peakWaiting = max(state.counts.peakWaiting, state.count)
        return true
    }

    private func recordDrop(_ reason: Reason, _ state: inout State, _ event: FeedEvent) {
        state.counts.arrived += 1
        state.counts.dropped[reason, default: 0] += 1
        if case .gift = event.kind { state.counts.giftsDropped += 1 }
    }
}

/// A fault of a line.
public struct FeedFault: Equatable, Sendable {
    /// The source of the line, such as a path.
    public let source: String
    /// The number of the line in its source, from 1.
    public let line: Int
    /// The error.
    public let error: FeedLineError

    /// Creates a fault.
    public init(source: String, line: Int, error: FeedLineError) {
        self.source = source
        self.line = line
        self.error = error
    }

    /// The position and the problem, in one line.
    public var description: String { "\(source):\(line):\(error.column): \(error.problem)" }
}

extension FeedEvent.Kind {
    /// Whether the event is important: gifts and the events that refer to them.
    fileprivate var isImportant: Bool {
        switch self {
        case .gift, .streakEnd, .batch, .retract: true
        case .chat, .join, .leave, .like, .seen: false
        }
    }
}
