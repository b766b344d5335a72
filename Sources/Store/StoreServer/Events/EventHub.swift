import NIOCore
import StoreProtocol
import Synchronization

/// The hub that sends changes to all listeners of the event stream.
///
/// It stores only the last change of each kind: a listener that was away or is slow receives that one, however many
/// there were. So a listener needs no memory besides its connection, and none can miss the current state.
final class EventHub: Sendable {
    private struct State {
        var changes: [StoreChange.Kind: StoreSnapshot.Change]
        /// The last change of each kind, encoded.
        var messages: [(event: Int, bytes: ByteBuffer)]
        var heartbeatCount = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        /// Whether the server is stopping, so that streams end after their last message.
        var isFinished = false
        /// The number of occupied places, of active listeners and of those about to start.
        var reservedPlaces = 0
    }

    private let state: Mutex<State>
    private let maxListeners: Int

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - snapshot: The current state of the store.
    ///   - listeners: The most listeners at once.
    init(_ snapshot: StoreSnapshot, maxListeners listeners: Int) {
        maxListeners = listeners
        state = Mutex(State(changes: snapshot.changes, messages: Self.encodedMessages(snapshot.changes)))
    }

    private static func encodedMessages(
        _ changes: [StoreChange.Kind: StoreSnapshot.Change]
    ) -> [(event: Int, bytes: ByteBuffer)] {
        changes.map { kind, change in
            let event = StoreChange(kind, revision: change.revision).event(id: String(change.event))
            return (change.event, ByteBuffer(bytes: event.encoded()))
        }
        .sorted { $0.event < $1.event }
    }

    /// Reserves a place for a listener; `nil` if none is free.
    func reservePlace() -> ListenerReservation? {
        let isFree = state.withLock { state in
            guard state.reservedPlaces < maxListeners else { return false }
            state.reservedPlaces += 1
            return true
        }
        return isFree ? ListenerReservation(hub: self) : nil
    }

    fileprivate func releasePlace() { state.withLock { $0.reservedPlaces -= 1 } }

    /// The current number of listeners.
    var listenerCount: Int { state.withLock { $0.reservedPlaces } }

    /// Whether the server is stopping.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Ends all streams after the messages that are due, and each later one at once. What changes later, clients receive
    /// when they connect again and name the last event that they know.
    func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    /// Sends the changes of a new snapshot to all listeners.
    func publish(_ snapshot: StoreSnapshot) {
        notifyListeners { state in
            guard state.changes != snapshot.changes else { return false }
            state.changes = snapshot.changes
            state.messages = Self.encodedMessages(snapshot.changes)
            return true
        }
    }

    /// Sends a heartbeat to all listeners.
    func sendHeartbeat() {
        notifyListeners { state in
            state.heartbeatCount += 1
            return true
        }
    }

    private func notifyListeners(_ change: (inout State) -> Bool) {
        let listeners = state.withLock { change(&$0) ? Array($0.listeners.values) : [] }
        for listener in listeners { listener.yield() }
    }

    /// Starts a listener, which ends when its sequence is released.
    ///
    /// - Parameter last: The id of the last event that the listener received; `nil` for a new listener.
    func addListener(after last: Int?) -> EventSequence {
        // One pending wake-up is enough: the listener then sends the current state.
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let position = state.withLock { state in
            state.lastListener += 1
            let number = state.lastListener
            state.listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
            let newest = state.messages.last?.event ?? 0
            // An id above the newest one belongs to another store, so the listener knows nothing of this one.
            let known = last.map { $0 <= newest ? $0 : 0 } ?? newest
            return EventSequence.Position(event: known, heartbeatCount: state.heartbeatCount)
        }
        continuation.yield()
        if isFinished { continuation.finish() }
        return EventSequence(hub: self, signals: calls, position: position)
    }

    /// Returns the events that a listener at `position` has not received, or a heartbeat, and advances the position;
    /// `nil` if there is nothing to send.
    fileprivate func pendingMessages(at position: inout EventSequence.Position) -> ByteBuffer? {
        state.withLock { state in
            var news = ByteBuffer()
            for message in state.messages where message.event > position.event {
                news.writeImmutableBuffer(message.bytes)
                position.event = message.event
            }
            let isBeat = position.heartbeatCount != state.heartbeatCount
            position.heartbeatCount = state.heartbeatCount
            if news.readableBytes > 0 { return news }
            return isBeat ? Self.heartbeat : nil
        }
    }

    private static let heartbeat = ByteBuffer(bytes: ServerSentEvent.encodedComment())
}

/// A reserved place for a listener, released at deinitialisation.
///
/// It is reserved before the response begins, so the limit always holds.
final class ListenerReservation: Sendable {
    private let hub: EventHub

    fileprivate init(hub: EventHub) { self.hub = hub }

    deinit { hub.releasePlace() }
}

/// The asynchronous sequence of the messages for one listener.
struct EventSequence: AsyncSequence, Sendable {
    /// The last event and heartbeat that a listener received.
    struct Position: Sendable {
        var event: Int
        var heartbeatCount: Int
    }

    fileprivate let hub: EventHub
    fileprivate let signals: AsyncStream<Void>
    fileprivate let position: Position

    /// The iterator over the messages.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate let hub: EventHub
        fileprivate var signals: AsyncStream<Void>.Iterator
        fileprivate var position: Position
        fileprivate var hasStarted = false

        mutating func next() async -> ByteBuffer? {
            if !hasStarted {
                hasStarted = true
                return Self.greeting(at: position)
            }
            while await signals.next() != nil {
                if let news = hub.pendingMessages(at: &position) { return news }
            }
            // A change may have come after the last signal.
            guard !Task.isCancelled else { return nil }
            return hub.pendingMessages(at: &position)
        }

        /// Returns the first message, which tells the client that the stream is open and gives it an id for
        /// reconnecting, even before any event. A message without data is not dispatched (WHATWG HTML, section 9.2.6),
        /// but its id counts.
        private static func greeting(at position: Position) -> ByteBuffer {
            ByteBuffer(string: ": gift-store\nretry: 1000\nid: \(position.event)\n\n")
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(hub: hub, signals: signals.makeAsyncIterator(), position: position)
    }
}
