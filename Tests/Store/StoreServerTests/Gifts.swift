import StoreProtocol
import StoreServer
import SystemIO

/// Drafts and times for tests.
enum Gifts {
    static let time: @Sendable () -> String = { "2026-11-21T10:00:00Z" }

    /// Returns a gift whose package has the given content, which the repository does not read.
    static func draft(_ id: String, _ content: String = "one") -> GiftDraft {
        GiftDraft(
            id: id, duration: 2_000_000_000, format: StoreGift.Format(width: 512, height: 256, frameRate: 60),
            package: Array("package of \(id): \(content)".utf8))
    }
}

extension StoreRepository {
    /// Creates a repository on a simulated disk.
    static func on(_ disk: some Disk, _ drafts: [GiftDraft] = []) throws(RepositoryError) -> StoreRepository {
        try StoreRepository(
            root: "/store", disk: disk, now: Gifts.time, gifts: { () throws(RepositoryError) in drafts })
    }
}
