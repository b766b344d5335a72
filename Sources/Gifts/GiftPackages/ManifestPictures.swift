import Budgets
import ImageCoding
import LottieDocument
import LottieRenderer
import PlayerSettings
import VectorGraphics

/// The pictures of a package that its manifest assigns to layers.
///
/// They become assets of the document, so that they stay with it under any file name.
struct ManifestPictures {
    private let properties: [GiftManifest.Property]
    /// The paths of the pictures that the manifest puts inside layers.
    private let insertedFiles: [String]

    init(_ manifest: GiftManifest) {
        properties = manifest.properties
        insertedFiles = manifest.insertions.filter { !$0.isAnimation && $0.file != ManifestInsertion.head }.map(\.file)
    }

    /// Returns the id of the asset for a picture that the manifest names by this path.
    static func assetID(of path: String) -> String { "\(GiftPackage.manifestName):\(path)" }

    /// Returns the document with these pictures as assets.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - name: The document's file in errors.
    ///   - hasPicture: Returns whether the package has a picture at a path.
    ///   - budget: The budget for comparing the manifest's paths with the properties of the animation.
    /// - Throws: `GiftPackageError` if the document is invalid or the budget is exhausted.
    func document(
        _ json: [UInt8], name: String, hasPicture: (String) -> Bool, within budget: inout Budget
    ) throws(GiftPackageError) -> [UInt8] {
        var candidates: [Candidate] = []
        for property in properties {
            guard case .text(let text) = property.value.content, !text.hasPrefix("{"), hasPicture(text),
                let path = try? PropertyPath(parsing: property.path)
            else { continue }
            candidates.append(Candidate(path: path, file: text, value: property.value))
        }
        let inserted = insertedFiles.filter(hasPicture)
        guard !candidates.isEmpty || !inserted.isEmpty else { return json }
        let images: [AnimationProperty]
        let assets: DocumentAssets
        do throws(LottieError) {
            images = candidates.isEmpty ? [] : try Self.images(of: json)
            assets = try DocumentAssets(in: json)
        } catch {
            throw .document(file: name, error)
        }
        do throws(ConfigurationError) {
            let shown = try Self.pictures(of: candidates, among: images, within: &budget)
            let others = inserted.map { (Self.assetID(of: $0), $0) }
            return assets.document(adding: shown.merging(others) { first, _ in first })
        } catch {
            throw GiftPackageError(error, within: budget)
        }
    }

    /// A picture of the package that a layer may show, if the path leads to one.
    private struct Candidate {
        let path: PropertyPath
        let file: String
        let value: ManifestValue
    }

    /// Returns the pictures that layers of the document show.
    private static func images(of json: [UInt8]) throws(LottieError) -> [AnimationProperty] {
        let composition = try Composition(json: json)
        // The renderer only lists the properties, so its size does not matter.
        return AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
            .filter { $0.kind == .image }
    }

    /// Returns the files of the candidates whose paths lead to a picture, by asset id.
    private static func pictures(
        of candidates: [Candidate], among images: [AnimationProperty], within budget: inout Budget
    ) throws(ConfigurationError) -> [String: String] {
        let names = images.reduce(0) { $0 + $1.path.segments.count }
        var pictures: [String: String] = [:]
        for candidate in candidates {
            let place = ConfigurationError.Place.file(
                path: GiftPackage.manifestName, line: candidate.value.line, column: candidate.value.column)
            let steps = GiftProperties.steps(of: candidate.path, properties: images.count, names: names)
            try GiftProperties.charge(steps, of: &budget, place)
            guard images.contains(where: { $0.matches(candidate.path) }) else { continue }
            pictures[assetID(of: candidate.file)] = candidate.file
        }
        return pictures
    }
}

extension GiftManifest {
    /// The ids that the document's assets have if the manifest names their files.
    public var assetIDs: Set<String> {
        let values = properties.compactMap { if case .text(let text) = $0.value.content { text } else { nil } }
        return Set((values + insertions.map(\.file)).map(ManifestPictures.assetID))
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
    private static let maxPixels = Pixmap.maxPictureArea

    private var files: [String: [UInt8]] = [:]
    private var loadedPixels = 0

    /// Loads the picture with this path from the assets of `composition`.
    ///
    /// - Returns: Whether the picture exists.
    /// - Throws: `PictureProblem` if it cannot be decoded, or all pictures together are too large.
    mutating func load(_ path: String, of composition: Composition) throws(PictureProblem) -> Bool {
        guard files[path] == nil else { return true }
        guard case .embedded(let bytes)? = composition.assets.images[ManifestPictures.assetID(of: path)]?.source else {
            return false
        }
        guard let picture = try? Pixmap(decoding: bytes) else {
            throw PictureProblem(expected: "a PNG, JPEG or WebP picture")
        }
        loadedPixels += picture.width * picture.height
        guard loadedPixels <= Self.maxPixels else {
            throw PictureProblem(expected: "pictures of up to \(Self.maxPixels) pixels in all")
        }
        files[path] = bytes
        return true
    }

    /// Returns the picture with this path.
    ///
    /// It is decoded at each call, because a library of gifts keeps only the encoded files in memory.
    func decoded(_ path: String) -> Pixmap? { files[path].flatMap { try? Pixmap(decoding: $0) } }
}
