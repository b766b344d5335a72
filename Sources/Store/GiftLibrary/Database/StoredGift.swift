public import StoreProtocol

/// The state of a version of a gift kind in the library.
public enum GiftState: String, Sendable, CaseIterable {
    /// The catalogue lists the version, which is not downloaded yet.
    case wanted
    /// A program downloads it.
    case downloading
    /// It can play.
    case ready
    /// The download failed, for the reason of the row; the next synchronisation tries again.
    case failed
    /// The store withdrew the gift kind; it does not play.
    case withdrawn
}

/// A version of a gift kind in the library.
public struct StoredGift: Sendable, Equatable {
    /// The gift kind as the catalogue listed it.
    public let gift: StoreGift
    /// The URL of the package; empty if there is none.
    public let url: String
    /// The state.
    public let state: GiftState
    /// The reason for the state, as text; `nil` if there is none.
    public let reason: String?
    /// Whether the catalogue lists this version.
    public let isCurrent: Bool
    /// The size of the files on disk, in bytes; `nil` if they are not installed.
    public let diskBytes: Int?
    /// When the catalogue first listed the version, in UTC in the format of RFC 3339.
    public let listedAt: String
    /// When the row last changed.
    public let changedAt: String
    /// When the files were installed; `nil` if they are not.
    public let installedAt: String?
    /// When the version was last played; `nil` if it never was.
    public let lastPlayedAt: String?

    /// Whether the files are installed, even if the version must not play.
    public var isInstalled: Bool { installedAt != nil }
}
