import FeedSources
import PlatformAdapters
import RoomEvents

/// The work of the reading thread: one session after the other, each over one WebSocket, or over two while the server
/// moves.
struct EventSubReadLoop {
    /// An action of the session, with the number of the latest message at that time.
    private typealias Step = (message: Int, action: EventSubSession.Action)
    typealias OpenFunction = (WebSocketURL, _ isCancelled: () -> Bool) throws(WebSocketStreamError) -> WebSocketStream

    /// The time for which the thread waits for one of two WebSockets before it turns to the other.
    private static let turnDuration: Duration = .milliseconds(20)

    private let port: FeedPort
    private let name: String
    private let subscriber: EventSubSubscriber
    private var session: EventSubSession
    private var output = MonotonicEventOutput()
    /// The number of messages received over all connections.
    private var messageCount = 0
    /// Whether a subscription has succeeded before.
    private var wasSubscribed = false
    private var current: WebSocketStream?
    private var next: WebSocketStream?

    init(port: FeedPort, name: String, session: EventSubSession, subscriber: EventSubSubscriber) {
        self.port = port
        self.name = name
        self.session = session
        self.subscriber = subscriber
    }

    mutating func run(at url: WebSocketURL, open: OpenFunction, opened: () -> Void) -> ConnectionEnd {
        do throws(WebSocketStreamError) {
            current = try open(url) { [port] in port.isStopped }
        } catch {
            return error.isCancelled ? .stopped : .lost(error.reason)
        }
        defer {
            current?.close(sendsCloseFrame: !port.isDisconnectRequested)
            next?.close(sendsCloseFrame: !port.isDisconnectRequested)
            (current, next) = (nil, nil)
        }
        session.start(at: port.now)
        while !port.isStopped {
            let rest = session.nextDue.map { max(.zero, $0 - port.now) } ?? .seconds(1)
            let turn = current != nil && next != nil ? Self.turnDuration : rest
            var actions = receive(from: .current, timeout: turn)
            actions += receive(from: .next, timeout: turn)
            let due = session.advance(to: port.now)
            actions += steps(due)
            if let end = perform(actions, open: open, opened: opened) { return end }
        }
        return .stopped
    }

    private func steps(_ actions: [EventSubSession.Action]) -> [Step] { actions.map { (messageCount, $0) } }

    private mutating func receive(from connection: EventSubSession.Connection, timeout time: Duration) -> [Step] {
        guard let stream = connection == .current ? current : next else { return [] }
        var actions: [Step] = []
        do throws(WebSocketStreamError) {
            let events = try stream.receive(timeout: time, wakeDescriptor: port.stopDescriptor) { [port] in
                port.isStopped
            }
            for event in events {
                switch event {
                case .text(let text):
                    messageCount += 1
                    let caused = session.receive(text, from: connection, at: port.now)
                    actions += steps(caused)
                case .closed(let code, _):
                    let caused = close(connection, code: code)
                    actions += steps(caused)
                case .binary, .pong: break
                }
            }
        } catch {
            guard !error.isCancelled else { return actions }
            // The error that broke the connection is more specific than the reason "closed".
            let caused: [EventSubSession.Action] = close(connection, code: nil).map { action in
                if case .reconnect = action { .reconnect(error.reason) } else { action }
            }
            actions += steps(caused)
        }
        return actions
    }

    private mutating func close(
        _ connection: EventSubSession.Connection, code: UInt16?
    ) -> [EventSubSession.Action] {
        switch connection {
        case .current:
            current?.close()
            current = nil
        case .next:
            next?.close()
            next = nil
        }
        return session.handleClose(connection, code: code, at: port.now)
    }

    /// Performs the session's actions and returns the end of the connection, if there is one.
    private mutating func perform(
        _ actions: [Step], open: OpenFunction, opened: () -> Void
    ) -> ConnectionEnd? {
        var events: [FeedEvent] = []
        var end: ConnectionEnd?
        for (message, action) in actions where end == nil {
            switch action {
            case .event(let event): events.append(event)
            case .fault(let error): recordFault(error, at: message)
            case .revoked(let subscription, let status):
                recordFault(FeedLineError(problem: "\(subscription): subscription revoked: \(status)"), at: message)
            case .subscribe(let id): end = subscribe(id, at: message, opened)
            case .connect(let url): end = move(to: url, open: open)
            case .replaceConnection:
                current?.close()
                (current, next) = (next, nil)
            case .reconnect(let reason): end = .lost(reason)
            }
        }
        return output.put(events, to: port) ? end : .stopped
    }

    private func recordFault(_ error: FeedLineError, at message: Int) {
        port.put(FeedFault(source: name, line: message, error: error))
    }

    private mutating func subscribe(_ id: String, at message: Int, _ opened: () -> Void) -> ConnectionEnd? {
        switch subscriber.subscribe(session: id, isCancelled: { [port] in port.isStopped }) {
        case .subscribed(let refusals):
            for refusal in refusals { recordFault(FeedLineError(problem: refusal), at: message) }
            wasSubscribed = true
            opened()
            return nil
        // The token allowed something before, so the refusal concerns the session, such as one that is over already.
        case .refused(let reason): return wasSubscribed ? .lost(reason) : .failed(reason)
        case .cancelled: return .stopped
        case .lost(let reason): return .lost(reason)
        case .failed(let reason): return .failed(reason)
        }
    }

    /// Opens the connection that the server requested. The current connection stays until the server's welcome on the
    /// new one.
    private mutating func move(to address: String, open: OpenFunction) -> ConnectionEnd? {
        guard let url = WebSocketURL(address) else { return .lost("the reconnect address is not valid") }
        do throws(WebSocketStreamError) {
            next = try open(url) { [port] in port.isStopped }
            return nil
        } catch {
            return error.isCancelled ? .stopped : .lost(error.reason)
        }
    }
}
