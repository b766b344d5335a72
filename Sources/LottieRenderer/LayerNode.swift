import Lottie
import VectorGraphics

/// What a layer shows, ready to be evaluated and drawn.
enum LayerContentNode {
    case nothing
    case composition(PrecompositionNode)
    case picture(any PictureNode)
    case shapes(ShapeContent)
    case text(TextContent)
}

/// A layer in its composition.
///
/// It is a class because layers refer to each other, as parents and mattes, and keep what they found for a time.
final class LayerNode {
    let layer: Layer
    /// What it shows, made when it is first asked for.
    var content: LayerContentNode {
        if let madeContent { return madeContent }
        let content = builder.content(of: layer, at: position, in: place)
        madeContent = content
        return content
    }
    /// What it shows, if that has been made.
    private(set) var madeContent: LayerContentNode?
    private let builder: NodeBuilder
    private let place: CompositionPlace
    /// Its place in the composition.
    private let position: Int
    let rules: DrawingRules
    /// The layer whose space this one stands in.
    var parent: LayerNode?
    /// The layer whose picture decides what of this one shows.
    var matteSource: LayerNode?

    private var own: TransformMemo
    private(set) var opacity: UInt8 = 255
    private(set) var masks: [MaskNode]
    private(set) var effects: [EffectNode] = []
    /// Shadows of the layer's style.
    private(set) var shadows: [EffectNode] = []
    private(set) var strokes: [StrokeEffectNode]
    private var evaluatedTime = Double.nan
    /// Whether it turns about three axes; found when it is first asked for, as parents come after layers.
    private var isInSpace: Bool?
    /// From the layer's space to its composition's, at the evaluated time.
    private(set) var matrix = AffineTransform.identity
    /// Whether the matte shows at the evaluated time.
    private var isMatteShown = false

    /// - Parameters:
    ///   - position: its place in the composition at `place`.
    ///   - size: that of the whole animation.
    init(
        _ layer: Layer, builder: NodeBuilder, place: CompositionPlace, position: Int, rules: DrawingRules,
        size: SIMD2<Double>
    ) {
        self.layer = layer
        self.builder = builder
        self.place = place
        self.position = position
        own = TransformMemo(layer.transform, turnsAlongMotion: layer.isAutoOriented)
        self.rules = rules
        strokes = layer.effects.compactMap { StrokeEffectNode($0, masks: layer.masks, rules: rules, at: layer.inPoint) }
        masks = layer.masks.filter { $0.mode != .none }.map { MaskNode($0, rules: rules, size: size) }
        if strokes.contains(where: { $0.replacesMasks }) { masks = [] }
    }

    /// Gives it something to show, before it is asked what that is.
    func show(_ content: LayerContentNode) { madeContent = content }

    /// Forgets at which time it stands, as a layer that it depends on has become another.
    func forgetTime() {
        evaluatedTime = .nan
        if case .composition(let node) = madeContent { node.composition.forgetTime() }
    }

    /// Whether it is painted in its own place, rather than only being a parent or a matte.
    var isDrawnByItself: Bool {
        if layer.isHidden || layer.isMatteSource { return false }
        // A layer that shows nothing of its own may have been given something.
        if case .picture = madeContent { return true }
        switch layer.content {
        case .null, .undrawn: return false
        default: return true
        }
    }

    /// Whether the layer shows at `time`, in frames of its composition.
    func isVisible(at time: Double) -> Bool { layer.inPoint <= time && time < layer.outPoint }

    /// Things painted one over the other at the evaluated time, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int {
        switch content {
        case .nothing: 0
        case .picture: 1
        case .shapes(let shapes): shapes.paintCount
        case .text(let text): text.paintCount
        case .composition(let node): node.composition.paintCount
        }
    }

    /// Finds where the layer and its content stand at `time`.
    func evaluate(at time: Double) {
        if evaluatedTime == time { return }
        evaluatedTime = time
        matrix = transformToComposition(at: time)
        opacity = layer.transform.opacity.opacityByte(at: time)
        if opacity == 0 { return }
        for index in masks.indices { masks[index].evaluate(at: time) }
        if !layer.effects.isEmpty { effects = layer.effects.compactMap { EffectNode($0, at: time) } }
        if !layer.shadows.isEmpty { shadows = layer.shadows.map { EffectNode($0, at: time) } }
        for index in strokes.indices { strokes[index].evaluate(at: time) }
        switch content {
        case .nothing, .picture: break
        case .shapes(let shapes): shapes.evaluate(at: time)
        case .text(let text): text.evaluate(at: time)
        case .composition(let node): node.evaluate(at: time)
        }
        if let matteSource {
            isMatteShown = matteSource.isVisible(at: time)
            if isMatteShown { matteSource.evaluate(at: time) }
        }
    }

    private func transformToComposition(at time: Double) -> AffineTransform {
        let isInSpace = isInSpace ?? findWhetherInSpace()
        if isInSpace { return spatialTransform(at: time).projected }
        own.evaluate(at: time)
        var matrix = own.matrix
        var ancestor = parent
        while let node = ancestor {
            node.own.evaluate(at: time)
            matrix = matrix.concatenating(node.own.matrix)
            ancestor = node.parent
        }
        return matrix
    }

    /// Whether it, or a layer whose space it stands in, turns about three axes.
    private func findWhetherInSpace() -> Bool {
        var node: LayerNode? = self
        var isTurned = false
        while let layer = node, !isTurned {
            isTurned = layer.layer.transform.axes != nil
            node = layer.parent
        }
        isInSpace = isTurned
        return isTurned
    }

    /// The way to the composition in three dimensions, so that turns of parents and children add up in depth.
    private func spatialTransform(at time: Double) -> SpatialTransform {
        var matrix = layer.transform.spatialMatrix(at: time, turnsAlongMotion: layer.isAutoOriented)
        var ancestor = parent
        while let node = ancestor {
            matrix = matrix.concatenating(
                node.layer.transform.spatialMatrix(at: time, turnsAlongMotion: node.layer.isAutoOriented))
            ancestor = node.parent
        }
        return matrix
    }

    /// Paints the layer as evaluated; `transform` maps its composition to pixels.
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext) {
        let toPixels = matrix.concatenating(transform)
        guard opacity > 0, toPixels.isFinite, toPixels.determinant != 0, context.takes(1 + masks.count),
            context.takesBlending(layer.blendMode)
        else { return }
        if let matteSource, let matte = layer.matte {
            drawMatted(by: matteSource, matte, on: canvas, transform: transform, context: context)
            return
        }
        if layer.blendMode == .normal && (opacity == 255 || paintCount <= 1 || composesItself) {
            drawAffected(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
            return
        }
        context.withSurface(canvas.clip) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            drawAffected(on: inner, toPixels: toPixels, opacity: 255, context: context)
            canvas.surface.draw(surface, blendMode: layer.blendMode.compositing, opacity: opacity, mask: canvas.mask)
        }
    }

    private func drawMatted(
        by source: LayerNode, _ matte: Matte, on canvas: Canvas, transform: AffineTransform, context: DrawingContext
    ) {
        let toPixels = matrix.concatenating(transform)
        context.withSurface(canvas.clip) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            drawAffected(on: inner, toPixels: toPixels, opacity: 255, context: context)
            context.withSurface(canvas.clip) { matteSurface in
                if isMatteShown {
                    let ground = Canvas(surface: matteSurface, clip: canvas.clip, mask: nil)
                    source.draw(on: ground, transform: transform, context: context)
                }
                surface.apply(
                    matteSurface, channel: matte == .alpha || matte == .invertedAlpha ? .alpha : .luminance,
                    isInverted: matte == .invertedAlpha || matte == .invertedLuma)
            }
            canvas.surface.draw(surface, blendMode: layer.blendMode.compositing, opacity: opacity, mask: canvas.mask)
        }
    }

    /// Draws the content alone.
    func drawContent(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        switch content {
        case .nothing: break
        case .picture(let picture): picture.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .shapes(let shapes): shapes.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .text(let text): text.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .composition(let node):
            guard node.width > 0, node.height > 0 else { return }
            var fit = ContentFit(width: node.width, height: node.height)
            context.withClip(node.box, transform: toPixels, canvas: canvas, unless: fit.holds(node.composition)) {
                inner in
                if opacity == 255 {
                    node.composition.draw(on: inner, transform: toPixels, context: context)
                } else {
                    context.withSurface(inner.clip) { surface in
                        let whole = Canvas(surface: surface, clip: inner.clip, mask: nil)
                        node.composition.draw(on: whole, transform: toPixels, context: context)
                        inner.surface.draw(surface, opacity: opacity, mask: inner.mask)
                    }
                }
            }
        }
    }
}

extension PixelRect {
    /// The rectangle with a margin for what effects and soft masks spread, but no longer than `longestSide`: effects in a
    /// row, and compositions in each other, add their margins up.
    func widened(by margin: Int, longestSide: Int) -> PixelRect {
        let room = max(0, longestSide - max(width, height)) / 2
        return insetBy(-min(margin, 512, room))
    }
}
