public import Playback
public import StoreDocuments

/// What happens in a pass, as it happens. Events of different gifts come from different threads.
public enum SyncEvent: Sendable, Equatable {
    /// The store's catalogue is the one that is known: so many gifts are to be fetched, of so many bytes together.
    case compared(gifts: Int, bytes: Int)
    /// The catalogue has the gift new or in another version, which is to be fetched.
    case listed(StoreGift)
    /// The catalogue has the gift back, or says something else of it, and it can be played as it is here.
    case restored(StoreGift)
    /// The catalogue has the gift no more.
    case withdrawn(id: String)
    /// The gift is being fetched, and so many of its bytes are here.
    case receiving(StoreGift, bytes: Int)
    /// Fetching the gift is tried again after this time, for this reason.
    case pausing(StoreGift, Nanoseconds, reason: String)
    /// The gift can be played.
    case ready(StoreGift)
    /// The gift could not be fetched, for this reason.
    case failed(StoreGift, reason: String)
}

/// What a pass came to.
public struct SyncSummary: Sendable, Equatable {
    /// The catalogue's revision.
    public var revision = 0
    /// Gifts that became playable.
    public var ready = 0
    /// Gifts that could not be fetched.
    public var failed = 0
    /// Gifts that the catalogue has no more.
    public var withdrawn = 0
    /// Gifts that are still to be fetched, because the pass was stopped or the disk is full.
    public var left = 0
    /// Whether the disk is full.
    public var isDiskFull = false
}

/// Why a pass came to nothing. What was here before is here still.
public enum SyncError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The store doesn't answer, or not with a catalogue's status.
    case unavailable(String)
    /// The folder has no catalogue.
    case missing(String)
    /// What the store answers is no catalogue.
    case badCatalogue(String)
    /// The local store can't be used.
    case store(LocalStoreError)
    /// It was stopped.
    case stopped

    /// Where and what, in one line.
    public var description: String {
        switch self {
        case .unavailable(let line), .missing(let line), .badCatalogue(let line): line
        case .store(let error): error.description
        case .stopped: "stopped"
        }
    }
}
