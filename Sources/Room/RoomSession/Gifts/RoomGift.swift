package import BuiltInGifts
package import ExactNumbers
package import GiftPackages
package import Playback
package import StoreProtocol

/// The identity of an animation: a gift kind and a version of it.
package struct AnimationID: Hashable {
    /// The kind's id.
    package let kind: String
    /// The version number in the store; 0 for a built-in kind, and -1 for a stand-in.
    package let version: Int
    /// The digest of the package; a folder can be published again with other contents and the same version.
    package var package: SHA256Digest?

    /// Creates the identity of an animation.
    package init(kind: String, version: Int, package: SHA256Digest? = nil) {
        self.kind = kind
        self.version = version
        self.package = package
    }
}

/// A gift kind in a room, built in or published by a store.
package struct RoomGift {
    /// The id in feeds.
    package let id: String
    /// The display name.
    package let name: String
    /// The price in coins.
    package let value: Int64
    /// The length of the animation, in stage time, with one round of its loop.
    package let duration: Nanoseconds
    /// The part of the animation that may be repeated; `nil` without one.
    package let loop: GiftLoop?
    /// An emoji for the kind in a line of text, or `nil` if it has none.
    package let emoji: String?
    /// The sign in plain ASCII characters, or `nil` if it has none.
    package let asciiSymbol: String?
    /// Whether the animation should cover the whole stage, without an empty border.
    package let coversStage: Bool
    /// The entry in the store's catalogue, or `nil` for a built-in kind and a stand-in.
    package let published: StoreGift?
    /// Whether the fallback plays in place of the kind's own animation.
    package let isStandIn: Bool

    package init(_ gift: CatalogueGift) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        loop = gift.loop
        emoji = gift.emoji
        asciiSymbol = gift.asciiSymbol
        coversStage = gift.tags.contains("fullscreen")
        published = nil
        isStandIn = false
    }

    /// Creates the stand-in of a kind whose animation has not come.
    package init(standInFor id: String, name: String?, value: Int64, length: GiftLength) {
        self.id = id
        self.name = name ?? id
        self.value = value
        duration = length.duration
        loop = length.loop
        emoji = nil
        asciiSymbol = nil
        coversStage = false
        published = nil
        isStandIn = true
    }

    /// Creates a kind from a store. Signs that the store does not have come from the built-in kind.
    package init(_ gift: StoreGift, fallback embedded: CatalogueGift?) {
        id = gift.id
        name = gift.name
        value = gift.value
        duration = gift.duration
        loop = gift.loop
        emoji = gift.symbol?.emoji ?? embedded?.emoji
        asciiSymbol = gift.symbol?.ascii ?? embedded?.asciiSymbol
        coversStage = gift.tags.contains("fullscreen")
        published = gift
        isStandIn = false
    }

    /// The identity of the kind's animation.
    package var animation: AnimationID {
        AnimationID(kind: id, version: isStandIn ? -1 : published?.version ?? 0, package: published?.sha256)
    }
}
