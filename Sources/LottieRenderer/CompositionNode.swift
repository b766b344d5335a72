import Lottie
import VectorGraphics

/// A list of layers, the first on top.
final class CompositionNode {
    /// The layers that are painted in their own place; parents and mattes are held by those that refer to them.
    private var layers: [Entry] = []
    /// All layers, those too that are only parents or mattes.
    private(set) var nodes: [LayerNode]

    /// The layers that show at the evaluated time.
    var shownLayers: some Sequence<LayerNode> { layers.lazy.filter(\.isShown).map(\.layer) }

    /// A layer, and when it shows: most layers of most frames don't, and need not be touched to know it.
    private struct Entry {
        let inPoint: Double
        let outPoint: Double
        let layer: LayerNode
        /// Its place in the composition.
        let position: Int
        var isShown = false
    }

    init(_ nodes: [LayerNode]) {
        self.nodes = nodes
        listDrawn()
    }

    /// Puts other nodes in the place of some, tied to each other already.
    func replace(_ nodes: [LayerNode]) {
        self.nodes = nodes
        listAgain()
    }

    /// Finds anew which layers are painted, as one shows something now that showed nothing.
    func listAgain() {
        layers = []
        listDrawn()
    }

    /// Forgets at which time its layers stand.
    func forgetTime() {
        for node in nodes { node.forgetTime() }
    }

    private func listDrawn() {
        for position in nodes.indices where nodes[position].isDrawnByItself {
            let layer = nodes[position].layer
            layers.append(
                Entry(inPoint: layer.inPoint, outPoint: layer.outPoint, layer: nodes[position], position: position))
        }
    }

    /// Finds where every layer that shows stands at `time`, in frames of this composition.
    func evaluate(at time: Double) {
        evaluate(at: time) { _, evaluate in evaluate() }
    }

    /// Paints the layers that show, from the last to the first.
    func draw(on canvas: Canvas, transform: AffineTransform, context: DrawingContext) {
        draw(on: canvas, transform: transform, context: context) { _, draw in draw() }
    }

    /// Evaluates as `evaluate(at:)` does; `each` is handed every layer's place in the composition and its evaluation.
    @inline(__always)
    func evaluate(at time: Double, each: (Int, () -> Void) -> Void) {
        for index in layers.indices {
            let isShown = layers[index].inPoint <= time && time < layers[index].outPoint
            layers[index].isShown = isShown
            if isShown { each(layers[index].position) { layers[index].layer.evaluate(at: time) } }
        }
    }

    /// Paints as `draw(on:transform:context:)` does; `each` is handed every layer's place in the composition and its
    /// painting.
    @inline(__always)
    func draw(
        on canvas: Canvas, transform: AffineTransform, context: DrawingContext, each: (Int, () -> Void) -> Void
    ) {
        var index = layers.count
        while index > 0 {
            index -= 1
            guard layers[index].isShown else { continue }
            each(layers[index].position) {
                layers[index].layer.draw(on: canvas, transform: transform, context: context)
            }
        }
    }

    /// Things painted one over the other at the evaluated time, so far as matters: 0, 1 or 2 for more.
    var paintCount: Int {
        var count = 0
        for entry in layers where entry.isShown {
            count += entry.layer.paintCount
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
    /// Its rectangle, in its own space.
    let box: Path
    private let startTime: Double
    private let stretch: Double
    private let timeRemap: Property<Double>?
    private let frameRate: Double
    private let outPoint: Double

    init(composition: CompositionNode, width: Double, height: Double, layer: Layer, frameRate: Double) {
        self.composition = composition
        self.width = width
        self.height = height
        box = Path(rectangleOfWidth: width, height: height)
        startTime = layer.startTime
        stretch = layer.stretch
        timeRemap = layer.timeRemap
        outPoint = layer.outPoint
        self.frameRate = frameRate
    }

    /// Evaluates the composition at the time it has when the layer's composition is at `time`.
    func evaluate(at time: Double) {
        composition.evaluate(at: contentTime(at: time))
    }

    /// The time that the composition has when the layer's composition is at `time`.
    func contentTime(at time: Double) -> Double {
        guard let timeRemap else { return (time - startTime) / stretch }
        let frame = timeRemap.value(at: time) * frameRate
        // A remap that ends on the layer's very end still shows the last frame (lottie-web, `CompElement.js`).
        return frame == outPoint ? outPoint - 1 : frame
    }
}
