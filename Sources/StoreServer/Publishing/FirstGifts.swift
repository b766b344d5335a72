import Archives
import Configuration
import GiftPackages
import GiftStore
import StoreDocuments

/// The gifts that a new store begins with: those that are built into the player.
public enum FirstGifts {
    /// Packs the built-in gifts.
    /// - Throws: only where the program was built from broken ones.
    public static func drafts() throws(RepositoryError) -> [GiftDraft] {
        let embedded: EmbeddedGifts
        do throws(ConfigurationError) {
            embedded = try EmbeddedGifts()
        } catch {
            throw .brokenFile(path: "built-in catalogue", reason: error.description)
        }
        var drafts: [GiftDraft] = []
        for gift in embedded.catalogue.gifts {
            do {
                drafts.append(try draft(of: gift, animation: embedded.animation(of: gift) ?? []))
            } catch {
                throw .brokenFile(path: "built-in \(gift.animation)", reason: "\(error)")
            }
        }
        return drafts
    }

    private static func draft(of gift: CatalogueGift, animation: [UInt8]) throws -> GiftDraft {
        let package = try GiftPackage(animation)
        let composition = package.composition
        var draft = GiftDraft(
            id: gift.id, duration: gift.duration, width: composition.width, height: composition.height,
            frameRate: composition.frameRate, package: try package.zip())
        draft.name = gift.name
        draft.value = gift.value
        draft.tags = gift.tags
        draft.sign = GiftSign(emoji: gift.sign, ascii: gift.asciiSign)
        return draft
    }
}
