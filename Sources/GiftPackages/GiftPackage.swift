public import Archives
import Configuration
import DotLottie
public import Lottie
import StoreDocuments

/// A gift as designers hand it in and stores hand it out: an animation, its pictures and what else is to be known of it.
///
///     let package = try GiftPackage(bytes)          // a zip, a .lottie or a .json, told apart by what is in it
///     let composition = package.composition         // with its pictures
///     try package.zip()                             // the one form of it that is stored
///
/// Whatever it came as, it is checked as a whole: the archive is safe and within the limits, the animation can be read and
/// shows something, the manifest means something. What comes out of it depends on its content alone.
public struct GiftPackage: Sendable {
    /// What a package came as.
    public enum Kind: String, Sendable {
        /// An archive with `data.json` at its root.
        case zip
        /// A dotLottie archive.
        case dotLottie
        /// An animation alone: a Lottie document, or the same packed with gzip.
        case document
    }

    /// What the package came as.
    public let kind: Kind
    /// The animation as a Lottie document, whose pictures are in it or in `images/`; a dotLottie's initial theme is part of it.
    public let dataJSON: [UInt8]
    /// The pictures in `images/` that the animation names and that are there, by their names without the folder.
    public let images: [String: [UInt8]]
    /// The files of pictures that the animation names and that are not there, in order; they are not drawn.
    public let missingImages: [String]
    /// What `gift.yaml` says; nil where there is no such file.
    public let manifest: GiftManifest?
    /// The values that the manifest gives to the animation.
    public let properties: GiftProperties
    /// The text of `gift.yaml`; nil where there is no such file.
    public let manifestYAML: [UInt8]?
    /// The animation with its pictures.
    public let composition: Composition

    static let documentName = "data.json"
    static let manifestName = "gift.yaml"
    static let imageFolder = "images/"

    /// The package that `bytes` are.
    /// - Parameter limits: how much it may hold.
    /// - Throws: `GiftPackageError`, which says in a line what is wrong with it.
    public init(_ bytes: [UInt8], limits: ArchiveLimits = .giftPackage) throws(GiftPackageError) {
        guard bytes.count <= limits.packedBytes else { throw .tooLong(limit: limits.packedBytes) }
        let source = try PackageSource(bytes, limits: limits)
        kind = source.kind
        let pictures = try Self.reading(source.name) { () throws(LottieError) in
            try PictureReferences(in: source.json)
        }
        let found = try FoundPictures(pictures, in: source)
        dataJSON = found.document
        images = found.images
        var composition = try Self.reading(source.name) { () throws(LottieError) in
            try Composition(json: found.document)
        }
        composition.embedImages { path in
            path.hasPrefix(Self.imageFolder) ? found.images[String(path.dropFirst(Self.imageFolder.count))] : nil
        }
        self.composition = composition
        missingImages = composition.externalImages
        manifestYAML = source.manifest
        do throws(ConfigurationError) {
            manifest = source.wishes
            properties = try GiftProperties(
                source.wishes ?? GiftManifest(), of: composition, file: Self.manifestName,
                pictures: source.pictures)
        } catch {
            throw .manifest(error)
        }
        guard let frames = composition.framesUntilSomethingShows else { return }
        throw .nothingToSee(frames: frames)
    }

    private static func reading<Value>(
        _ file: String?, _ body: () throws(LottieError) -> Value
    ) throws(GiftPackageError) -> Value {
        do throws(LottieError) {
            return try body()
        } catch {
            throw .document(file: file, error)
        }
    }
}

extension Composition {
    /// The files of pictures whose bytes it doesn't have, in order.
    fileprivate var externalImages: [String] {
        let paths = images.values.compactMap { image -> String? in
            guard case .external(let path) = image.source else { return nil }
            return path
        }
        return Set(paths).sorted()
    }
}
