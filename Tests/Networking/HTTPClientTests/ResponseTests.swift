import FaultProxy
import HTTPClient
import Testing

@Suite struct ResponseTests {
    @Test func completeBodyFollowsHead() throws {
        let file = pattern(1 << 20)
        let server = try LoopbackServer(files: ["/file": file])
        var order: [String] = []
        var body: [UInt8] = []
        let head = try transfer().perform(
            HTTPRequest(server.url("/file")), onHead: { order.append("head \($0.status)") },
            onBody: {
                if body.isEmpty { order.append("body") }
                body += $0
            }, isCancelled: { false })
        #expect(order == ["head 200", "body"])
        #expect(body == file)
        #expect(head.status == 200)
        #expect(head.url == server.url("/file"))
    }

    @Test(arguments: [204, 304, 404, 500])
    func anyStatusIsResponse(_ status: Int) throws {
        let server = try LoopbackServer { _ in .complete(status) }
        #expect(try transfer().fetch(HTTPRequest(server.url())).head.status == status)
    }

    @Test func fieldNamesAreCaseInsensitive() throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\nETAG: \"a\"\nX-Mark:  one\nX-MARK:two  \nX-Empty:\nContent-Length: 0\n\n")
        }
        let head = try transfer().fetch(HTTPRequest(server.url())).head
        #expect(head["etag"] == "\"a\"")
        #expect(head["X-mark"] == "two")
        #expect(head["x-empty"] == "")
        #expect(head["x-other"] == nil)
    }

    @Test func informationalResponsesAreSkipped() throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 103 Early Hints\nX-Early: yes\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\nok")
        }
        var heads: [Int] = []
        let head = try transfer().perform(
            HTTPRequest(server.url()), onHead: { heads.append($0.status) }, onBody: { _ in }, isCancelled: { false })
        #expect(heads == [200])
        #expect(head["x-early"] == nil)
    }

    @Test func trailersAreIgnored() throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\nETag: late\n\n")
        }
        let (head, body) = try transfer().fetch(HTTPRequest(server.url()))
        #expect(body == Array("ok".utf8))
        #expect(head["etag"] == nil)
    }

    /// The head of a stream arrives at once, although the first byte of its body may take long.
    @Test func streamHeadArrivesBeforeBody() throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n", then: [.hold])
        }
        var hasHead = false
        #expect(throws: HTTPTransferError.self) {
            try transfer().perform(
                HTTPRequest(server.url(), limits: .stream(idleTimeout: .seconds(60))), onHead: { _ in hasHead = true },
                onBody: { _ in }, isCancelled: { hasHead })
        }
        #expect(hasHead)
    }

    @Test func streamArrivesInPieces() throws {
        let events = (1...5).map { LoopbackServer.Chunk.bytes(Array("data: \($0)\n\n".utf8)) }
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 200 OK\n\n", then: events.flatMap { [$0, .pause(.milliseconds(10))] })
        }
        let (_, body) = try transfer().fetch(
            HTTPRequest(server.url(), limits: .stream(idleTimeout: .seconds(30))))
        #expect(String(decoding: body, as: UTF8.self) == "data: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\ndata: 5\n\n")
    }

    @Test func callerErrorEndsTransfer() throws {
        struct Enough: Error, CustomStringConvertible { let description = "enough" }
        let server = try LoopbackServer(files: ["/file": pattern(1 << 20)])
        for throwsAtHead in [true, false] {
            var count = 0
            #expect {
                try transfer().perform(
                    HTTPRequest(server.url("/file")), onHead: { _ in if throwsAtHead { throw Enough() } },
                    onBody: { _ in
                        count += 1
                        throw Enough()
                    }, isCancelled: { false })
            } throws: {
                "\($0)" == "enough"
            }
            #expect(count == (throwsAtHead ? 0 : 1))
        }
    }

    @Test func connectionsAreReused() async throws {
        let server = try LoopbackServer(files: ["/file": pattern(100_000)])
        let shared = transfer()
        for _ in 0..<10 { try shared.fetch(HTTPRequest(server.url("/file"))) }
        #expect(server.connections == 1)
        let bodies = try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { try shared.fetch(HTTPRequest(server.url("/file"))).body }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.allSatisfy { $0 == pattern(100_000) })
        #expect(bodies.count == 16)
        #expect(server.requests.count == 26)
    }

    @Test func closedConnectionIsReplaced() throws {
        let server = try LoopbackServer { request in
            request.connection == 0 ? .raw("HTTP/1.1 200 OK\nContent-Length: 2\n\nok") : .text("new")
        }
        let shared = transfer()
        try shared.fetch(HTTPRequest(server.url()))
        #expect(try shared.fetch(HTTPRequest(server.url())).body == Array("new".utf8))
    }
}
