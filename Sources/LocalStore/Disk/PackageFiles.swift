import Configuration
import GiftPackages
import Lottie

/// A file of a version, with its path below the version's folder.
typealias VersionFile = (path: String, bytes: [UInt8])

/// The files that a gift is played from: the same for every kind of package.
enum PackageFiles {
    /// The animation.
    static let document = "data.json"
    /// Movements, banner, properties and policy of the gift.
    static let manifest = "gift.yaml"
    /// Where the pictures are.
    static let pictures = "images/"

    /// The files of a package, once it is checked.
    static func files(of bytes: [UInt8]) throws(GiftPackageError) -> [VersionFile] {
        let package = try GiftPackage(bytes)
        var files = [(document, package.dataJSON)]
        for (name, picture) in package.images.sorted(by: { $0.key < $1.key }) {
            files.append((pictures + name, picture))
        }
        if let text = package.manifestYAML { files.append((manifest, text)) }
        return files
    }

    /// The animation among files, with its pictures in it.
    static func composition(of files: [String: [UInt8]]) throws(LottieError) -> Composition {
        var composition = try Composition(json: files[document] ?? [])
        composition.embedImages { files[$0] }
        return composition
    }

    /// What `gift.yaml` among files says; nil where there is none.
    static func manifest(of files: [String: [UInt8]]) throws(ConfigurationError) -> GiftManifest? {
        guard let yaml = files[manifest] else { return nil }
        return try GiftManifest(yaml: yaml, file: manifest)
    }
}
