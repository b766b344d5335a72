import CZlib
import FaultProxy
import HTTPClient
import Testing

@Suite struct RequestTests {
    /// Returns the request that a server receives after `change` has acted on it.
    private func receivedRequest(_ change: (inout HTTPRequest) -> Void) throws -> LoopbackServer.Request {
        let server = try LoopbackServer { _ in .complete(200) }
        var request = HTTPRequest(server.url("/a?b=c"))
        change(&request)
        try transfer().fetch(request)
        return try #require(server.requests.first)
    }

    @Test func plainRequestIsMinimal() throws {
        let request = try receivedRequest { _ in }
        #expect(request.line == "GET /a?b=c")
        #expect(Set(request.headers.keys) == ["host", "user-agent", "accept", "accept-encoding"])
        #expect(request.headers["user-agent"] == "giftty")
        #expect(request.headers["accept-encoding"] == "identity")
    }

    @Test(arguments: [HTTPRequest.Method.put, .post], [0, 7, 300_000])
    func bodyHasLengthAndNoExpectation(_ method: HTTPRequest.Method, count: Int) throws {
        let request = try receivedRequest {
            $0.method = method
            $0.body = pattern(count)
            $0.headers = ["content-type": "application/zip", "Authorization": "Bearer x", "X-Empty": ""]
        }
        #expect(request.method == method.rawValue)
        #expect(request.body == pattern(count))
        #expect(request.headers["content-length"] == "\(count)")
        #expect(request.headers["content-type"] == "application/zip")
        #expect(request.headers["authorization"] == "Bearer x")
        #expect(request.headers["x-empty"] == "")
        #expect(request.headers["expect"] == nil)
    }

    @Test(arguments: [HTTPRequest.Method.head, .delete])
    func otherMethodsHaveNoBody(_ method: HTTPRequest.Method) throws {
        let request = try receivedRequest { $0.method = method }
        #expect(request.method == method.rawValue)
        #expect(request.body.isEmpty)
        #expect(request.headers["content-type"] == nil)
    }

    @Test func headRequestHasNoBody() throws {
        let server = try LoopbackServer(files: ["/file": pattern(5000)])
        let limits = HTTPLimits(maxBodyBytes: 10)
        let (head, body) = try transfer().fetch(
            HTTPRequest(server.url("/file"), method: .head, limits: limits))
        #expect(head["content-length"] == "5000")
        #expect(body.isEmpty)
    }

    @Test(arguments: ["X-A\r\nX-B", "", "Größe", "X A", "X:A"])
    func invalidFieldNamesAreRejected(_ name: String) {
        #expect(
            failure(of: HTTPRequest("http://127.0.0.1:1/", headers: [name: "v"])).hasPrefix("expected a header field"))
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
    func multilineFieldValuesAreRejected(_ value: String) {
        let words = failure(of: HTTPRequest("http://127.0.0.1:1/", headers: ["X-A": value]))
        #expect(words.hasPrefix("expected a header field of one line"))
        #expect(!words.contains("\n"))
    }

    @Test func downloadIsResumed() throws {
        let file = pattern(9000)
        let server = try LoopbackServer(files: ["/file": file])
        let whole = try transfer().fetch(HTTPRequest(server.url("/file"))).head
        let tag = try #require(whole["etag"])
        let (head, body) = try transfer().fetch(
            HTTPRequest(server.url("/file"), headers: ["If-Range": tag], rangeStart: 4000))
        #expect(head.status == 206)
        #expect(head["content-range"] == "bytes 4000-8999/9000")
        #expect(body == Array(file[4000...]))
        let other = try transfer().fetch(
            HTTPRequest(server.url("/file"), headers: ["If-Range": "\"x\""], rangeStart: 4000))
        #expect(other.head.status == 200)
        #expect(other.body == file)
        #expect(try transfer().fetch(HTTPRequest(server.url("/file"), rangeStart: 9000)).head.status == 416)
    }

    @Test func unchangedResourceIsNotSentAgain() throws {
        let server = try LoopbackServer(files: ["/file": pattern(10)])
        let tag = try #require(try transfer().fetch(HTTPRequest(server.url("/file"))).head["ETag"])
        let again = try transfer().fetch(HTTPRequest(server.url("/file"), headers: ["If-None-Match": tag]))
        #expect(again.head.status == 304)
        #expect(again.head["etag"] == tag)
        #expect(again.body.isEmpty)
    }

    @Test func compressedBodyIsDecoded() throws {
        let text = pattern(50_000)
        let packed = gzip(text)
        let server = try LoopbackServer { request in
            let takes = request.headers["accept-encoding"]?.contains("gzip") == true
            return takes
                ? .complete(200, headers: ["Content-Encoding": "gzip"], body: packed) : .complete(200, body: text)
        }
        for accepts in [true, false] {
            #expect(try transfer().fetch(HTTPRequest(server.url(), acceptsGzip: accepts)).body == text)
            #expect(server.requests.last?.headers["accept-encoding"] == (accepts ? "gzip" : "identity"))
        }
    }

    @Test func rangeIsNeverRequestedCompressed() throws {
        let request = try receivedRequest {
            $0.rangeStart = 5
            $0.acceptsGzip = true
        }
        #expect(request.headers["range"] == "bytes=5-")
        #expect(request.headers["accept-encoding"] == "identity")
    }

    @Test func requestsAreIndependent() throws {
        let server = try LoopbackServer { _ in .complete(200, headers: ["Set-Cookie": "a=b; Path=/"]) }
        let shared = transfer()
        try shared.fetch(HTTPRequest(server.url(), method: .put, headers: ["X-A": "1"], body: [1]))
        try shared.fetch(HTTPRequest(server.url()))
        #expect(server.requests.map(\.method) == ["PUT", "GET"])
        #expect(Set(server.requests[1].headers.keys) == ["host", "user-agent", "accept", "accept-encoding"])
    }

    @Test func proxyReceivesRequest() throws {
        let proxy = try LoopbackServer { _ in .text("from the proxy") }
        let through = CurlTransfer(CurlOptions(proxy: .url(proxy.url())))
        let (head, body) = try through.fetch(HTTPRequest("http://example.test/gifts"))
        #expect(body == Array("from the proxy".utf8))
        #expect(head.url == "http://example.test/gifts")
        #expect(proxy.requests.first?.line == "GET http://example.test/gifts")
    }

    private func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // Adding 16 to the window size of 15 bits makes zlib write gzip's header and trailer.
        deflateInit2_(
            &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        return input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bytes.count + 1000) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
    }
}
