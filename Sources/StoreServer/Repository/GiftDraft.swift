public import Configuration
public import Playback
public import StoreDocuments

/// A gift that is to be published: its package and what the catalogue shall say of it.
public struct GiftDraft: Sendable {
    /// What feeds call it; a valid ``GiftID``.
    public var id: String
    /// Its name for people; nil for that of the version before, or one made of the id.
    public var name: String?
    /// Its price in coins, from 0 up; nil for that of the version before, or 0.
    public var value: Int64?
    /// What else is known of it; nil for the tags of the version before, or none.
    public var tags: [String]?
    /// A picture for a line of text; nil for that of the version before, or none.
    public var sign: GiftSign?
    /// Settings that belong to the gift; nil for those of the version before, or none.
    public var settings: [Assignment]?
    /// How long its animation plays.
    public var duration: Nanoseconds
    /// Width of its composition.
    public var width: Double
    /// Height of its composition.
    public var height: Double
    /// Frames a second.
    public var frameRate: Double
    /// The package: a zip file that was checked.
    public var package: [UInt8]

    /// A draft that says nothing but what the package says.
    public init(
        id: String, duration: Nanoseconds, width: Double, height: Double, frameRate: Double, package: [UInt8]
    ) {
        self.id = id
        self.duration = duration
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.package = package
    }

    /// The gift as the catalogue will list it.
    /// - Parameter previous: the version before, if there is one.
    func gift(version: Int, after previous: StoreGift?, published: String) -> StoreGift {
        StoreGift(
            id: id, name: name ?? previous?.name ?? Self.title(of: id), version: version,
            value: value ?? previous?.value ?? 0, duration: duration,
            package: StoreLayout.package(of: id, version: version), size: package.count,
            sha256: SHA256Digest.of(package), tags: tags ?? previous?.tags ?? [], width: width, height: height,
            frameRate: frameRate, published: published, sign: sign ?? previous?.sign,
            settings: settings ?? previous?.settings ?? [])
    }

    /// `sports-car` as people would write it: `Sports car`.
    private static func title(of id: String) -> String {
        let words = String(id.map { "-_.".contains($0) ? " " : $0 })
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
