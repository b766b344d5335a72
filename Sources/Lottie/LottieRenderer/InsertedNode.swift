import LottieDocument
import VectorGraphics

/// An insertion of a layer, ready to be evaluated and drawn.
final class InsertedNode {
    let order: LayerInsertion.Order
    /// The box that the caller has given, in the layer's space; nil for the one of the layer's own content.
    let givenBox: BoundingBox?
    private var content: Content
    /// The box at the evaluated time; nil if it is empty, so that nothing is drawn.
    private var box: BoundingBox?
    private var toLayer = AffineTransform.identity

    private enum Content {
        case picture(MipmappedPicture, ImageNode?)
        case animation(CompositionNode, Composition, builder: NodeBuilder)
    }

    /// Creates a node; returns nil for an animation without nodes.
    ///
    /// - Parameters:
    ///   - insertion: The insertion.
    ///   - images: The pictures of the caller, each of which is prepared once.
    ///   - makeNodes: Returns an animation's nodes and their builder; nil if they exceed the limit.
    init?(
        _ insertion: LayerInsertion, images: inout ReplacementImages,
        makeNodes: (Composition) -> (root: CompositionNode, builder: NodeBuilder)?
    ) {
        order = insertion.order
        givenBox = insertion.box.map { BoundingBox($0) }
        switch insertion.content {
        case .picture(let pixmap): content = .picture(images.prepare(pixmap), nil)
        case .animation(let composition):
            guard let (root, builder) = makeNodes(composition) else { return nil }
            content = .animation(root, composition, builder: builder)
        }
        if let givenBox { place(in: givenBox) }
    }

    /// Evaluates the content some seconds after the layer's in point.
    ///
    /// - Parameters:
    ///   - seconds: The time since the layer's in point.
    ///   - ownBox: Returns the box of the layer's own content.
    func evaluate(seconds: Double, in ownBox: () -> BoundingBox?) {
        if givenBox == nil {
            if let box = ownBox(), all(box.high .> box.low) { place(in: box) } else { box = nil }
        }
        guard box != nil, case .animation(let node, let composition, let builder) = content else { return }
        let length = max(1e-9, composition.outPoint - composition.inPoint)
        let passed = (seconds * composition.frameRate).truncatingRemainder(dividingBy: length)
        builder.expressionEnvironment?.beginFrame()
        node.evaluate(at: composition.inPoint + (passed < 0 ? passed + length : passed))
    }

    private func place(in box: BoundingBox) {
        // A picture keeps what it knows of its place as long as the box stays.
        if self.box == box { return }
        self.box = box
        let (x, y) = (Double(box.low.x), Double(box.low.y))
        let (width, height) = (Double(box.high.x) - x, Double(box.high.y) - y)
        switch content {
        case .picture(let picture, _):
            content = .picture(picture, ImageNode(picture, width: width, height: height))
            toLayer = .translation(x: x, y: y)
        case .animation(_, let composition, _):
            let scale = min(width / max(1e-9, composition.width), height / max(1e-9, composition.height))
            toLayer = AffineTransform(
                a: scale, b: 0, c: 0, d: scale, tx: x + (width - composition.width * scale) / 2,
                ty: y + (height - composition.height * scale) / 2)
        }
    }

    /// Draws the evaluated content; `transform` maps the layer's space to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let toPixels = toLayer.concatenating(transform)
        guard box != nil, toPixels.isFinite, toPixels.determinant != 0, context.consumeItems(1) else { return }
        switch content {
        case .picture(_, let picture):
            picture?.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
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

extension BoundingBox {
    /// Creates the box of an insertion; a width or height below zero counts as zero.
    init(_ box: LayerInsertion.Box) {
        let low = Point(Float(box.x), Float(box.y))
        self.init(low: low, high: low + Point(Float(max(0, box.width)), Float(max(0, box.height))))
    }
}
