import Lottie
import LottieRenderer
import Pictures
import VectorGraphics

/// The pictures of a package that its manifest assigns to layers.
///
/// They become assets of the document, so that they stay with it under any file name.
struct ManifestPictures {
    private let properties: [GiftManifest.Property]

    init(_ manifest: GiftManifest) { properties = manifest.properties }

    /// Returns the id of the asset for a picture that the manifest names by this path.
    static func assetID(of path: String) -> String { "\(GiftPackage.manifestName):\(path)" }

    /// Returns the document with these pictures as assets.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - hasPicture: Returns whether the package has a picture at a path.
    /// - Throws: `LottieError` if the document is invalid.
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
        // The renderer only lists the properties, so its size does not matter.
        let images = AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
            .filter { $0.kind == .image }
        var pictures: [String: String] = [:]
        for (path, file) in candidates where images.contains(where: { $0.matches(path) }) {
            pictures[Self.assetID(of: file)] = file
        }
        return try DocumentAssets(in: json).document(adding: pictures)
    }
}

/// An error for a picture that the manifest names and that cannot be displayed.
struct PictureProblem: Error {
    /// A description of the expected picture.
    let expected: String
}

/// The pictures that a manifest names, loaded on request.
struct NamedPictures: Sendable {
    /// The maximum number of pixels of all pictures together: as many as the largest single picture.
    private static let mostPixels = Pixmap.maximumPictureArea

    private var files: [String: [UInt8]] = [:]
    private var pixels = 0

    /// Loads the picture with this path from the assets of `composition`.
    ///
    /// - Returns: Whether the picture exists.
    /// - Throws: `PictureProblem` if it cannot be decoded, or all pictures together are too large.
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

    /// Returns the picture with this path.
    ///
    /// It is decoded at each call, because a library of gifts keeps only the encoded files in memory.
    func decoded(_ path: String) -> Pixmap? { files[path].flatMap { try? Pixmap(decoding: $0) } }
}
