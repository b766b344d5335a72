import NIOCore
import StoreDocuments
import Synchronization

/// Tells everyone who listens of changes.
///
/// It keeps the last change of each kind and nothing else: who was away or is slow gets that one, however many there were.
/// So a listener takes no more memory than its connection, and none can miss the state that counts.
final class EventHub: Sendable {
    private struct State {
        var changes: [StoreChange.Kind: StoreSnapshot.Change]
        /// The last change of each kind as it is sent.
        var messages: [(event: Int, bytes: ByteBuffer)]
        var beats = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    private let state: Mutex<State>
    private let mostListeners: Int

    /// - Parameter listeners: the most there may be at once.
    init(_ snapshot: StoreSnapshot, listeners: Int) {
        mostListeners = listeners
        state = Mutex(State(changes: snapshot.changes, messages: Self.messages(snapshot.changes)))
    }

    private static func messages(
        _ changes: [StoreChange.Kind: StoreSnapshot.Change]
    ) -> [(event: Int, bytes: ByteBuffer)] {
        changes.map { kind, change in
            let event = StoreChange(kind, revision: change.revision).event(id: String(change.event))
            return (change.event, ByteBuffer(bytes: event.encoded()))
        }
        .sorted { $0.event < $1.event }
    }

    /// Whether one more may listen.
    var hasRoom: Bool { state.withLock { $0.listeners.count < mostListeners } }

    /// Listeners at present.
    var listeners: Int { state.withLock { $0.listeners.count } }

    /// Tells of what changed.
    func publish(_ snapshot: StoreSnapshot) {
        wake { state in
            guard state.changes != snapshot.changes else { return false }
            state.changes = snapshot.changes
            state.messages = Self.messages(snapshot.changes)
            return true
        }
    }

    /// Lets everyone hear that the connection lives.
    func beat() {
        wake { state in
            state.beats += 1
            return true
        }
    }

    private func wake(_ change: (inout State) -> Bool) {
        let listeners = state.withLock { change(&$0) ? Array($0.listeners.values) : [] }
        for listener in listeners { listener.yield() }
    }

    /// Listens until the sequence is given up.
    /// - Parameter last: the number of the last event that the listener knows; nil for one that begins now.
    func listen(after last: Int?) -> EventSequence {
        // One call is enough, however many there were: what is sent is what counts then.
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let position = state.withLock { state in
            state.lastListener += 1
            let number = state.lastListener
            state.listeners[number] = continuation
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
            }
            let newest = state.messages.last?.event ?? 0
            // A number that is not there yet is one of another store: nothing that it knows counts.
            let known = last.map { $0 <= newest ? $0 : 0 } ?? newest
            return EventSequence.Position(event: known, beats: state.beats)
        }
        continuation.yield()
        return EventSequence(hub: self, calls: calls, position: position)
    }

    /// What a listener at `position` has not heard yet, and moves the position behind it.
    fileprivate func news(at position: inout EventSequence.Position) -> ByteBuffer? {
        state.withLock { state in
            var news = ByteBuffer()
            for message in state.messages where message.event > position.event {
                news.writeImmutableBuffer(message.bytes)
                position.event = message.event
            }
            let isBeat = position.beats != state.beats
            position.beats = state.beats
            if news.readableBytes > 0 { return news }
            return isBeat ? Self.heartbeat : nil
        }
    }

    private static let heartbeat = ByteBuffer(bytes: ServerSentEvent.comment())
}

/// What one listener is sent, piece by piece.
struct EventSequence: AsyncSequence, Sendable {
    /// What a listener has heard.
    struct Position: Sendable {
        var event: Int
        var beats: Int
    }

    fileprivate let hub: EventHub
    fileprivate let calls: AsyncStream<Void>
    fileprivate let position: Position

    /// Goes through what is to be sent.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate let hub: EventHub
        fileprivate var calls: AsyncStream<Void>.Iterator
        fileprivate var position: Position
        fileprivate var hasBegun = false

        mutating func next() async -> ByteBuffer? {
            if !hasBegun {
                hasBegun = true
                return Self.greeting(at: position)
            }
            while await calls.next() != nil {
                if let news = hub.news(at: &position) { return news }
            }
            return nil
        }

        /// Opens the stream, so that the client knows it has one, and an id to come back with though nothing happened yet.
        /// A message without data is none (WHATWG HTML, section 9.2.6), but its id counts.
        private static func greeting(at position: Position) -> ByteBuffer {
            ByteBuffer(string: ": gift-store\nretry: 1000\nid: \(position.event)\n\n")
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(hub: hub, calls: calls.makeAsyncIterator(), position: position)
    }
}
