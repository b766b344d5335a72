public import ExactNumbers
public import Playback
public import PlayerSettings
public import StoreProtocol

/// A gift kind to be published: its package and its catalogue data.
public struct GiftDraft: Sendable {
    /// The id in feeds; a valid ``GiftID``.
    public var id: String
    /// The name that viewers see; `nil` for the name of the previous version, or one derived from the id.
    public var name: String?
    /// The price in coins, 0 or more; `nil` for that of the previous version, or 0.
    public var value: Int64?
    /// The tags; `nil` for those of the previous version, or none.
    public var tags: [String]?
    /// The symbol in a line of text; `nil` for that of the previous version, or none.
    public var symbol: GiftSymbol?
    /// The playback settings of the gift kind; `nil` for those of the previous version, or none.
    public var settings: [Assignment]?
    /// The duration of the animation, with one round of its loop.
    public var duration: Nanoseconds
    /// The part of the animation that may be repeated; `nil` without one.
    public var loop: GiftLoop?
    /// The size and the frame rate of the composition.
    public var format: StoreGift.Format
    /// The package: a checked ZIP file.
    public var package: [UInt8]
    /// What the lint found in the animation, as a JSON array; `nil` if it was not linted.
    public var findings: [UInt8]?

    /// Creates a draft with only the data of the package.
    public init(
        id: String, duration: Nanoseconds, format: StoreGift.Format, package: [UInt8]
    ) {
        self.id = id
        self.duration = duration
        self.format = format
        self.package = package
    }

    /// Returns the entry of the catalogue.
    ///
    /// - Parameters:
    ///   - version: The new version.
    ///   - previous: The previous version; `nil` if there is none.
    ///   - published: The time of publication in the format of RFC 3339.
    func makeGift(version: Int, after previous: StoreGift?, published: String) -> StoreGift {
        StoreGift(
            id: id, name: name ?? previous?.name ?? Self.title(of: id), version: version,
            value: value ?? previous?.value ?? 0, duration: duration,
            package: StoreLayout.package(of: id, version: version), size: package.count,
            sha256: SHA256Digest.digest(of: package), tags: tags ?? previous?.tags ?? [], format: format,
            published: published, symbol: symbol ?? previous?.symbol,
            settings: settings ?? previous?.settings ?? [], loop: loop)
    }

    /// Returns a name derived from an id: `Sports car` for `sports-car`.
    private static func title(of id: String) -> String {
        let words = String(id.map { "-_.".contains($0) ? " " : $0 })
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
