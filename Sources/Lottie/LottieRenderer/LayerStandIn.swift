import LottieDocument
public import VectorGraphics

/// The placement in a frame of a picture that replaces a layer's content.
public struct LayerPlacement: Sendable, Equatable {
    /// The map from the picture's pixels to the frame's. For a layer that only moves, it is a translation by whole
    /// steps.
    public let transform: AffineTransform
    /// The opacity from 0 to 255, without masks and mattes.
    public let opacity: UInt8

    /// Creates a placement.
    public init(transform: AffineTransform, opacity: UInt8) {
        self.transform = transform
        self.opacity = opacity
    }
}

extension AnimationRenderer {
    /// Replaces the content of a top-level layer with a picture, and keeps the layer's transform, masks, mattes,
    /// effects and opacity.
    ///
    /// A layer at rest that covers the composition shows the picture pixel for pixel. A solid, precomposition or image
    /// is at rest if it has the composition's size and covers it exactly. For shapes, their bounding box is used; for a
    /// layer without content, the composition's rectangle. The picture applies from the next evaluated frame and until
    /// ``properties`` changes.
    ///
    /// - Parameters:
    ///   - picture: A picture of the renderer's size.
    ///   - layer: The index of the layer in the main composition.
    ///   - steps: The horizontal and vertical steps in pixels, each 1 or more, to which the translation of a layer that
    ///     only moves is rounded, so that the picture stays sharp.
    /// - Precondition: The layer exists, and the picture has the renderer's size.
    public func show(_ picture: Pixmap, inPlaceOf layer: Int, steps: SIMD2<Int> = SIMD2(1, 1)) {
        precondition(picture.width == width && picture.height == height, "the picture has the renderer's size")
        guard root.nodes.indices.contains(layer), let toComposition = viewport.inverse else { return }
        let node = root.nodes[layer]
        let rest = (node.createdContent?.replacement)?.restBox ?? restBox(of: node)
        let toLayer = toComposition.concatenating(
            AffineTransform(
                a: Double(rest.high.x - rest.low.x) / composition.width, b: 0, c: 0,
                d: Double(rest.high.y - rest.low.y) / composition.height, tx: Double(rest.low.x),
                ty: Double(rest.low.y)))
        let wasDrawn = node.isDrawnDirectly
        node.setContent(.picture(LayerReplacementNode(picture, toLayer: toLayer, restBox: rest, steps: steps)))
        if !wasDrawn { root.updateDrawnLayers() }
        drawn.forgetForReplacedContent()
    }

    /// Returns the placement of the picture that replaces a layer's content.
    ///
    /// - Returns: The placement, or nil if the layer has no such picture or is not visible at the evaluated frame.
    public func placement(of layer: Int) -> LayerPlacement? {
        guard root.nodes.indices.contains(layer), let standIn = root.nodes[layer].createdContent?.replacement,
            root.visibleLayers.contains(where: { $0 === root.nodes[layer] })
        else { return nil }
        let node = root.nodes[layer]
        return LayerPlacement(
            transform: standIn.pictureTransform(node.state.matrix.concatenating(viewport)), opacity: node.state.opacity)
    }

    /// Draws only some of the top-level layers of the last evaluated frame, each with its matte.
    ///
    /// - Parameters:
    ///   - layers: The indices of the layers in the main composition.
    ///   - pixmap: The picture to draw into.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(layers: Range<Int>, into pixmap: inout Pixmap) {
        paint(into: &pixmap) { canvas in
            root.draw(on: canvas, transform: viewport, context: context) { layer, draw in
                if layers.contains(layer) { draw() }
            }
        }
    }

    /// Returns the rectangle of a layer, in its own space, that covers the composition when the layer is at rest.
    private func restBox(of node: LayerNode) -> BoundingBox {
        let whole = BoundingBox(low: .zero, high: Point(Float(composition.width), Float(composition.height)))
        func box(_ width: Double, _ height: Double) -> BoundingBox {
            width > 0 && height > 0 && width.isFinite && height.isFinite
                ? BoundingBox(low: .zero, high: Point(Float(width), Float(height))) : whole
        }
        switch node.layer.content {
        case .precomposition(_, let width, let height), .solid(_, let width, let height): return box(width, height)
        case .image(let id):
            return box(composition.assets.images[id]?.width ?? 0, composition.assets.images[id]?.height ?? 0)
        case .shapes:
            node.evaluate(at: max(composition.inPoint, node.layer.timing.inPoint))
            guard let drawn = node.boundingBox(context.frameBudget) else { return whole }
            let size = drawn.high - drawn.low
            return size.x > 0 && size.y > 0 && size.x.isFinite && size.y.isFinite ? drawn : whole
        case .null, .text, .unsupported: return whole
        }
    }
}

/// A caller's picture that replaces the content of a layer.
final class LayerReplacementNode: PictureNode {
    let path: Path
    /// The rectangle of the layer's space that covers the composition when the layer is at rest.
    let restBox: BoundingBox
    private let picture: MipmappedPicture
    private let toLayer: AffineTransform
    private let steps: SIMD2<Int>

    /// The tolerance for rounding errors.
    private static let tolerance = 1e-6

    /// Creates a node for a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - toLayer: The map from the picture's pixels to the layer's space.
    ///   - restBox: The rectangle of the layer's space that covers the composition when the layer is at rest.
    ///   - steps: The steps to which translations are rounded, in pixels.
    init(_ picture: Pixmap, toLayer: AffineTransform, restBox: BoundingBox, steps: SIMD2<Int>) {
        self.picture = MipmappedPicture(picture)
        self.toLayer = toLayer
        self.restBox = restBox
        self.steps = steps
        var path = Path()
        let (width, height) = (Float(picture.width), Float(picture.height))
        path.move(to: toLayer.transformed(.zero))
        path.addLine(to: toLayer.transformed(Point(width, 0)))
        path.addLine(to: toLayer.transformed(Point(width, height)))
        path.addLine(to: toLayer.transformed(Point(0, height)))
        path.close()
        self.path = path
    }

    /// Returns the map from the picture's pixels to the frame's; `transform` maps the layer's space to the frame.
    func pictureTransform(_ transform: AffineTransform) -> AffineTransform {
        let placed = toLayer.concatenating(transform)
        let turns = max(abs(placed.a - 1), abs(placed.b), abs(placed.c), abs(placed.d - 1))
        guard turns * Double(max(picture.width, picture.height)) < Self.tolerance * 1_000,
            abs(placed.tx) < Double(Int32.max), abs(placed.ty) < Double(Int32.max)
        else { return placed }
        func whole(_ offset: Double, _ step: Int) -> Double {
            let step = Double(max(1, step))
            // Offsets halfway between two steps are always rounded in the same direction, so that neighbours stay
            // adjacent.
            return (offset / step + 0.5 + Self.tolerance).rounded(.down) * step
        }
        return .translation(x: whole(placed.tx, steps.x), y: whole(placed.ty, steps.y))
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let placed = pictureTransform(transform)
        var coverage = Coverage()
        context.rasterizer.begin(clip: canvas.clip)
        context.rasterizer.fill(
            Path(rectangleOfWidth: Double(picture.width), height: Double(picture.height)), transform: placed)
        context.rasterizer.finish(.nonZero, into: &coverage)
        let paint = Paint.picture(picture, transform: placed)
        guard context.consumePainting(coverage, with: paint) else { return }
        canvas.surface.fill(coverage, with: paint, opacity: opacity, mask: canvas.mask)
    }
}

extension LayerContentNode {
    /// The caller's picture that replaces this content, if any.
    fileprivate var replacement: LayerReplacementNode? {
        if case .picture(let picture) = self { picture as? LayerReplacementNode } else { nil }
    }
}
