import PlayerSettings
import StoreProtocol
import TestSupport
import Testing

@testable import StoreServer

@Suite("Signed documents of a server and of an export")
struct SignedDocumentTests {
    private let keys: [PublisherPrivateKey]

    init() throws {
        let texts = [
            "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g",
            "MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7",
        ]
        keys = try texts.map { text in
            let pem = "-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n"
            return try #require(PublisherPrivateKey(pem: Array(pem.utf8)))
        }
    }

    @Test("a copy is signed with the key of the export, and signed anew when the key changes")
    func copy() throws {
        let disk = SimulatedDisk()
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        for key in keys {
            let export = StoreExport(root: "/store", target: "/copy", documentKey: key, disk: disk)
            _ = try export.run()
            for (file, kind) in [("catalogue", DocumentSignature.Kind.catalogue), ("settings", .settings)] {
                let json = try #require(try disk.contents(of: "/copy/\(file).json"))
                #expect(throws: Never.self) {
                    try DocumentSignature.check(json, as: kind, trusted: [key.publicKey])
                }
            }
            #expect(try export.run().writtenFiles == 0)
        }
        _ = try StoreExport(root: "/store", target: "/copy", disk: disk).run()
        let json = try #require(try disk.contents(of: "/copy/catalogue.json"))
        #expect(!String(decoding: json, as: UTF8.self).contains("signature"))
    }

    @Test("a signed copy is not replaced with one without a signature by mistake")
    func unsignedCopy() throws {
        let disk = SimulatedDisk()
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        let signed = StoreExport(root: "/store", target: "/copy", documentKey: keys[0], disk: disk)
        let unsigned = StoreExport(root: "/store", target: "/copy", disk: disk)
        try unsigned.validate()
        _ = try unsigned.run()
        try unsigned.validate()
        _ = try signed.run()
        try signed.validate()
        #expect(throws: ExportError.signedTarget(path: "/copy")) { try unsigned.validate() }
    }

    @Test("a server signs the catalogue, the settings and those of each room, with the same tag while nothing changes")
    func answers() async throws {
        let folder = try TemporaryFolder()
        let key = keys[0]
        let repository = try StoreRepository(
            root: folder.path, documentKey: key, now: Gifts.time,
            gifts: { () throws(RepositoryError) in [Gifts.draft("heart")] })
        try await TestServer.run(repository) { server in
            let documents = [
                ("/gifts", DocumentSignature.Kind.catalogue), ("/settings", .settings),
                ("/settings?room=lobby", .roomSettings(room: "lobby")),
            ]
            for (path, kind) in documents {
                let answer = try await server.client.get(path)
                #expect(throws: Never.self) {
                    try DocumentSignature.check(answer.body, as: kind, trusted: [key.publicKey])
                }
                #expect(try await server.client.get(path).headers["etag"] == answer.headers["etag"])
            }
            // What came from the store can be sent back to it, with its signature.
            let settings = try await server.client.get("/settings")
            let answer = try await server.client.request(
                "PUT", "/settings",
                server.authorization.merging(["If-Match": settings.headers["etag"] ?? ""]) { $1 },
                body: settings.body)
            #expect(answer.status == 200, "\(answer.text)")
        }
    }
}
