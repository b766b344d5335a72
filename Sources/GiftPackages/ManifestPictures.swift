import Lottie
import LottieRenderer
import Pictures
import VectorGraphics

/// The pictures of a package that its manifest gives to layers.
///
/// They become assets of the document, so that they go wherever it goes, whatever their files are called there.
struct ManifestPictures {
    private let properties: [GiftManifest.Property]

    init(_ manifest: GiftManifest) { properties = manifest.properties }

    /// The id of the asset that a picture becomes which the manifest names so.
    static func assetID(of path: String) -> String { "\(GiftPackage.manifestName):\(path)" }

    /// The document with those pictures among its assets.
    /// - Parameter hasPicture: whether the package has a picture at a path.
    func document(_ json: [UInt8], hasPicture: (String) -> Bool) throws(LottieError) -> [UInt8] {
        var candidates: [(path: PropertyPath, file: String)] = []
        for property in properties {
            guard case .text(let text) = property.value.content, !text.hasPrefix("{"), hasPicture(text),
                let path = try? PropertyPath(parsing: property.path)
            else { continue }
            candidates.append((path, text))
        }
        guard !candidates.isEmpty else { return json }
        let composition = try Composition(json: json)
        // Nothing is drawn: the properties are listed.
        let images = AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
            .filter { $0.kind == .image }
        var pictures: [String: String] = [:]
        for (path, file) in candidates where images.contains(where: { $0.matches(path) }) {
            pictures[Self.assetID(of: file)] = file
        }
        return try DocumentAssets(in: json).document(adding: pictures)
    }
}

/// Why a picture that a manifest names can't be shown.
struct PictureProblem: Error {
    /// What was expected.
    let expected: String
}

/// The pictures that a manifest may name, as far as they are asked for.
struct NamedPictures: Sendable {
    /// Pixels of all of them together, as many as the largest single picture may have.
    private static let mostPixels = Pixmap.maximumPictureArea

    private var files: [String: [UInt8]] = [:]
    private var pixels = 0

    /// Takes note of the picture that is called so among the assets of `composition`.
    /// - Returns: whether there is one.
    mutating func note(_ path: String, of composition: Composition) throws(PictureProblem) -> Bool {
        guard files[path] == nil else { return true }
        guard case .embedded(let bytes)? = composition.images[ManifestPictures.assetID(of: path)]?.source else {
            return false
        }
        guard let picture = try? Pixmap(decoding: bytes) else {
            throw PictureProblem(expected: "a PNG, JPEG or WebP picture")
        }
        pixels += picture.width * picture.height
        guard pixels <= Self.mostPixels else {
            throw PictureProblem(expected: "pictures of up to \(Self.mostPixels) pixels in all")
        }
        files[path] = bytes
        return true
    }

    /// The picture that is called so. It is decoded each time: who keeps gifts keeps their files only.
    func decoded(_ path: String) -> Pixmap? { files[path].flatMap { try? Pixmap(decoding: $0) } }
}
