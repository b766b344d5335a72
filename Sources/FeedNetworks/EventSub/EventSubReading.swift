import FeedAdapters
import FeedSources
import GiftFeed

/// The work of the reading thread: one session after the other, each over one WebSocket, or over two while the server
/// moves.
struct EventSubReading {
    typealias Opening = (WebSocketURL, _ isCancelled: () -> Bool) throws(WebSocketStreamError) -> WebSocketStream

    /// The time for which the thread waits for one of two WebSockets before it turns to the other.
    private static let turn: Duration = .milliseconds(20)

    private let port: FeedPort
    private let name: String
    private let subscriber: EventSubSubscriber
    private var session: EventSubSession
    private var order = EventOrder()
    private var messages = 0
    private var current: WebSocketStream?
    private var next: WebSocketStream?

    init(port: FeedPort, name: String, session: EventSubSession, subscriber: EventSubSubscriber) {
        self.port = port
        self.name = name
        self.session = session
        self.subscriber = subscriber
    }

    mutating func stay(at url: WebSocketURL, open: Opening, opened: () -> Void) -> ConnectionEnd {
        do throws(WebSocketStreamError) {
            current = try open(url) { [port] in port.isStopped }
        } catch {
            return error.isCancelled ? .stopped : .lost(error.reason)
        }
        defer {
            current?.close(saysGoodbye: !port.isCut)
            next?.close(saysGoodbye: !port.isCut)
            (current, next) = (nil, nil)
        }
        session.opened(at: port.now)
        while !port.isStopped {
            let rest = session.nextDue.map { max(.zero, $0 - port.now) } ?? .seconds(1)
            let turn = current != nil && next != nil ? Self.turn : rest
            var actions = take(from: .current, within: turn)
            actions += take(from: .next, within: turn)
            actions += session.advance(to: port.now)
            if let end = carryOut(actions, open: open, opened: opened) { return end }
        }
        return .stopped
    }

    private mutating func take(
        from connection: EventSubSession.Connection, within time: Duration
    ) -> [EventSubSession.Action] {
        guard let stream = connection == .current ? current : next else { return [] }
        var actions: [EventSubSession.Action] = []
        do throws(WebSocketStreamError) {
            let happenings = try stream.receive(within: time, wakeUp: port.stopDescriptor) { [port] in
                port.isStopped
            }
            for happening in happenings {
                switch happening {
                case .text(let text):
                    messages += 1
                    actions += session.take(text, from: connection, at: port.now)
                case .closed(let code, _): actions += close(connection, code: code)
                case .binary, .pong: break
                }
            }
        } catch {
            guard !error.isCancelled else { return actions }
            // The error that broke the connection is more specific than the reason "closed".
            actions += close(connection, code: nil).map { action in
                if case .reconnect = action { .reconnect(error.reason) } else { action }
            }
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
        return session.closed(connection, code: code, at: port.now)
    }

    /// Performs the session's actions and returns the end of the connection, if there is one.
    private mutating func carryOut(
        _ actions: [EventSubSession.Action], open: Opening, opened: () -> Void
    ) -> ConnectionEnd? {
        var events: [FeedEvent] = []
        var end: ConnectionEnd?
        for action in actions where end == nil {
            switch action {
            case .event(let event): events.append(event)
            case .fault(let error): note(error)
            case .revoked(let subscription, let status):
                note(FeedLineError(problem: "\(subscription) is told no longer: \(status)"))
            case .subscribe(let id): end = subscribe(id, opened)
            case .connect(let url): end = move(to: url, open: open)
            case .replaceConnection:
                current?.close()
                (current, next) = (next, nil)
            case .reconnect(let reason): end = .lost(reason)
            }
        }
        return order.put(events, to: port) ? end : .stopped
    }

    private func note(_ error: FeedLineError) {
        port.put(FeedFault(source: name, line: messages, error: error))
    }

    private func subscribe(_ id: String, _ opened: () -> Void) -> ConnectionEnd? {
        switch subscriber.subscribe(session: id, isCancelled: { [port] in port.isStopped }) {
        case .subscribed(let refusals):
            for refusal in refusals { note(FeedLineError(problem: refusal)) }
            opened()
            return nil
        case .cancelled: return .stopped
        case .lost(let reason): return .lost(reason)
        case .failed(let reason): return .failed(reason)
        }
    }

    /// Opens the connection that the server requested. The current connection stays until the server's welcome on the
    /// new one.
    private mutating func move(to address: String, open: Opening) -> ConnectionEnd? {
        guard let url = WebSocketURL(address) else { return .lost("the address to move to is not valid") }
        do throws(WebSocketStreamError) {
            next = try open(url) { [port] in port.isStopped }
            return nil
        } catch {
            return error.isCancelled ? .stopped : .lost(error.reason)
        }
    }
}
