import AnimationLoading
import BuiltInGifts
import GiftPackages
import LottieDocument
import RoomSession
import StoreProtocol

/// A gift kind of a plain web server: an animation, or a package with its manifest.
struct WebGift: Sendable {
    /// The entry that a catalogue would have.
    let gift: StoreGift
    /// The animation with its pictures.
    let composition: Composition
    /// What is played of the animation, its movements and values.
    let options: PresentationOptions
    /// The reason why the state machine of the archive does not play; `nil` without one.
    let machineProblem: String?

    /// Reads the file of a kind.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - location: The address of the file.
    ///   - id: The id of the kind.
    ///   - builtIn: The built-in kind of this id, which has what the file does not say; `nil` if there is none.
    /// - Throws: `AnimationLoadingError` if it is neither a valid animation nor a valid package.
    init(
        _ bytes: [UInt8], location: String, id: String, builtIn: CatalogueGift?
    ) throws(AnimationLoadingError) {
        if OpenedPackage.isPackage(bytes) {
            let package = try Self.package(bytes, location: location, id: id)
            self.init(
                id, package.composition, package.manifest, package.machine, size: bytes.count, location: location,
                builtIn: builtIn)
        } else {
            let loaded = try LoadedAnimation(bytes, location: location)
            var machine: GiftMachine?
            var problem: String?
            do throws(GiftPackageError) {
                if let archive = loaded.archive { machine = try GiftMachine(initialOf: archive) }
            } catch {
                problem = error.description
            }
            self.init(
                id, loaded.composition, nil, machine, size: bytes.count, location: location, builtIn: builtIn,
                machineProblem: problem)
        }
    }

    private static func package(
        _ bytes: [UInt8], location: String, id: String
    ) throws(AnimationLoadingError) -> GiftPackage {
        let reason: String
        do {
            let package = try GiftPackage(bytes)
            try package.checkSignature(id: id)
            return package
        } catch {
            reason = "\(error)"
        }
        throw .unreadable(location: location, reason: reason)
    }

    private init(
        _ id: String, _ composition: Composition, _ manifest: GiftManifest?, _ machine: GiftMachine?, size: Int,
        location: String, builtIn: CatalogueGift?, machineProblem: String? = nil
    ) {
        self.composition = composition
        self.machineProblem = machineProblem
        options = PresentationOptions(manifest ?? GiftManifest(), of: composition, machine: machine)
        let length = GiftLength(of: composition, playing: options.course, by: machine)
        gift = StoreGift(
            id: id, name: manifest?.name ?? builtIn?.name ?? id, version: 1,
            value: manifest?.value ?? builtIn?.value ?? 0, duration: length.duration, package: location, size: size,
            sha256: SHA256Digest.digest(of: Array(location.utf8)), tags: manifest?.tags ?? builtIn?.tags ?? [],
            format: StoreGift.Format(composition), symbol: manifest?.symbol, settings: manifest?.settings ?? [],
            loop: length.loop)
    }
}
