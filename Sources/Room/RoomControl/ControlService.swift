import LocalHTTP
import SystemIO
import WebSocket

/// The connections of a control server, used by its thread only: bytes become requests, and answers become bytes.
struct ControlService: SocketService, Sendable {
    private let addresses: [ControlAddress]
    private let token: ControlToken?
    private let mailbox: ControlMailbox
    private var connections: [Int: ControlConnection] = [:]

    init(addresses: [ControlAddress], token: ControlToken?, mailbox: ControlMailbox) {
        self.addresses = addresses
        self.token = token
        self.mailbox = mailbox
    }

    var signal: WakePipe? { mailbox.serverSignal }

    mutating func update() {}

    mutating func open(_ connection: Int, _ descriptor: Int32, acceptedBy listener: Int) {
        switch addresses[listener] {
        case .unix: connections[connection] = .lines(LineReader(maxLength: Self.maxLineLength))
        case .webSocket: connections[connection] = .request(RequestHeadReader())
        }
        mailbox.open(connection, descriptor)
    }

    mutating func receive(_ bytes: [UInt8], from client: Int) {
        guard let connection = connections[client] else { return }
        if bytes.isEmpty { mailbox.setEnded(client) }
        switch connection {
        case .lines(var reader):
            let (lines, isTooLong) = reader.receive(bytes)
            connections[client] = .lines(reader)
            put(lines, from: client)
            if isTooLong { mailbox.refuse(Self.longLine, of: client) }
        case .request(var reader):
            guard !bytes.isEmpty else { return mailbox.sendBytes([], to: client, isLast: true) }
            let result = reader.receive(bytes)
            connections[client] = .request(reader)
            answer(result, of: client)
        case .webSocket(let webSocket): receive(bytes, webSocket, of: client)
        }
    }

    func status(of connection: Int) -> SocketStatus {
        var status = mailbox.status(of: connection)
        // Whoever has not shown the token yet must not keep out others.
        if case .request = connections[connection] { status.givesWay = true }
        return status
    }

    mutating func write(to connection: Int, _ descriptor: Int32) -> Bool { mailbox.write(to: connection, descriptor) }

    mutating func close(_ connection: Int) {
        connections[connection] = nil
        mailbox.close(connection)
    }

    /// The longest request, in bytes.
    static let maxLineLength = 65_536

    /// Passes requests to the stage, in order.
    private func put(_ lines: [ArraySlice<UInt8>], from client: Int) {
        let messages = lines.map { line in
            ControlMessage(
                client: client, request: Result { () throws(ControlRefusal) in try ControlRequest(line: line) })
        }
        mailbox.put(messages, from: client)
    }

    private static let longLine = ControlRefusal(
        "expected a line of at most \(maxLineLength) bytes, found a longer one")

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
            do throws(WebSocketError) {
                mailbox.sendBytes(try WebSocketUpgrade(request).response, to: client)
            } catch {
                return refuse(.upgradeRequired, error.description, [("Upgrade", "websocket")], of: client)
            }
            mailbox.setFraming(.webSocket, of: client)
            let webSocket = WebSocketConnection(serverWithMaxMessageLength: Self.maxLineLength)
            connections[client] = .webSocket(webSocket)
            if !rest.isEmpty { receive(rest, webSocket, of: client) }
        }
    }

    private func refuse(
        _ status: Response.Status, _ problem: String, _ fields: [(String, String)] = [], of client: Int
    ) {
        mailbox.sendBytes(Response.bytes(status, problem, fields: fields), to: client, isLast: true)
    }

    private mutating func receive(_ bytes: [UInt8], _ connection: WebSocketConnection, of client: Int) {
        var webSocket = connection
        var isEnd = bytes.isEmpty
        do throws(WebSocketError) {
            for event in try webSocket.receive(bytes) {
                switch event {
                // A message is a request, as a line is elsewhere.
                case .text(let text): put([Array(text.utf8)[...]], from: client)
                case .binary:
                    let refusal = ControlRefusal("expected a text message, found a binary one")
                    mailbox.put([ControlMessage(client: client, request: .failure(refusal))], from: client)
                case .pong: break
                case .closed: isEnd = true
                }
            }
            // This call reports a violation of the protocol that follows messages.
            _ = try webSocket.receive([])
        } catch {
            isEnd = true
        }
        mailbox.sendBytes(webSocket.consumeOutgoingBytes(), to: client, isLast: isEnd)
        connections[client] = .webSocket(webSocket)
    }
}

/// How the bytes of a connection become requests.
enum ControlConnection: Sendable {
    /// A line is a request.
    case lines(LineReader)
    /// A request that opens a WebSocket is incomplete.
    case request(RequestHeadReader)
    /// A text message is a request.
    case webSocket(WebSocketConnection)
}
