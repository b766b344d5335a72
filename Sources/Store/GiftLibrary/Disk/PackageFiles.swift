import GiftPackages
import LottieDocument
import PlayerSettings

/// A file of a version: its path relative to the version's folder, and its contents.
typealias VersionFile = (path: String, bytes: [UInt8])

/// The files of an installed version, which have the same names for every kind of package.
enum PackageFiles {
    /// The name of the animation.
    static let documentName = "data.json"
    /// The name of the file with the gift kind's movements, banner, properties and policy.
    static let manifestName = "gift.yaml"
    /// The folder of the pictures.
    static let pictureFolder = "images/"

    /// Checks a package and returns its files.
    static func files(of bytes: [UInt8]) throws(GiftPackageError) -> [VersionFile] {
        let package = try GiftPackage(bytes)
        var files = [(documentName, package.dataJSON)]
        for (name, picture) in package.images.sorted(by: { $0.key < $1.key }) {
            files.append((pictureFolder + name, picture))
        }
        if let text = package.manifestYAML { files.append((manifestName, text)) }
        return files
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
