import Lottie
public import VectorGraphics

/// Where the picture that is shown in a layer's place stands in a frame.
public struct LayerPlacement: Sendable, Equatable {
    /// From the pixels of that picture to those of the frame. A layer that only moves moves it by whole steps.
    public let transform: AffineTransform
    /// How much of it is there, 0 to 255; masks and mattes come on top.
    public let opacity: UInt8

    /// A place.
    public init(transform: AffineTransform, opacity: UInt8) {
        self.transform = transform
        self.opacity = opacity
    }
}

extension AnimationRenderer {
    /// Shows a picture in the place of what a layer of the document itself shows, with all that the layer does to that:
    /// where it stands, masks, mattes, effects, opacity.
    ///
    /// A layer at rest, which covers the composition, shows the picture pixel upon pixel. A solid, a composition or a picture
    /// at rest is as large as the composition and lies on it; of shapes the smallest box around them counts, and a layer that
    /// shows nothing stands for the composition itself. It counts from the next frame that is evaluated, and until
    /// ``properties`` become others.
    /// - Parameters:
    ///   - picture: of the renderer's size.
    ///   - layer: the layer's place in the composition, which is one of its own.
    ///   - steps: pixels across and down in whose multiples a layer that only moves moves the picture, each 1 or more; that
    ///     keeps it sharp.
    /// - Precondition: there is such a layer, and the picture has the renderer's size.
    public func show(_ picture: Pixmap, inPlaceOf layer: Int, steps: SIMD2<Int> = SIMD2(1, 1)) {
        precondition(picture.width == width && picture.height == height, "the picture has the renderer's size")
        guard root.nodes.indices.contains(layer), let toComposition = viewport.inverse else { return }
        let node = root.nodes[layer]
        let rest = (node.madeContent?.standIn)?.rest ?? restBox(of: node)
        let toLayer = toComposition.concatenating(
            AffineTransform(
                a: Double(rest.high.x - rest.low.x) / composition.width, b: 0, c: 0,
                d: Double(rest.high.y - rest.low.y) / composition.height, tx: Double(rest.low.x),
                ty: Double(rest.low.y)))
        let wasDrawn = node.isDrawnByItself
        node.show(.picture(StandInNode(picture, toLayer: toLayer, rest: rest, steps: steps)))
        if !wasDrawn { root.listAgain() }
    }

    /// Where the picture stands that is shown in a layer's place; nil where none is, or where the layer does not show at the
    /// evaluated frame.
    public func placement(of layer: Int) -> LayerPlacement? {
        guard root.nodes.indices.contains(layer), let standIn = root.nodes[layer].madeContent?.standIn,
            root.shownLayers.contains(where: { $0 === root.nodes[layer] })
        else { return nil }
        let node = root.nodes[layer]
        return LayerPlacement(
            transform: standIn.placed(node.matrix.concatenating(viewport)), opacity: node.opacity)
    }

    /// Paints of the frame that was evaluated last only some of the document's own layers, each with its matte.
    /// - Parameter layers: their places in the composition.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(layers: Range<Int>, into pixmap: inout Pixmap) {
        paint(into: &pixmap) { canvas in
            root.draw(on: canvas, transform: viewport, context: context) { layer, draw in
                if layers.contains(layer) { draw() }
            }
        }
    }

    /// The rectangle of a layer that lies on the composition when the layer is at rest, in the layer's space.
    private func restBox(of node: LayerNode) -> Box {
        let whole = Box(low: .zero, high: Point(Float(composition.width), Float(composition.height)))
        func box(_ width: Double, _ height: Double) -> Box {
            width > 0 && height > 0 && width.isFinite && height.isFinite
                ? Box(low: .zero, high: Point(Float(width), Float(height))) : whole
        }
        switch node.layer.content {
        case .precomposition(_, let width, let height), .solid(_, let width, let height): return box(width, height)
        case .image(let id): return box(composition.images[id]?.width ?? 0, composition.images[id]?.height ?? 0)
        case .shapes:
            node.evaluate(at: max(composition.inPoint, node.layer.inPoint))
            guard let drawn = node.box else { return whole }
            let size = drawn.high - drawn.low
            return size.x > 0 && size.y > 0 && size.x.isFinite && size.y.isFinite ? drawn : whole
        case .null, .text, .undrawn: return whole
        }
    }
}

/// A caller's picture in the place of what a layer shows.
final class StandInNode: PictureNode {
    let path: Path
    /// What of the layer's space lies on the composition when the layer is at rest.
    let rest: Box
    private let picture: MipmappedPicture
    private let toLayer: AffineTransform
    private let steps: SIMD2<Int>

    /// Differences below this are the last bits of sums.
    private static let tolerance = 1e-6

    /// - Parameter toLayer: from the picture's pixels to the layer's space.
    init(_ picture: Pixmap, toLayer: AffineTransform, rest: Box, steps: SIMD2<Int>) {
        self.picture = MipmappedPicture(picture)
        self.toLayer = toLayer
        self.rest = rest
        self.steps = steps
        var path = Path()
        let (width, height) = (Float(picture.width), Float(picture.height))
        path.move(to: toLayer.apply(.zero))
        path.line(to: toLayer.apply(Point(width, 0)))
        path.line(to: toLayer.apply(Point(width, height)))
        path.line(to: toLayer.apply(Point(0, height)))
        path.close()
        self.path = path
    }

    /// From the picture's pixels to those of the frame; `transform` maps the layer's space to these.
    func placed(_ transform: AffineTransform) -> AffineTransform {
        let placed = toLayer.concatenating(transform)
        let turns = max(abs(placed.a - 1), abs(placed.b), abs(placed.c), abs(placed.d - 1))
        guard turns * Double(max(picture.width, picture.height)) < Self.tolerance * 1_000,
            abs(placed.tx) < Double(Int32.max), abs(placed.ty) < Double(Int32.max)
        else { return placed }
        func whole(_ offset: Double, _ step: Int) -> Double {
            let step = Double(max(1, step))
            // Always the same way in the middle between two steps, so that neighbours stay neighbours.
            return (offset / step + 0.5 + Self.tolerance).rounded(.down) * step
        }
        return .translation(x: whole(placed.tx, steps.x), y: whole(placed.ty, steps.y))
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let placed = placed(transform)
        var coverage = Coverage()
        context.rasterizer.begin(clip: canvas.clip)
        context.rasterizer.fill(
            Path(rectangleOfWidth: Double(picture.width), height: Double(picture.height)), transform: placed)
        context.rasterizer.finish(.nonZero, into: &coverage)
        canvas.surface.fill(
            coverage, with: .picture(picture, transform: placed), opacity: opacity, mask: canvas.mask)
    }
}

extension LayerContentNode {
    /// The caller's picture in place of this, if there is one.
    fileprivate var standIn: StandInNode? {
        if case .picture(let picture) = self { picture as? StandInNode } else { nil }
    }
}
