import StoreProtocol
import Synchronization

/// The changes that wait for their confirmation, in bounded memory.
///
/// A confirmation belongs to one change: the same settings in place of the same ones, by the same token and for the same
/// reason. It can be used once.
final class PendingConfirmations: Sendable {
    /// What a confirmation belongs to.
    struct Change: Hashable, Sendable {
        /// The tag of the settings that are replaced.
        let tag: String
        /// The digest of the new settings.
        let digest: SHA256Digest
        /// The name of the token.
        let token: String
        /// The reason for the audit log, if one was given.
        let reason: String?
    }

    private struct Entry {
        let confirmation: String
        let change: Change
        let expiry: Duration
    }

    /// The time for which a confirmation can be used.
    static let lifetime = Duration.seconds(300)
    /// The most confirmations that wait; for a further one the oldest is forgotten.
    static let maxCount = 64

    private let entries = Mutex<[Entry]>([])
    private let randomBytes: @Sendable () -> [UInt8]

    /// Creates an empty collection.
    ///
    /// - Parameter randomBytes: Returns at least 16 random bytes.
    init(randomBytes: @escaping @Sendable () -> [UInt8]) { self.randomBytes = randomBytes }

    /// Returns a new confirmation of `change`.
    func add(_ change: Change, at time: Duration) -> String {
        let confirmation = String(SHA256Digest.digest(of: randomBytes()).hex.prefix(32))
        entries.withLock { entries in
            entries.removeAll { $0.expiry <= time }
            if entries.count >= Self.maxCount { entries.removeFirst() }
            entries.append(Entry(confirmation: confirmation, change: change, expiry: time + Self.lifetime))
        }
        return confirmation
    }

    /// Uses up a confirmation.
    ///
    /// - Returns: Whether it belongs to `change` and has not expired.
    func consume(_ confirmation: String, for change: Change, at time: Duration) -> Bool {
        entries.withLock { entries in
            guard
                let index = entries.firstIndex(where: {
                    $0.confirmation == confirmation && $0.change == change && time < $0.expiry
                })
            else { return false }
            entries.remove(at: index)
            return true
        }
    }
}
