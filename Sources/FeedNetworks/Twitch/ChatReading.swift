import FeedAdapters
import FeedSources
import GiftFeed
import HTTPTransfer

/// The work of the reading thread with one connection after the other.
struct ChatReading {
    let port: FeedPort
    let name: String
    var session: TwitchChatSession
    /// The number of lines received over all connections.
    private var lines = 0
    private var order = EventOrder()

    init(port: FeedPort, name: String, session: TwitchChatSession) {
        self.port = port
        self.name = name
        self.session = session
    }

    mutating func stay(
        with connection: CurlConnection, patience: Duration, opened: () -> Void
    ) throws(HTTPTransferError) -> ConnectionEnd {
        let isStopped = { [port] in port.isStopped }
        var splitter = LineSplitter(limit: 1 << 16)
        var outgoing = session.start(at: port.now)
        while true {
            if !outgoing.isEmpty {
                let bytes = outgoing.flatMap { Array("\($0)\r\n".utf8) }
                try connection.send(bytes, within: patience, isCancelled: isStopped)
                outgoing = []
            }
            let wait = session.nextDue.map { max(.zero, $0 - port.now) } ?? .seconds(1)
            var actions: [(line: Int, action: TwitchChatSession.Action)] = []
            switch try connection.receive(
                within: wait, wakeUp: port.stopDescriptor, isCancelled: isStopped)
            {
            case .nothing: break
            case .end: return .lost("the server closed the connection")
            case .bytes(let bytes):
                bytes.withUnsafeBytes { bytes in
                    splitter.take(bytes) { line in
                        lines += 1
                        for action in session.take(line.bytes, at: port.now) { actions.append((lines, action)) }
                    }
                }
            }
            for action in session.advance(to: port.now) { actions.append((lines, action)) }
            if let end = carryOut(actions, &outgoing, opened: opened) { return end }
        }
    }

    /// Performs the session's actions, each with the number of its line, and returns the end of the connection, if there
    /// is one.
    private mutating func carryOut(
        _ actions: [(line: Int, action: TwitchChatSession.Action)], _ outgoing: inout [String], opened: () -> Void
    ) -> ConnectionEnd? {
        var events: [FeedEvent] = []
        var end: ConnectionEnd?
        for (line, action) in actions {
            switch action {
            case .send(let line): outgoing.append(line)
            case .joined: opened()
            case .event(let event): events.append(event)
            case .fault(let error): port.put(FeedFault(source: name, line: line, error: error))
            case .reconnect(let reason): end = .lost(reason)
            case .fail(let reason): end = .failed(reason)
            }
        }
        return order.put(events, to: port) ? end : .stopped
    }
}
