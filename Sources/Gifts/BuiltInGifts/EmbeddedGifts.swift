public import PlayerSettings
public import RoomEvents
public import RoomSimulator

/// The catalogue and the simulated room built into the program.
public struct EmbeddedGifts: Sendable {
    /// The catalogue of the gift kinds.
    public let catalogue: GiftCatalogue

    /// The folder of the catalogue among the embedded files.
    private static let folder = "gifts/"

    /// Parses the embedded catalogue.
    ///
    /// - Throws: `ConfigurationError` only if the program was built with an invalid catalogue.
    public init() throws(ConfigurationError) {
        let path = Self.folder + "gifts.yaml"
        catalogue = try GiftCatalogue(yaml: EmbeddedFiles.text(at: path) ?? "", file: path)
    }

    /// Returns the Lottie file of `gift`; nil if it is not embedded.
    public func animation(of gift: CatalogueGift) -> [UInt8]? {
        EmbeddedFiles.bytes(at: Self.folder + gift.animation)
    }

    /// Returns the `gift.yaml` of `gift`; nil if it has none.
    public func manifest(of gift: CatalogueGift) -> [UInt8]? {
        gift.manifest.flatMap { EmbeddedFiles.bytes(at: Self.folder + $0) }
    }

    /// Parses and returns the embedded room.
    public func room() throws(ConfigurationError) -> RoomScript {
        try RoomScript(yaml: EmbeddedFiles.text(at: "room.yaml") ?? "", file: "room.yaml")
    }

    /// The gift kinds in the form that a simulated room uses.
    public var kinds: [GiftKind] {
        catalogue.gifts.map { gift in
            GiftKind(id: gift.id, name: gift.name, value: Int(clamping: gift.value))
        }
    }
}
