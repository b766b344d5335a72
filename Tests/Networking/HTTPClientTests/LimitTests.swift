import FaultProxy
import Synchronization
import Testing

@testable import HTTPClient

@Suite struct LimitTests {
    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Length: 1001\n\n", "HTTP/1.1 200 OK\n\n",
    ])
    func bodySizeIsLimited(_ head: String) throws {
        let server = try LoopbackServer { _ in .raw(head, then: [.bytes(pattern(1001))]) }
        let words = failure(of: HTTPRequest(server.url(), limits: HTTPLimits(maxBodyBytes: 1000)))
        #expect(words == "the answer is longer than 1000 bytes")
        let exact = failure(of: HTTPRequest(server.url(), limits: HTTPLimits(maxBodyBytes: 1001)))
        #expect(exact == "status 200, 1001 bytes")
    }

    /// Only the caller knows whether the status is worth another try, however long the page beside it is.
    @Test func theCallerSeesTheHeadOfATooLongBody() throws {
        let server = try LoopbackServer { _ in
            .raw("HTTP/1.1 503 Busy\nContent-Length: 1001\n\n", then: [.bytes(pattern(1001))])
        }
        let request = HTTPRequest(server.url(), limits: HTTPLimits(maxBodyBytes: 1000))
        var statuses: [Int] = []
        _ = try? transfer().perform(
            request, onHead: { statuses.append($0.status) }, onBody: { _ in }, isCancelled: { false })
        #expect(statuses == [503])
        #expect(failure(of: request) == "the answer is longer than 1000 bytes")
    }

    @Test func headSizeIsLimited() throws {
        let fields = String(repeating: "X-Long: \(String(repeating: "x", count: 1000))\n", count: 70)
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\(fields)\n") }
        #expect(failure(of: HTTPRequest(server.url())) == "the answer's header fields are longer than 65536 bytes")
    }

    /// The other side accepts the connection and sends nothing, so that the TLS handshake does not complete.
    @Test func connectionTimesOut() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let request = HTTPRequest(
            "https://127.0.0.1:\(server.port)/", limits: HTTPLimits(connectTimeout: .milliseconds(150)))
        #expect(failure(of: request) == "no connection to 127.0.0.1:\(server.port) within 0.15s")
    }

    @Test func silentServerStalls() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        #expect(fastFailure(HTTPRequest(server.url())) == "stalled: under 1000 bytes a second for 20s")
    }

    @Test func stoppedBodyStalls() throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\nhello", then: [.hold]) }
        #expect(fastFailure(HTTPRequest(server.url())) == "stalled: under 1000 bytes a second for 20s")
    }

    @Test func silentStreamStalls() throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\ndata: 1\n\n", then: [.hold]) }
        #expect(
            fastFailure(HTTPRequest(server.url(), limits: .stream(idleTimeout: .seconds(45))))
                == "stalled: nothing for 45s")
    }

    @Test func slowBytesStallOnlyDownloads() throws {
        let server = try LoopbackServer { request in
            let count = Int(request.target.dropFirst()) ?? 0
            let drops = (0..<count).flatMap { _ in [LoopbackServer.Chunk.bytes([0x0A]), .pause(.milliseconds(20))] }
            return .raw("HTTP/1.1 200 OK\n\n", then: drops)
        }
        let pace = HTTPLimits.MinSpeed(bytesPerSecond: 1000, over: .milliseconds(100))
        #expect(
            failure(of: HTTPRequest(server.url("/10000"), limits: HTTPLimits(minSpeed: pace)))
                == "stalled: under 1000 bytes a second for 0.1s")
        #expect(
            failure(of: HTTPRequest(server.url("/10"), limits: .stream(idleTimeout: .seconds(60))))
                == "status 200, 10 bytes")
    }

    @Test func slowCallerDoesNotStall() throws {
        let server = try LoopbackServer(files: ["/file": pattern(400_000)])
        let clock = ShiftedClock()
        let transfer = CurlTransfer(CurlOptions(proxy: .none), now: clock.now)
        var count = 0
        try transfer.perform(
            HTTPRequest(server.url("/file")), onHead: { _ in clock.advance(.seconds(3600)) },
            onBody: {
                count += $0.count
                clock.advance(.seconds(3600))
            }, isCancelled: { false })
        #expect(count == 400_000)
    }

    @Test func totalTimeIsLimited() throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\n", then: [.bytes(pattern(1000)), .hold]) }
        let limits = HTTPLimits(minSpeed: nil, totalTimeout: .seconds(300))
        #expect(fastFailure(HTTPRequest(server.url(), limits: limits)) == "not finished within 300s")
    }

    /// Returns the text of the failure if ten seconds pass between two checks for cancellation.
    private func fastFailure(_ request: HTTPRequest) -> String {
        let clock = ShiftedClock()
        return failure(of: request, over: CurlTransfer(CurlOptions(proxy: .none), now: clock.now)) {
            clock.advance(.seconds(10))
            return false
        }
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "example.test/gifts", "", "http://", "http://a b/", "/gifts",
        "http://a:99999/",
        "data:,x",
    ])
    func otherSchemesAreRejected(_ url: String) {
        #expect(failure(of: HTTPRequest(url)) == "expected an http or https URL, found \"\(url)\"")
    }

    @Test(.timeLimit(.minutes(1)))
    func otherThreadCancelsTransfer() async throws {
        let isAsked = Atomic(false)
        let server = try LoopbackServer { _ in
            isAsked.store(true, ordering: .relaxed)
            return .raw("HTTP/1.1 200 OK\n\n", then: [.hold])
        }
        let words = failure(
            of: HTTPRequest(server.url(), limits: .stream(idleTimeout: .seconds(600))),
            isCancelled: { isAsked.load(ordering: .relaxed) })
        #expect(words == "cancelled")
    }

    @Test func cancelledTransferNeverBegins() throws {
        let server = try LoopbackServer { _ in .text("") }
        #expect(failure(of: HTTPRequest(server.url()), isCancelled: { true }) == "cancelled")
        #expect(server.connections == 0)
    }
}

/// A clock that a test can advance.
private final class ShiftedClock: Sendable {
    private let shift = Mutex<Duration>(.zero)

    var now: CurlTransfer.Now { { [self] in SuspendingClock.now + shift.withLock { $0 } } }

    func advance(_ time: Duration) { shift.withLock { $0 += time } }
}
