import GiftPackages
import StoreProtocol
import Testing
import ZIPArchive

@testable import StoreServer

@Suite("Publishers")
struct PublishingTests {
    @Test("a published document is answered with its facts and becomes a gift")
    func publishedDocumentBecomesGift() async throws {
        try await TestServer.run { server in
            let answer = try await server.publish("plane", Animations.document(), query: "?name=Paper+plane&value=5")
            #expect(answer.status == 201, "\(answer.text)")
            #expect(answer.headers["location"] == "/gifts/plane")
            #expect(answer.text.hasPrefix(#"{"file":"plane.json","bytes":"#))
            #expect(answer.text.contains(#""width":100,"height":50,"frameRate":30"#))
            #expect(answer.text.contains(#""frames":60,"duration":2"#))
            #expect(answer.text.hasSuffix(#","revision":2}"#))
            let gift = try StoreGift(json: try await server.client.get("/gifts/plane").body)
            #expect((gift.name, gift.value, gift.version, gift.duration) == ("Paper plane", 5, 1, 2_000_000_000))
            #expect(gift.format == StoreGift.Format(width: 100, height: 50, frameRate: 30))
            #expect(gift.published == Gifts.time())
            let package = try GiftPackage(try await server.client.get("/\(gift.package)").body)
            #expect(package.composition.duration == 2)
        }
    }

    @Test("a gift published in any form is readable in every form")
    func giftIsReadableInEveryFormat() async throws {
        try await TestServer.run { server in
            let package = try GiftPackage(Animations.document())
            for (id, file) in [("zip", try package.zipArchive()), ("lottie", try package.dotLottieArchive())] {
                let answer = try await server.publish(id, file)
                #expect(answer.status == 201, "\(answer.text)")
                #expect(answer.text.hasPrefix(#"{"file":"\#(id).\#(id)","bytes":\#(file.count)"#))
                let archive = try await server.client.get("/gifts/\(id)/1.lottie")
                #expect(archive.headers["content-type"] == "application/zip+dotlottie")
                #expect(archive.headers["cache-control"] == "public, max-age=31536000, immutable")
                #expect(try GiftPackage(archive.body).kind == .dotLottie)
                let document = try await server.client.get("/animation/\(id).json")
                #expect(document.headers["cache-control"] == "no-cache")
                #expect(try GiftPackage(document.body).kind == .document)
                let tag = try #require(document.headers["etag"])
                let again = try await server.client.get("/animation/\(id).json", ["If-None-Match": tag])
                #expect(again.status == 304)
                let packed = try await server.client.get("/animation/\(id).json", ["Accept-Encoding": "gzip"])
                #expect(packed.headers["content-encoding"] == "gzip")
            }
        }
    }

    @Test("the report names a compressed document after its form")
    func compressed() async throws {
        try await TestServer.run { server in
            let sticker = try #require(ContentCoding.gzipped(Animations.document()))
            let answer = try await server.publish("plane", sticker)
            #expect(answer.status == 201, "\(answer.text)")
            #expect(answer.text.hasPrefix(#"{"file":"plane.tgs","bytes":\#(sticker.count)"#), "\(answer.text)")
        }
    }

    @Test("gift.yaml sets the facts of a gift, and the address overrides them")
    func addressOverridesManifest() async throws {
        try await TestServer.run { server in
            let manifest = """
                name: Plane of yaml
                value: 7
                tags: [a, b]
                sign: {emoji: "✈️", ascii: "->"}
                settings: {replaceAt: 0.9}
                """
            var archive = ArchiveWriter()
            try archive.add("data.json", Animations.document())
            try archive.add("gift.yaml", Array(manifest.utf8))
            let answer = try await server.publish("plane", try archive.bytes(), query: "?value=8&tags=c,%20d")
            #expect(answer.status == 201, "\(answer.text)")
            let gift = try #require(server.repository.snapshot["plane"])
            #expect((gift.name, gift.value, gift.tags) == ("Plane of yaml", 8, ["c", "d"]))
            #expect(gift.symbol == GiftSymbol(emoji: "✈️", ascii: "->"))
            #expect(gift.settings.map(\.key.name) == ["replaceAt"])
        }
    }

    @Test("a package is published with the animation that it inserts, and refused without it or with a key of the room")
    func manifestIsChecked() async throws {
        try await TestServer.run { server in
            func archive(_ manifest: String, with files: [String: [UInt8]] = [:]) throws -> [UInt8] {
                var archive = ArchiveWriter()
                try archive.add("data.json", Animations.document())
                for (name, bytes) in files.sorted(by: { $0.key < $1.key }) { try archive.add(name, bytes) }
                try archive.add("gift.yaml", Array(manifest.utf8))
                return try archive.bytes()
            }
            let insert = "insert: {'*': animations/dot.json}"
            let refused = try await server.publish("plane", try archive(insert))
            #expect(refused.status == 422)
            #expect(refused.text.contains("gift.yaml:1:15: insert: *: expected the path of a picture or an animation"))
            let file = try archive(insert, with: ["animations/dot.json": Animations.document()])
            #expect(try await server.publish("plane", file).status == 201)
            let gift = try #require(server.repository.snapshot["plane"])
            let stored = try GiftPackage(try server.repository.package(of: gift))
            #expect(stored.insertedAnimations == ["animations/dot.json": Animations.document()])
            let machine =
                #"{"initial":"a","inputs":[{"type":"Event","name":"hop"}],"states":["#
                + #"{"type":"PlaybackState","name":"a","animation":"","transitions":[]}]}"#
            let files = ["s/m.json": Array(machine.utf8)]
            let used = try await server.publish("tap", try archive("stateMachine: {keys: {m: hop}}", with: files))
            #expect(used.status == 422 && used.text.contains("keys: m: expected a key that no room uses itself"))
            let free = try await server.publish("tap", try archive("stateMachine: {keys: {k: hop}}", with: files))
            #expect(free.status == 201, "\(free.text)")
        }
    }

    @Test("a wrong signature refuses a package, and a right one stays in it")
    func signatures() async throws {
        try await TestServer.run { server in
            let pem = """
                -----BEGIN PRIVATE KEY-----
                MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
                -----END PRIVATE KEY-----
                """
            let key = try #require(PublisherPrivateKey(pem: Array(pem.utf8)))
            var package = try GiftPackage(Animations.document())
            try package.sign(id: "plane", with: key)
            let file = try package.zipArchive()
            let refused = try await server.publish("rose", file)
            #expect(refused.status == 422)
            #expect(refused.text.contains("gift.sig: expected the signature of these files for"))
            #expect(try await server.publish("plane", file).status == 201)
            let gift = try #require(server.repository.snapshot["plane"])
            let stored = try GiftPackage(try server.repository.package(of: gift))
            try stored.checkSignature(id: "plane", trusted: [key.publicKey])
        }
    }

    @Test("a change needs the token")
    func changeNeedsToken() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            for header in [
                [:], ["Authorization": "Basic abc"], ["Authorization": "Bearer wrong"], ["Authorization": ""],
            ] {
                for (method, path) in [
                    ("PUT", "/gifts/heart"), ("DELETE", "/gifts/heart"), ("POST", "/gifts/heart/rollback"),
                    ("PUT", "/settings"),
                ] {
                    let answer = try await server.client.request(method, path, header, body: Animations.document())
                    #expect(answer.status == 401)
                    #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer ") == true)
                }
            }
            let answer = try await server.client.request(
                "DELETE", "/gifts/heart", ["Authorization": "bearer  \(TestServer.token) "])
            #expect(answer.status == 200)
        }
    }

    @Test("no change is possible while writing is off")
    func writingCanBeOff() async throws {
        try await TestServer.run([Gifts.draft("heart")], { $0.access = .off }) { server in
            let answer = try await server.client.request("DELETE", "/gifts/heart", server.authorization)
            #expect(answer.status == 403)
            #expect(answer.text == "{\"error\":\"writing is off: start gift-store with --token-file FILE\"}\n")
        }
    }

    @Test(
        "a file or a parameter that is not valid is refused with the reason",
        arguments: [
            ("{}", "", 422), ("not an animation", "", 422), ("", "", 422), ("PK\u{3}\u{4}broken", "", 422),
            ("{}", "?valeu=1", 400), ("{}", "?value=-1", 400), ("{}", "?name=%FF", 400), ("{}", "?emoji=x", 400),
            ("{}", "?name=", 400), ("{}", "?name=a&name=b", 400), ("{}", "?name=a%0Ab", 400),
        ])
    func invalidFileIsRejected(file: String, query: String, status: Int) async throws {
        try await TestServer.run { server in
            let answer = try await server.publish("plane", Array(file.utf8), query: query)
            #expect(answer.status == status)
            #expect(answer.text.hasPrefix("{\"error\":\""))
            #expect(server.repository.snapshot.catalogue.revision == 1)
        }
    }

    @Test("a request of the wrong form is refused with the right status")
    func malformedRequestIsRejected() async throws {
        try await TestServer.run([], { $0.limits.maxBodyBytes = 1_000 }) { server in
            let document = Animations.document()
            func put(_ path: String, _ headers: [String: String], _ body: [UInt8]?) async throws -> Int {
                let headers = server.authorization.merging(headers) { $1 }
                return try await server.client.request("PUT", path, headers, body: body).status
            }
            #expect(try await put("/gifts/plane", ["Content-Type": "text/html"], document) == 415)
            #expect(try await put("/gifts/plane", ["Content-Encoding": "gzip"], document) == 415)
            #expect(try await put("/gifts/Plane", [:], document) == 400)
            #expect(try await put("/gifts/plane", [:], nil) == 411)
            #expect(try await put("/gifts/plane", [:], [UInt8](repeating: 0, count: 1_001)) == 413)
            #expect(try await put("/gifts/plane", ["Content-Type": "application/json; charset=utf-8"], document) == 201)
            #expect(try await put("/gifts/plane", ["If-None-Match": "*"], document) == 412)
            let tag = try #require(try await server.client.get("/gifts/plane").headers["etag"])
            #expect(try await put("/gifts/plane", ["If-Match": tag], document) == 200)
            #expect(try await put("/gifts/plane", ["If-Match": tag], document) == 412)
            #expect(try await put("/gifts/other", ["If-Match": "*"], document) == 412)
            #expect(try await put("/gifts/other", ["If-None-Match": "*"], document) == 201)
        }
    }

    @Test("a condition that does not hold is named")
    func conditions() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let tag = try #require(try await server.client.get("/gifts/heart").headers["etag"])
            for (path, header, message) in [
                (
                    "/gifts/heart", ["If-None-Match": "*"],
                    "it exists already: If-None-Match: * expects that it does not"
                ),
                ("/gifts/heart", ["If-None-Match": tag], "it is in the state that If-None-Match excludes"),
                ("/gifts/heart", ["If-Match": "\"x\""], "it was changed in the meantime: fetch it again"),
                ("/gifts/rose", ["If-Match": "*"], "it does not exist: If-Match expects that it does"),
            ] {
                let headers = server.authorization.merging(header) { $1 }
                let answer = try await server.client.request("PUT", path, headers, body: Animations.document())
                #expect(answer.status == 412)
                #expect(answer.text == "{\"error\":\"\(message)\"}\n")
            }
        }
    }

    @Test("a gift can be withdrawn, restored and rolled back")
    func giftCanBeWithdrawnAndRolledBack() async throws {
        try await TestServer.run { server in
            func act(_ method: String, _ path: String) async throws -> Answer {
                try await server.client.request(method, path, server.authorization)
            }
            #expect(try await act("POST", "/gifts/plane/rollback").status == 404)
            _ = try await server.publish("plane", Animations.document(frames: 30))
            #expect(try await act("POST", "/gifts/plane/rollback").status == 409)
            #expect(try await server.publish("plane", Animations.document(frames: 60)).status == 200)
            let back = try await act("POST", "/gifts/plane/rollback")
            #expect(back.status == 200)
            #expect(try StoreGift(json: back.body).version == 1)
            let gone = try await act("DELETE", "/gifts/plane")
            #expect((gone.status, gone.text) == (200, #"{"withdrawn":"plane","revision":5}"#))
            #expect(try await act("DELETE", "/gifts/plane").status == 404)
            #expect(try StoreGift(json: try await act("POST", "/gifts/plane/rollback").body).version == 1)
            #expect(try await server.publish("plane", Animations.document()).text.contains(#""version":3"#))
        }
    }

    @Test("concurrent publications lose nothing", .timeLimit(.minutes(1)))
    func concurrentPublicationsLoseNothing() async throws {
        try await TestServer.run { server in
            let count = 24
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await server.publish("plane-\(number % 3)", Animations.document(frames: 10 + number)).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 3)
            #expect(statuses.filter { $0 == 200 }.count == count - 3)
            let catalogue = server.repository.snapshot.catalogue
            #expect(catalogue.revision == count + 1)
            #expect(catalogue.gifts.map(\.version) == [8, 8, 8])
        }
    }
}
