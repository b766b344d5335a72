import Testing

@testable import LocalHTTP

@Suite("Requests of programs of the same machine", .timeLimit(.minutes(1)))
struct LocalHTTPTests {
    private func result(_ text: String) -> RequestHeadReader.Result {
        var reader = RequestHeadReader()
        return reader.receive(Array(text.utf8))
    }

    private func head(_ text: String) throws -> RequestHead {
        guard case .complete(let head, _) = result(text) else { throw Unexpected() }
        return head
    }

    private struct Unexpected: Error {}

    @Test("a request has a method, a path, parameters and fields")
    func parts() throws {
        let request = try head(
            "GET /stage/a?token=a%20b&x&y=1%3D2 HTTP/1.1\r\nHost: [::1]:80\r\nAccept:\ttext/plain \r\n\r\n")
        #expect(request.method == "GET")
        #expect(request.path == "/stage/a")
        #expect(request.query == ["token": "a b", "x": "", "y": "1=2"])
        #expect(request.fields == ["host": "[::1]:80", "accept": "text/plain"])
    }

    @Test("fields of one name are one list, whose words have no case")
    func lists() throws {
        let request = try head("GET / HTTP/1.1\r\nConnection: keep-alive\r\nconnection: Upgrade\r\n\r\n")
        #expect(request.fields["connection"] == "keep-alive, Upgrade")
        #expect(request.field("connection", contains: "upgrade"))
        #expect(!request.field("connection", contains: "grade"))
        #expect(!request.field("upgrade", contains: "websocket"))
    }

    @Test("a head may come in pieces of any length, and what follows it is kept")
    func pieces() {
        let text = Array("GET /a HTTP/1.1\r\nHost: x\r\n\r\nrest".utf8)
        for cut in 0..<text.count - 4 {
            var reader = RequestHeadReader()
            #expect(reader.receive(Array(text[..<cut])) == .incomplete)
            guard case .complete(let head, let rest) = reader.receive(Array(text[cut...])) else {
                Issue.record("incomplete when cut at \(cut)")
                continue
            }
            #expect(head.path == "/a")
            #expect(rest == Array("rest".utf8))
        }
    }

    @Test(
        "what is no request is malformed",
        arguments: [
            "\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET http://a/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno field\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "GET / HTTP/1.1\r\n folded: x\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
        ])
    func malformed(_ text: String) {
        #expect(result(text) == .malformed)
    }

    @Test("bytes that are no text are malformed")
    func notText() {
        var reader = RequestHeadReader()
        #expect(reader.receive(Array("GET / HTTP/1.1\r\na: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8)) == .malformed)
    }

    @Test("a parameter with a wrong percent encoding is left out")
    func wrongEncoding() throws {
        #expect(try head("GET /?a=%zz&b=%4&c=%C3&d=1 HTTP/1.1\r\n\r\n").query == ["d": "1"])
    }

    @Test("a head of more than 16 KB is malformed, whether it ends or not")
    func tooLong() {
        let long = "GET / HTTP/1.1\r\na: " + String(repeating: "x", count: RequestHeadReader.maxLength)
        #expect(result(long) == .malformed)
        #expect(result(long + "\r\n\r\n") == .malformed)
    }

    @Test("a response says its length and ends the connection")
    func response() {
        let text = String(decoding: Response.bytes(.notFound, "no such page"), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(text.contains("\r\nContent-Length: 13\r\n"))
        #expect(text.hasSuffix("\r\nConnection: close\r\n\r\nno such page\n"))
    }
}
