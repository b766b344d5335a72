import Configuration
import GiftPackages
import GiftStore
import Lottie
import Stage
import StoreDocuments
import Synchronization

/// What the gifts want of the stage whose packages were read: they are asked when a picture is at hand, and nobody waits for
/// a disk then.
final class KnownDirections: Sendable {
    private let known = Mutex<[String: (version: Int, directions: GiftDirections)]>([:])

    /// Takes note of what a package says.
    func note(_ directions: GiftDirections, of gift: StoreGift) {
        known.withLock { $0[gift.id] = (gift.version, directions) }
    }

    /// What a gift wants; nothing where its package was not read.
    subscript(gift: StoreGift) -> GiftDirections {
        known.withLock { known in
            guard let found = known[gift.id], found.version == gift.version else { return GiftDirections() }
            return found.directions
        }
    }
}

extension GiftDirections {
    /// What a manifest says of the stage. Values for what its animation doesn't have are left out: whoever published it
    /// was told of them.
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
    /// What a kind wants of the stage.
    func directions(of id: String, _ composition: Composition) -> GiftDirections {
        guard let gift = catalogue[id], let yaml = manifest(of: gift),
            let manifest = try? GiftManifest(yaml: yaml, file: gift.manifest ?? "")
        else { return GiftDirections() }
        return GiftDirections(manifest, of: composition)
    }
}
