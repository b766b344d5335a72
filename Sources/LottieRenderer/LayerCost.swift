public import VectorGraphics

/// The time that a layer of the composition itself takes, with all that it shows: its composition, its masks, its effects,
/// and its matte.
public struct LayerCost: Sendable, Equatable {
    /// Time to find where everything stands.
    public var evaluation: Duration = .zero
    /// Time to paint it.
    public var drawing: Duration = .zero
    /// Frames in which it showed.
    public var frames = 0

    /// Both times.
    public var total: Duration { evaluation + drawing }

    /// No cost.
    public init() {}
}

extension AnimationRenderer {
    /// Draws a frame as `draw(frame:into:)` does, and adds to `costs` what each layer took.
    ///
    /// It is a way of its own, so that frames that nobody measures pay nothing for it.
    /// - Parameters:
    ///   - costs: one for each layer of the composition itself, in its order; those that are missing are added.
    ///   - clock: what tells the time.
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(
        frame: Double, into pixmap: inout Pixmap, addingTo costs: inout [LayerCost], clock: some Clock<Duration>
    ) {
        let count = composition.layers.count
        if costs.count < count { costs += Array(repeating: LayerCost(), count: count - costs.count) }
        expressions?.beginFrame()
        root.evaluate(at: frame.isFinite ? frame : composition.inPoint) { layer, evaluate in
            costs[layer].frames += 1
            costs[layer].evaluation += clock.measure(evaluate)
        }
        paint(into: &pixmap) { canvas in
            root.draw(on: canvas, transform: viewport, context: context) { layer, draw in
                costs[layer].drawing += clock.measure(draw)
            }
        }
    }
}
