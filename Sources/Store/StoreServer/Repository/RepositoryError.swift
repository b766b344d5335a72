public import StoreProtocol
public import SystemIO

/// The reason why the store could not be opened or changed.
public enum RepositoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An operation on disk failed.
    case disk(DiskError)
    /// A file of the store is damaged.
    case damagedFile(path: String, reason: String)
    /// The folder is neither empty nor a store.
    case notAStore(path: String, found: String)
    /// Another server uses the folder.
    case inUse(path: String)
    /// There is no gift kind with this id.
    case noSuchGift(String)
    /// There is no version to roll back to.
    case noEarlierVersion(String, version: Int)
    /// The new document would be unreadable, so no player could use it.
    case unreadable(StoreDocumentError)
    /// With the change, a document would exceed the size that readers accept.
    case tooLarge(String, limit: Int)
    /// The state changed since the client fetched it.
    case changedMeanwhile

    /// The error in one line.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .damagedFile(let path, let reason): "\(path): \(reason)"
        case .notAStore(let path, let found):
            "\(path): expected an empty folder or that of a store, found \"\(found)\" without a catalogue.json"
        case .inUse(let path): "\(path): another gift-store uses this folder"
        case .noSuchGift(let id): "there is no gift \"\(id)\""
        case .noEarlierVersion(let id, let version): "\(id): there is no version before \(version)"
        case .unreadable(let error): error.description
        case .tooLarge(let name, let limit): "\(name): expected at most \(limit >> 20) MB, found more with this change"
        case .changedMeanwhile: "it was changed in the meantime: fetch it again"
        }
    }
}
