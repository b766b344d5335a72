import Lottie
import Pictures
import VectorGraphics

/// A picture among an animation's assets.
struct PictureFacts {
    let id: String
    /// Width and height in the animation, 0 where it doesn't say.
    let box: (width: Double, height: Double)
    /// The picture's own size, where it can be decoded.
    let size: PictureSize?
    let format: PictureFormat?
    /// Bytes of the encoded picture; nil where it is in another file that is not there.
    let bytes: Int?
    /// Why it is not drawn, if it isn't.
    let problem: String?

    /// Pixels of all pictures that are looked at: what an animation has memory for, so that no file keeps anybody waiting.
    static let mostPixels = 2 * Pixmap.maximumPictureArea

    /// - Parameter room: pixels that may still be decoded.
    init(id: String, asset: ImageAsset, room: inout Int) {
        self.id = id
        box = (asset.width, asset.height)
        switch asset.source {
        case .external(let path):
            (size, format, bytes, problem) = (nil, nil, nil, "picture in another file: \(path)")
        case .embedded(let encoded):
            bytes = encoded.count
            format = PictureFormat(signatureOf: encoded)
            guard room > 0 else {
                (size, problem) = (nil, "picture: there are too many")
                return
            }
            do throws(PictureError) {
                let picture = try Pixmap(decoding: encoded)
                size = PictureSize(width: picture.width, height: picture.height)
                room -= picture.width * picture.height
                problem = room < 0 ? "picture: there are too many" : nil
            } catch {
                size = nil
                problem = "picture: \(error)"
            }
        }
    }

    /// The picture as something that is not drawn, if it isn't.
    var undrawn: UndrawnFeature? {
        problem.map { UndrawnFeature(name: $0, path: "asset \(id)", count: 1) }
    }

    /// What matters of it, in a line.
    var summary: String {
        guard problem == nil, let size, let format, let bytes else { return problem ?? "" }
        var text = "\(format), \(size.width) × \(size.height), \(Inspection.bytes(bytes))"
        if box.width > 0, box.height > 0, (box.width, box.height) != (Double(size.width), Double(size.height)) {
            text += ", shown as \(Inspection.text(box.width)) × \(Inspection.text(box.height))"
        }
        return text
    }
}
