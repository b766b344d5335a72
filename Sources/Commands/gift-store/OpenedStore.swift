import CommandLineSupport
import StoreProtocol
import StoreServer

/// An opened store folder, with a lock against other servers.
struct OpenedStore {
    let lock: FolderLock
    let repository: StoreRepository
    /// One line for each thing that was left out or removed.
    let notices: [String]

    /// Opens the store in the folder `root` and fills an empty folder with the demo's gifts.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - announce: The address of the broker that the catalogue names.
    ///   - documentKey: The key with which the catalogue and the settings are signed.
    /// - Throws: `CommandFailure` with exit status 65 if the folder is not a valid store, 69 if another server uses it,
    ///   and 73 if it cannot be written.
    init(root: String, announce: String?, documentKey: PublisherPrivateKey?) throws(CommandFailure) {
        do throws(RepositoryError) {
            // Before the lock, so that nothing is left in a folder that is no store.
            try StoreRepository.check(root)
            lock = try FolderLock(root: root)
            let audit = try AuditLog(root: root)
            repository = try StoreRepository(
                root: root, announce: announce, documentKey: documentKey, now: { WallClock.now }, audit: audit,
                gifts: InitialGifts.drafts)
            notices = repository.notices + [audit.notice].compactMap(\.self)
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
