public import ExactNumbers
public import StoreProtocol

/// An event of a synchronisation. Events of different gift kinds come from different threads.
public enum SyncEvent: Sendable, Equatable {
    /// The rows match the catalogue: `gifts` versions are to be downloaded, with `bytes` bytes in total.
    case compared(gifts: Int, bytes: Int)
    /// The catalogue has the gift kind for the first time or in another version, which is to be downloaded.
    case listed(StoreGift)
    /// The catalogue has the gift kind again or with another entry, and the installed version can play.
    case restored(StoreGift)
    /// The catalogue no longer has the gift kind, or names a built-in one as withdrawn.
    case withdrawn(id: String)
    /// The catalogue neither names the built-in gift kind as withdrawn any more nor lists it, so it plays again.
    case returned(id: String)
    /// The catalogue has an invalid entry. The gift kind stays as it is in the library.
    case rejected(RejectedGift)
    /// The gift kind is being downloaded; `bytes` bytes have arrived.
    case receiving(StoreGift, bytes: Int)
    /// The download is retried after this time, for this reason.
    case pausing(StoreGift, Nanoseconds, reason: String)
    /// The gift kind can play.
    case ready(StoreGift)
    /// The download failed, for this reason.
    case failed(StoreGift, reason: String)
}

/// The numbers of a synchronisation.
public struct SyncSummary: Sendable, Equatable {
    /// The revision of the catalogue.
    public var revision = 0
    /// The gift kinds that became playable.
    public var ready = 0
    /// The gift kinds whose download failed, and invalid entries.
    public var failed = 0
    /// The gift kinds that the catalogue no longer has, and the built-in ones that it names as withdrawn.
    public var withdrawn = 0
    /// The versions that remain to be downloaded because the disk is full.
    public var remaining = 0
    /// Whether the disk is full.
    public var isDiskFull = false
}

/// The reason why a synchronisation failed. Installed gift kinds are unaffected.
public enum SyncError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The store does not respond, or responds with an error status.
    case unavailable(String)
    /// The folder has no catalogue.
    case missing(String)
    /// The response is not a catalogue.
    case badCatalogue(String)
    /// The library cannot be used.
    case store(LocalStoreError)
    /// The synchronisation was stopped.
    case stopped

    /// The place and the reason, in one line.
    public var description: String {
        switch self {
        case .unavailable(let line), .missing(let line), .badCatalogue(let line): line
        case .store(let error): error.description
        case .stopped: "stopped"
        }
    }
}
