import FaultProxy
import HTTPClient
import Testing

@Suite struct FaultTests {
    private let file = pattern(100_000)

    /// Returns the text of the result of a request for the file through the fault.
    private func resultText(_ fault: Fault, limits: HTTPLimits = .stream(idleTimeout: .seconds(100))) throws -> String {
        let server = try LoopbackServer(files: ["/file": file])
        let proxy = try FaultProxy(to: server.port, [fault])
        let words = failure(of: HTTPRequest(proxy.url("/file"), limits: limits))
        #expect(proxy.counts == [fault.name: 1])
        #expect(proxy.entries.map(\.line) == ["GET /file"])
        return words.replacing(":\(proxy.port)", with: ":port")
    }

    @Test func completeBodyArrivesWithoutFault() throws {
        #expect(try resultText(.none) == "status 200, 100000 bytes")
    }

    @Test func shortBodyIsTruncated() throws {
        #expect(try resultText(.truncate(after: .body(40_000), .finish)) == "cut short: 40000 of 100000 bytes came")
        #expect(try resultText(.truncate(after: .body(0), .finish)) == "cut short: 0 of 100000 bytes came")
    }

    @Test func shortChunksAreTruncated() throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n") }
        #expect(failure(of: HTTPRequest(server.url())) == "cut short: the connection ended after 5 bytes")
    }

    @Test func brokenConnectionIsReported() throws {
        let words = try resultText(.truncate(after: .body(40_000), .reset))
        #expect(words.hasPrefix("the connection broke: ") && words.contains("reset by peer"))
    }

    @Test func closedConnectionHasNoResponse() throws {
        #expect(
            try resultText(.truncate(after: .answer(0), .finish))
                == "127.0.0.1:port closed the connection without an answer")
        let server = try LoopbackServer(files: [:])
        let proxy = try FaultProxy(to: server.port, [.refuse])
        #expect(failure(of: HTTPRequest(proxy.url())).hasPrefix("the connection broke: "))
    }

    @Test func truncatedHeadIsNoResponse() throws {
        let words = try resultText(.truncate(after: .answer(30), .finish))
        #expect(words == "127.0.0.1:port closed the connection without an answer")
    }

    @Test func closedPortIsReported() throws {
        let server = try LoopbackServer(files: [:])
        let proxy = try FaultProxy(to: server.port, [])
        proxy.closePort()
        #expect(failure(of: HTTPRequest(proxy.url())) == "connection refused by 127.0.0.1:\(proxy.port)")
        try proxy.openPort()
        #expect(failure(of: HTTPRequest(proxy.url())) == "status 404, 13 bytes")
    }

    @Test func unknownHostIsReported() {
        // A label of a name has at most 63 characters (RFC 1035), so that no network is asked for this name.
        let host = String(repeating: "x", count: 64) + ".invalid"
        #expect(failure(of: HTTPRequest("http://\(host)/gifts")) == "no such host \(host)")
    }

    @Test func silenceIsStall() throws {
        let limits = HTTPLimits.stream(idleTimeout: .milliseconds(300))
        #expect(try resultText(.stall(after: .body(10_000)), limits: limits) == "stalled: nothing for 0.3s")
        #expect(try resultText(.stall(after: .answer(0)), limits: limits) == "stalled: nothing for 0.3s")
    }

    @Test func slowTransferWithinLimitsSucceeds() throws {
        #expect(try resultText(.delay(.milliseconds(100))) == "status 200, 100000 bytes")
        #expect(try resultText(.throttle(bytesPerSecond: 500_000)) == "status 200, 100000 bytes")
    }

    @Test func otherProtocolIsDetected() throws {
        let server = try LoopbackServer { _ in .raw("SSH-2.0-OpenSSH_9.2\n") }
        #expect(failure(of: HTTPRequest(server.url())) == "127.0.0.1:\(server.port) does not speak HTTP")
    }

    @Test func undecodableBodyIsDetected() throws {
        let server = try LoopbackServer { _ in
            .complete(200, headers: ["Content-Encoding": "gzip"], body: Array("no gzip at all".utf8))
        }
        #expect(
            failure(of: HTTPRequest(server.url(), acceptsGzip: true))
                == "the answer is packed in a way that cannot be read")
    }

    /// HTTP has no checksum; only a client that knows the expected content notices these faults.
    @Test func corruptedBodyIsResponse() throws {
        let server = try LoopbackServer(files: ["/file": file])
        let proxy = try FaultProxy(
            to: server.port,
            [.corrupt(at: .body(77_777)), .duplicate(at: .body(10), count: 5), .captivePortal, .redirect(to: "/file")])
        let shared = transfer()
        let spoiled = try shared.fetch(HTTPRequest(proxy.url("/file"))).body
        #expect(spoiled.count == file.count)
        #expect(spoiled.indices.filter { spoiled[$0] != file[$0] } == [77_777])
        let doubled = try shared.fetch(HTTPRequest(proxy.url("/file"))).body
        #expect(doubled.count == file.count)
        #expect(doubled != file)
        let portal = try shared.fetch(HTTPRequest(proxy.url("/file"))).head
        #expect(portal["content-type"] == "text/html; charset=utf-8")
        #expect(try shared.fetch(HTTPRequest(proxy.url("/gone"))).body == file)
        #expect(proxy.connections == 5)
        #expect(proxy.counts == ["corrupt": 1, "duplicate": 1, "replace": 2, "none": 1])
    }

    @Test func interruptedDownloadCompletes() throws {
        let server = try LoopbackServer(files: ["/file": file])
        let seed = UInt64.random(in: 0...(.max))
        let proxy = try FaultProxy(
            to: server.port, seed: seed,
            choices: [.truncate(after: .body(9000), .finish), .truncate(after: .body(5000), .reset), .refuse, .none])
        var body: [UInt8] = []
        for _ in 0..<200 where body.count < file.count {
            _ = try? transfer().perform(
                HTTPRequest(proxy.url("/file"), rangeStart: body.count), onHead: { _ in }, onBody: { body += $0 },
                isCancelled: { false })
        }
        #expect(body == file, "seed \(seed)")
    }
}
