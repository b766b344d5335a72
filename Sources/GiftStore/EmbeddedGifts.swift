public import Configuration
public import GiftFeed

/// The gifts and the room that are built into the program.
public struct EmbeddedGifts: Sendable {
    /// The kinds of gift.
    public let catalogue: GiftCatalogue

    /// The folder of the catalogue among the embedded files.
    private static let folder = "gifts/"

    /// Reads the embedded catalogue. It fails only when the program was built from a broken one.
    public init() throws(ConfigurationError) {
        let path = Self.folder + "gifts.yaml"
        catalogue = try GiftCatalogue(yaml: EmbeddedFiles.text(at: path) ?? "", file: path)
    }

    /// The Lottie file of `gift`; nil when it is not embedded.
    public func animation(of gift: CatalogueGift) -> [UInt8]? {
        EmbeddedFiles.bytes(at: Self.folder + gift.animation)
    }

    /// What `gift` says of the stage, in YAML; nil where it says nothing.
    public func manifest(of gift: CatalogueGift) -> [UInt8]? {
        gift.manifest.flatMap { EmbeddedFiles.bytes(at: Self.folder + $0) }
    }

    /// The embedded room.
    public func room() throws(ConfigurationError) -> RoomScript {
        try RoomScript(yaml: EmbeddedFiles.text(at: "room.yaml") ?? "", file: "room.yaml")
    }

    /// The kinds as a room's simulation takes them.
    public var kinds: [GiftKind] {
        catalogue.gifts.map { gift in
            GiftKind(id: gift.id, name: gift.name, value: Int(clamping: gift.value))
        }
    }
}
