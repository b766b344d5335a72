import ReportText
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
            repository = try StoreRepository(root: root, now: { WallClock.now }, gifts: FirstGifts.drafts)
        } catch {
            throw CommandFailure(Self.status(of: error), error.description)
        }
    }

    private static func status(of error: RepositoryError) -> ExitStatus {
        switch error {
        case .disk: .cannotWrite
        case .isInUse: .unavailable
        case .brokenFile, .noStore: .badData
        case .noSuchGift, .noEarlierVersion, .changedMeanwhile, .unreadable, .tooLong: .software
        }
    }
}
