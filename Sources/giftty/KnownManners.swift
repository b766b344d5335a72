import Choreography
import StoreDocuments
import Synchronization

/// How the gifts carry themselves whose packages were read: they are asked when a picture is at hand, and nobody waits
/// for a disk then.
final class KnownManners: Sendable {
    private let known = Mutex<[String: (version: Int, manners: GiftManners)]>([:])

    /// Takes note of what a package says.
    func note(_ manners: GiftManners, of gift: StoreGift) {
        known.withLock { $0[gift.id] = (gift.version, manners) }
    }

    /// How a gift carries itself; in the usual way where its package was not read.
    subscript(gift: StoreGift) -> GiftManners {
        known.withLock { known in
            guard let found = known[gift.id], found.version == gift.version else { return GiftManners() }
            return found.manners
        }
    }
}
