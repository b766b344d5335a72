import FaultProxy
import HTTPClient
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of players that accept only the documents of a store whose keys they know.
@Suite("A store with keys", .timeLimit(.minutes(2)))
struct StoreKeyTests {
    let home: TemporaryFolder
    private let key: PublisherPrivateKey
    private let next: PublisherPrivateKey

    init() throws {
        home = try TemporaryFolder()
        key = try Self.key("MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g")
        next = try Self.key("MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7")
    }

    private static func key(_ base64: String) throws -> PublisherPrivateKey {
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        return try #require(PublisherPrivateKey(pem: Array(pem.utf8)))
    }

    /// Starts an address of a store with a heart, or without any gift.
    private func server(
        _ revision: Int, signedBy key: PublisherPrivateKey?, isEmpty: Bool = false,
        change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> LoopbackServer {
        var store = TestStore(gifts: isEmpty ? [] : [TestGift("heart")])
        store.revision = revision
        let catalogue = change(DocumentSignature.sign(store.catalogue.json, as: .catalogue, with: key))
        let settings = Array(#"{"revision":\#(revision)}"#.utf8)
        let room = change(DocumentSignature.sign(settings, as: .roomSettings(room: "lobby"), with: key))
        let files = store.files
        return try LoopbackServer { request in
            switch request.target.prefix(while: { $0 != "?" }) {
            case "/gifts": .complete(200, headers: ["ETag": "\"\(revision)\""], body: catalogue)
            case "/settings": .complete(200, body: room)
            case let path: files[String(path)].map { .complete(200, body: $0) } ?? .complete(404)
            }
        }
    }

    private func source(_ servers: [LoopbackServer], keys: [PublisherPrivateKey]) throws -> StoreSource {
        var source = try StoreSource(servers.map { $0.url() }.joined(separator: " "))
        source.storeKeys = keys.map(\.publicKey)
        return source
    }

    private func sync(_ servers: LoopbackServer..., keys: [PublisherPrivateKey]) throws -> (StoreSync, LocalStore) {
        let store = try LocalStore(home: home.path)
        let transfer = CurlTransfer(CurlOptions(proxy: .none))
        return (
            StoreSync(store: store, source: try source(servers, keys: keys), transfer: transfer, rules: .fast), store
        )
    }

    @Test("a signed catalogue is accepted, and each other one is the error of its address")
    func onlySignedCatalogues() throws {
        let good = try server(5, signedBy: key)
        #expect(try sync(good, keys: [key]).0.run(stop: StopSignal()).ready == 1)
        let tampered = try server(6, signedBy: key) { json in
            Array(String(decoding: json, as: UTF8.self).replacing(#""revision":6"#, with: #""revision":9"#).utf8)
        }
        for (server, reason) in [
            (try server(6, signedBy: nil), "expected that of a store whose key is set"),
            (try server(6, signedBy: next), "expected one with a key that is set"),
            (tampered, "expected that of this document"),
        ] {
            let (sync, store) = try sync(server, keys: [key])
            let error = #expect(throws: SyncError.self) { try sync.run(stop: StopSignal()) }
            #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
            #expect(try store.states == ["heart-1* ready"])
        }
    }

    @Test("a lying address beside a good one changes nothing, is not asked again, and does not last")
    func lyingAddress() throws {
        let liar = try server(1_000_000_000, signedBy: nil, isEmpty: true)
        let good = try server(5, signedBy: key)
        let (sync, store) = try sync(liar, good, keys: [key])
        let summary = try sync.run(stop: StopSignal())
        #expect((summary.revision, summary.ready, summary.withdrawn) == (5, 1, 0))
        #expect(sync.addresses.ordered().map(\.index) == [1])
        #expect(try sync.run(stop: StopSignal()).revision == 5)
        #expect(try store.states == ["heart-1* ready"])
    }

    @Test("what a lying address withdrew before the keys were set comes back with them")
    func liesOfBefore() throws {
        let liar = try server(1_000_000_000, signedBy: nil, isEmpty: true)
        let good = try server(5, signedBy: key)
        #expect(try sync(good, keys: []).0.run(stop: StopSignal()).ready == 1)
        #expect(try sync(good, liar, keys: []).0.run(stop: StopSignal()).withdrawn == 1)
        let (sync, store) = try sync(good, liar, keys: [key])
        #expect(try sync.run(stop: StopSignal()).revision == 5)
        #expect(try store.states == ["heart-1* ready"])
    }

    @Test("an older document with a right signature is out of date, also from the only address")
    func replayedCatalogue() throws {
        func catalogue(_ revision: Int, _ gifts: [TestGift]) -> [UInt8] {
            let catalogue = StoreCatalogue(revision: revision, gifts: gifts.map(\.gift))
            return DocumentSignature.sign(catalogue.json, as: .catalogue, with: key)
        }
        let (new, old) = (catalogue(5, [TestGift("heart")]), catalogue(4, []))
        let (isOld, files) = (Flag(), TestStore(TestGift("heart")).files)
        let server = try LoopbackServer { request in
            if request.target == "/gifts" { return .complete(200, body: isOld.isSet ? old : new) }
            return files[request.target].map { .complete(200, body: $0) } ?? .complete(404)
        }
        #expect(try sync(server, keys: [key]).0.run(stop: StopSignal()).ready == 1)
        isOld.set()
        let (again, store) = try sync(server, keys: [key])
        #expect(throws: SyncError.self) { try again.run(stop: StopSignal()) }
        #expect(try store.states == ["heart-1* ready"])
    }

    @Test("while a key is exchanged, both are set")
    func rotatedKey() throws {
        let (old, new) = (try server(5, signedBy: key), try server(6, signedBy: next))
        #expect(try sync(old, new, keys: [key, next]).0.run(stop: StopSignal()).revision == 6)
        #expect(try sync(old, new, keys: [next]).0.run(stop: StopSignal()).revision == 6)
    }

    @Test("an answer that nothing has changed does not take the place of a catalogue")
    func unaskedAnswer() throws {
        let server = try LoopbackServer { _ in .complete(304) }
        #expect(throws: SyncError.self) { try sync(server, keys: [key]).0.run(stop: StopSignal()) }
    }

    @Test("a follower takes the settings that the store has signed for its room, and no others")
    func settings() throws {
        let liar = try server(1_000_000_000, signedBy: nil)
        let otherRoom = try server(4, signedBy: nil) { [key] json in
            let isCatalogue = String(decoding: json, as: UTF8.self).contains("gifts")
            return DocumentSignature.sign(
                json, as: isCatalogue ? .catalogue : .roomSettings(room: "stage"), with: key)
        }
        let good = try server(5, signedBy: key)
        let store = try LocalStore(home: home.path)
        let follower = try StoreFollower(
            store: store, source: try source([liar, otherRoom, good], keys: [key]), room: "lobby",
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait { if case .settings(let settings) = $0 { settings.revision == 5 } else { false } }
        log.wait(for: .ready(TestGift("heart").gift))
        log.stop()
        #expect(
            log.all.compactMap { if case .settings(let settings) = $0 { settings.revision } else { nil } } == [5])
        // Without the store they are known only to a player with this key.
        #expect(store.settings(of: try source([good], keys: [key]), room: "lobby")?.revision == 5)
        #expect(store.settings(of: try source([good], keys: [next]), room: "lobby") == nil)
        #expect(store.settings(of: try source([good], keys: []), room: "lobby")?.revision == 5)
    }
}
