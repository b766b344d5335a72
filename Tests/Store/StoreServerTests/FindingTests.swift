import JSON
import Testing
import ZIPArchive

@testable import StoreServer

@Suite("Findings of the lint")
struct FindingTests {
    /// A document that is empty at first, and whose name is markup.
    private static let late = Array(
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":60,"w":100,"h":50,"layers":[
        {"ty":1,"nm":"<b>late</b>","sw":50,"sh":50,"sc":"#ff8800","ip":9,"op":60,"st":0,"ks":{},"ao":1}]}
        """.utf8)

    private static func rules(_ answer: Answer) throws -> [String] {
        let json = try JSONReader.readDocument(answer.body) { reader throws(JSONError) in
            try JSONValue(from: &reader)
        }
        return try #require(json.member("findings")?.array).compactMap { $0.member("rule")?.string }
    }

    @Test("they are in the answer to the publisher, and stay with the version")
    func stayWithVersion() async throws {
        try await TestServer.run { server in
            let first = try await server.publish("late", Self.late)
            #expect(first.status == 201, "\(first.text)")
            let found = try Self.rules(first)
            #expect(found.contains("empty-first-frame") && found.contains("missing-marker"))
            #expect(!found.contains("nothing-drawn"))
            let kept = try await server.client.get("/gifts/late/1/findings.json")
            #expect(kept.status == 200)
            #expect(kept.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(try Self.rules(kept) == found)

            let second = try await server.publish("late", Animations.document())
            #expect(try !Self.rules(second).contains("empty-first-frame"))
            #expect(try Self.rules(try await server.client.get("/gifts/late/1/findings.json")) == found)
            _ = try await server.client.request("POST", "/gifts/late/rollback", server.authorization)
            #expect(try Self.rules(try await server.client.get("/gifts/late/1/findings.json")) == found)
        }
    }

    @Test("findings refuse no gift, nothing is measured, and the server's fonts do not matter")
    func refuseNothing() async throws {
        try await TestServer.run { server in
            let text =
                #"{"ty":5,"ip":0,"op":60,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"hi","f":"F","s":9,"fc":[0,0,0]}}]}}}"#
            let fonts = #""fonts":{"list":[{"fName":"F","fFamily":"Nobody Has This"}]},"layers":["#
            let document = String(decoding: Self.late, as: UTF8.self).replacing(
                #""layers":["#, with: "\(fonts)\(text),")
            let answer = try await server.publish("text", Array(document.utf8))
            #expect(answer.status == 201, "\(answer.text)")
            let found = try Self.rules(answer)
            #expect(!found.contains("missing-font") && !found.contains("frame-time"))
        }
    }

    @Test("a version that was published without the lint has none, and stays as it is")
    func oldVersion() async throws {
        try await TestServer.run([Gifts.draft("heart")]) { server in
            let answer = try await server.client.get("/gifts/heart/1/findings.json")
            #expect(answer.status == 404)
            #expect(answer.text.hasPrefix(#"{"error":"version 1 of \"heart\" was not linted"}"#))
            #expect(try await server.client.get("/gifts/heart/2/findings.json").status == 404)
            let record = VersionRecord(gift: try #require(server.repository.snapshot["heart"]), previous: nil)
            #expect(try VersionRecord(json: record.json) == record)
        }
    }

    @Test("a record keeps the findings exactly")
    func record() throws {
        let disk = SimulatedDisk()
        let repository = try StoreRepository.on(disk)
        var draft = Gifts.draft("heart")
        draft.findings = Array(#"[{"rule":"x","message":"a\"b"}]"#.utf8)
        _ = try repository.publish(draft)
        #expect(try repository.record(of: "heart", version: 1)?.findings == draft.findings)
    }
}
