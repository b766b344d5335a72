import SeededRandomness
import StoreProtocol
import TestClocks
import Testing

@testable import StoreServer

@Suite("Hostile clients", .timeLimit(.minutes(1)))
struct HostileClientTests {
    private static let head = "GET /health HTTP/1.1\r\nHost: store\r\n"
    private static let upload = """
        PUT /gifts/plane HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer \(TestServer.token)\r\n
        """

    private func connection(_ server: TestServer) async throws -> RawConnection {
        try await onThread { try RawConnection(port: server.port) }
    }

    private func expectHealthy(_ server: TestServer) async throws {
        #expect(try await server.client.get("/health").status == 200)
    }

    @Test(
        "the server answers an invalid request with an error and closes the connection",
        arguments: [
            ("nonsense\r\n\r\n", 400), ("GET / HTTP/7.0\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
            ("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n", 431),
            ("GET /health HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        ])
    func invalidRequestClosesConnection(text: String, status: Int) async throws {
        try await TestServer.run { server in
            let connection = try await connection(server)
            let answer = try await onThread {
                connection.send(text)
                return try connection.answer()
            }
            #expect(answer.status == status)
            #expect(answer.text.hasPrefix("{\"error\":\""))
            #expect(try await onThread { try connection.receiveAll() }.isEmpty)
            try await expectHealthy(server)
        }
    }

    @Test("the server refuses a request with too many headers")
    func tooManyHeadersAreRejected() async throws {
        try await TestServer.run { server in
            let connection = try await connection(server)
            let many = (0..<500).map { "X-\($0): 1\r\n" }.joined()
            let answer = try await onThread {
                connection.send(Self.head + many + "\r\n")
                return try connection.answer()
            }
            #expect(answer.status == 431)
        }
    }

    @Test(
        "the server closes a connection whose request head does not end",
        arguments: ["", "GET /health HTT", head + "X: "]
    )
    func endlessHeadClosesConnection(text: String) async throws {
        try await TestServer.run([], { $0.limits.connection.idleTimeout = .milliseconds(100) }) { server in
            let connection = try await connection(server)
            let answer = try await onThread {
                connection.send(text)
                // Single bytes do not extend the time.
                while !text.isEmpty, connection.send("a") {}
                return try connection.receiveAll()
            }
            #expect(!String(decoding: answer, as: UTF8.self).contains("HTTP/1.1 200"))
            // So short a limit may also affect correct clients on a busy machine, so that one of several must succeed.
            while (try? await server.client.get("/health").status) != 200 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test("the server refuses a body that does not end in time")
    func slowBodyIsRejected() async throws {
        let clock = ManualClock()
        try await TestServer.run([], { $0.clock = clock }) { server in
            let connection = try await connection(server)
            connection.send(Self.upload + "Content-Length: 1000\r\n\r\n{")
            // One of the sleepers is the heartbeat.
            await clock.waitForSleepers(2)
            clock.advance(by: ConnectionLimits().bodyTimeout)
            let answer = try await onThread { try connection.answer() }
            #expect(answer.status == 408)
            #expect(server.repository.snapshot.catalogue.gifts.isEmpty)
        }
    }

    @Test("a body whose time ends within a period of the pace is refused for its time")
    func shortTime() async throws {
        let clock = ManualClock()
        try await TestServer.run(
            [],
            {
                $0.clock = clock
                $0.limits.connection.bodyTimeout = .seconds(5)
            }
        ) { server in
            let connection = try await connection(server)
            connection.send(Self.upload + "Content-Length: 1000\r\n\r\n{")
            // One of the sleepers is the heartbeat.
            await clock.waitForSleepers(2)
            clock.advance(by: .seconds(5))
            let answer = try await onThread { try connection.answer() }
            #expect(answer.status == 408)
            #expect(answer.text.contains("expected the whole body within 5.0 seconds"), "\(answer.text)")
        }
    }

    @Test("the server refuses a body that is too long, with or without a declared length")
    func longBodyIsRejected() async throws {
        try await TestServer.run([], { $0.limits.maxBodyBytes = 1_000 }) { server in
            for (header, body) in [
                ("Content-Length: 99999999999\r\n", ""),
                ("Transfer-Encoding: chunked\r\n", "400\r\n" + String(repeating: "a", count: 0x400) + "\r\n0\r\n\r\n"),
            ] {
                let connection = try await connection(server)
                let answer = try await onThread {
                    connection.send(Self.upload + header + "\r\n" + body)
                    return try connection.answer()
                }
                #expect(answer.status == 413)
            }
        }
    }

    @Test("the server closes a connection whose client continues to send a refused body")
    func continuedUploadClosesConnection() async throws {
        try await TestServer.run([], { $0.limits.connection.requestRestTimeout = .milliseconds(100) }) { server in
            let connection = try await connection(server)
            let answer = try await onThread {
                connection.send("PUT /gifts/plane HTTP/1.1\r\nHost: store\r\nContent-Length: 99999999999\r\n\r\n")
                let answer = try connection.answer()
                // The loop ends when the server closes the connection.
                while connection.send([UInt8](repeating: 0, count: 65_536)) {}
                return answer
            }
            #expect(answer.status == 401)
            try await expectHealthy(server)
        }
    }

    @Test("the server closes a connection whose client does not read its answer")
    func stalledReaderClosesConnection() async throws {
        var big = Gifts.draft("big")
        big.package = [UInt8](repeating: 7, count: 24 << 20)
        let length = big.package.count
        try await TestServer.run([big], { $0.limits.connection.stalledResponseTimeout = .milliseconds(50) }) { server in
            // The time until the server notices a stall depends on the machine.
            var patience = 200
            var received = length
            while received >= length {
                let connection = try await connection(server)
                connection.shrinkBuffer()
                connection.send("GET /gifts/big/1.zip HTTP/1.1\r\nHost: store\r\n\r\n")
                try await Task.sleep(for: .milliseconds(patience))
                received = try await onThread {
                    var count = 0
                    while count < length {
                        let bytes = try connection.receive(upTo: 1 << 20)
                        if bytes.isEmpty { break }
                        count += bytes.count
                    }
                    return count
                }
                patience *= 2
            }
            try await expectHealthy(server)
        }
    }

    @Test("the server survives requests that break off")
    func truncatedRequestsAreHarmless() async throws {
        try await TestServer.run { server in
            let whole = Array((Self.upload + "Content-Length: 300\r\n\r\n").utf8) + [UInt8](repeating: 0x20, count: 300)
            for length in stride(from: 0, to: whole.count, by: 23) {
                let connection = try await connection(server)
                connection.send(Array(whole[..<length]))
            }
            try await expectHealthy(server)
            #expect(server.repository.snapshot.catalogue.revision == 1)
        }
    }

    @Test(
        "an upload that breaks off is not published, even if the received part is a complete gift",
        arguments: ["Content-Length: 99999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"])
    func truncatedUploadIsNotPublished(header: String) async throws {
        try await TestServer.run { server in
            let document = Animations.document()
            let chunk = header.hasPrefix("T") ? "\(String(document.count, radix: 16))\r\n" : ""
            let connection = try await connection(server)
            let answer = try await onThread {
                connection.send(Self.upload + header + chunk)
                connection.send(document)
                connection.finish()
                return try connection.answer()
            }
            #expect(answer.status == 400)
            #expect(server.repository.snapshot["plane"] == nil)
        }
    }

    @Test("the server survives random bytes", arguments: 0..<4 as Range<UInt64>)
    func randomBytesAreHarmless(seed: UInt64) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<40 {
                var bytes = Array((Self.head + "Content-Length: 3\r\n\r\nabc").utf8)
                for _ in 0..<random.next(below: 8) {
                    bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
                }
                let connection = try await connection(server)
                connection.send(bytes)
            }
            try await expectHealthy(server)
            #expect(server.repository.snapshot.catalogue.revision == 1, "seed \(seed)")
        }
    }

    @Test("connections above the limit wait until another one ends")
    func excessConnectionsWait() async throws {
        try await TestServer.run([], { $0.limits.maxConnections = 4 }) { server in
            var crowd: [RawConnection] = []
            for _ in 0..<4 {
                let connection = try await connection(server)
                _ = try await onThread {
                    connection.send(Self.head + "\r\n")
                    return try connection.answer()
                }
                crowd.append(connection)
            }
            async let late = server.client.get("/health")
            crowd.removeAll()
            #expect(try await late.status == 200)
        }
    }

    @Test("a connection serves several requests, also pipelined ones")
    func connectionServesSeveralRequests() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let connection = try await connection(server)
            let statuses = try await onThread {
                connection.send(Self.head + "\r\n" + "GET /nothing HTTP/1.1\r\nHost: store\r\n\r\n")
                let both = [try connection.answer().status, try connection.answer().status]
                connection.send("GET /gifts/heart/1.zip HTTP/1.1\r\nHost: store\r\n\r\n")
                return both + [try connection.answer().status]
            }
            #expect(statuses == [200, 404, 200])
        }
    }

    @Test("a client that expects 100-continue learns first whether to send its body")
    func expectContinueIsAnsweredFirst() async throws {
        try await TestServer.run { server in
            let document = Animations.document()
            let ask = "Content-Length: \(document.count)\r\nExpect: 100-continue\r\n\r\n"
            let connection = try await connection(server)
            let answers = try await onThread {
                connection.send(Self.upload + ask)
                let first = try connection.answer(hasBody: false)
                connection.send(document)
                return [first.status, try connection.answer().status]
            }
            #expect(answers == [100, 201])
            let stranger = try await self.connection(server)
            let refusal = try await onThread {
                stranger.send("PUT /gifts/plane HTTP/1.1\r\nHost: store\r\n" + ask)
                return try stranger.answer()
            }
            #expect(refusal.status == 401)
        }
    }
}
