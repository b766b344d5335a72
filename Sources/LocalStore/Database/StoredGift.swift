public import StoreDocuments

/// What is to be done about a version of a gift, or has become of it.
public enum GiftState: String, Sendable, CaseIterable {
    /// It is listed and is to be fetched.
    case wanted
    /// Somebody fetches it.
    case downloading
    /// It can be played.
    case ready
    /// It could not be fetched, for the reason beside; the next pass tries again.
    case failed
    /// The catalogue has the gift no more; it is not played.
    case withdrawn
}

/// A version of a gift as the store has it.
public struct StoredGift: Sendable, Equatable {
    /// The gift as the catalogue listed it.
    public let gift: StoreGift
    /// Where its package is.
    public let url: String
    /// What has become of it.
    public let state: GiftState
    /// Why it is in that state, for people; nil where the state says all.
    public let reason: String?
    /// Whether it is the version that the catalogue lists.
    public let isCurrent: Bool
    /// Bytes of its files on disk; nil where they are not there.
    public let diskBytes: Int?
    /// When the catalogue listed it first, in Greenwich, as RFC 3339.
    public let listed: String
    /// When its state changed last.
    public let changed: String
    /// When its files came; nil where they are not there.
    public let installed: String?
    /// When it was played last; nil before.
    public let used: String?

    /// Whether its files are there, be they played or not.
    public var isInstalled: Bool { installed != nil }
}
