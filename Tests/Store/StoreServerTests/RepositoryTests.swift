import PlayerSettings
import StoreProtocol
import Testing

@testable import StoreServer

@Suite("A store's folder")
struct RepositoryTests {
    private let disk = SimulatedDisk()

    @Test("a new store has the given gifts in their first version")
    func newStoreHasGivenGifts() throws {
        let repository = try StoreRepository.on(disk, [Gifts.draft("heart"), Gifts.draft("sports-car")])
        let catalogue = repository.snapshot.catalogue
        #expect(catalogue.revision == 1)
        #expect(catalogue.gifts.map(\.id) == ["heart", "sports-car"])
        #expect(catalogue.gifts.map(\.version) == [1, 1])
        #expect(catalogue.gifts.map(\.name) == ["Heart", "Sports car"])
        #expect(catalogue.gifts.map(\.package) == ["gifts/heart/1.zip", "gifts/sports-car/1.zip"])
    }

    @Test("the folder is a catalogue that a player can read without a server")
    func folderIsReadableCatalogue() throws {
        let repository = try StoreRepository.on(disk, [Gifts.draft("heart")])
        try repository.withdraw("heart")
        let gift = try repository.publish(Gifts.draft("rose")).gift
        let catalogue = try StoreCatalogue(json: try #require(try disk.contents(of: "/store/catalogue.json")))
        #expect(catalogue == repository.snapshot.catalogue)
        let package = try #require(try disk.contents(of: "/store/\(gift.package)"))
        #expect(SHA256Digest.digest(of: package) == gift.sha256)
        #expect(package.count == gift.size)
    }

    @Test("every publication has a version of its own, and every change a revision")
    func changesGetNewVersionsAndRevisions() throws {
        let repository = try StoreRepository.on(disk)
        let first = try repository.publish(Gifts.draft("heart", "one"))
        let second = try repository.publish(Gifts.draft("heart", "two"))
        #expect((first.gift.version, first.revision, first.isNew) == (1, 2, true))
        #expect((second.gift.version, second.revision, second.isNew) == (2, 3, false))
        #expect(repository.snapshot.catalogue.revision == 3)
        #expect(first.gift.sha256 != second.gift.sha256)
    }

    @Test("a new version inherits the facts that its draft omits")
    func newVersionInheritsOmittedFacts() throws {
        let repository = try StoreRepository.on(disk)
        var draft = Gifts.draft("heart")
        draft.name = "Big heart"
        draft.value = 7
        draft.tags = ["small"]
        draft.symbol = GiftSymbol(emoji: "💖", ascii: "<3")
        _ = try repository.publish(draft)
        var next = Gifts.draft("heart", "two")
        next.value = 9
        let gift = try repository.publish(next).gift
        #expect((gift.name, gift.value, gift.tags, gift.symbol?.ascii) == ("Big heart", 9, ["small"], "<3"))
    }

    @Test("a roll-back restores the earlier version, and the next publication gets a new number")
    func rollBackRestoresEarlierVersion() throws {
        let repository = try StoreRepository.on(disk)
        for content in ["one", "two", "three"] { _ = try repository.publish(Gifts.draft("heart", content)) }
        #expect(try repository.rollBack("heart").gift.version == 2)
        #expect(try repository.publish(Gifts.draft("heart", "four")).gift.version == 4)
        #expect(try repository.rollBack("heart").gift.version == 2)
        #expect(try repository.rollBack("heart").gift.version == 1)
        #expect(throws: RepositoryError.noEarlierVersion("heart", version: 1)) { try repository.rollBack("heart") }
        #expect(repository.snapshot.catalogue.revision == 8)
    }

    @Test("a roll-back restores a withdrawn gift in the version that it had")
    func rollBackRestoresWithdrawnGift() throws {
        let repository = try StoreRepository.on(disk)
        for content in ["one", "two"] { _ = try repository.publish(Gifts.draft("heart", content)) }
        _ = try repository.rollBack("heart")
        try repository.withdraw("heart")
        #expect(repository.snapshot["heart"] == nil)
        #expect(try repository.record(of: "heart", version: 1) == nil)
        #expect(throws: RepositoryError.noSuchGift("heart")) { try repository.withdraw("heart") }
        let back = try repository.rollBack("heart")
        #expect((back.gift.version, back.isNew) == (1, true))
        try repository.withdraw("heart")
        #expect(try repository.publish(Gifts.draft("heart", "three")).gift.version == 3)
        #expect(try repository.rollBack("heart").gift.version == 1)
    }

    @Test("unknown gifts have no versions and no roll-back")
    func unknownGiftsHaveNoVersions() throws {
        let repository = try StoreRepository.on(disk)
        #expect(throws: RepositoryError.noSuchGift("heart")) { try repository.rollBack("heart") }
        #expect(try repository.record(of: "../heart", version: 1) == nil)
        #expect(try repository.record(of: "heart", version: 1) == nil)
    }

    @Test("new settings replace only the settings that they were made from")
    func settingsReplaceOnlyTheirBase() throws {
        let repository = try StoreRepository.on(disk)
        let settings = try PublishedSettings(json: Array(#"{"revision": 99, "default": {"mode": "replace"}}"#.utf8))
        let published = try repository.publish(settings, where: { $0.settings.revision == 1 })
        #expect(published.settings.revision == 2)
        #expect(published.settings.default == settings.default)
        #expect(throws: RepositoryError.changedMeanwhile) {
            try repository.publish(settings, where: { $0.settings.revision == 1 })
        }
        #expect(repository.snapshot.settings.revision == 2)
    }

    @Test("a restart changes nothing")
    func restartChangesNothing() throws {
        let before = try StoreRepository.on(disk, [Gifts.draft("heart")])
        _ = try before.publish(Gifts.draft("heart", "two"))
        try before.withdraw("heart")
        _ = try before.publish(Gifts.draft("rose"))
        _ = try before.publish(PublishedSettings(revision: 0), where: { _ in true })
        let after = try StoreRepository.on(disk, [Gifts.draft("other")])
        #expect(after.snapshot.catalogue == before.snapshot.catalogue)
        #expect(after.snapshot.settings == before.snapshot.settings)
        #expect(after.snapshot.changes == before.snapshot.changes)
        #expect(after.snapshot.withdrawn == ["heart"])
        #expect(try after.rollBack("heart").gift.version == 2)
    }

    @Test("events are numbered across both kinds of change")
    func eventsAreNumberedAcrossKinds() throws {
        let repository = try StoreRepository.on(disk)
        let first = repository.snapshot.changes
        _ = try repository.publish(Gifts.draft("heart"))
        let second = repository.snapshot.changes
        _ = try repository.publish(PublishedSettings(revision: 0), where: { _ in true })
        let third = repository.snapshot.changes
        #expect(second[.catalogue]?.event == 3)
        #expect(second[.settings] == first[.settings])
        #expect(third[.settings]?.event == 4)
        #expect(third[.catalogue] == second[.catalogue])
    }

    @Test(
        "a damaged store does not open",
        arguments: [
            ("catalogue.json", "{", "/store/catalogue.json: "),
            ("catalogue.json", #"{"revision": 1, "gifts": [], "event": "x"}"#, "/store/catalogue.json: event: "),
            (
                "catalogue.json", #"{"revision": 1, "gifts": [], "withdrawn": [{}]}"#,
                "/store/catalogue.json: withdrawn[0]"
            ),
            ("settings.json", "[]", "/store/settings.json: "),
            ("gifts/heart/1.zip", "short", "/store/gifts/heart/1.zip: expected a file of 21 bytes, found 5"),
        ])
    func damagedFileIsReported(file: String, content: String, message: String) throws {
        _ = try StoreRepository.on(disk, [Gifts.draft("heart")])
        try disk.write(Array(content.utf8), to: "/store/\(file)")
        let error = try #require(throws: RepositoryError.self) { try StoreRepository.on(disk) }
        #expect(error.description.hasPrefix(message))
    }

    @Test("a folder with other files does not become a store")
    func foreignFolderDoesNotBecomeStore() throws {
        try disk.makeFolder("/store")
        try disk.write([1], to: "/store/thesis.tex")
        let error = try #require(throws: RepositoryError.self) { try StoreRepository.on(disk) }
        #expect(error == .notAStore(path: "/store", found: "thesis.tex"))
        #expect(try disk.names(in: "/store") == ["thesis.tex"])
    }
}
