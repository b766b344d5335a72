import ReportText
import StoreServer

/// The store in a folder, with the lock that keeps other servers out.
struct OpenedStore {
    let lock: FolderLock
    let repository: StoreRepository

    /// - Throws: 65 where the folder is none of a store, 73 where it can't be written.
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
        case .noSuchGift, .noEarlierVersion, .changedMeanwhile: .software
        }
    }
}
