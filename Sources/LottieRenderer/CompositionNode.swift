import Lottie
import VectorGraphics

/// A list of layers, the first on top.
final class CompositionNode {
    let layers: [LayerNode]

    /// The layers that show at the evaluated time.
    var shownLayers: some Sequence<LayerNode> { layers.lazy.filter(\.isShown) }

    init(_ layers: [LayerNode]) { self.layers = layers }

    /// Finds where every layer that shows stands at `time`, in frames of this composition.
    func evaluate(at time: Double) {
        for layer in layers {
            layer.isShown = layer.isDrawnByItself && layer.isVisible(at: time)
            if layer.isShown { layer.evaluate(at: time) }
        }
    }

    /// Paints the layers that show, from the last to the first.
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext) {
        for layer in layers.reversed() where layer.isShown {
            layer.draw(on: canvas, transform: transform, context: context)
        }
    }

    /// Things painted one over the other at the evaluated time, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int {
        var count = 0
        for layer in layers where layer.isShown {
            count += layer.paintCount
            if count > 1 { return 2 }
        }
        return count
    }
}

/// A composition shown by a layer, in the layer's own time and box.
final class PrecompositionNode {
    let composition: CompositionNode
    let width: Double
    let height: Double
    private let startTime: Double
    private let stretch: Double
    private let timeRemap: Property<Double>?
    private let frameRate: Double
    private let outPoint: Double

    init(composition: CompositionNode, width: Double, height: Double, layer: Layer, frameRate: Double) {
        self.composition = composition
        self.width = width
        self.height = height
        startTime = layer.startTime
        stretch = layer.stretch
        timeRemap = layer.timeRemap
        outPoint = layer.outPoint
        self.frameRate = frameRate
    }

    /// Evaluates the composition at the time it has when the layer's composition is at `time`.
    func evaluate(at time: Double) {
        guard let timeRemap else { return composition.evaluate(at: (time - startTime) / stretch) }
        let frame = timeRemap.value(at: time) * frameRate
        // A remap that ends on the layer's very end still shows the last frame (lottie-web, `CompElement.js`).
        composition.evaluate(at: frame == outPoint ? outPoint - 1 : frame)
    }
}
