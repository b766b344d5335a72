import GiftPackages
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of players that accept only the packages of publishers whose keys they know.
@Suite final class PublisherKeyTests: FolderStoreSuite {
    private static let key = "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g"

    private func privateKey() throws -> PublisherPrivateKey {
        let pem = "-----BEGIN PRIVATE KEY-----\n\(Self.key)\n-----END PRIVATE KEY-----\n"
        return try #require(PublisherPrivateKey(pem: Array(pem.utf8)))
    }

    private func signed(_ id: String, as signedID: String? = nil) throws -> TestGift {
        var package = try GiftPackage(TestGift(id).package)
        try package.sign(id: signedID ?? id, with: try privateKey())
        return TestGift(id, package: try package.zipArchive())
    }

    private func sync(
        _ store: LocalStore, keys: [PublisherKey], events: EventLog = EventLog()
    ) throws -> SyncSummary {
        var source = try StoreSource(storeFolder.path)
        source.publisherKeys = keys
        return try StoreSync(store: store, source: source, transfer: NoTransfer())
            .run(stop: StopSignal()) { events.record($0) }
    }

    @Test("a signed package is installed, and one without a signature or for another gift is refused")
    func onlySignedPackages() throws {
        try TestStore(signed("heart"), TestGift("rose"), signed("star", as: "sun")).publish(to: storeFolder)
        let store = try open()
        let events = EventLog()
        let summary = try sync(store, keys: [privateKey().publicKey], events: events)
        #expect((summary.ready, summary.failed) == (1, 2))
        #expect(try store.states == ["heart-1* ready", "rose-1* failed", "star-1* failed"])
        #expect(
            events.reasons["rose"] == "gift.sig: expected the signature of a publisher whose key is set, found none")
        #expect(
            events.reasons["star"]
                == "gift.sig: expected the signature of these files for \"star\", found another one")
        #expect(home.tree("gifts/heart/1") == ["data.json", "gift.sig", "installed.json"])
        #expect(try store.findFaults() == [])
        #expect(try store.loadComposition(of: "heart") != nil)
    }

    @Test("a package that another publisher has signed is refused")
    func otherPublisher() throws {
        try TestStore(signed("heart")).publish(to: storeFolder)
        let other = try #require(PublisherKey("PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="))
        let events = EventLog()
        #expect(try sync(open(), keys: [other], events: events).failed == 1)
        #expect(events.reasons["heart"]?.hasPrefix("gift.sig: expected a signature with a key that is set") == true)
    }

    @Test("without keys unsigned packages are installed, but a wrong signature never is")
    func withoutKeys() throws {
        try TestStore(TestGift("rose"), signed("star", as: "sun")).publish(to: storeFolder)
        let store = try open()
        #expect(try sync(store, keys: []).failed == 1)
        #expect(try store.states == ["rose-1* ready", "star-1* failed"])
    }

    @Test("what was installed before a key was set is removed by the next synchronisation")
    func installedBefore() throws {
        try TestStore(TestGift("rose"), signed("heart")).publish(to: storeFolder)
        let store = try open()
        #expect(try sync(store, keys: []).ready == 2)
        #expect(try sync(store, keys: [privateKey().publicKey]).failed == 1)
        #expect(try store.states == ["heart-1* ready", "rose-1* failed"])
        #expect(try store.loadComposition(of: "rose") == nil)
        #expect(home.tree("gifts/rose") == [])
    }

    @Test("what was installed before a key was set does not play when the library is opened with the key")
    func installedBeforeOpening() throws {
        try TestStore(TestGift("rose"), signed("heart")).publish(to: storeFolder)
        #expect(try sync(open(), keys: []).ready == 2)
        let store = try LocalStore(home: home.path, publisherKeys: [privateKey().publicKey])
        #expect(try store.states == ["heart-1* ready", "rose-1* wanted"])
        #expect(try store.loadComposition(of: "rose") == nil)
        #expect(try store.animationFile(of: "rose") == nil)
        #expect(try store.loadComposition(of: "heart") != nil)
        #expect(home.tree("gifts/rose") == [])
    }
}
