import GiftPackages
import LottieDocument
import PlayerSettings
import StoreProtocol

/// The reason why a package is not installed, in one line.
struct PackageRejection: Error, CustomStringConvertible {
    let description: String
}

/// A file of a version: its path relative to the version's folder, and its contents.
typealias VersionFile = (path: String, bytes: [UInt8])

/// The files of an installed version, which have the same names for every kind of package.
enum PackageFiles {
    /// The name of the animation.
    static let documentName = "data.json"
    /// The name of the file with the gift kind's movements, banner, properties and policy.
    static let manifestName = "gift.yaml"

    /// Checks a package and returns its files.
    ///
    /// - Parameters:
    ///   - bytes: The package.
    ///   - id: The id of the gift.
    ///   - trusted: The keys of which one must have signed the package; none if an unsigned one is accepted.
    /// - Throws: `PackageRejection` if the package is invalid, or is not signed as it must be.
    static func files(
        of bytes: [UInt8], id: String, trusted: [PublisherKey]
    ) throws(PackageRejection) -> [VersionFile] {
        let package: GiftPackage
        do throws(GiftPackageError) {
            package = try GiftPackage(bytes)
        } catch {
            throw PackageRejection(description: error.description)
        }
        do throws(PackageSignatureError) {
            try package.checkSignature(id: id, trusted: trusted)
        } catch {
            throw PackageRejection(description: error.description)
        }
        return package.files + (package.signature.map { [(PackageSignature.fileName, $0)] } ?? [])
    }

    /// Returns the animation with its pictures embedded.
    static func composition(of files: [String: [UInt8]]) throws(LottieError) -> Composition {
        var composition = try Composition(json: files[documentName] ?? [])
        composition.embedImages { files[$0] }
        return composition
    }

    /// Returns the parsed `gift.yaml`; `nil` if there is none.
    static func manifest(of files: [String: [UInt8]]) throws(ConfigurationError) -> GiftManifest? {
        guard let yaml = files[manifestName] else { return nil }
        return try GiftManifest(yaml: yaml, file: manifestName)
    }
}
