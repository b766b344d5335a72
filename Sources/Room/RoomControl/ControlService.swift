import LocalHTTP
import SystemIO
import WebSocket

/// The connections of a control server: bytes become requests, and answers become bytes.
struct ControlService: SocketService {
    private let addresses: [ControlAddress]
    private let token: ControlToken?
    private let mailbox: ControlMailbox
    private var connections: [Int: ControlConnection] = [:]
    /// The readers of the connections whose lines are requests; apart from them, they are changed in place.
    private var lineReaders: [Int: LineReader] = [:]
    /// The connections for which there is no place.
    private var refused: Set<Int> = []

    init(addresses: [ControlAddress], token: ControlToken?, mailbox: ControlMailbox) {
        self.addresses = addresses
        self.token = token
        self.mailbox = mailbox
    }

    mutating func open(_ connection: Int, _ descriptor: Int32, acceptedBy listener: Int) {
        switch addresses[listener] {
        case .unix:
            connections[connection] = .lines
            lineReaders[connection] = LineReader(maxLength: Self.maxLineLength)
        case .webSocket: connections[connection] = .request(RequestHeadReader())
        }
        mailbox.open(connection)
    }

    mutating func refuse(_ connection: Int, acceptedBy listener: Int) {
        open(connection, -1, acceptedBy: listener)
        // A WebSocket is refused as an answer to its request.
        guard case .unix = addresses[listener] else { return _ = refused.insert(connection) }
        mailbox.update(connection) { program in
            program.put(.refused(Self.noPlace))
            program.isRefused = true
        }
    }

    mutating func receive(_ bytes: [UInt8], from client: Int) {
        guard let connection = connections[client] else { return }
        switch connection {
        case .lines:
            guard let (lines, isTooLong) = lineReaders[client]?.receive(bytes) else { return }
            mailbox.update(client) { program in
                for line in lines { program.put(.line(line)) }
                guard isTooLong else { return }
                program.put(.refused(Self.longLine))
                program.isRefused = true
            }
        case .request(var reader):
            guard !bytes.isEmpty else { return send([], to: client, isLast: true) }
            let result = reader.receive(bytes)
            connections[client] = .request(reader)
            answer(result, of: client)
        case .webSocket(let webSocket): receive(bytes, webSocket, of: client)
        }
    }

    func status(of connection: Int) -> SocketStatus {
        mailbox.status(of: connection) ?? .closed
    }

    mutating func write(to connection: Int, _ descriptor: Int32) -> Bool {
        mailbox.update(connection) { $0.write(to: descriptor) }
        return true
    }

    mutating func close(_ connection: Int) {
        // A last line needs no line break, and the end of a connection with unread answers comes as a failure.
        if case .lines = connections[connection], mailbox.update(connection, { $0.status.finishesReading }) == true {
            receive([], from: connection)
        }
        connections[connection] = nil
        lineReaders[connection] = nil
        refused.remove(connection)
        mailbox.close(connection)
    }

    /// The longest request, in bytes.
    static let maxLineLength = 65_536

    /// Sends bytes of the protocol itself.
    private func send(_ bytes: [UInt8], to client: Int, isLast: Bool = false) {
        mailbox.update(client) { $0.add(bytes: bytes, isLast: isLast) }
    }

    private static let longLine = ControlRefusal(
        "expected a line of at most \(maxLineLength) bytes, found a longer one")
    private static let noPlace = ControlRefusal(
        "expected at most \(ControlServer.maxClients) programs at once, and all places are taken")

    // MARK: - WebSocket

    /// Opens the WebSocket that a request asks for, or refuses it.
    private mutating func answer(_ result: RequestHeadReader.Result, of client: Int) {
        switch result {
        case .incomplete: break
        case .malformed: refuse(.badRequest, "expected a request to open a WebSocket", of: client)
        case .complete(let request, let rest):
            guard token?.gives(access: request) == true else {
                let challenge = [("WWW-Authenticate", "Bearer")]
                return refuse(.unauthorized, "expected the token of this room", challenge, of: client)
            }
            guard !refused.contains(client) else {
                return refuse(.serviceUnavailable, Self.noPlace.description, [("Retry-After", "5")], of: client)
            }
            do throws(WebSocketError) {
                send(try WebSocketUpgrade(request).response, to: client)
            } catch {
                return refuse(.upgradeRequired, error.description, [("Upgrade", "websocket")], of: client)
            }
            mailbox.update(client) { $0.framing = .webSocket }
            let webSocket = WebSocketConnection(serverWithMaxMessageLength: Self.maxLineLength)
            connections[client] = .webSocket(webSocket)
            if !rest.isEmpty { receive(rest, webSocket, of: client) }
        }
    }

    private func refuse(
        _ status: Response.Status, _ problem: String, _ fields: [(String, String)] = [], of client: Int
    ) {
        send(Response.bytes(status, problem, fields: fields), to: client, isLast: true)
    }

    private mutating func receive(_ bytes: [UInt8], _ connection: WebSocketConnection, of client: Int) {
        var webSocket = connection
        var isEnd = bytes.isEmpty
        do throws(WebSocketError) {
            for event in try webSocket.receive(bytes) {
                switch event {
                // A message is a request, as a line is elsewhere.
                case .text(let text): mailbox.update(client) { $0.put(.line(Array(text.utf8)[...])) }
                case .binary:
                    let refusal = ControlRefusal("expected a text message, found a binary one")
                    mailbox.update(client) { $0.put(.refused(refusal)) }
                case .pong: break
                case .closed: isEnd = true
                }
            }
            // This call reports a violation of the protocol that follows messages.
            _ = try webSocket.receive([])
        } catch {
            isEnd = true
        }
        send(webSocket.consumeOutgoingBytes(), to: client, isLast: isEnd)
        connections[client] = .webSocket(webSocket)
    }
}

/// How the bytes of a connection become requests.
enum ControlConnection: Sendable {
    /// A line is a request.
    case lines
    /// A request that opens a WebSocket is incomplete.
    case request(RequestHeadReader)
    /// A text message is a request.
    case webSocket(WebSocketConnection)
}
