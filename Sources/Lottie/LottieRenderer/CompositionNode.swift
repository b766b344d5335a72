import LottieDocument
import VectorGraphics

/// A composition: a list of layers, the first on top.
final class CompositionNode {
    /// The layers that are drawn on their own. Parents and mattes belong to the layers that refer to them.
    ///
    /// Loops copy the list or change one entry at once, so exclusive access need not be checked at run time.
    @exclusivity(unchecked)
    private var layers: [Entry] = []
    /// All layers, including those that are only parents or mattes.
    private(set) var nodes: [LayerNode]

    /// The layers that are visible at the evaluated time.
    var visibleLayers: some Sequence<LayerNode> { layers.lazy.filter(\.isVisible).map(\.layer) }

    /// A layer with its time range, so that the many layers that are not visible in a frame need not be accessed.
    private struct Entry {
        let inPoint: Double
        let outPoint: Double
        let layer: LayerNode
        /// The index of the layer in the composition.
        let position: Int
        var isVisible = false
    }

    init(_ nodes: [LayerNode]) {
        self.nodes = nodes
        rebuildDrawnLayers()
    }

    /// Replaces the nodes with others, which must already be linked to each other.
    func replaceNodes(_ nodes: [LayerNode]) {
        self.nodes = nodes
        updateDrawnLayers()
    }

    /// Updates the list of drawn layers after a layer without content has received some.
    func updateDrawnLayers() {
        layers = []
        rebuildDrawnLayers()
    }

    /// Invalidates the evaluated time of all layers.
    func invalidateTime() {
        for node in nodes { node.invalidateTime() }
    }

    private func rebuildDrawnLayers() {
        for position in nodes.indices where nodes[position].isDrawnDirectly {
            let layer = nodes[position].layer
            layers.append(
                Entry(
                    inPoint: layer.timing.inPoint, outPoint: layer.timing.outPoint, layer: nodes[position],
                    position: position))
        }
    }

    /// Evaluates all visible layers at `time`, in frames of this composition.
    func evaluate(at time: Double) {
        evaluate(at: time) { _, evaluate in evaluate() }
    }

    /// Draws the visible layers from the last to the first.
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext) {
        draw(on: canvas, transform: transform, context: context) { _, draw in draw() }
    }

    /// Evaluates like `evaluate(at:)`, but calls `each` with every layer's index and the closure that evaluates it.
    @inline(__always)
    func evaluate(at time: Double, each: (Int, () -> Void) -> Void) {
        for index in layers.indices {
            let isShown = layers[index].inPoint <= time && time < layers[index].outPoint
            layers[index].isVisible = isShown
            if isShown { each(layers[index].position) { layers[index].layer.evaluate(at: time) } }
        }
    }

    /// Draws like `draw(on:transform:context:)`, but calls `each` with every layer's index and the closure that draws
    /// it.
    @inline(__always)
    func draw(
        on canvas: Canvas, transform: AffineTransform, context: DrawingContext, each: (Int, () -> Void) -> Void
    ) {
        var index = layers.count
        while index > 0 {
            index -= 1
            guard layers[index].isVisible else { continue }
            each(layers[index].position) {
                layers[index].layer.draw(on: canvas, transform: transform, context: context)
            }
        }
    }

    /// Whether visible layers have blend modes, which apply to the layers of this composition only.
    var blends: Bool {
        layers.contains { $0.isVisible && ($0.layer.layer.blendMode != .normal || $0.layer.hasBlendingContent) }
    }

    /// The number of items drawn over each other at the evaluated time; 2 stands for two or more.
    var drawnItemCount: Int {
        var count = 0
        for entry in layers where entry.isVisible {
            count += entry.layer.drawnItemCount
            if count > 1 { return 2 }
        }
        return count
    }
}

/// A composition that a layer shows, with the layer's time mapping and size.
final class PrecompositionNode {
    let composition: CompositionNode
    let width: Double
    let height: Double
    /// The composition's rectangle, in its own space.
    let box: Path
    private let timing: LayerTiming
    private let frameRate: Double

    init(composition: CompositionNode, width: Double, height: Double, layer: Layer, frameRate: Double) {
        self.composition = composition
        self.width = width
        self.height = height
        box = Path(rectangleOfWidth: width, height: height)
        timing = layer.timing
        self.frameRate = frameRate
    }

    /// Draws the composition without clipping it; `toPixels` maps it to pixels.
    func draw(on canvas: Canvas, toPixels: AffineTransform, opacity: UInt8, context: DrawingContext) {
        if opacity == 255 && !composition.blends {
            composition.draw(on: canvas, transform: toPixels, context: context)
            return
        }
        context.withSurface(canvas.clip) { surface in
            let whole = Canvas(surface: surface, clip: canvas.clip, mask: nil)
            composition.draw(on: whole, transform: toPixels, context: context)
            canvas.surface.draw(surface, opacity: opacity, mask: canvas.mask)
        }
    }

    /// Evaluates the composition when the parent composition is at `time`.
    func evaluate(at time: Double) {
        composition.evaluate(at: contentTime(at: time))
    }

    /// Returns the composition's own time when the parent composition is at `time`, both in frames.
    func contentTime(at time: Double) -> Double {
        guard let timeRemap = timing.timeRemap else { return (time - timing.startTime) / timing.stretch }
        let frame = timeRemap.value(at: time) * frameRate
        // A time remap that ends exactly at the layer's end still shows the last frame (lottie-web, `CompElement.js`).
        return frame == timing.outPoint ? timing.outPoint - 1 : frame
    }
}
