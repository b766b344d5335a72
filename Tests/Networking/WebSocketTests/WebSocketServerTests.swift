import LocalHTTP
import SeededRandomness
import Testing

@testable import WebSocket

@Suite("The server side of a WebSocket")
struct WebSocketServerTests {
    private struct Unexpected: Error {}

    /// The request of RFC 6455, section 1.3, with other fields.
    private func request(_ method: String = "GET", _ changes: [String: String] = [:]) throws -> RequestHead {
        let fields = [
            "Host": "127.0.0.1:80", "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
        ].merging(changes) { $1 }
        let lines = ["\(method) /chat HTTP/1.1"] + fields.map { "\($0): \($1)" }
        var reader = RequestHeadReader()
        guard case .complete(let head, _) = reader.receive(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        else { throw Unexpected() }
        return head
    }

    @Test("the answer has the key of RFC 6455")
    func upgrade() throws {
        let response = String(decoding: try WebSocketUpgrade(request()).response, as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        #expect(response.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        #expect(response.hasSuffix("\r\n\r\n"))
    }

    @Test(
        "what does not ask for a WebSocket of version 13 is refused",
        arguments: [
            ["Upgrade": "h2c"], ["Connection": "close"], ["Sec-WebSocket-Version": "8"], ["Sec-WebSocket-Key": "short"],
            ["Sec-WebSocket-Key": ""],
        ])
    func refusals(_ changes: [String: String]) throws {
        let wrong = try request("GET", changes)
        #expect(throws: WebSocketError.self) { try WebSocketUpgrade(wrong) }
    }

    @Test("another method is refused")
    func method() throws {
        let wrong = try request("POST")
        #expect(throws: WebSocketError.self) { try WebSocketUpgrade(wrong) }
    }

    @Test("a masked text of RFC 6455, section 5.7, is received, and the answer is not masked")
    func masks() throws {
        var server = WebSocketConnection(serverWithMaxMessageLength: 1_000)
        let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        for byte in hello.dropLast() { #expect(try server.receive([byte]) == []) }
        #expect(try server.receive([0x58]) == [.text("Hello")])
        server.send("Hello")
        #expect(server.consumeOutgoingBytes() == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(WebSocketConnection.serverMessage(Array("Hello".utf8)) == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    }

    @Test("a frame of a client without a mask breaks the protocol")
    func unmasked() {
        var server = WebSocketConnection(serverWithMaxMessageLength: 1_000)
        #expect(throws: WebSocketError.self) { try server.receive([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) }
        #expect(server.consumeOutgoingBytes() == [0x88, 0x02, 0x03, 0xEA])
    }

    @Test("a longer message than the limit closes the connection with code 1009")
    func tooLong() throws {
        var client = WebSocketConnection { 7 }
        var server = WebSocketConnection(serverWithMaxMessageLength: 10)
        client.send("0123456789a")
        let error = #expect(throws: WebSocketError.self) { try server.receive(client.consumeOutgoingBytes()) }
        #expect(error?.closeCode == 1009)
    }

    @Test("both sides understand each other, whatever the lengths and the pieces", arguments: [1, 2, 3] as [UInt64])
    func conversation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var client = WebSocketConnection { 0xA1B2_C3D4 }
        var server = WebSocketConnection(serverWithMaxMessageLength: 1 << 20)
        for _ in 0..<50 {
            let text = String(repeating: "ü", count: Int.random(in: 0...70_000, using: &random))
            client.send(text)
            server.send(text)
            #expect(try Self.deliver(client.consumeOutgoingBytes(), to: &server, &random) == [.text(text)])
            #expect(try Self.deliver(server.consumeOutgoingBytes(), to: &client, &random) == [.text(text)])
        }
        client.close()
        #expect(
            try Self.deliver(client.consumeOutgoingBytes(), to: &server, &random) == [.closed(code: 1000, reason: "")])
        #expect(
            try Self.deliver(server.consumeOutgoingBytes(), to: &client, &random) == [.closed(code: 1000, reason: "")])
    }

    private static func deliver(
        _ bytes: [UInt8], to side: inout WebSocketConnection, _ random: inout SeededGenerator
    ) throws -> [WebSocketConnection.Event] {
        var events: [WebSocketConnection.Event] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...20_000, using: &random))
            rest = rest.dropFirst(piece.count)
            events += try side.receive(Array(piece))
        }
        return events
    }
}
