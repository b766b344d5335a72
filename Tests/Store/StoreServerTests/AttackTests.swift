import Foundation
import StoreProtocol
import Testing
import ZIPArchive

@testable import StoreServer

@Suite("Gifts that clients could not read", .timeLimit(.minutes(1)))
struct UnreadableGiftTests {
    private static func package(_ yaml: String) throws -> [UInt8] {
        var archive = ArchiveWriter()
        try archive.add("data.json", Animations.document())
        try archive.add("gift.yaml", Array(yaml.utf8))
        return try archive.bytes()
    }

    @Test(
        "a package with such a manifest is not published",
        arguments: [
            "name: \(String(repeating: "N", count: 1_025))", #"name: "a\0b""#, #"name: "a\e[2Jb""#, #"name: "a\nb""#,
            #"tags: ["a\x9bb"]"#, "tags: [\(String(repeating: "t", count: 1_025))]",
            "tags: [\((0..<257).map { "t\($0)" }.joined(separator: ","))]",
            #"sign: {emoji: "\u2028", ascii: "x"}"#,
            "sign: {emoji: x, ascii: \(String(repeating: "s", count: 1_025))}", "value: 9007199254740992",
        ])
    func unreadableManifestIsRejected(yaml: String) async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.publish("plane", try Self.package(yaml))
            #expect(answer.status == 422, "\(answer.text)")
            let catalogue = try StoreCatalogue(json: try await server.client.get("/gifts").body)
            #expect(catalogue.gifts.map(\.id) == ["heart"])
            #expect(catalogue.revision == 1)
        }
    }

    @Test("a draft with such values is not published, and its numbers do not trap")
    func unreadableDraftIsNotPublished() throws {
        let disk = SimulatedDisk()
        let repository = try StoreRepository.on(disk, [Gifts.draft("heart")])
        var wide = Gifts.draft("wide")
        wide.format.width = 2_000_000
        var long = Gifts.draft("long")
        long.duration = .max
        var endless = Gifts.draft("endless")
        endless.format.frameRate = .infinity
        for draft in [wide, long, endless] {
            let error = #expect(throws: RepositoryError.self) { try repository.publish(draft) }
            guard case .unreadable? = error else { return #expect(Bool(false), "\(draft.id): \(error as Any)") }
        }
        #expect(try StoreRepository.on(disk).snapshot.catalogue == repository.snapshot.catalogue)
    }

    @Test("an invalid entry in a store's file costs that gift but not the store")
    func invalidEntryAffectsOnlyItsGift() throws {
        let disk = SimulatedDisk()
        let before = try StoreRepository.on(disk, [Gifts.draft("heart"), Gifts.draft("rose")])
        let json = String(decoding: try #require(try disk.contents(of: "/store/catalogue.json")), as: UTF8.self)
        for (old, new) in [(#""name":"Heart""#, #""name":"a\u0000""#), (#""size":21"#, #""size":9223372036854775807"#)]
        {
            try disk.write(Array(json.replacing(old, with: new, maxReplacements: 1).utf8), to: "/store/catalogue.json")
            let after = try StoreRepository.on(disk)
            #expect(after.snapshot.catalogue.gifts.map(\.id) == ["rose"])
            #expect(after.notices.count == 1)
            #expect(after.notices.first?.hasPrefix("/store/catalogue.json: gifts[0].") == true)
            // The version's own document beside its package is intact, so that a roll-back restores it.
            #expect(try after.rollBack("heart").gift == before.snapshot["heart"])
            #expect(try StoreRepository.on(disk).notices.isEmpty)
        }
    }

    @Test("numbers at the end of their range lead to an error", arguments: ["revision", "event", "version"])
    func extremeNumberIsError(member: String) throws {
        let disk = SimulatedDisk()
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        let json = String(decoding: try #require(try disk.contents(of: "/store/catalogue.json")), as: UTF8.self)
        for number in ["9007199254740991", "9223372036854775807"] {
            let changed = json.replacing(try Regex("\"\(member)\":[0-9]+"), with: "\"\(member)\":\(number)")
            try disk.write(Array(changed.utf8), to: "/store/catalogue.json")
            if let repository = try? StoreRepository.on(disk) {
                _ = try? repository.publish(Gifts.draft("heart", "two"))
            }
            try disk.write(Array(json.utf8), to: "/store/catalogue.json")
        }
        #expect(try StoreRepository.on(disk).snapshot["heart"] != nil)
    }
}

@Suite("Conditions of requests to the server", .timeLimit(.minutes(1)))
struct ConditionRouteTests {
    @Test("conditions apply to every method and to every address that has states")
    func conditionsApplyToAllMethods() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            func status(_ method: String, _ path: String, _ headers: [String: String]) async throws -> Int {
                try await server.client.request(
                    method, path, server.authorization.merging(headers) { $1 }, body: method == "POST" ? [] : nil
                ).status
            }
            for path in ["/", "/gifts", "/gifts/heart", "/gifts/heart/1.zip", "/settings", "/settings?room=a"] {
                let tag = try #require(try await server.client.get(path).headers["etag"])
                for method in ["GET", "HEAD"] {
                    #expect(try await status(method, path, ["If-Match": "\"wrong\""]) == 412, "\(method) \(path)")
                    #expect(try await status(method, path, ["If-Match": "W/\(tag)"]) == 412, "\(method) \(path)")
                    #expect(try await status(method, path, ["If-Match": "\"x\", \(tag)"]) == 200, "\(method) \(path)")
                    #expect(try await status(method, path, ["If-Match": "*"]) == 200, "\(method) \(path)")
                    let packed = ["If-Match": tag, "Accept-Encoding": "gzip"]
                    #expect(try await status(method, path, packed) == 200, "\(method) \(path)")
                }
            }
            _ = try server.repository.publish(Gifts.draft("heart", "two"))
            let tag = try #require(try await server.client.get("/gifts/heart").headers["etag"])
            let changes = [("POST", "/gifts/heart/rollback"), ("DELETE", "/gifts/heart")]
            for (method, path) in changes {
                for header in [["If-Match": "\"wrong\""], ["If-None-Match": "*"], ["If-None-Match": tag]] {
                    #expect(try await status(method, path, header) == 412, "\(method) \(header)")
                }
            }
            #expect(server.repository.snapshot["heart"]?.version == 2)
            #expect(try await status("POST", "/gifts/heart/rollback", ["If-Match": tag]) == 200)
            #expect(try await status("DELETE", "/gifts/heart", ["If-Match": tag]) == 412)
            let next = try #require(try await server.client.get("/gifts/heart").headers["etag"])
            #expect(try await status("DELETE", "/gifts/heart", ["If-Match": next]) == 200)
            #expect(try await status("DELETE", "/gifts/heart", ["If-Match": next]) == 404)
            #expect(try await status("POST", "/gifts/heart/rollback", ["If-Match": "*"]) == 412)
            #expect(try await status("POST", "/gifts/heart/rollback", ["If-None-Match": "*"]) == 200)
        }
    }
}

@Suite("Ambiguous requests", .timeLimit(.minutes(1)))
struct RequestHeadTests {
    @Test(
        "the server rejects an ambiguous request and closes the connection",
        arguments: [
            ("GET /health HTTP/1.1\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a, b\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            ("GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
            (
                "GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                501
            ),
            ("GET /health HTTP/1.1\r\nHost: a\r\nExpect: the-end\r\n\r\n", 417),
        ])
    func ambiguousRequestIsRejected(text: String, status: Int) async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let answer = try await onThread {
                connection.send(text + "GET /gifts HTTP/1.1\r\nHost: a\r\n\r\n")
                return try connection.answer()
            }
            #expect(answer.status == status)
            #expect(answer.text.hasPrefix("{\"error\":\""))
            #expect(try await onThread { try connection.receiveAll() }.isEmpty)
        }
    }

    @Test(
        "a request whose first line comes in several packets is answered like any other",
        arguments: [
            (["F", "O", "O /gifts HTTP/1.1\r\nHost: a\r\n\r\n"], 501),
            (["FOO ", "/gifts HTTP/1.1\r\nHost: a\r\n\r\n"], 501),
            (["GE", "T /health HTTP/1.1\r\nHo", "st: a\r\n\r\n"], 200), (["no", "nsense\r\n\r\n"], 400),
        ])
    func firstLineInPackets(packets: [String], status: Int) async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let statuses = try await onThread {
                connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                let first = try connection.answer().status
                for packet in packets {
                    connection.send(packet)
                    usleep(50_000)
                }
                return [first, try connection.answer().status]
            }
            #expect(statuses == [200, status])
        }
    }

    @Test("the beginning of a method, and nothing after it, is no request")
    func closedMethod() async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let status = try await onThread {
                connection.send("FO")
                connection.finish()
                return try connection.answer().status
            }
            #expect(status == 400)
        }
    }

    @Test("the server answers an ambiguous request after the requests before it")
    func ambiguousRequestIsAnsweredInOrder() async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let statuses = try await onThread {
                connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.1\r\n\r\n")
                return [try connection.answer().status, try connection.answer().status]
            }
            #expect(statuses == [200, 400])
        }
    }

    @Test(
        "a connection that the client does not keep alive ends with the answer",
        arguments: [
            "GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.0\r\nConnection: keep-alive\r\nHost: a\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
            "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n",
        ])
    func connectionIsClosedAfterResponse(text: String) async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let answer = try await onThread {
                connection.send(text)
                return try connection.answer()
            }
            #expect(answer.status == 200)
            #expect(try await onThread { try connection.receiveAll() }.isEmpty)
        }
    }

    @Test("an HTTP/1.0 client gets no chunks")
    func http10ClientGetsNoChunks() async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let head = try await onThread {
                connection.send("GET /events HTTP/1.0\r\n\r\n")
                return try connection.receive(until: "\n\n")
            }
            #expect(head.hasPrefix("HTTP/1.0 200"))
            #expect(!head.lowercased().contains("chunked"))
        }
    }

    @Test("an HTTP/1.0 client gets no chunks either if a pipelined HTTP/1.1 request follows")
    func http10ThenHTTP11GetsNoChunks() async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let head = try await onThread {
                connection.send("GET /events HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return try connection.receive(until: "\n\n")
            }
            #expect(head.hasPrefix("HTTP/1.0 200"))
            #expect(!head.lowercased().contains("chunked"))
        }
    }

    @Test("an HTTP/1.1 client gets an HTTP/1.1 answer although a pipelined HTTP/1.0 request follows")
    func http11ThenHTTP10GetsHTTP11Response() async throws {
        try await TestServer.run { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            let text = try await onThread {
                connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\nGET /health HTTP/1.0\r\n\r\n")
                return String(decoding: try connection.receiveAll(), as: UTF8.self)
            }
            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(text.contains("}HTTP/1.0 200"))
        }
    }

    @Test("an HTTP/1.0 client gets no interim answer, whatever it expects", arguments: ["100-continue", "the-end"])
    func http10ClientGetsNoInterimResponse(expectation: String) async throws {
        try await TestServer.run { server in
            let document = Animations.document()
            let connection = try await onThread { try RawConnection(port: server.port) }
            let text = try await onThread {
                connection.send(
                    "PUT /gifts/plane HTTP/1.0\r\nAuthorization: Bearer \(TestServer.token)\r\n"
                        + "Expect: \(expectation)\r\nContent-Length: \(document.count)\r\n\r\n")
                connection.send(document)
                return String(decoding: try connection.receiveAll(), as: UTF8.self)
            }
            #expect(text.hasPrefix("HTTP/1.0 201"), "\(text)")
        }
    }
}
