import BuiltInGifts
import GiftPackages
import LottieDocument
import PlayerSettings
import RoomSession
import StoreProtocol
import Synchronization

/// The stage directions of the gift kinds whose packages have been read.
///
/// They are stored here because they are needed together with a picture, when waiting for a disk is not possible.
final class PresentationOptionsCache: Sendable {
    private let known = Mutex<[String: (version: Int, directions: PresentationOptions)]>([:])

    /// Stores the directions from a package.
    func store(_ directions: PresentationOptions, of gift: StoreGift) {
        known.withLock { $0[gift.id] = (gift.version, directions) }
    }

    /// The directions of a gift kind; empty ones if its package has not been read.
    subscript(gift: StoreGift) -> PresentationOptions {
        known.withLock { known in
            guard let found = known[gift.id], found.version == gift.version else { return PresentationOptions() }
            return found.directions
        }
    }
}

extension PresentationOptions {
    /// Creates directions from the text of a manifest, and the animations that it puts inside layers.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if it is invalid.
    init(
        yaml: [UInt8], file: String, of composition: Composition, animations: [String: [UInt8]]
    ) throws(CommandFailure) {
        do throws(ConfigurationError) {
            self.init(try GiftManifest(yaml: yaml, file: file), of: composition, animations: animations)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }

    /// Creates directions from a manifest, the gift's state machine, if any, and the animations that the manifest puts
    /// inside layers.
    ///
    /// Values for properties that the animation does not have are omitted. The publisher has been told about them.
    init(
        _ manifest: GiftManifest, of composition: Composition, machine: GiftMachine? = nil,
        animations: [String: [UInt8]] = [:]
    ) {
        let course = (try? manifest.play.course(of: composition)) ?? nil
        self.init(transitions: manifest.transitions, course: course, machine: machine)
        guard let found = try? GiftProperties(manifest, of: composition, file: "", animations: animations),
            !found.isEmpty
        else { return }
        properties = PropertyOverrides(dependOnGift: found.dependsOnArrival) { gift, earlier in
            found.values(
                for: PresentationValues(sender: gift.sender, count: gift.count, gift: gift.name), reusing: earlier)
        }
    }
}

extension EmbeddedGifts {
    /// Returns the directions of a built-in gift kind.
    func options(of id: String, _ composition: Composition) -> PresentationOptions {
        guard let gift = catalogue[id] else { return PresentationOptions() }
        let manifest = manifest(of: gift).flatMap { try? GiftManifest(yaml: $0, file: gift.manifest ?? "") }
        return PresentationOptions(manifest ?? GiftManifest(), of: composition)
    }
}
