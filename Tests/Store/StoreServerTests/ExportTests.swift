import Foundation
import PlayerSettings
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import StoreServer

@Suite("Export and recovery of a store")
struct ExportTests {
    private let disk = SimulatedDisk()

    private func export(_ content: StoreExport.Content = .published, announce: String? = nil) -> StoreExport {
        StoreExport(root: "/store", target: "/copy", content: content, announce: announce, disk: disk)
    }

    private func catalogue() throws -> StoreCatalogue {
        try StoreCatalogue(json: try #require(try disk.contents(of: "/copy/catalogue.json")))
    }

    @Test("an export has all listed packages, with digests that sha256sum can check")
    func exportHasListedPackages() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart"), Gifts.draft("rose")])
        _ = try store.publish(Gifts.draft("rose", "two"))
        let summary = try export().run()
        #expect(summary.catalogueRevision == 2)
        #expect(try catalogue() == store.snapshot.catalogue)
        let lines = String(decoding: try #require(try disk.contents(of: "/copy/SHA256SUMS")), as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let names = ["heart/1.json", "heart/1.zip", "rose/1.json", "rose/1.zip", "rose/2.json", "rose/2.zip"]
        #expect(lines.map { $0[1] } == names.map { "gifts/\($0)" })
        for line in lines {
            let bytes = try #require(try disk.contents(of: "/copy/\(line[1])"))
            #expect(SHA256Digest.digest(of: bytes).hex == line[0])
        }
    }

    @Test("only what changed is written")
    func onlyChangesAreWritten() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart"), Gifts.draft("rose")])
        #expect(try export().run().writtenFiles == 7)
        #expect(try export().run().writtenFiles == 0)
        #expect(try export().run(trustsCopy: true).writtenFiles == 0)
        _ = try store.publish(Gifts.draft("rose", "two"))
        // The package, its record, the digests and the catalogue.
        #expect(try export().run(trustsCopy: true).writtenFiles == 4)
    }

    @Test("a damaged package of the copy is replaced, one of the store is never copied")
    func damagedPackages() throws {
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try export().run()
        try disk.write([1, 2, 3], to: "/copy/gifts/heart/1.zip")
        #expect(try export().run().writtenFiles == 2)
        let size = try #require(try disk.size(of: "/store/gifts/heart/1.zip"))
        try disk.write([UInt8](repeating: 0, count: size), to: "/store/gifts/heart/1.zip")
        try disk.remove("/copy/gifts/heart/1.zip")
        #expect(throws: ExportError.self) { try export().run() }
        #expect(try disk.contents(of: "/copy/gifts/heart/1.zip") == nil)
    }

    @Test("withdrawn gifts leave a published copy and stay in a backup")
    func withdrawnGifts() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart"), Gifts.draft("rose")])
        _ = try export().run()
        try store.withdraw("rose")
        #expect(try export().run().removedFiles == 2)
        #expect(try disk.names(in: "/copy/gifts") == ["heart"])
        let copied = try StoreCatalogue(json: try #require(try disk.contents(of: "/copy/catalogue.json")))
        #expect(copied.withdrawn == ["rose": 1], "its players know all the same")
        _ = try StoreExport(root: "/store", target: "/backup", content: .everything, disk: disk).run()
        let backup = try StoreRepository(root: "/backup", disk: disk, now: Gifts.time)
        #expect(try backup.rollBack("rose").gift.id == "rose")
    }

    @Test("with a withdrawn gift goes its folder, unless it has files of others, and never what a link leads to")
    func foldersOfWithdrawnGifts() throws {
        let folder = try TemporaryFolder()
        let (root, copy) = ("\(folder.path)/store", "\(folder.path)/copy")
        let store = try StoreRepository(root: root, now: Gifts.time)
        for id in ["heart", "rose", "rocket"] { _ = try store.publish(Gifts.draft(id)) }
        let export = StoreExport(root: root, target: copy)
        _ = try export.run()
        try folder.write("mine", to: "copy/gifts/rose/notes.txt")
        try folder.write("mine", to: "elsewhere/7.zip")
        try FileManager.default.createSymbolicLink(
            atPath: "\(copy)/gifts/linked", withDestinationPath: "\(folder.path)/elsewhere")
        try FileManager.default.createDirectory(atPath: "\(copy)/gifts/Not an id", withIntermediateDirectories: true)
        try store.withdraw("rose")
        try store.withdraw("rocket")
        #expect(try export.run().removedFiles == 4)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(copy)/gifts").sorted()
        #expect(names == ["Not an id", "heart", "linked", "rose"])
        #expect(try folder.read("copy/gifts/rose/notes.txt") == "mine")
        #expect(try folder.read("elsewhere/7.zip") == "mine")
    }

    @Test("wherever an export stops, readers of the copy find every package of its catalogue")
    func interruptedExportIsWhole() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try export().run()
        _ = try store.publish(Gifts.draft("heart", "two"))
        _ = try store.publish(Gifts.draft("rose"))
        for step in 0..<40 {
            let trial = disk.afterKill()
            trial.fail(.stop(beforeStep: step))
            _ = try? StoreExport(root: "/store", target: "/copy", disk: trial).run()
            let after = trial.afterKill()
            let catalogue = try StoreCatalogue(json: try #require(try after.contents(of: "/copy/catalogue.json")))
            for gift in catalogue.gifts {
                let bytes = try #require(try after.contents(of: "/copy/\(gift.package)"))
                #expect(SHA256Digest.digest(of: bytes) == gift.sha256)
            }
            _ = try StoreExport(root: "/store", target: "/copy", disk: after).run()
            #expect(
                try StoreCatalogue(json: try #require(try after.contents(of: "/copy/catalogue.json")))
                    == store.snapshot.catalogue)
        }
    }

    @Test("an older store never replaces a newer copy")
    func olderStoreIsRefused() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart")])
        let old = try #require(try disk.contents(of: "/store/catalogue.json"))
        _ = try store.publish(Gifts.draft("heart", "two"))
        _ = try export().run()
        try disk.write(old, to: "/store/catalogue.json")
        #expect(throws: ExportError.newerTarget(path: "/copy")) { try export().run() }
        #expect(try catalogue().revision == 2)
    }

    @Test("a folder without a store is not exported")
    func missingStore() throws {
        #expect(throws: ExportError.noStore(path: "/store")) { try export().run() }
        #expect(throws: ExportError.noStore(path: "/store")) { try export().validate() }
        #expect(throws: ExportError.noStore(path: "/store")) { try StoreRecovery.check(root: "/store", disk: disk) }
    }

    @Test(
        "a copy with a damaged document is not complete, and is replaced only after the file was removed",
        arguments: ["catalogue.json", "settings.json"])
    func damagedDocuments(name: String) throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try store.publish(PublishedSettings(revision: 1)) { _ in true }
        _ = try export().run()
        let whole = try disk.contents(of: "/copy/\(name)")
        #expect(try StoreRecovery.check(root: "/copy", disk: disk).revision == 1)
        try disk.write(Array(#"{"revis"#.utf8), to: "/copy/\(name)")
        #expect(throws: ExportError.self) { try StoreRecovery.check(root: "/copy", disk: disk) }
        let error = #expect(throws: ExportError.self) { try export().run() }
        #expect(error?.description.hasSuffix("remove this file and export again") == true)
        try disk.remove("/copy/\(name)")
        _ = try export().run()
        #expect(try disk.contents(of: "/copy/\(name)") == whole)
    }

    @Test("a copy without a package is not complete")
    func missingPackage() throws {
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try export().run()
        try disk.remove("/copy/gifts/heart/1.zip")
        #expect(throws: ExportError.self) { try StoreRecovery.check(root: "/copy", disk: disk) }
    }

    @Test("a recovered store uses no revision and no version that the lost one may have used")
    func recoveredStoreContinuesAboveTheLostOne() throws {
        let store = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try StoreExport(root: "/store", target: "/backup", content: .everything, disk: disk).run()
        // These changes are lost with the machine, and players may have seen them.
        let lost = try (2...40).map { try store.publish(Gifts.draft("heart", "\($0)")) }
        let settings = try store.publish(PublishedSettings(revision: 0)) { _ in true }
        try StoreRecovery.recover(root: "/backup", disk: disk)
        let recovered = try StoreRepository(root: "/backup", disk: disk, now: Gifts.time)
        #expect(recovered.snapshot.catalogue.revision > lost.map(\.revision).max() ?? 0)
        #expect(recovered.snapshot.settings.revision > settings.settings.revision)
        #expect(recovered.snapshot["heart"]?.version == 1)
        let next = try recovered.publish(Gifts.draft("heart", "again")).gift
        #expect(!lost.map(\.gift.version).contains(next.version))
        // Another recovery leaves another gap, and an old copy of the store can't be exported over the new one.
        _ = try StoreExport(root: "/backup", target: "/copy", disk: disk).run()
        #expect(throws: ExportError.newerTarget(path: "/copy")) { try export().run() }
        try StoreRecovery.recover(root: "/backup", disk: disk)
        let again = try StoreRepository(root: "/backup", disk: disk, now: Gifts.time)
        #expect(try again.publish(Gifts.draft("heart", "third")).gift.version > next.version)
    }
}
