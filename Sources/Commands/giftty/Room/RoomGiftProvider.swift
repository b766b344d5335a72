import BuiltInGifts
import LottieDocument
import RoomSession
import StoreProtocol

/// A reader of the animations of published gifts.
protocol PublishedAnimations {
    /// Returns the animation of a published version.
    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition
    /// Returns the presentation options of a published version; called after its animation was read.
    func options(of gift: StoreGift) -> PresentationOptions
}

/// The built-in gifts, and those that a library or a store has.
struct RoomGiftProvider: GiftProvider {
    let gifts: EmbeddedGifts
    var installed: [StoreGift] = []
    /// The reader of published gifts, or `nil` if there is no library.
    var published: (any PublishedAnimations)?
    /// The animation of kinds whose own has not come, or `nil` if there is none.
    var fallback: FallbackAnimation?
    /// Whether the published gifts come by any id, without a catalogue.
    var mayHaveAnyKind = false

    var catalogue: GiftCatalogue { gifts.catalogue }

    func animation(ofBuiltIn id: String) -> [UInt8]? { gifts.catalogue[id].flatMap { gifts.animation(of: $0) } }

    func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions {
        gifts.options(of: id, composition)
    }

    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        guard let published else { throw UnplayableGift("there is no store") }
        return try published.animation(of: gift)
    }

    func options(of gift: StoreGift) -> PresentationOptions { published?.options(of: gift) ?? PresentationOptions() }
}
