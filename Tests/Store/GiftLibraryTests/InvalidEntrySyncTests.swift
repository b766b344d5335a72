import Foundation
import SQLite
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of gifts whose catalogue entries cannot be read, and of stores that cannot be written.
@Suite final class InvalidEntrySyncTests: FolderStoreSuite {
    /// Publishes gifts in a catalogue in which one text is replaced by another.
    private func publish(_ gifts: TestGift..., replacing old: String = "", with new: String = "") throws {
        let store = TestStore(gifts: gifts)
        try store.publish(to: storeFolder)
        let json = String(decoding: store.catalogue.json, as: UTF8.self)
        #expect(old.isEmpty || json.contains(old))
        try storeFolder.write(Array((old.isEmpty ? json : json.replacing(old, with: new)).utf8), to: "catalogue.json")
    }

    private static let overlongText = #""size":9223372036854775807"#

    @Test func invalidEntryAffectsOnlyItsGift() throws {
        let (good, bad) = (TestGift("heart"), TestGift("rocket", version: 2))
        try publish(
            bad, good, replacing: "\"size\":\(bad.gift.size),\"sha256\":\"\(bad.gift.sha256.hex)",
            with: "\(Self.overlongText),\"sha256\":\"\(bad.gift.sha256.hex)")
        let store = try open()
        let events = EventLog()
        #expect(try sync(store, from: storeFolder, events: events) == SyncSummary(revision: 1, ready: 1, failed: 1))
        #expect(try store.states == ["heart-1* ready"])
        let rejected = events.all.compactMap { if case .rejected(let gift) = $0 { gift } else { nil } }
        #expect(rejected.map(\.id) == ["rocket"])
        #expect(
            rejected.first?.error.description == "gifts[0].size: expected at most 33554432, found 9223372036854775807")
        // The next pass reads the same catalogue and reports the same failure.
        #expect(try sync(store, from: storeFolder) == SyncSummary(revision: 1, failed: 1))
    }

    @Test func installedGiftStaysUntilEntryIsValid() throws {
        let gift = TestGift("heart")
        try publish(gift)
        let store = try open()
        try sync(store, from: storeFolder)
        try publish(gift, replacing: "\"size\":\(gift.gift.size)", with: Self.overlongText)
        #expect(try sync(store, from: storeFolder) == SyncSummary(revision: 1, failed: 1))
        #expect(try store.states == ["heart-1* ready"])
        #expect(try store.gifts().first?.reason?.hasPrefix("gifts[0].size: ") == true)
        #expect(try store.loadComposition(of: "heart")?.width == 101)
        // The gift also plays without the store, and in a program that starts anew.
        #expect(try open().loadComposition(of: "heart")?.width == 101)
        _ = try store.prune()
        try publish(gift)
        #expect(try sync(store, from: storeFolder) == SyncSummary(revision: 1))
        #expect(try store.gifts().map(\.reason) == [nil])
    }

    @Test func invalidRowAffectsOnlyItsGift() throws {
        let heart = TestGift("heart")
        try publish(heart, TestGift("rose"))
        let store = try open()
        try sync(store, from: storeFolder)
        for change in ["entry = '{}'", "bytes = 9223372036854775807", "unpacked = 9223372036854775807"] {
            try store.database.write { try $0.execute("UPDATE gift SET \(change) WHERE id = 'heart'") }
            try store.database.write {
                try $0.execute("UPDATE gift SET bytes = 9223372036854775807, state = 'failed' WHERE id = 'rose'")
            }
            #expect(try store.database.pendingBytes() > 0)
            #expect(try store.gifts().contains { $0.gift.id == "rose" })
            _ = try store.prune()
            try store.verify(stop: StopSignal()) { _ in }
            try sync(store, from: storeFolder)
        }
    }

    @Test(arguments: [
        #""bytes":9223372036854775807"#, #""bytes":-1"#, #""bytes":134217729"#, #""bytes":{}"#,
    ])
    func invalidRecordIsDownloadedAgain(size: String) throws {
        try publish(TestGift("heart", files: [.init("images/a.png", "a")]))
        let store = try open()
        try sync(store, from: storeFolder)
        let name = "gifts/heart/1/installed.json"
        let json = String(decoding: try home.bytes(name), as: UTF8.self)
        let changed = json.replacing(try Regex(#""bytes":[0-9]+"#), with: size)
        #expect(changed != json)
        try home.write(Array(changed.utf8), to: name)
        #expect(try store.findFaults().count == 1)
        try store.verify(stop: StopSignal()) { _ in }
        #expect(try sync(store, from: storeFolder).ready == 1)
        #expect(try store.findFaults() == [])
    }

    @Test func unwritableStoreIsReadOnly() throws {
        try publish(TestGift("heart"), TestGift("rose"))
        let writable = try open()
        try sync(writable, from: storeFolder)
        writable.database.close()
        try home.write([1], to: "gifts/rose/1/data.json")
        // A file in place of the folder behaves like a disk on which no folder can be made.
        try FileManager.default.removeItem(atPath: home.path + "/incoming")
        try home.write([], to: "incoming")
        let before = home.tree()
        #expect(throws: LocalStoreError.self) { try open() }
        let store = try LocalStore(home: home.path, allowsReadOnly: true, clock: clock)
        #expect(store.isReadOnly)
        #expect(store.notice?.contains("nothing can be changed") == true)
        try store.reconcile()
        #expect(try store.states == ["heart-1* ready", "rose-1* ready"])
        #expect(try store.loadComposition(of: "heart")?.width == 101)
        #expect(try store.loadComposition(of: "rose") == nil)
        #expect(try store.findFaults().count == 1)
        #expect(home.tree() == before)
    }

    @Test func readOnlyDatabaseCreatesNoFiles() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a ?#%41é.sqlite"
        try GiftSchema.migrate(SQLiteConnection(path: path))
        let database = try GiftDatabase(readOnly: path)
        #expect(try database.isEmpty())
        #expect(throws: LocalStoreError.self) { try database.write { try $0.execute("DELETE FROM gift") } }
        #expect(folder.tree() == ["a ?#%41é.sqlite"])
    }
}
