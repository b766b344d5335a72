import ImageCoding
package import LottieDocument
import VectorGraphics

/// The facts about a picture among an animation's assets.
package struct ImageReport {
    package let id: String
    /// The width and height that the animation states, 0 if it states none.
    let declaredSize: (width: Double, height: Double)
    /// The picture's own size; nil if it cannot be decoded.
    package let size: PictureSize?
    let format: PictureFormat?
    /// The size of the encoded picture, in bytes; nil if the picture is in another file that is not available.
    package let bytes: Int?
    /// The reason why the picture is not drawn; nil if it is drawn.
    package let problem: String?
    /// Whether it is the sound of an audio layer, which stands among the pictures of a document.
    package let isSound: Bool

    /// The maximum number of pixels of all pictures that are decoded.
    ///
    /// It equals the renderer's memory limit for pictures and keeps the inspection fast for any file.
    package static let maxPixels = 2 * Pixmap.maxPictureArea

    private static let soundProblem = "sound: not played"

    /// Decodes a picture and creates its facts.
    ///
    /// - Parameters:
    ///   - id: The id of the asset.
    ///   - asset: The picture.
    ///   - remainingPixels: The number of pixels that may still be decoded; the picture's own are subtracted.
    package init(id: String, asset: ImageAsset, remainingPixels: inout Int) {
        self.id = id
        declaredSize = (asset.width, asset.height)
        switch asset.source {
        case .external(let path):
            let ending = path.split(separator: ".").last?.lowercased() ?? ""
            isSound = SoundSignature.fileNameExtensions.contains(ending)
            (size, format, bytes) = (nil, nil, nil)
            problem = isSound ? Self.soundProblem : "picture in another file: \(path)"
        case .embedded(let encoded):
            bytes = encoded.count
            isSound = SoundSignature.begins(encoded)
            guard !isSound else {
                (size, format, problem) = (nil, nil, Self.soundProblem)
                return
            }
            format = PictureFormat(signatureOf: encoded)
            guard remainingPixels > 0 else {
                (size, problem) = (nil, "picture: there are too many")
                return
            }
            do throws(PictureError) {
                let picture = try Pixmap(decoding: encoded)
                size = PictureSize(width: picture.width, height: picture.height)
                remainingPixels -= picture.width * picture.height
                problem = remainingPixels < 0 ? "picture: there are too many" : nil
            } catch {
                size = nil
                problem = "picture: \(error)"
            }
        }
    }

    /// The picture as an undrawn feature; nil if it is drawn.
    var unsupportedFeature: UnsupportedFeature? {
        problem.map { UnsupportedFeature(name: $0, path: "asset \(id)", count: 1) }
    }

    /// The main facts about the picture, in one line.
    var summary: String {
        guard problem == nil, let size, let format, let bytes else { return problem ?? "" }
        var text = "\(format), \(size.width) × \(size.height), \(Inspection.bytes(bytes))"
        if declaredSize.width > 0, declaredSize.height > 0,
            (declaredSize.width, declaredSize.height) != (Double(size.width), Double(size.height))
        {
            text += ", shown as \(Inspection.text(declaredSize.width)) × \(Inspection.text(declaredSize.height))"
        }
        return text
    }
}
