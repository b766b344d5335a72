import GiftStore
import Playback
import StoreDocuments

/// Which animation: that of a kind of gift, in one of its versions.
struct AnimationID: Hashable {
    /// The kind's id.
    let kind: String
    /// The version that a store gave it; 0 for what is built in.
    let version: Int
    /// The package that it came in: a folder may be put together anew without another version.
    var package: SHA256Digest?
}

/// A kind of gift as a room knows it, built in or published.
struct RoomGift {
    /// What feeds call it.
    let id: String
    /// Its name for people.
    let name: String
    /// Its price in coins.
    let value: Int64
    /// How long its animation plays.
    let duration: Nanoseconds
    /// A picture of it for a line of text; nil where it has none.
    let sign: String?
    /// The same of plain characters.
    let asciiSign: String?
    /// Whether it is a show that should leave no empty edge.
    let covers: Bool
    /// What the store says of it; nil for what is built in.
    let published: StoreGift?

    init(_ gift: CatalogueGift) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        sign = gift.sign
        asciiSign = gift.asciiSign
        covers = gift.tags.contains("fullscreen")
        published = nil
    }

    /// A gift of a store; what the store has no picture of goes by that of the gift built in.
    init(_ gift: StoreGift, like embedded: CatalogueGift?) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        sign = gift.sign?.emoji ?? embedded?.sign
        asciiSign = gift.sign?.ascii ?? embedded?.asciiSign
        covers = gift.tags.contains("fullscreen")
        published = gift
    }

    /// Its animation.
    var animation: AnimationID {
        AnimationID(kind: id, version: published?.version ?? 0, package: published?.sha256)
    }
}
