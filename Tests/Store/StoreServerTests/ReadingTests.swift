import StoreProtocol
import Testing

@testable import StoreServer

@Suite("Readers")
struct ReadingTests {
    @Test("a reader fetches the catalogue, a gift and its package")
    func readerFetchesCatalogueAndPackage() async throws {
        try await TestServer.run([Gifts.draft("heart"), Gifts.draft("rose")]) { server in
            let answer = try await server.client.get("/gifts")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["cache-control"] == "no-cache")
            let catalogue = try StoreCatalogue(json: answer.body)
            #expect(catalogue == server.repository.snapshot.catalogue)
            for gift in catalogue.gifts {
                let one = try await server.client.get("/gifts/\(gift.id)")
                #expect(try StoreGift(json: one.body) == gift)
                let package = try await server.client.get("/\(gift.package)")
                #expect(package.headers["content-type"] == "application/zip")
                #expect(SHA256Digest.digest(of: package.body) == gift.sha256)
                #expect(package.headers["cache-control"] == "public, max-age=31536000, immutable")
            }
        }
    }

    @Test("a copy with the current tag is still valid")
    func currentTagMeansNotModified() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for path in ["/gifts", "/gifts/heart", "/gifts/heart/1.zip", "/settings", "/settings?room=lobby"] {
                let first = try await server.client.get(path)
                let tag = try #require(first.headers["etag"], "\(path)")
                let second = try await server.client.get(path, ["If-None-Match": "\"x\", \(tag)"])
                #expect(second.status == 304, "\(path)")
                #expect(second.body.isEmpty)
                #expect(second.headers["etag"] == tag)
                #expect(second.headers["cache-control"] == first.headers["cache-control"])
                #expect(second.headers["content-length"] == nil)
                #expect(try await server.client.get(path, ["If-None-Match": "\"x\""]).status == 200)
            }
        }
    }

    @Test("a publication changes the tag and the content")
    func publicationChangesTag() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let tag = try #require(try await server.client.get("/gifts").headers["etag"])
            _ = try server.repository.publish(Gifts.draft("heart", "two"))
            let answer = try await server.client.get("/gifts", ["If-None-Match": tag])
            #expect(answer.status == 200)
            #expect(answer.headers["etag"] != tag)
            #expect(try StoreCatalogue(json: answer.body).gifts.first?.version == 2)
            // A client with the old catalogue still finds the packages of that catalogue.
            #expect(try await server.client.get("/gifts/heart/1.zip").text.hasSuffix("one"))
            #expect(try await server.client.get("/gifts/heart/2.zip").text.hasSuffix("two"))
        }
    }

    @Test("text is packed for clients that accept it")
    func textIsCompressedIfAccepted() async throws {
        let gifts = (0..<50).map { Gifts.draft("gift-\($0)") }
        try await TestServer.run(gifts) { server in
            let plain = try await server.client.get("/gifts")
            let packed = try await server.client.get("/gifts", ["Accept-Encoding": "br, gzip"])
            #expect(plain.headers["content-encoding"] == nil)
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(plain.headers["vary"] == "Accept-Encoding")
            #expect(packed.headers["vary"] == "Accept-Encoding")
            #expect(packed.body.starts(with: [0x1F, 0x8B]))
            #expect(packed.body.count < plain.body.count / 4)
            let tags = (try #require(plain.headers["etag"]), try #require(packed.headers["etag"]))
            #expect(tags.0 != tags.1)
            let again = try await server.client.get("/gifts", ["Accept-Encoding": "gzip", "If-None-Match": tags.1])
            #expect(again.status == 304)
            // A package is compressed already.
            let package = try await server.client.get("/gifts/gift-0/1.zip", ["Accept-Encoding": "gzip"])
            #expect(package.headers["content-encoding"] == nil)
        }
    }

    @Test(
        "a reader resumes an interrupted download of a package",
        arguments: [
            ("bytes=0-6", "package", "bytes 0-6/21"), ("bytes=18-", "one", "bytes 18-20/21"),
            ("bytes=-3", "one", "bytes 18-20/21"), ("bytes=11-400", "heart: one", "bytes 11-20/21"),
        ])
    func downloadCanBeResumed(range: String, text: String, place: String) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let whole = try await server.client.get("/gifts/heart/1.zip")
            #expect(whole.headers["accept-ranges"] == "bytes")
            let tag = try #require(whole.headers["etag"])
            let part = try await server.client.get("/gifts/heart/1.zip", ["Range": range, "If-Range": tag])
            #expect((part.status, part.text) == (206, text))
            #expect(part.headers["content-range"] == place)
            #expect(part.headers["etag"] == tag)
            let other = try await server.client.get("/gifts/heart/1.zip", ["Range": range, "If-Range": "\"other\""])
            #expect((other.status, other.body) == (200, whole.body))
        }
    }

    @Test(
        "a reader gets the whole package unless `If-Range` has the same strong tag",
        arguments: [
            ("TAG", true), ("W/TAG", false), ("*", false), ("\"\"", false),
            ("Sun, 22 Nov 2026 15:00:00 GMT", false),
        ])
    func ifRangeNeedsSameStrongTag(ifRange: String, isPart: Bool) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let whole = try await server.client.get("/gifts/heart/1.zip")
            let tag = try #require(whole.headers["etag"])
            #expect(tag.hasPrefix("\""), "the tag is a strong one")
            let condition = ifRange.split(separator: "TAG", omittingEmptySubsequences: false).joined(separator: tag)
            let answer = try await server.client.get(
                "/gifts/heart/1.zip", ["Range": "bytes=0-6", "If-Range": condition])
            #expect(answer.status == (isPart ? 206 : 200))
            #expect(answer.body == (isPart ? Array(whole.body.prefix(7)) : whole.body))
        }
    }

    @Test("a range beyond the end is answered with the length of the package")
    func rangeBeyondEndHasLength() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.get("/gifts/heart/1.zip", ["Range": "bytes=21-"])
            #expect(answer.status == 416)
            #expect(answer.headers["content-range"] == "bytes */21")
            #expect(answer.text == "{\"error\":\"expected a range within 21 bytes\"}\n")
        }
    }

    @Test("a HEAD request has the same headers as a GET request and no body")
    func headRequestHasSameHeaders() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for path in ["/gifts", "/gifts/heart", "/gifts/heart/1.zip", "/settings", "/health", "/ready", "/nothing"] {
                let whole = try await server.client.get(path)
                let head = try await server.client.request("HEAD", path)
                #expect(head.status == whole.status)
                for name in ["content-length", "content-type", "etag", "cache-control"] {
                    #expect(head.headers[name] == whole.headers[name], "\(path): \(name)")
                }
            }
            let stream = try await server.client.request("HEAD", "/events")
            #expect(stream.headers["content-type"] == "text/event-stream")
        }
    }

    @Test(
        "an unknown address is answered with an error in JSON",
        arguments: [
            "/nothing", "/gifts/rose", "/gifts/UPPER", "/gifts/heart/2.zip", "/gifts/heart/0.zip",
            "/gifts/heart/x.zip", "/gifts/heart/01.zip", "/gifts/../heart/1.zip", "/gifts/heart/1.tar",
            "/animation/rose.json", "/gifts/heart/99999999999999999999.zip", "/gifts//1.zip", "/gifts/%2e%2e/1.zip",
            "/gifts/heart/1.zip/more",
        ])
    func unknownPathIsNotFound(path: String) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.get(path)
            #expect(answer.status == 404)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.text.hasPrefix("{\"error\":\""))
            #expect(answer.headers["x-content-type-options"] == "nosniff")
        }
    }

    @Test("a withdrawn gift is not readable")
    func withdrawnGiftIsNotReadable() async throws {
        try await TestServer.run([Gifts.draft("heart"), Gifts.draft("rose")]) { server in
            try server.repository.withdraw("heart")
            for path in [
                "/gifts/heart", "/gifts/heart/1.zip", "/gifts/heart/1.lottie", "/gifts/heart/1/findings.json",
                "/animation/heart.json",
            ] {
                #expect(try await server.client.get(path).status == 404)
            }
            let catalogue = try StoreCatalogue(json: try await server.client.get("/gifts").body)
            #expect(catalogue.gifts.map(\.id) == ["rose"])
            #expect(catalogue.withdrawn == ["heart": 1], "players with a built-in kind of this id must know")
            _ = try server.repository.rollBack("heart")
            #expect(try StoreCatalogue(json: try await server.client.get("/gifts").body).withdrawn == [:])
        }
    }

    @Test(
        "a method that is not allowed is answered with the allowed ones",
        arguments: [
            ("POST", "/gifts", "GET, HEAD"), ("PATCH", "/gifts/heart", "GET, HEAD, PUT, DELETE"),
            ("GET", "/gifts/heart/rollback", "POST"), ("DELETE", "/settings", "GET, HEAD, PUT"),
            ("PUT", "/gifts/heart/1.zip", "GET, HEAD"), ("OPTIONS", "/events", "GET, HEAD"),
        ])
    func wrongMethodListsAllowed(method: String, path: String, allowed: String) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.request(method, path, body: [])
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
        }
    }

    @Test("a method that no address has is answered with 501", arguments: ["FOO", "GETT", "PROPFIND", "get"])
    func unknownMethod(method: String) async throws {
        try await TestServer.run { server in
            let answer = try await server.client.request(method, "/gifts")
            #expect(answer.status == 501)
            #expect(answer.text == "{\"error\":\"there is no method \(method)\"}\n")
        }
    }

    @Test("other origins may read but not write")
    func otherOriginsMayOnlyRead() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let read = try await server.client.get("/gifts", ["Origin": "https://example.com"])
            #expect(read.headers["access-control-allow-origin"] == "*")
            let asked = try await server.client.request(
                "OPTIONS", "/gifts/heart",
                ["Origin": "https://example.com", "Access-Control-Request-Method": "PUT"])
            #expect(asked.status == 405)
            #expect(!asked.headers.keys.contains { $0.hasPrefix("access-control") })
        }
    }

    @Test("the server reports that it works")
    func healthIsReported() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.get("/health")
            #expect(answer.status == 200)
            #expect(
                answer.text == #"{"status":"ok","gifts":1,"catalogue":1,"settings":1,"listeners":0}"#)
        }
    }

    @Test("each request leaves one line in the log, which no request can break")
    func eachRequestIsOneLogLine() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            _ = try await server.client.get("/gifts?name=%22&token=secret")
            _ = try await server.client.get("/nothing/\"quoted\"")
            _ = try await server.client.get("/" + String(repeating: "long", count: 1_000))
            let lines = server.log()
            #expect(lines.count == 3)
            #expect(lines[0].hasPrefix("127.0.0.1 2026-11-21T10:00:00Z \"GET /gifts?name=%22&*\" 200 "))
            #expect(lines[1].contains("\"GET /nothing/%22quoted%22\" 404 "))
            #expect(lines[2].utf8.count < 700)
        }
    }
}
