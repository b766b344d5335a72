import StoreDocuments

/// A version whose files were removed.
public struct PrunedGift: Sendable, Equatable {
    /// Why it had to go.
    public enum Cause: String, Sendable {
        /// The catalogue has it no more.
        case withdrawn
        /// A later version is here.
        case superseded
        /// It was played longest ago, and the store was too large.
        case size
    }

    /// The gift's id.
    public let id: String
    /// Which version.
    public let version: Int
    /// Bytes of its files.
    public let bytes: Int
    /// Why it had to go.
    public let cause: Cause
}

extension LocalStore {
    /// The size a store is kept to unless something else is said, in bytes: a gigabyte, some ten thousand gifts.
    public static let standardSize = 1_000_000_000

    /// Removes the files of withdrawn gifts, and of versions in whose place a later one is played; then of those played
    /// longest ago, never played ones first, until at most `limit` bytes are left. Of what goes for the size, a gift that
    /// the catalogue lists is fetched again when it is wanted.
    ///
    /// That a gift was withdrawn stays known, or one of its name that is built in would be back on the stage.
    ///
    /// A version that some program is at stays. A player may go on meanwhile: what it has read is in its memory.
    /// - Returns: what was removed, and how many bytes are left.
    public func prune(to limit: Int = standardSize) throws(LocalStoreError) -> (removed: [PrunedGift], left: Int) {
        try reconcile()
        let installed = try database.gifts().filter { $0.isInstalled }
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
                ($0.used ?? "", $0.installed ?? "", $0.gift.id) < ($1.used ?? "", $1.installed ?? "", $1.gift.id)
            }
        for stored in leastUsedFirst where left > limit {
            try remove(stored, .size, reason: "removed to keep the store at its size")
        }
        return (removed, left)
    }
}
