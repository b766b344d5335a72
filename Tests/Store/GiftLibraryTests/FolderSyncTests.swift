import Foundation
import StoreProtocol
import SystemIO
import TestSupport
import Testing
import ZIPFixtures

@testable import GiftLibrary

/// Tests of a pass that synchronises the local store with a store in a folder.
@Suite final class FolderSyncTests: FolderStoreSuite {
    @Test func listedGiftsAreInstalled() throws {
        try TestStore(TestGift("heart"), TestGift("rocket", version: 3, files: [.init("images/a.png", "a")]))
            .publish(to: storeFolder)
        let store = try open()
        let events = EventLog()
        #expect(try sync(store, from: storeFolder, events: events) == SyncSummary(revision: 1, ready: 2))
        #expect(try store.states == ["heart-1* ready", "rocket-3* ready"])
        #expect(try store.findFaults() == [])
        #expect(
            home.tree("gifts") == [
                "heart", "heart/1", "heart/1/data.json", "heart/1/installed.json", "rocket", "rocket/3",
                "rocket/3/data.json", "rocket/3/images", "rocket/3/images/a.png", "rocket/3/installed.json",
            ])
        #expect(home.tree("incoming") == [])
        #expect(try store.loadComposition(of: "rocket")?.width == 103)
        #expect(events.all.first == .listed(TestGift("heart").gift))
    }

    @Test func unchangedCatalogueChangesNothing() throws {
        try TestStore(TestGift("heart")).publish(to: storeFolder)
        let store = try open()
        try sync(store, from: storeFolder)
        let before = try store.gifts()
        clock.advance(by: .second)
        #expect(try sync(store, from: storeFolder) == SyncSummary(revision: 1))
        #expect(try store.gifts() == before)
    }

    @Test func oldVersionPlaysUntilNewOneIsInstalled() throws {
        try TestStore(TestGift("heart")).publish(to: storeFolder)
        let store = try open()
        try sync(store, from: storeFolder)
        var broken = TestGift("heart", version: 2)
        broken.package[40] ^= 1
        try TestStore(broken).publish(to: storeFolder)
        let events = EventLog()
        #expect(try sync(store, from: storeFolder, events: events).failed == 1)
        #expect(try store.states == ["heart-2* failed", "heart-1 ready"])
        #expect(try store.loadComposition(of: "heart")?.width == 101)
        #expect(events.reasons["heart"]?.hasPrefix("checksum differs: expected ") == true)
        try TestStore(TestGift("heart", version: 2)).publish(to: storeFolder)
        try sync(store, from: storeFolder)
        #expect(try store.loadComposition(of: "heart")?.width == 102)
        #expect(try store.states == ["heart-2* ready", "heart-1 ready"])
    }

    @Test func rollBackPlaysInstalledVersion() throws {
        let store = try open()
        for version in [1, 2] {
            try TestStore(TestGift("heart", version: version)).publish(to: storeFolder)
            try sync(store, from: storeFolder)
        }
        var rolledBack = TestStore(TestGift("heart", version: 1))
        rolledBack.revision = 9
        try rolledBack.publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder) == SyncSummary(revision: 9))
        #expect(try store.states == ["heart-1* ready", "heart-2 ready"])
        #expect(try store.loadComposition(of: "heart")?.width == 101)
    }

    @Test func withdrawnGiftKeepsFilesButDoesNotPlay() throws {
        try TestStore(TestGift("heart"), TestGift("rose")).publish(to: storeFolder)
        let store = try open()
        try sync(store, from: storeFolder)
        try TestStore(TestGift("rose")).publish(to: storeFolder)
        let events = EventLog()
        #expect(try sync(store, from: storeFolder, events: events).withdrawn == 1)
        #expect(events.all.contains(.withdrawn(id: "heart")))
        #expect(try store.states == ["heart-1 withdrawn", "rose-1* ready"])
        #expect(try store.loadComposition(of: "heart") == nil)
        #expect(home.exists("gifts/heart/1/data.json"))
        try TestStore(TestGift("heart"), TestGift("rose")).publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder).ready == 0)
        #expect(try store.states == ["heart-1* ready", "rose-1* ready"])
    }

    @Test func withdrawnKindsNameBuiltInOnesThatTheLibraryNeverHad() throws {
        var published = TestStore(TestGift("rose"))
        published.withdrawn = ["heart": 3, "lantern": 1, "rose": 1]
        try published.publish(to: storeFolder)
        let store = try open(builtInKinds: ["heart", "rocket", "rose"])
        let events = EventLog()
        #expect(try sync(store, from: storeFolder, events: events).withdrawn == 1)
        #expect(events.all.filter { if case .withdrawn = $0 { true } else { false } } == [.withdrawn(id: "heart")])
        #expect(try store.withdrawnBuiltInKinds() == ["heart"], "a listed kind is not withdrawn")
        // It holds offline, and the next catalogue does not report it again.
        #expect(try open(builtInKinds: ["heart"]).withdrawnBuiltInKinds() == ["heart"])
        published.revision = 2
        try published.publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder).withdrawn == 0)
        // A publication ends it.
        published.gifts.append(TestGift("heart", version: 4))
        try published.publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder, events: events).ready == 1)
        #expect(events.all.contains(.listed(TestGift("heart", version: 4).gift)))
        #expect(try store.withdrawnBuiltInKinds() == [])
        #expect(try store.loadComposition(of: "heart")?.width == 104)
    }

    @Test func builtInKindReturnsWhenCatalogueNamesItAsWithdrawnNoMore() throws {
        var published = TestStore(TestGift("rose"))
        published.withdrawn = ["heart": 3, "lantern": 1]
        try published.publish(to: storeFolder)
        let store = try open(builtInKinds: ["heart", "rose"])
        try sync(store, from: storeFolder)
        published.revision = 2
        published.withdrawn = [:]
        try published.publish(to: storeFolder)
        let events = EventLog()
        try sync(store, from: storeFolder, events: events)
        #expect(events.all.filter { if case .returned = $0 { true } else { false } } == [.returned(id: "heart")])
        #expect(try store.withdrawnBuiltInKinds() == [])
    }

    @Test func builtInKindThatTheLibraryHadStaysWithdrawnUntilItIsListedAgain() throws {
        var published = TestStore(TestGift("heart"), TestGift("rose"))
        try published.publish(to: storeFolder)
        let store = try open(builtInKinds: ["heart"])
        try sync(store, from: storeFolder)
        published.gifts = [TestGift("rose")]
        published.withdrawn = ["heart": 1]
        published.revision = 2
        try published.publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder).withdrawn == 1)
        published.withdrawn = [:]
        published.revision = 3
        try published.publish(to: storeFolder)
        let events = EventLog()
        try sync(store, from: storeFolder, events: events)
        #expect(!events.all.contains(.returned(id: "heart")))
        #expect(try store.states == ["heart-1 withdrawn", "rose-1* ready"])
        published.gifts.append(TestGift("heart"))
        published.revision = 4
        try published.publish(to: storeFolder)
        try sync(store, from: storeFolder)
        #expect(try store.states == ["heart-1* ready", "rose-1* ready"])
    }

    @Test func storeWithoutWithdrawnKindsHidesNoBuiltInKind() throws {
        try TestStore(TestGift("rose")).publish(to: storeFolder)
        let store = try open(builtInKinds: ["heart"])
        #expect(try sync(store, from: storeFolder).withdrawn == 0)
        #expect(try store.withdrawnBuiltInKinds() == [])
    }

    @Test func republishedVersionReplacesOld() throws {
        try TestStore(TestGift("heart")).publish(to: storeFolder)
        let store = try open()
        try sync(store, from: storeFolder)
        try TestStore(TestGift("heart", files: [.init("images/new.png", "new")])).publish(to: storeFolder)
        #expect(try sync(store, from: storeFolder).ready == 1)
        #expect(home.exists("gifts/heart/1/images/new.png"))
        #expect(try store.findFaults() == [])
        #expect(home.tree("incoming") == [])
    }

    @Test(arguments: ["../outside.zip", "/etc/passwd", "http://example.com/a.zip", "file:///etc/passwd", "link.zip"])
    func onlyFilesInFolderAreRead(reference: String) throws {
        var gift = TestGift("heart")
        try storeFolder.write(gift.package, to: "outside.zip")
        gift.gift.package = reference
        try storeFolder.write(TestStore(gift).catalogue.json, to: "inner/catalogue.json")
        try FileManager.default.createSymbolicLink(
            atPath: storeFolder.path + "/inner/link.zip", withDestinationPath: storeFolder.path + "/outside.zip")
        let store = try open()
        let summary = try StoreSync(
            store: store, source: try StoreSource(storeFolder.path + "/inner"), transfer: NoTransfer()
        ).run(stop: StopSignal())
        #expect(summary.failed == 1)
        #expect(try store.gifts()[0].reason?.isEmpty == false)
        #expect(home.tree("gifts") == [])
    }

    @Test(arguments: [
        ("<!DOCTYPE html><p>hello", "line 1, column 1"), ("{\"revision\": 1, \"gifts\": 3}", "gifts: expected a list"),
        ("", "line 1"),
    ])
    func invalidCatalogueChangesNothing(text: String, reason: String) throws {
        try TestStore(TestGift("heart")).publish(to: storeFolder)
        let store = try open()
        try sync(store, from: storeFolder)
        let before = try store.gifts()
        try storeFolder.write(Array(text.utf8), to: "catalogue.json")
        let error = #expect(throws: SyncError.self) { try sync(store, from: storeFolder) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(try store.gifts() == before)
    }

    @Test func folderWithoutCatalogueIsMissing() throws {
        let store = try open()
        let error = #expect(throws: SyncError.self) { try sync(store, from: storeFolder) }
        #expect(error == .missing("file://\(storeFolder.path)/catalogue.json: no such file"))
    }
}
