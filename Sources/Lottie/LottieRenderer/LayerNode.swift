import LottieDocument
import VectorGraphics

/// The content of a layer, ready to be evaluated and drawn.
enum LayerContentNode {
    case empty
    case composition(PrecompositionNode)
    case picture(any PictureNode)
    case shapes(ShapeContent)
    case text(TextContent)
}

/// What the properties of a layer are at one time.
struct EvaluatedLayer {
    /// The time, in frames of the composition.
    var time = Double.nan
    /// The number of the frame, by which the expressions count what they cost.
    var frameNumber = 0
    /// The map from the layer's space to its composition's.
    var matrix = AffineTransform.identity
    var opacity: UInt8 = 255
    var effects: [EffectNode] = []
    /// The layer's styles, in the order in which they are drawn.
    var styles: [EffectNode] = []
    /// Whether the matte layer is visible.
    var isMatteVisible = false
    /// Whether all content of a composition stays inside its rectangle; nil until that matters.
    var isContentInside: Bool?
    /// What is kept of earlier pictures with effects or styles; nil before the first one.
    fileprivate(set) var keptPictures: KeptPictures?
}

/// A layer of a composition.
///
/// It is a class because layers refer to each other as parents and mattes, and cache what they evaluated.
final class LayerNode {
    let layer: Layer
    /// The content, created on first use.
    var content: LayerContentNode {
        if let createdContent { return createdContent }
        let content = builder.makeContent(of: layer, at: position, in: compositionUse)
        createdContent = content
        return content
    }
    /// The content, if it has been created.
    private(set) var createdContent: LayerContentNode?
    private var replacedComposition: PrecompositionNode?
    private let builder: NodeBuilder
    private let compositionUse: CompositionUse
    /// The index of the layer in the composition.
    let position: Int
    let compatibility: RenderingCompatibility
    /// The parent layer, in whose space this one is placed.
    ///
    /// The composition owns all its layers. A matte whose parent is the layer that it limits would otherwise close a
    /// cycle of references.
    @exclusivity(unchecked)
    unowned var parent: LayerNode?
    /// The matte layer, whose picture limits where this one is visible.
    @exclusivity(unchecked)
    unowned var matteSource: LayerNode?

    // Evaluating a transform calls no node; a checked access would copy the whole transform.
    @exclusivity(unchecked)
    private var ownTransform: CachedTransform
    private(set) var masks: [MaskNode]
    private(set) var strokes: [StrokeEffectNode]
    /// What the caller has put into the layer, in order.
    var insertions: [InsertedNode] = []
    private(set) var state = EvaluatedLayer()
    /// Whether the layer or an ancestor rotates in three dimensions; computed on first use because parents are linked
    /// later.
    private var isThreeDimensional: Bool?

    /// Creates a node for a layer.
    ///
    /// - Parameters:
    ///   - layer: The layer.
    ///   - builder: The builder that creates the content.
    ///   - compositionUse: The composition that contains the layer.
    ///   - position: The index of the layer in that composition.
    ///   - compatibility: The player to imitate where players differ.
    ///   - size: The size of the whole animation.
    init(
        _ layer: Layer, builder: NodeBuilder, compositionUse: CompositionUse, position: Int,
        compatibility: RenderingCompatibility,
        size: SIMD2<Double>
    ) {
        self.layer = layer
        self.builder = builder
        self.compositionUse = compositionUse
        self.position = position
        ownTransform = CachedTransform(layer.transform, autoOrients: layer.isAutoOriented)
        self.compatibility = compatibility
        strokes = layer.effects.list.compactMap {
            StrokeEffectNode($0, masks: layer.masks, compatibility: compatibility, at: layer.timing.inPoint)
        }
        masks = layer.masks.filter { $0.mode != .none }.map { MaskNode($0, compatibility: compatibility, size: size) }
        if strokes.contains(where: { $0.replacesMasks }) { masks = [] }
    }

    /// The path of the layer in the document, for messages: `layers[2]`, or `assets "c".layers[2]`.
    private var documentPath: String { compositionUse.name(ofLayerAt: position) }

    /// The id of the composition's asset that contains the layer; nil for the document itself.
    var compositionID: String? { compositionUse.id }

    /// Sets the content, before or instead of the layer's own.
    func setContent(_ content: LayerContentNode) {
        if case .composition(let node) = createdContent { replacedComposition = node }
        createdContent = content
        state.keptPictures = nil
    }

    /// What is kept of earlier pictures of the layer with its effects and styles.
    var keptPictures: KeptPictures {
        if let kept = state.keptPictures { return kept }
        let new = KeptPictures()
        state.keptPictures = new
        return new
    }

    /// The nodes of the layer's own composition; nil if they are not created yet.
    ///
    /// They stay while a caller's picture is shown in their place, because the builder has counted them.
    var ownComposition: PrecompositionNode? {
        if case .composition(let node) = createdContent { node } else { replacedComposition }
    }

    /// Invalidates the evaluated time, after a layer that this one depends on was replaced.
    func invalidateTime() {
        (state.time, state.isContentInside) = (.nan, nil)
        ownComposition?.composition.invalidateTime()
    }

    /// Whether the layer is drawn on its own, and is not only a parent or a matte.
    var isDrawnDirectly: Bool {
        if layer.isHidden || layer.isMatteSource { return false }
        if !insertions.isEmpty { return true }
        // `setContent(_:)` may have set a picture on a layer without content.
        if case .picture = createdContent { return true }
        switch layer.content {
        case .null, .unsupported: return false
        default: return true
        }
    }

    /// Returns whether the layer is visible at `time`, in frames of its composition.
    func isVisible(at time: Double) -> Bool { layer.timing.inPoint <= time && time < layer.timing.outPoint }

    /// The number of items drawn over each other at the evaluated time; 2 stands for two or more.
    var drawnItemCount: Int {
        if !insertions.isEmpty { return 2 }
        return switch content {
        case .empty: 0
        case .picture: 1
        case .shapes(let shapes): shapes.drawnItemCount
        case .text(let text): text.drawnItemCount
        case .composition(let node): node.composition.drawnItemCount
        }
    }

    /// Whether the content has blend modes that reach what lies below the layer.
    ///
    /// A precomposition's blend modes reach only the layers inside it, because browsers clip it, and clipped elements
    /// are groups of their own.
    var hasBlendingContent: Bool {
        if case .shapes(let shapes) = createdContent { shapes.blends } else { false }
    }

    /// Whether blend modes of the content must not reach what lies below the layer: browsers draw an element that is
    /// translucent or masked as a group of its own.
    private var isolatesBlending: Bool {
        (state.opacity < 255 || !masks.isEmpty) && !drawsOnOwnSurface && hasBlendingContent
    }

    /// Evaluates the layer and its content at `time`.
    func evaluate(at time: Double) {
        // Content that stands still while frames pass costs as much as in a new renderer, so that other expressions find
        // the same budget.
        let frameNumber = builder.expressionEnvironment?.frameNumber ?? 0
        if state.time == time, state.frameNumber == frameNumber { return }
        (state.time, state.frameNumber, state.isContentInside) = (time, frameNumber, nil)
        let work = builder.frameBudget
        defer { work.recordShortagePlace(at: documentPath) }
        guard work.consume(steps: DrawingCost.item) else { return }
        state.matrix = transformToComposition(at: time)
        state.opacity = layer.transform.opacity.opacityByte(at: time)
        if state.opacity == 0 { return }
        for index in masks.indices { masks[index].evaluate(at: time, frameBudget: work) }
        if !layer.effects.list.isEmpty {
            state.effects = EffectNode.nodes(of: layer.effects.list, at: time, rules: compatibility.effects)
            state.place(layer.effects.list.placement(at: time))
        }
        for index in strokes.indices { strokes[index].evaluate(at: time, frameBudget: work) }
        switch content {
        case .empty: break
        case .picture(let picture): picture.evaluate(at: time)
        case .shapes(let shapes): shapes.evaluate(at: time, frameBudget: work)
        case .text(let text): text.evaluate(at: time, frameBudget: work)
        case .composition(let node): node.evaluate(at: time)
        }
        for node in insertions {
            node.evaluate(seconds: (time - layer.timing.inPoint) / builder.document.frameRate) { insertionBox(work) }
        }
        if !layer.styles.isEmpty {
            state.styles = EffectNode.nodes(of: layer.styles, at: time, box: { boundingBox(work) }, work)
        }
        if let matteSource {
            // Browsers find nothing if the layer is hidden or does not say that it is a matte, unless an effect names it.
            let isShown =
                (matteSource.layer.isMatteSource && !matteSource.layer.isHidden) || compatibility.masks == .afterEffects
                || layer.hasSetMatteEffect
            state.isMatteVisible = isShown && matteSource.isVisible(at: time)
            if state.isMatteVisible { matteSource.evaluate(at: time) }
        }
    }

    /// Returns the map from the layer's space to its composition's at `time`.
    func transformToComposition(at time: Double) -> AffineTransform {
        let isInSpace = isThreeDimensional ?? computeIsThreeDimensional()
        if isInSpace { return spatialTransform(at: time).projected }
        ownTransform.evaluate(at: time)
        var matrix = ownTransform.matrix
        var ancestor = parent
        while let node = ancestor {
            node.ownTransform.evaluate(at: time)
            matrix = matrix.concatenating(node.ownTransform.matrix)
            ancestor = node.parent
        }
        return matrix
    }

    /// Returns whether the layer or an ancestor rotates in three dimensions.
    private func computeIsThreeDimensional() -> Bool {
        var node: LayerNode? = self
        var isTurned = false
        while let layer = node, !isTurned {
            isTurned = layer.layer.transform.axes != nil
            node = layer.parent
        }
        isThreeDimensional = isTurned
        return isTurned
    }

    /// Returns the map to the composition in three dimensions, so that the rotations of ancestors combine in depth.
    private func spatialTransform(at time: Double) -> SpatialTransform {
        var matrix = layer.transform.spatialMatrix(at: time, autoOrients: layer.isAutoOriented)
        var ancestor = parent
        while let node = ancestor {
            matrix = matrix.concatenating(
                node.layer.transform.spatialMatrix(at: time, autoOrients: node.layer.isAutoOriented))
            ancestor = node.parent
        }
        return matrix
    }

    /// Draws the evaluated layer; `transform` maps its composition to pixels.
    ///
    /// - Parameter isMatte: Whether the picture is a matte. In lottie-web the matte of a matte has no effect
    ///   (`SVGBaseElement.js`).
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext, isMatte: Bool = false) {
        let toPixels = state.matrix.concatenating(transform)
        defer { context.frameBudget.recordShortagePlace(at: documentPath) }
        guard state.opacity > 0, toPixels.isFinite, toPixels.determinant != 0, context.consumeItems(1 + masks.count)
        else {
            return
        }
        if let matteSource, let matte = layer.matte, !(isMatte && compatibility.masks == .lottieWeb) {
            drawMatted(by: matteSource, matte, on: canvas, transform: transform, context: context)
            return
        }
        let isPlain = state.opacity == 255 || drawnItemCount <= 1 || drawsOnOwnSurface
        if layer.blendMode == .normal && isPlain && !isolatesBlending {
            drawWithEffects(on: canvas, toPixels: toPixels, opacity: state.opacity, context: context)
            return
        }
        context.withSurface(canvas.clip, mode: layer.blendMode) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            drawWithEffects(on: inner, toPixels: toPixels, opacity: 255, context: context)
            canvas.surface.draw(
                surface, blendMode: layer.blendMode.compositing, opacity: state.opacity, mask: canvas.mask)
        }
    }

    private func drawMatted(
        by source: LayerNode, _ matte: Matte, on canvas: Canvas, transform: AffineTransform, context: DrawingContext
    ) {
        let toPixels = state.matrix.concatenating(transform)
        context.withSurface(canvas.clip, mode: layer.blendMode) { surface in
            let inner = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            withMaskRegion(on: inner, placement: state.matrix, transform: transform, context: context) { inner in
                drawWithEffects(on: inner, toPixels: toPixels, opacity: 255, context: context)
            }
            context.withSurface(canvas.clip) { matteSurface in
                if state.isMatteVisible {
                    let ground = Canvas(surface: matteSurface, clip: canvas.clip, mask: nil)
                    source.draw(on: ground, transform: transform, context: context, isMatte: true)
                }
                context.edges.add(surface, limitedBy: matteSurface, on: canvas.surface)
                surface.apply(
                    matteSurface, channel: matte == .alpha || matte == .invertedAlpha ? .alpha : .luminance,
                    isInverted: matte == .invertedAlpha || matte == .invertedLuma)
            }
            if layer.blendMode == .normal { context.edges.add(surface, paintedOn: canvas.surface) }
            canvas.surface.draw(
                surface, blendMode: layer.blendMode.compositing, opacity: state.opacity, mask: canvas.mask)
        }
    }

    /// Draws the content with what is inserted, without masks and effects.
    func drawContent(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        if insertions.isEmpty {
            return drawOwnContent(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
        }
        for node in insertions where node.order == .below {
            node.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        }
        drawOwnContent(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
        for node in insertions where node.order == .above {
            node.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        }
    }

    private func drawOwnContent(
        on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext
    ) {
        switch content {
        case .empty: break
        case .picture(let picture): picture.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .shapes(let shapes): shapes.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .text(let text): text.draw(on: canvas, transform: toPixels, opacity: opacity, context: context)
        case .composition(let node):
            guard node.width > 0, node.height > 0 else { return }
            if clipsAfterEffects {
                node.draw(on: canvas, toPixels: toPixels, opacity: opacity, context: context)
                return
            }
            context.withClip(
                node.box, transform: toPixels, canvas: canvas, unless: isContentInside(node, context.frameBudget)
            ) {
                node.draw(on: $0, toPixels: toPixels, opacity: opacity, context: context)
            }
        }
    }

    /// Returns whether all content of the layer's composition stays inside its rectangle. A frame of which parts are drawn
    /// finer asks several times.
    private func isContentInside(_ node: PrecompositionNode, _ frameBudget: FrameBudget) -> Bool {
        if let known = state.isContentInside { return known }
        var fit = ContainmentCheck(width: node.width, height: node.height, frameBudget: frameBudget)
        let isInside = fit.contains(node.composition)
        state.isContentInside = isInside
        return isInside
    }
}

extension PixelRect {
    /// Returns the rectangle with a margin for effects and soft masks, at most `maxSide` long.
    ///
    /// The limit is necessary because consecutive effects and nested compositions add up their margins.
    func widened(by margin: Int, maxSide: Int) -> PixelRect {
        let room = max(0, maxSide - max(width, height)) / 2
        return inset(by: -min(margin, 512, room))
    }
}
