import Configuration
import GiftPackages
import GiftStore
import Lottie
import Stage
import StoreDocuments
import Synchronization

/// The stage directions of the gift kinds whose packages have been read.
///
/// They are stored here because they are needed together with a picture, when waiting for a disk is not possible.
final class KnownDirections: Sendable {
    private let known = Mutex<[String: (version: Int, directions: GiftDirections)]>([:])

    /// Stores the directions from a package.
    func note(_ directions: GiftDirections, of gift: StoreGift) {
        known.withLock { $0[gift.id] = (gift.version, directions) }
    }

    /// The directions of a gift kind; empty ones if its package has not been read.
    subscript(gift: StoreGift) -> GiftDirections {
        known.withLock { known in
            guard let found = known[gift.id], found.version == gift.version else { return GiftDirections() }
            return found.directions
        }
    }
}

extension GiftDirections {
    /// Creates directions from a manifest.
    ///
    /// Values for properties that the animation does not have are omitted. The publisher has been told about them.
    init(_ manifest: GiftManifest, of composition: Composition) {
        self.init(manners: manifest.manners)
        guard let found = try? GiftProperties(manifest, of: composition, file: ""), !found.isEmpty else { return }
        properties = GiftValues(dependOnGift: found.dependsOnArrival) { gift, earlier in
            found.values(
                for: GiftArrival(sender: gift.sender, count: gift.count, gift: gift.name), like: earlier)
        }
    }
}

extension EmbeddedGifts {
    /// Returns the directions of a built-in gift kind.
    func directions(of id: String, _ composition: Composition) -> GiftDirections {
        guard let gift = catalogue[id], let yaml = manifest(of: gift),
            let manifest = try? GiftManifest(yaml: yaml, file: gift.manifest ?? "")
        else { return GiftDirections() }
        return GiftDirections(manifest, of: composition)
    }
}
