import LottieDocument
import VectorGraphics

/// A picture that a caller chooses anew for each frame.
///
/// The picture is prepared for drawing when it differs from the one of the frame before.
final class ChangingPictureNode: PictureNode {
    /// A picture that is prepared for drawing, and the box that it fills; a box without a size has that of the picture.
    struct Content {
        let picture: MipmappedPicture
        let width: Double
        let height: Double
    }

    private let content: (Double) -> Content?
    private var shown: MipmappedPicture?
    private var node: ImageNode?

    /// Creates a node.
    ///
    /// - Parameter content: The closure that returns what is shown at a time, in frames of the composition; nil for
    ///   nothing.
    init(content: @escaping (Double) -> Content?) { self.content = content }

    var path: Path { node?.path ?? Path() }

    func evaluate(at time: Double) {
        let next = content(time)
        guard next?.picture !== shown else { return }
        shown = next?.picture
        node = next.map { ImageNode($0.picture, width: $0.width, height: $0.height) }
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        node?.draw(on: canvas, transform: transform, opacity: opacity, context: context)
    }
}

extension NodeBuilder {
    /// Returns the content of a picture layer that shows a caller's pictures.
    ///
    /// - Parameters:
    ///   - replacement: The pictures.
    ///   - id: The id of the layer's own picture, whose box the others fill.
    func makePicture(_ replacement: PictureReplacement, of id: String) -> any PictureNode {
        let box = document.assets.images[id].map { SIMD2($0.width, $0.height) } ?? .zero
        switch replacement {
        case .fixed(let picture): return ImageNode(prepared(picture), width: box.x, height: box.y)
        case .timeDependent(let supply):
            // The layer of the node keeps this builder.
            return ChangingPictureNode { [unowned self] time in
                let shownID: String
                switch supply(time) {
                case .image(let picture):
                    return ChangingPictureNode.Content(picture: prepared(picture), width: box.x, height: box.y)
                case .asset(let other): shownID = other
                default: shownID = id
                }
                guard let asset = document.assets.images[shownID], let picture = loadPicture(shownID) else {
                    return nil
                }
                return ChangingPictureNode.Content(picture: picture, width: asset.width, height: asset.height)
            }
        }
    }
}
