import FeedSources
import HTTPClient
import PlatformAdapters
import RoomEvents

/// The work of the reading thread with one connection after the other.
struct ChatReadLoop {
    let port: FeedPort
    let name: String
    var session: TwitchChatSession
    /// The number of lines received over all connections.
    private var lineCount = 0
    private var output = MonotonicEventOutput()

    init(port: FeedPort, name: String, session: TwitchChatSession) {
        self.port = port
        self.name = name
        self.session = session
    }

    mutating func run(
        with connection: CurlConnection, timeout: Duration, opened: () -> Void
    ) throws(HTTPTransferError) -> ConnectionEnd {
        let isStopped = { [port] in port.isStopped }
        var splitter = LineSplitter(maxLength: 1 << 16)
        var outgoing = session.start(at: port.now)
        while true {
            if !outgoing.isEmpty {
                let bytes = outgoing.flatMap { Array("\($0)\r\n".utf8) }
                try connection.send(bytes, timeout: timeout, isCancelled: isStopped)
                outgoing = []
            }
            let wait = session.nextDue.map { max(.zero, $0 - port.now) } ?? .seconds(1)
            var actions: [(line: Int, action: TwitchChatSession.Action)] = []
            switch try connection.receive(
                timeout: wait, wakeDescriptor: port.stopDescriptor, isCancelled: isStopped)
            {
            case .timedOut: break
            case .end: return .lost("the server closed the connection")
            case .bytes(let bytes):
                bytes.withUnsafeBytes { bytes in
                    splitter.split(bytes) { line in
                        lineCount += 1
                        for action in session.receive(line.bytes, at: port.now) { actions.append((lineCount, action)) }
                    }
                }
            }
            for action in session.advance(to: port.now) { actions.append((lineCount, action)) }
            if let end = perform(actions, &outgoing, opened: opened) { return end }
        }
    }

    /// Performs the session's actions, each with the number of its line, and returns the end of the connection, if there
    /// is one.
    private mutating func perform(
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
        return output.put(events, to: port) ? end : .stopped
    }
}
