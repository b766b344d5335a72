import SeededRandomness
import Testing

@testable import WebSocket

/// Tests of the opening handshake.
@Suite struct WebSocketHandshakeTests {
    /// The nonce of the example in RFC 6455.
    private static let nonce = Array("the sample nonce".utf8)

    private static let response = [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]

    private static func bytes(_ lines: [String]) -> [UInt8] {
        Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static var handshake: WebSocketHandshake {
        WebSocketHandshake(host: "server.example.com", path: "/chat?a=1", nonce: nonce)
    }

    @Test func requestAsksForWebSocket() {
        #expect(
            String(decoding: Self.handshake.request, as: UTF8.self) == """
                GET /chat?a=1 HTTP/1.1\r
                Host: server.example.com\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                \r

                """)
    }

    @Test(arguments: [1, 3, 50, 1000])
    func responseMayArriveInChunksFollowedByFrames(piece: Int) throws {
        var handshake = Self.handshake
        let all = Self.bytes(Self.response) + [0x81, 0x00]
        var rest: [UInt8]?
        var sent = 0
        while rest == nil, sent < all.count {
            let bytes = Array(all[sent..<min(sent + piece, all.count)])
            sent += bytes.count
            rest = try handshake.receive(bytes)
        }
        #expect((rest ?? []) + all[sent...] == [0x81, 0x00])
    }

    @Test(arguments: [
        (
            0, "HTTP/1.1 400 Bad Request",
            #"expected "HTTP/1.1 101 Switching Protocols", found "HTTP/1.1 400 Bad Request""#
        ),
        (1, "Upgrade: h2c", #"Upgrade: expected "websocket", found "h2c""#),
        (2, "Connection: close", #"Connection: expected "Upgrade", found "close""#),
        (3, "Sec-WebSocket-Accept: x", "Sec-WebSocket-Accept: expected the answer to the key that was sent"),
        (3, "none", #"expected a field, found "none""#),
    ])
    func otherResponsesAreErrors(line: Int, text: String, problem: String) {
        var lines = Self.response
        lines[line] = text
        var handshake = Self.handshake
        let status = line == 0 ? 400 : nil
        #expect(throws: WebSocketError(problem, closeCode: nil, httpStatus: status)) {
            try handshake.receive(Self.bytes(lines))
        }
    }

    @Test func headerNamesAndTokensIgnoreCase() throws {
        var handshake = Self.handshake
        let lines = [
            Self.response[0], "UPGRADE:  WebSocket ", "connection: keep-alive, upgrade",
            Self.response[3].replacing("Sec", with: "sec"),
        ]
        #expect(try handshake.receive(Self.bytes(lines)) == [])
    }

    @Test func unrequestedExtensionsAreRejected() {
        var handshake = Self.handshake
        #expect(throws: WebSocketError.self) {
            try handshake.receive(Self.bytes(Self.response + ["Sec-WebSocket-Extensions: permessage-deflate"]))
        }
    }

    @Test func endlessResponseIsRejected() {
        var handshake = Self.handshake
        #expect(throws: WebSocketError.self) {
            for _ in 0..<100 { _ = try handshake.receive([UInt8](repeating: 0x41, count: 1000)) }
        }
    }

    @Test func keyAndAcceptKeyMatchRFC6455() {
        #expect(WebSocketKey.key(from: Array("the sample nonce".utf8)) == "dGhlIHNhbXBsZSBub25jZQ==")
        #expect(WebSocketKey.acceptKey(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
}

/// Tests with the frames of RFC 6455, section 5.7, and with invalid frames.
@Suite struct WebSocketConnectionTests {
    private static func connection(limit: Int = 1000) -> WebSocketConnection {
        WebSocketConnection(maxMessageLength: limit) { 0x37FA_213D }
    }

    @Test func textInOneFrameIsReceived() throws {
        var connection = Self.connection()
        #expect(try connection.receive([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.text("Hello")])
    }

    @Test func clientTextIsMasked() {
        var connection = Self.connection()
        connection.send("Hello")
        #expect(
            connection.consumeOutgoingBytes() == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
        #expect(connection.consumeOutgoingBytes() == [])
    }

    @Test func fragmentedTextWithPingBetweenIsReceived() throws {
        var connection = Self.connection()
        #expect(try connection.receive([0x01, 0x03, 0x48, 0x65, 0x6C]) == [])
        #expect(try connection.receive([0x89, 0x01, 0x21]) == [])
        #expect(connection.consumeOutgoingBytes() == [0x8A, 0x81, 0x37, 0xFA, 0x21, 0x3D, 0x21 ^ 0x37])
        #expect(try connection.receive([0x80, 0x02, 0x6C, 0x6F]) == [.text("Hello")])
    }

    @Test(
        arguments: [(256, [0x82, 0x7E, 0x01, 0x00]), (65536, [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])] as [(Int, [UInt8])])
    func extendedLengthsAreRead(count: Int, head: [UInt8]) throws {
        var connection = Self.connection(limit: 100_000)
        let payload = [UInt8](repeating: 7, count: count)
        #expect(try connection.receive(head + payload) == [.binary(payload)])
    }

    @Test(arguments: [0, 125, 126, 65535, 65536])
    func sentFramesHaveShortestLengthForm(count: Int) throws {
        var connection = Self.connection()
        connection.send(String(repeating: "x", count: count))
        let bytes = connection.consumeOutgoingBytes()
        #expect(bytes.count == count + (count < 126 ? 6 : count < 65536 ? 8 : 14))
        #expect(bytes[1] == 0x80 | (count < 126 ? UInt8(count) : count < 65536 ? 126 : 127))
    }

    @Test func closeIsAnsweredOnceAndEndsConnection() throws {
        var connection = Self.connection()
        let close: [UInt8] = [0x88, 0x05, 0x0F, 0xA4] + Array("bye".utf8)
        #expect(try connection.receive(close + [0x81, 0x00]) == [.closed(code: 4004, reason: "bye")])
        #expect(connection.consumeOutgoingBytes() == [0x88, 0x82, 0x37, 0xFA, 0x21, 0x3D, 0x0F ^ 0x37, 0xA4 ^ 0xFA])
        connection.send("late")
        #expect(connection.consumeOutgoingBytes() == [] && !connection.isOpen)
    }

    @Test func dataBeforePeerCloseIsReceived() throws {
        var connection = Self.connection()
        connection.close()
        #expect(!connection.isOpen)
        _ = connection.consumeOutgoingBytes()
        #expect(
            try connection.receive([0x81, 0x01, 0x78, 0x88, 0x00]) == [.text("x"), .closed(code: nil, reason: "")])
        #expect(connection.consumeOutgoingBytes() == [])
    }

    @Test(
        arguments: [
            ([0xC1, 0x00], 1002, "expected no reserved bits"),
            ([0x83, 0x00], 1002, "expected a known kind of frame, found 3"),
            ([0x81, 0x80, 0, 0, 0, 0], 1002, "expected frames of a server without a mask"),
            ([0x09, 0x00], 1002, "expected a control frame in one piece"),
            ([0x89, 0x7E, 0, 126], 1002, "expected a control frame of at most 125 bytes"),
            ([0x81, 0x7E, 0, 125], 1002, "expected the shortest form of a length"),
            ([0x81, 0x7F, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 1002, "expected the shortest form of a length"),
            ([0x81, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002, "expected the shortest form of a length"),
            ([0x80, 0x00], 1002, "expected a message, found the rest of one"),
            ([0x01, 0x00, 0x01, 0x00], 1002, "expected the rest of a message, found a new one"),
            ([0x88, 0x01, 0x03], 1002, "expected a close with a whole code"),
            ([0x88, 0x02, 0x03, 0xED], 1002, "expected a code that can be sent, found 1005"),
            ([0x81, 0x01, 0xFF], 1007, "expected a text in UTF-8"),
            ([0x01, 0x01, 0xC3, 0x80, 0x01, 0x28], 1007, "expected a text in UTF-8"),
            ([0x82, 0x7E, 0x03, 0xE9], 1009, "expected a message of at most 1000 bytes"),
            (
                [0x82, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009,
                "expected a message of at most 1000 bytes"
            ),
        ] as [([UInt8], UInt16, String)])
    func protocolViolationClosesConnection(bytes: [UInt8], code: UInt16, problem: String) {
        var connection = Self.connection()
        #expect(throws: WebSocketError(problem, closeCode: code)) { try connection.receive(bytes) }
        let close = connection.consumeOutgoingBytes()
        #expect(close.count == 8 && close[0] == 0x88)
        #expect(UInt16(close[6] ^ 0x37) << 8 | UInt16(close[7] ^ 0xFA) == code)
        #expect((try? connection.receive([0x81, 0x00])) == [])
    }

    @Test func totalFragmentLengthIsLimited() {
        var connection = Self.connection()
        let part = [UInt8](repeating: 0, count: 600)
        #expect(throws: WebSocketError.self) {
            _ = try connection.receive([0x02, 0x7E, 0x02, 0x58] + part)
            _ = try connection.receive([0x80, 0x7E, 0x02, 0x58] + part)
        }
    }

    @Test func messagesBeforeInvalidFrameAreReceived() throws {
        var connection = Self.connection()
        let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        #expect(try connection.receive(hello + hello + [0xFF, 0x00] + hello) == [.text("Hello"), .text("Hello")])
        #expect(!connection.isOpen && connection.consumeOutgoingBytes().first == 0x88)
        #expect(throws: WebSocketError.self) { try connection.receive([]) }
        #expect(try connection.receive(hello) == [])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func chunkSizeDoesNotChangeMessages(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var wire: [UInt8] = []
        var sent: [WebSocketConnection.Event] = []
        for _ in 0..<30 {
            let payload = (0..<random.next(below: 300)).map { _ in UInt8(97 + random.next(below: 26)) }
            sent.append(.text(String(decoding: payload, as: UTF8.self)))
            wire += Self.frames(payload, &random)
        }
        var connection = Self.connection()
        var received: [WebSocketConnection.Event] = []
        var rest = wire[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.next(below: 40))
            rest = rest.dropFirst(piece.count)
            received += try connection.receive(Array(piece))
        }
        #expect(received == sent, "seed \(seed)")
    }

    /// Returns a text in up to four frames.
    private static func frames(_ payload: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var cuts = (0..<random.next(below: 4)).map { _ in random.next(below: payload.count + 1) }.sorted()
        cuts = [0] + cuts + [payload.count]
        var bytes: [UInt8] = []
        for (index, (start, end)) in zip(cuts, cuts.dropFirst()).enumerated() {
            let part = payload[start..<end]
            bytes.append((index == cuts.count - 2 ? 0x80 : 0) | (index == 0 ? 1 : 0))
            bytes += part.count < 126 ? [UInt8(part.count)] : [126, UInt8(part.count >> 8), UInt8(part.count & 0xFF)]
            bytes += part
        }
        return bytes
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func randomBytesGiveMessagesOrError(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var connection = Self.connection()
        for _ in 0..<200 {
            var bytes = Self.frames(
                (0..<random.next(below: 200)).map { _ in UInt8(32 + random.next(below: 90)) }, &random)
            if random.next(below: 4) == 0, !bytes.isEmpty {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            do throws(WebSocketError) {
                for case .text(let text) in try connection.receive(bytes) {
                    #expect(text.utf8.count <= 1000, "seed \(seed)")
                }
            } catch {
                #expect(!connection.isOpen, "seed \(seed)")
                connection = Self.connection()
            }
        }
    }
}
