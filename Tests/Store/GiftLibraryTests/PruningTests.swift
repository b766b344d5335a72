import ExactNumbers
import StoreProtocol
import TestSupport
import Testing
import ZIPFixtures

@testable import GiftLibrary

/// Tests of what pruning removes, and in which order.
@Suite struct PruningTests {
    let home: TemporaryFolder
    let storeFolder: TemporaryFolder
    let clock = VirtualClock()
    let store: LocalStore

    init() throws {
        home = try TemporaryFolder()
        storeFolder = try TemporaryFolder()
        store = try LocalStore(home: home.path, clock: clock)
    }

    func publish(_ gifts: TestGift...) throws {
        try TestStore(gifts: gifts).publish(to: storeFolder)
        try sync(store, from: storeFolder)
        clock.advance(by: .second)
    }

    func prune(to limit: Int = .max) throws -> [String] {
        try store.prune(to: limit).removed.map { "\($0.id)-\($0.version) \($0.cause)" }
    }

    @Test func withdrawnAndOldVersionsAreRemoved() throws {
        try publish(TestGift("heart"), TestGift("rose"))
        try publish(TestGift("heart", version: 2))
        #expect(try store.states == ["heart-2* ready", "heart-1 ready", "rose-1 withdrawn"])
        #expect(try prune() == ["heart-1 superseded", "rose-1 withdrawn"])
        #expect(try store.states == ["heart-2* ready", "rose-1 withdrawn"])
        #expect(home.tree("gifts") == ["heart", "heart/2", "heart/2/data.json", "heart/2/installed.json"])
        #expect(home.tree("incoming") == [])
        #expect(try prune() == [])
    }

    @Test func playedVersionIsKept() throws {
        try publish(TestGift("heart"))
        var broken = TestGift("heart", version: 2)
        broken.package[10] ^= 1
        try publish(broken)
        #expect(try prune() == [])
        #expect(try store.loadComposition(of: "heart")?.width == 101)
    }

    @Test func leastRecentlyPlayedAreRemoved() throws {
        try publish(TestGift("a", bytes: 1000), TestGift("b", bytes: 1000), TestGift("c", bytes: 1000))
        for id in ["c", "a"] {
            #expect(try store.loadComposition(of: id) != nil)
            clock.advance(by: 7200 * .second)
        }
        // The store writes dates of use in the background; this write waits for them.
        try store.database.write { _ in }
        let size = try #require(try store.versions(of: "a")[0].diskBytes)
        #expect(try prune(to: 3 * size) == [])
        #expect(try prune(to: 2 * size) == ["b-1 size"])
        #expect(try prune(to: 2 * size - 1) == ["c-1 size"])
        #expect(try store.states == ["a-1* ready", "b-1* wanted", "c-1* wanted"])
        #expect(try store.versions(of: "b")[0].reason == "removed to keep the store at its size")
        #expect(try store.prune(to: 0).left == 0)
        #expect(try sync(store, from: storeFolder).ready == 3)
    }

    @Test func lockedVersionIsKept() throws {
        try publish(TestGift("heart"))
        try publish(TestGift("heart", version: 2))
        let release = Release(id: "heart", version: 1)
        let part = try #require(try PartFile.openLocked(at: store.layout.partFile(release), disk: store.disk))
        #expect(try prune() == [])
        withExtendedLifetime(part) {}
    }
}
