import SystemIO
import TestSupport
import Testing
import WebSocket

@testable import RoomControl

@Suite("Programs steer a room over a WebSocket, with a token", .timeLimit(.minutes(5)))
struct ControlWebSocketTests {
    private static let token = "a-token-of-twenty-characters"

    /// A connection to a server, as bytes.
    private struct Client {
        let socket: OpenFile
        private let server: ControlServer

        init(_ server: ControlServer) throws {
            self.server = server
            guard case .webSocket(let address)? = server.chosenAddresses.first else { throw Unexpected() }
            socket = try address.connect()
            // Not more programs wait to be accepted than the system lets.
            server.serve()
        }

        func send(_ bytes: [UInt8]) throws { try Descriptor.write(bytes, to: socket.descriptor) }

        /// Returns available bytes; none at the end.
        func receive() throws -> [UInt8] {
            try waitFor("bytes from the server", every: .zero) {
                server.serve()
                return Descriptor.isReadable(socket.descriptor, withinMilliseconds: 10)
            }
            return try Descriptor.read(socket.descriptor, upTo: 65_536)
        }

        /// Sends the request to open a WebSocket, and returns the beginning of the answer.
        func open(path: String = "/", fields: [String] = []) throws -> String {
            let lines =
                [
                    "GET \(path) HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
                ] + fields
            try send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
            return String(decoding: try receive(), as: UTF8.self)
        }

        /// Opens a WebSocket with the token, sends a message over it, and returns it.
        func open(sending message: String) throws -> WebSocketConnection {
            _ = try open(path: "/?token=\(ControlWebSocketTests.token)")
            var webSocket = WebSocketConnection { 1 }
            webSocket.send(message)
            try send(webSocket.consumeOutgoingBytes())
            return webSocket
        }
    }

    private struct Unexpected: Error {}

    private func server(token: String? = token) throws -> ControlServer {
        guard let any = ControlAddress("ws://127.0.0.1:0") else { throw Unexpected() }
        return try ControlServer(at: [any], token: token.flatMap { ControlToken(Array($0.utf8)) })
    }

    @Test("a request is a text message, and so are its answer and what was subscribed to")
    func requests() throws {
        let server = try server()
        let client = try Client(server)
        #expect(try client.open(fields: ["Authorization: Bearer \(Self.token)"]).hasPrefix("HTTP/1.1 101 "))
        var webSocket = WebSocketConnection { 0x0102_0304 }
        webSocket.send(#"{"id":1,"subscribe":"trace"}"#)
        webSocket.send("nonsense")
        try client.send(webSocket.consumeOutgoingBytes())
        var messages: [ControlMessage] = []
        try waitFor("two requests") {
            messages += server.consumeRequests(ready: nil)
            return messages.count == 2
        }
        let request = try messages[0].request.get()
        #expect(request == ControlRequest(id: .number(1), .subscribe(.trace)))
        server.setSubscribed(true, to: .trace, client: messages[0].client)
        server.send(ControlAnswer.done(request.id, trace: []), to: messages[0].client)
        server.publish(Array("{}".utf8), to: .trace)
        server.flush()
        var events: [WebSocketConnection.Event] = []
        while events.count < 2 { events += try webSocket.receive(client.receive()) }
        #expect(events == [.text(#"{"id":1,"ok":true,"trace":[]}"#), .text("{}")])
        webSocket.close()
        try client.send(webSocket.consumeOutgoingBytes())
        #expect(try webSocket.receive(client.receive()) == [.closed(code: 1000, reason: "")])
        #expect(try client.receive() == [])
    }

    @Test("a browser gives the token in the address")
    func browser() throws {
        let server = try server()
        #expect(try Client(server).open(path: "/?token=\(Self.token)").hasPrefix("HTTP/1.1 101 "))
    }

    @Test(
        "without the right token nothing opens",
        arguments: [
            [], ["Authorization: Bearer a-token-of-twenty-character"], ["Authorization: Bearer"],
            ["Authorization: Basic \(token)"], ["Authorization: Bearer \(token) x"],
            ["Authorization: Bearer \(String(token.dropLast()))z"],
        ])
    func wrongToken(_ fields: [String]) throws {
        let server = try server()
        let client = try Client(server)
        let answer = try client.open(fields: fields)
        #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
        #expect(answer.contains("\r\nWWW-Authenticate: Bearer\r\n"))
        #expect(try client.receive() == [])
    }

    @Test("a server without a token lets nobody in")
    func noToken() throws {
        let server = try server(token: nil)
        #expect(try Client(server).open(path: "/?token=").hasPrefix("HTTP/1.1 401 "))
    }

    @Test("what asks for no WebSocket gets an answer of HTTP")
    func noWebSocket() throws {
        let server = try server()
        let client = try Client(server)
        try client.send(Array("GET /?token=\(Self.token) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(String(decoding: try client.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
        let other = try Client(server)
        try other.send([UInt8](repeating: 0x41, count: 20_000))
        #expect(String(decoding: try other.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test("a message longer than a request may be ends the connection, and the others go on")
    func tooLong() throws {
        let server = try server()
        let client = try Client(server)
        var webSocket = try client.open(sending: String(repeating: "x", count: ControlService.maxLineLength + 1))
        #expect(try webSocket.receive(client.receive()) == [.closed(code: 1009, reason: "")])
        #expect(try Client(server).open(path: "/?token=\(Self.token)").hasPrefix("HTTP/1.1 101 "))
    }

    @Test("whoever still sends while its connection ends gets the close frame all the same")
    func closeFrameArrives() throws {
        let server = try server()
        let client = try Client(server)
        var webSocket = try client.open(
            sending: String(repeating: "x", count: ControlService.maxLineLength + 100_000))
        try waitFor("the end of the sending") {
            server.serve()
            return Descriptor.isReadable(client.socket.descriptor, withinMilliseconds: 10)
        }
        // A socket that is closed while bytes wait for it is reset, and what was sent last is lost.
        for _ in 0..<20 { try client.send([UInt8](repeating: 0, count: 1_000)) }
        server.serve()
        #expect(try webSocket.receive(client.receive()) == [.closed(code: 1009, reason: "")])
        #expect(try client.receive() == [])
    }

    @Test("without a place, a program with the token is told so, and one without it is not")
    func noPlace() throws {
        let server = try server()
        let clients = try (0..<ControlServer.maxClients).map { _ in
            let client = try Client(server)
            _ = try client.open(sending: #"{"do":"close"}"#)
            return client
        }
        var requestCount = 0
        try waitFor("the requests") {
            requestCount += server.consumeRequests(ready: nil).count
            return requestCount == clients.count
        }
        let refusal = try Client(server).open(path: "/?token=\(Self.token)")
        #expect(refusal.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") && refusal.contains("\r\nRetry-After: 5\r\n"))
        #expect(refusal.hasSuffix("expected at most 16 programs at once, and all places are taken\n"))
        #expect(try Client(server).open().hasPrefix("HTTP/1.1 401 "))
        try clients[3].socket.close()
        server.serve()
        #expect(try Client(server).open(path: "/?token=\(Self.token)").hasPrefix("HTTP/1.1 101 "))
    }

    @Test("programs that open no WebSocket do not keep out others, however many they are")
    func strangers() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        guard let any = ControlAddress("ws://127.0.0.1:0") else { throw Unexpected() }
        let server = try ControlServer(at: [.unix(path), any], token: ControlToken(Array(Self.token.utf8)))
        let strangers = try (0..<2 * ControlServer.maxClients).map { _ in try Client(server) }
        #expect(try Client(server).open(path: "/?token=\(Self.token)").hasPrefix("HTTP/1.1 101 "))
        let line = try UnixSocket.connect(to: path)
        try Descriptor.write(Array("{\"do\":\"close\"}\n".utf8), to: line.descriptor)
        try waitFor("the request") { !server.consumeRequests(ready: nil).isEmpty }
        #expect(try strangers[0].receive() == [])
    }

    @Test("a violation of the protocol ends the connection, also right after a message")
    func violation() throws {
        let server = try server()
        let client = try Client(server)
        _ = try client.open(path: "/?token=\(Self.token)")
        var webSocket = WebSocketConnection { 1 }
        webSocket.send(#"{"do":"close"}"#)
        // A frame with reserved bits.
        try client.send(webSocket.consumeOutgoingBytes() + [0xF1, 0x80, 0, 0, 0, 0])
        #expect(try webSocket.receive(client.receive()) == [.closed(code: 1002, reason: "")])
        #expect(try client.receive() == [])
        #expect(server.consumeRequests(ready: nil).count == 1)
    }

    @Test("a binary message is refused in its place")
    func binary() throws {
        let server = try server()
        let client = try Client(server)
        _ = try client.open(path: "/?token=\(Self.token)")
        try client.send([0x82, 0x81, 0, 0, 0, 0, 0x7B])
        var messages: [ControlMessage] = []
        try waitFor("the message") {
            messages += server.consumeRequests(ready: nil)
            return !messages.isEmpty
        }
        let refusal = #expect(throws: ControlRefusal.self) { try messages[0].request.get() }
        #expect(refusal?.description == "expected a text message, found a binary one")
    }

    @Test(
        "only addresses of this machine are accepted",
        arguments: [
            ("ws://127.0.0.1:7700", "ws://127.0.0.1:7700"), ("ws://localhost:1/", "ws://127.0.0.1:1"),
            ("ws://[::1]:80", "ws://[::1]:80"), ("ws://127.1.2.3:80", "ws://127.1.2.3:80"), ("unix:/tmp/a", "/tmp/a"),
            ("ws://0.0.0.0:80", nil), ("ws://192.168.0.1:80", nil), ("ws://example.org:80", nil),
            ("ws://127.0.0.1.example.org:80", nil), ("ws://127.0.0.1", nil), ("wss://127.0.0.1:80", nil),
            ("ws://127.0.0.1:65536", nil), ("unix:", nil), ("/tmp/a", nil),
        ] as [(String, String?)])
    func addresses(_ text: String, _ expected: String?) {
        #expect(ControlAddress(text).map { "\($0)" } == expected)
    }

    @Test(
        "a token is one word of at least 16 visible characters",
        arguments: [
            ("0123456789abcdef", true), (" 0123456789abcdef\n", true), ("0123456789abcde", false),
            ("0123456789abcdef 0", false), ("", false), ("0123456789abcdeü", false),
        ])
    func tokens(_ text: String, _ isValid: Bool) {
        #expect((ControlToken(Array(text.utf8)) != nil) == isValid)
    }
}
