import FaultProxy
import HTTPTransfer
import Synchronization
import Testing

@Suite struct LimitTests {
    private let soon: Duration = .milliseconds(50)

    @Test(arguments: [
        "HTTP/1.1 200 OK\nContent-Length: 1001\n\n", "HTTP/1.1 200 OK\n\n",
    ])
    func aBodyHasItsBytesAndNoMore(_ head: String) throws {
        let server = try LoopbackServer { _ in .raw(head, then: [.bytes(pattern(1001))]) }
        let words = failure(of: HTTPRequest(server.url(), limits: HTTPLimits(bodyBytes: 1000)))
        #expect(words == "the answer is longer than 1000 bytes")
        let exact = failure(of: HTTPRequest(server.url(), limits: HTTPLimits(bodyBytes: 1001)))
        #expect(exact == "status 200, 1001 bytes")
    }

    @Test func aHeadOnlyGrowsSoLong() throws {
        let fields = String(repeating: "X-Long: \(String(repeating: "x", count: 1000))\n", count: 70)
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\(fields)\n") }
        #expect(failure(of: HTTPRequest(server.url())) == "the answer's header fields are longer than 65536 bytes")
    }

    /// The other side accepts and says nothing, so encryption never comes about.
    @Test func connectingTakesItsTimeAndNoMore() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let request = HTTPRequest(
            "https://127.0.0.1:\(server.port)/", limits: HTTPLimits(connectTime: .milliseconds(150)))
        #expect(failure(of: request) == "no connection to 127.0.0.1:\(server.port) within 0.15s")
    }

    @Test func aServerThatNeverAnswersHasStalled() throws {
        let server = try LoopbackServer { _ in .raw([.hold]) }
        let limits = HTTPLimits(stall: .init(bytesPerSecond: 1000, over: soon))
        #expect(
            failure(of: HTTPRequest(server.url(), limits: limits)) == "stalled: under 1000 bytes a second for 0.05s")
    }

    @Test func aStreamThatFallsSilentHasStalled() throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\ndata: 1\n\n", then: [.hold]) }
        #expect(failure(of: HTTPRequest(server.url(), limits: .stream(idle: soon))) == "stalled: nothing for 0.05s")
    }

    @Test func aTrickleIsAStallForADownloadAndNoneForAStream() throws {
        let drops = (0..<10).flatMap { _ in [LoopbackServer.Piece.bytes([0x0A]), .pause(.milliseconds(40))] }
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\n", then: drops) }
        let pace = HTTPLimits.Pace(bytesPerSecond: 1000, over: .milliseconds(100))
        #expect(
            failure(of: HTTPRequest(server.url(), limits: HTTPLimits(stall: pace)))
                == "stalled: under 1000 bytes a second for 0.1s")
        #expect(
            failure(of: HTTPRequest(server.url(), limits: .stream(idle: .seconds(30)))) == "status 200, 10 bytes")
    }

    @Test func aSlowCallerIsNotTheServersFault() throws {
        let server = try LoopbackServer(files: ["/file": pattern(400_000)])
        let limits = HTTPLimits(stall: .init(bytesPerSecond: 1_000_000, over: .milliseconds(300)))
        var count = 0
        var pauses = 0
        try transfer().perform(
            HTTPRequest(server.url("/file"), limits: limits), onHead: { _ in },
            onBody: {
                count += $0.count
                // Together longer than the stall's time, by far too slow if it were the server.
                guard pauses < 4 else { return }
                pauses += 1
                let end = SuspendingClock.now + .milliseconds(150)
                while SuspendingClock.now < end {}
            }, isCancelled: { false })
        #expect(count == 400_000)
    }

    @Test func theWholeHasItsTime() throws {
        let drops = (0..<500).flatMap { _ in [LoopbackServer.Piece.bytes(pattern(1000)), .pause(.milliseconds(10))] }
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\n\n", then: drops) }
        #expect(
            failure(of: HTTPRequest(server.url(), limits: HTTPLimits(wholeTime: .milliseconds(200))))
                == "not finished within 0.2s")
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "example.test/gifts", "", "http://", "http://a b/", "/gifts",
        "http://a:99999/",
        "data:,x",
    ])
    func onlyAddressesOfHTTPAreAsked(_ url: String) {
        #expect(failure(of: HTTPRequest(url)) == "expected an http or https URL, found \"\(url)\"")
    }

    @Test(.timeLimit(.minutes(1)))
    func aTransferEndsWhenAnotherThreadSaysSo() async throws {
        let isAsked = Atomic(false)
        let server = try LoopbackServer { _ in
            isAsked.store(true, ordering: .relaxed)
            return .raw("HTTP/1.1 200 OK\n\n", then: [.hold])
        }
        let words = failure(
            of: HTTPRequest(server.url(), limits: .stream(idle: .seconds(600))),
            isCancelled: { isAsked.load(ordering: .relaxed) })
        #expect(words == "cancelled")
    }

    @Test func aTransferThatNobodyWantsNeverBegins() throws {
        let server = try LoopbackServer { _ in .text("") }
        #expect(failure(of: HTTPRequest(server.url()), isCancelled: { true }) == "cancelled")
        #expect(server.connections == 0)
    }
}
