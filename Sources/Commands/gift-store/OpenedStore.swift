import CommandLineSupport
import StoreServer

/// An opened store folder, with a lock against other servers.
struct OpenedStore {
    let lock: FolderLock
    let repository: StoreRepository

    /// Opens the store in the folder `root` and fills an empty folder with the demo's gifts.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the folder is not a valid store, 69 if another server uses it,
    ///   and 73 if it cannot be written.
    init(root: String) throws(CommandFailure) {
        do throws(RepositoryError) {
            lock = try FolderLock(root: root)
            repository = try StoreRepository(root: root, now: { WallClock.now }, gifts: InitialGifts.drafts)
        } catch {
            throw CommandFailure(Self.exitStatus(of: error), error.description)
        }
    }

    private static func exitStatus(of error: RepositoryError) -> ExitStatus {
        switch error {
        case .disk: .cannotWrite
        case .inUse: .unavailable
        case .damagedFile, .notAStore: .badData
        case .noSuchGift, .noEarlierVersion, .changedMeanwhile, .unreadable, .tooLarge: .software
        }
    }
}
