public import VectorGraphics

/// The time that a top-level layer takes, including its precomposition, masks, effects and matte.
public struct LayerCost: Sendable, Equatable {
    /// The time for evaluation.
    public var evaluation: Duration = .zero
    /// The time for drawing.
    public var drawing: Duration = .zero
    /// The number of frames in which the layer was visible.
    public var frames = 0

    /// The time for evaluation and drawing.
    public var total: Duration { evaluation + drawing }

    /// Creates a cost of zero.
    public init() {}
}

extension AnimationRenderer {
    /// Draws a frame like `draw(frame:into:)` and adds the time of each layer to `costs`.
    ///
    /// It is a separate method so that frames that are not measured have no overhead.
    ///
    /// - Parameters:
    ///   - frame: The frame in the composition's own numbers.
    ///   - pixmap: The picture to draw into.
    ///   - costs: The costs of the top-level layers, in their order; missing ones are appended.
    ///   - clock: The clock to measure with.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(
        frame: Double, into pixmap: inout Pixmap, addingTo costs: inout [LayerCost], clock: some Clock<Duration>
    ) {
        let count = composition.layers.count
        if costs.count < count { costs += Array(repeating: LayerCost(), count: count - costs.count) }
        withEvaluationBudget {
            root.evaluate(at: frame.isFinite ? frame : composition.inPoint) { layer, evaluate in
                costs[layer].frames += 1
                costs[layer].evaluation += clock.measure(evaluate)
            }
        }
        paint(into: &pixmap) { canvas in
            root.draw(on: canvas, transform: viewport, context: context) { layer, draw in
                costs[layer].drawing += clock.measure(draw)
            }
        }
    }
}
