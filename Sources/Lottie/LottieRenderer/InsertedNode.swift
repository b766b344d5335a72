import LottieDocument
import VectorGraphics

/// An insertion of a layer, ready to be evaluated and drawn.
final class InsertedNode {
    let order: LayerInsertion.Order
    /// The box, in the layer's space.
    let box: Path
    private let content: Content
    private let toLayer: AffineTransform

    private enum Content {
        case picture(ImageNode)
        case animation(CompositionNode, Composition, builder: NodeBuilder)
    }

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - insertion: The insertion.
    ///   - images: The pictures of the caller, each of which is prepared once.
    ///   - makeBuilder: Returns the builder of an animation's nodes.
    init(
        _ insertion: LayerInsertion, images: inout ReplacementImages, makeBuilder: (Composition) -> NodeBuilder
    ) {
        order = insertion.order
        let (width, height) = (max(0, insertion.width), max(0, insertion.height))
        var box = Path()
        box.append(
            Path(rectangleOfWidth: width, height: height), transform: .translation(x: insertion.x, y: insertion.y))
        self.box = box
        switch insertion.content {
        case .picture(let pixmap):
            content = .picture(ImageNode(images.prepare(pixmap), width: width, height: height))
            toLayer = .translation(x: insertion.x, y: insertion.y)
        case .animation(let composition):
            let builder = makeBuilder(composition)
            content = .animation(builder.makeRoot(), composition, builder: builder)
            let scale = min(width / max(1e-9, composition.width), height / max(1e-9, composition.height))
            toLayer = AffineTransform(
                a: scale, b: 0, c: 0, d: scale, tx: insertion.x + (width - composition.width * scale) / 2,
                ty: insertion.y + (height - composition.height * scale) / 2)
        }
    }

    /// Evaluates the content some seconds after the layer's in point.
    func evaluate(seconds: Double) {
        guard case .animation(let node, let composition, let builder) = content else { return }
        let length = max(1e-9, composition.outPoint - composition.inPoint)
        let passed = (seconds * composition.frameRate).truncatingRemainder(dividingBy: length)
        builder.expressionEnvironment?.beginFrame()
        node.evaluate(at: composition.inPoint + (passed < 0 ? passed + length : passed))
    }

    /// Draws the evaluated content; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let toPixels = toLayer.concatenating(transform)
        guard toPixels.isFinite, toPixels.determinant != 0, context.consumeItems(1) else { return }
        switch content {
        case .picture(let picture): picture.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .animation(let node, let composition, _):
            var fit = ContainmentCheck(
                width: composition.width, height: composition.height, frameBudget: context.frameBudget)
            context.withClip(
                width: composition.width, height: composition.height, transform: toPixels, canvas: canvas,
                unless: fit.contains(node)
            ) { inner in
                if opacity == 255 { return node.draw(on: inner, transform: toPixels, context: context) }
                context.withSurface(inner.clip) { surface in
                    let whole = Canvas(surface: surface, clip: inner.clip, mask: nil)
                    node.draw(on: whole, transform: toPixels, context: context)
                    inner.surface.draw(surface, opacity: opacity, mask: inner.mask)
                }
            }
        }
    }
}
