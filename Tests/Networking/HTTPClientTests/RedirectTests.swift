import FaultProxy
import HTTPClient
import Testing

@Suite struct RedirectTests {
    /// Starts a server that redirects from `/n` to `/n-1` and answers at `/0`.
    private func countdown() throws -> LoopbackServer {
        try LoopbackServer { request in
            guard let left = Int(request.target.dropFirst()), left > 0 else { return .text("there") }
            return .complete(302, headers: ["Location": "/\(left - 1)"], body: Array("elsewhere".utf8))
        }
    }

    @Test func redirectsAreFollowed() throws {
        let server = try countdown()
        var heads: [Int] = []
        var body: [UInt8] = []
        let head = try transfer().perform(
            HTTPRequest(server.url("/5")), onHead: { heads.append($0.status) }, onBody: { body += $0 },
            isCancelled: { false })
        #expect(heads == [200])
        #expect(body == Array("there".utf8))
        #expect(head.url == server.url("/0"))
    }

    @Test(arguments: [(6, 5, 5), (6, 100, 5), (1, 0, 0), (3, 2, 2)])
    func redirectsAreLimited(_ way: Int, allowed: Int, followed: Int) throws {
        let server = try countdown()
        let limits = HTTPLimits(maxRedirects: allowed)
        #expect(
            failure(of: HTTPRequest(server.url("/\(way)"), limits: limits)) == "redirected more than \(followed) times")
        #expect(server.requests.count == followed + 1)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/", "javascript:alert(1)"])
    func redirectsStayWithinHTTP(_ target: String) throws {
        let server = try LoopbackServer { _ in .complete(301, headers: ["Location": target]) }
        #expect(failure(of: HTTPRequest(server.url())) == "redirected out of http and https, to \"\(target)\"")
    }

    @Test(arguments: [HTTPRequest.Method.put, .post, .delete])
    func unsafeMethodsAreNotRedirected(_ method: HTTPRequest.Method) throws {
        let server = try LoopbackServer { _ in .complete(307, headers: ["Location": "/other"]) }
        let head = try transfer().fetch(HTTPRequest(server.url(), method: method, body: [1])).head
        #expect(head.status == 307)
        #expect(head["location"] == "/other")
        #expect(server.requests.count == 1)
    }

    @Test func credentialsAreNotForwarded() throws {
        let other = try LoopbackServer { _ in .text("other") }
        let target = other.url()
        let server = try LoopbackServer { request in
            .complete(302, headers: ["Location": request.target == "/" ? "/same" : target])
        }
        try transfer().fetch(HTTPRequest(server.url(), headers: ["Authorization": "Bearer secret"]))
        #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer secret", "Bearer secret"])
        #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    }
}
