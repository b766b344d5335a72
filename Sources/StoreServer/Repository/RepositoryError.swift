/// Why the store could not be opened or changed.
public enum RepositoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk did not do its part.
    case disk(DiskError)
    /// A file of the store is not what the server wrote.
    case brokenFile(path: String, reason: String)
    /// The folder is neither empty nor a store.
    case noStore(path: String, found: String)
    /// Another server works in the folder.
    case isInUse(path: String)
    /// There is no gift of this id.
    case noSuchGift(String)
    /// There is no version to go back to.
    case noEarlierVersion(String, version: Int)
    /// Somebody changed it in the meantime.
    case changedMeanwhile

    /// The error in one line.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .brokenFile(let path, let reason): "\(path): \(reason)"
        case .noStore(let path, let found):
            "\(path): expected an empty folder or that of a store, found \"\(found)\" without a catalogue.json"
        case .isInUse(let path): "\(path): another gift-store works here"
        case .noSuchGift(let id): "there is no gift \"\(id)\""
        case .noEarlierVersion(let id, let version): "\(id): there is no version before \(version)"
        case .changedMeanwhile: "it was changed in the meantime: fetch it again"
        }
    }
}
