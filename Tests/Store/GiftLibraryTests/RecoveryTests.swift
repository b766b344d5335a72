import Foundation
import SQLite
import StoreProtocol
import Synchronization
import SystemIO
import TestSupport
import Testing
import ZIPFixtures

@testable import GiftLibrary

/// Tests of recovery after interrupted programs, damage and failing disks.
@Suite final class RecoveryTests: FolderStoreSuite {
    override init() throws {
        try super.init()
        try TestStore(TestGift("heart"), TestGift("rocket", version: 3, files: [.init("images/a.png", "a")]))
            .publish(to: storeFolder)
    }

    func delete(_ name: String) throws { try FileManager.default.removeItem(atPath: home.path + "/" + name) }

    // MARK: - Interrupted work

    @Test func intactFolderWithoutRowIsRegistered() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try store.database.write { try $0.execute("UPDATE gift SET state = 'downloading', installed = NULL") }
        try store.reconcile()
        #expect(try store.states == ["heart-1* ready", "rocket-3* ready"])
        #expect(try store.findFaults() == [])
    }

    @Test func damagedFolderWithoutRowIsRemoved() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try store.database.write { try $0.execute("UPDATE gift SET state = 'wanted', installed = NULL") }
        try home.write([1], to: "gifts/heart/1/data.json")
        try delete("gifts/rocket/3/installed.json")
        try store.reconcile()
        #expect(try store.states == ["heart-1* wanted", "rocket-3* wanted"])
        #expect(home.tree("gifts") == [] && home.tree("incoming") == [])
    }

    @Test func emptyFoldersOfKindsAreRemovedAndNothingElse() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        for name in ["gone", "Not an id", "heart/9", "others/kept"] {
            try FileManager.default.createDirectory(
                atPath: "\(home.path)/gifts/\(name)", withIntermediateDirectories: true)
        }
        try home.write("mine", to: "gifts/notes")
        try home.write("mine", to: "elsewhere/3/data.json")
        try FileManager.default.createSymbolicLink(
            atPath: "\(home.path)/gifts/linked", withDestinationPath: "\(home.path)/elsewhere")
        try store.reconcile()
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/gifts").sorted()
        #expect(names == ["Not an id", "heart", "linked", "notes", "others", "rocket"])
        #expect(try home.read("elsewhere/3/data.json") == "mine")
        #expect(try store.loadComposition(of: "heart") != nil)
    }

    @Test func rowWithoutFolderIsWantedAgain() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try delete("gifts/heart/1")
        try store.reconcile()
        #expect(try store.states == ["heart-1* wanted", "rocket-3* ready"])
        #expect(try sync(store, from: storeFolder).ready == 1)
        #expect(try store.findFaults() == [])
    }

    @Test func onlyPartsOfWantedGiftsAreKept() throws {
        let store = try open()
        try home.write([1], to: "incoming/heart-1.part")
        try home.write([1], to: "incoming/gone-1.part")
        try home.write([1], to: "incoming/heart-1.abc.new/data.json")
        try home.write([1], to: "incoming/xyz.old/data.json")
        try home.write([1], to: "incoming/notes.txt")
        try store.database.write { db in
            try db.execute(
                """
                INSERT INTO gift (id, version, name, value, sha256, url, state, bytes, current, listed, changed, entry)
                VALUES ('heart', 1, 'Heart', 5, '', '', 'downloading', 9, 1, '', '', ?)
                """, [String(decoding: TestGift("heart").gift.json, as: UTF8.self)])
        }
        try store.reconcile()
        #expect(home.tree("incoming") == ["heart-1.part", "notes.txt"])
        #expect(try store.states == ["heart-1* wanted"])
    }

    @Test func partOfDelistedVersionIsRemovedBySync() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try delete("gifts/heart/1")
        try store.reconcile()
        try home.write([1], to: "incoming/heart-1.part")
        var next = TestStore(TestGift("heart", version: 2))
        next.revision = 2
        try next.publish(to: storeFolder)
        try sync(store, from: storeFolder)
        #expect(home.tree("incoming") == [])
        #expect(try store.findFaults() == [])
    }

    @Test func lockedVersionsAreUntouched() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try store.database.write { try $0.execute("UPDATE gift SET state = 'downloading', installed = NULL") }
        let release = Release(id: "heart", version: 1)
        let part = try #require(try PartFile.openLocked(at: store.layout.partFile(release), disk: store.disk))
        try home.write([1], to: "incoming/heart-1.abc.new/data.json")
        try store.reconcile()
        #expect(try store.states == ["heart-1* downloading", "rocket-3* ready"])
        #expect(home.exists("incoming/heart-1.abc.new/data.json"))
        withExtendedLifetime(part) {}
    }

    // MARK: - Damage

    @Test func verifyFindsEveryChangedByte() throws {
        let store = try open()
        try sync(store, from: storeFolder)
        var bytes = try home.bytes("gifts/rocket/3/images/a.png")
        bytes[0] ^= 1
        try home.write(bytes, to: "gifts/rocket/3/images/a.png")
        var seen: [VerifiedGift] = []
        try store.verify(stop: StopSignal()) { seen.append($0) }
        #expect(seen.map(\.id) == ["heart", "rocket"])
        #expect(seen.map(\.fault) == [nil, "images/a.png differs from the installed file"])
        #expect(try store.states == ["heart-1* ready", "rocket-3* wanted"])
        #expect(try store.versions(of: "rocket")[0].reason == "images/a.png differs from the installed file")
        #expect(!home.exists("gifts/rocket"))
        #expect(try sync(store, from: storeFolder).ready == 1)
    }

    @Test(arguments: ["data.json", "images/a.png", "installed.json"])
    func damagedGiftIsNotPlayed(file: String) throws {
        let store = try open()
        try sync(store, from: storeFolder)
        var bytes = try home.bytes("gifts/rocket/3/" + file)
        bytes[bytes.count / 2] ^= 1
        try home.write(bytes, to: "gifts/rocket/3/" + file)
        #expect(try store.loadComposition(of: "rocket") == nil)
        #expect(try store.states == ["heart-1* ready", "rocket-3* wanted"])
        #expect(try store.loadComposition(of: "heart") != nil)
    }

    @Test(arguments: ["text", "zeros", "tail"]) func damagedDatabaseIsRebuilt(kind: String) throws {
        do {
            let store = try open()
            try sync(store, from: storeFolder)
            store.database.close()
            try SQLiteConnection(path: home.path + "/gifts.sqlite").execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try home.bytes("gifts.sqlite")
        #expect(bytes.count > 8192)
        switch kind {
        case "text": bytes = Array(repeating: UInt8(ascii: "x"), count: 5000)
        case "zeros": for index in 100..<bytes.count { bytes[index] = 0 }
        default: for index in 4096..<bytes.count { bytes[index] = 0xFF }
        }
        try home.write(bytes, to: "gifts.sqlite")
        for ending in ["-wal", "-shm"] { try? delete("gifts.sqlite" + ending) }
        let store = try open()
        #expect(store.notice?.contains("gifts.sqlite.broken") == true)
        #expect(home.exists("gifts.sqlite.broken"))
        #expect(try store.states == ["heart-1 ready", "rocket-3 ready"])
        #expect(try store.loadComposition(of: "heart") != nil)
        try sync(store, from: storeFolder)
        #expect(try store.states == ["heart-1* ready", "rocket-3* ready"])
        #expect(try open().notice == nil)
    }

    @Test(arguments: ["unpacked", "current", "version"]) func wrongColumnTypeAffectsOnlyItsGift(column: String) throws {
        let store = try open()
        try sync(store, from: storeFolder)
        try store.database.write { try $0.execute("UPDATE gift SET \(column) = 'x' WHERE id = 'heart'") }
        #expect(try store.gifts().map(\.gift.id) == ["rocket"])
        #expect(try store.versions(of: "heart").isEmpty)
        let rocket = Release(id: "rocket", version: 3)
        #expect(try store.database.installedReleases().contains(rocket))
        #expect(try store.database.pendingReleases().isEmpty)
        #expect(try store.database.downloadingReleases().isEmpty)
        #expect(try store.loadComposition(of: "rocket") != nil)
    }

    @Test func invalidRevisionIsRequestedAgain() throws {
        let store = try open()
        let source = try StoreSource(storeFolder.path)
        try sync(store, from: storeFolder)
        #expect(try store.database.lastCatalogue(of: source)?.revision == 1)
        try store.database.write { try $0.execute("UPDATE catalogue SET revision = 'x'") }
        #expect(try store.database.lastCatalogue(of: source)?.revision == nil)
        try sync(store, from: storeFolder)
        #expect(try store.database.lastCatalogue(of: source)?.revision == 1)
    }

    @Test func missingDatabaseIsRebuilt() throws {
        do {
            let store = try open()
            try sync(store, from: storeFolder)
            store.database.close()
        }
        for ending in ["", "-wal", "-shm"] { try? delete("gifts.sqlite" + ending) }
        let store = try open()
        #expect(store.notice == nil)
        #expect(try store.states == ["heart-1 ready", "rocket-3 ready"])
    }

    @Test func newerDatabaseIsUntouched() throws {
        do {
            let store = try open()
            try store.database.write { try $0.execute("INSERT INTO grdb_migrations VALUES ('later')") }
            store.database.close()
        }
        let error = #expect(throws: LocalStoreError.self) { try open() }
        #expect(error?.description.hasSuffix("made by a later version of this program") == true)
        #expect(!home.exists("gifts.sqlite.broken"))
    }

    // MARK: - Failing disks

    @Test func fileInPlaceOfFolderIsReported() throws {
        try home.write([], to: "file")
        let error = #expect(throws: LocalStoreError.self) { try LocalStore(home: home.path + "/file") }
        #expect(error?.kind == .notWritable)
        #expect(error?.description == "\(home.path)/file: not a directory")
    }

    /// Tests that a full disk leaves every gift intact and is reported, and that the next pass with free space
    /// completes the store.
    @Test(arguments: [0, 10, 100, 277, 400, 700, 1000, 1500]) func fullDiskLosesNothing(room: Int) throws {
        let left = Mutex(room)
        let calls = SystemCalls.failing { call in
            guard case .write(let count) = call else { return nil }
            let room = left.withLock { left in
                defer { left = max(0, left - count) }
                return left
            }
            return room > 0 ? .part(room) : .error(ENOSPC)
        }
        let store = try open(calls)
        let events = EventLog()
        let summary = try sync(store, from: storeFolder, events: events)
        #expect(summary.isDiskFull == (summary.ready < 2))
        #expect(events.reasons.values.allSatisfy { $0 == "disk full" })
        #expect(try store.findFaults() == [])
        #expect(!home.tree("incoming").contains { $0.contains(".new") })
        left.withLock { $0 = .max }
        #expect(try sync(store, from: storeFolder).failed == 0)
        #expect(try store.states == ["heart-1* ready", "rocket-3* ready"])
        #expect(try store.findFaults() == [])
    }

    /// A file above a limit of its own is no full disk, so that the other gifts are still fetched.
    @Test func aFileThatMayNotGrowCostsOneGift() throws {
        let isFirst = Mutex(true)
        let calls = SystemCalls.failing { call in
            guard case .write = call else { return nil }
            return isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst ? .error(EFBIG) : nil
            }
        }
        let events = EventLog()
        let summary = try sync(try open(calls), from: storeFolder, events: events)
        #expect(summary.ready == 1 && summary.failed == 1 && !summary.isDiskFull)
        #expect(events.reasons.values.allSatisfy { $0.hasSuffix(".part: file too large") }, "\(events.reasons)")
    }

    @Test(arguments: 0..<10) func failingDiskStepLosesNothing(step: Int) throws {
        let count = Mutex(0)
        let calls = SystemCalls.failing { call in
            guard call == .synchronize || call == .rename else { return nil }
            return count.withLock {
                $0 += 1
                return $0 == step + 1 ? .error(EIO) : nil
            }
        }
        let store = try open(calls)
        let summary = try sync(store, from: storeFolder)
        #expect(summary.ready + summary.failed == 2)
        try store.reconcile()
        #expect(try store.findFaults() == [])
        try sync(store, from: storeFolder)
        #expect(try store.states == ["heart-1* ready", "rocket-3* ready"])
        #expect(home.tree("incoming") == [])
    }
}
