import BuiltInGifts
import GiftPackages
import PlayerSettings
import StoreProtocol
import ZIPArchive

/// The first gift kinds of a new store: those built into the player.
public enum InitialGifts {
    /// Packs the built-in gift kinds.
    ///
    /// - Throws: `RepositoryError` if the program was built with invalid ones.
    public static func drafts() throws(RepositoryError) -> [GiftDraft] {
        let embedded: EmbeddedGifts
        do throws(ConfigurationError) {
            embedded = try EmbeddedGifts()
        } catch {
            throw .damagedFile(path: "built-in catalogue", reason: error.description)
        }
        var drafts: [GiftDraft] = []
        for gift in embedded.catalogue.gifts {
            do {
                drafts.append(try draft(of: gift, of: embedded))
            } catch {
                throw .damagedFile(path: "built-in \(gift.animation)", reason: "\(error)")
            }
        }
        return drafts
    }

    private static func draft(of gift: CatalogueGift, of embedded: EmbeddedGifts) throws -> GiftDraft {
        let package = try GiftPackage(try bytes(of: gift, of: embedded))
        var draft = GiftDraft(
            id: gift.id, duration: gift.duration, format: StoreGift.Format(package.composition),
            package: try package.zipArchive())
        draft.loop = gift.loop
        draft.name = gift.name
        draft.value = gift.value
        draft.tags = gift.tags
        draft.symbol = GiftSymbol(emoji: gift.emoji, ascii: gift.asciiSymbol)
        return draft
    }
    /// Returns the gift kind as the file that a designer would submit.
    private static func bytes(of gift: CatalogueGift, of embedded: EmbeddedGifts) throws(ArchiveError) -> [UInt8] {
        let animation = embedded.animation(of: gift) ?? []
        guard let manifest = embedded.manifest(of: gift) else { return animation }
        var archive = ArchiveWriter()
        try archive.add("data.json", animation)
        try archive.add("gift.yaml", manifest)
        return try archive.bytes()
    }
}
