import StoreProtocol

/// A version whose files were removed.
public struct PrunedGift: Sendable, Equatable {
    /// The reason for the removal.
    public enum Cause: String, Sendable {
        /// The store withdrew the gift kind.
        case withdrawn
        /// A newer version is installed.
        case superseded
        /// The library was too large, and this version was played longest ago.
        case size
    }

    /// The id of the gift kind.
    public let id: String
    /// The version.
    public let version: Int
    /// The size of the removed files, in bytes.
    public let bytes: Int
    /// The reason for the removal.
    public let cause: Cause
}

extension LocalStore {
    /// The default limit for the size of the library, in bytes: one gigabyte, about ten thousand gift kinds.
    public static let defaultMaxSize = 1_000_000_000

    /// Removes files until the library, or its versions of some gift kinds, have at most `limit` bytes.
    ///
    /// First it removes withdrawn gift kinds and versions that a newer one replaces. Then it removes the versions that
    /// were played longest ago; those never played come first. Of the latter, a version that the catalogue lists
    /// becomes wanted again.
    ///
    /// The rows of withdrawn kinds stay; otherwise a built-in kind with the same id would play again. A version that
    /// another program has locked stays as well. Players may continue: what they have read is in memory.
    ///
    /// - Parameters:
    ///   - limit: The largest size, in bytes.
    ///   - kinds: The ids of the gift kinds whose versions are counted and removed; `nil` for all. Others stay.
    /// - Returns: The removed versions, and the remaining size in bytes.
    public func prune(
        to limit: Int = defaultMaxSize, only kinds: Set<String>? = nil
    ) throws(LocalStoreError) -> (removed: [PrunedGift], left: Int) {
        try reconcile()
        let installed = try database.gifts().filter { $0.isInstalled && kinds?.contains($0.gift.id) != false }
        let playable = Set(
            Dictionary(grouping: installed.filter { $0.state != .withdrawn }, by: \.gift.id)
                .compactMap { $0.value.first?.release })
        var removed: [PrunedGift] = []
        var left = installed.reduce(0) { $0 + ($1.diskBytes ?? 0) }
        func remove(_ stored: StoredGift, _ cause: PrunedGift.Cause, reason: String?) throws(LocalStoreError) {
            guard try discard(stored, reason: reason) else { return }
            left -= stored.diskBytes ?? 0
            removed.append(
                PrunedGift(
                    id: stored.gift.id, version: stored.gift.version, bytes: stored.diskBytes ?? 0, cause: cause))
        }
        for stored in installed where !playable.contains(stored.release) {
            try remove(stored, stored.state == .withdrawn ? .withdrawn : .superseded, reason: nil)
        }
        let leastUsedFirst = installed.filter { playable.contains($0.release) }
            .sorted {
                ($0.lastPlayedAt ?? "", $0.installedAt ?? "", $0.gift.id) < (
                    $1.lastPlayedAt ?? "", $1.installedAt ?? "", $1.gift.id
                )
            }
        for stored in leastUsedFirst where left > limit {
            try remove(stored, .size, reason: "removed to keep the store at its size")
        }
        return (removed, left)
    }
}
