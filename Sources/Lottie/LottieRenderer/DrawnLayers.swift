import VectorGraphics

/// A layer that a frame draws, at one of its uses.
package struct DrawnLayer: Sendable, Equatable {
    /// The id of the composition's asset that contains the layer; nil for the document itself.
    package let composition: String?
    /// The index of the layer in its composition.
    package let position: Int
    /// How many times as long as in the layer's own space a line of the layer can be in the animation's space.
    package let scale: Double
}

extension AnimationRenderer {
    /// The maximum number of layers that a visit reports; real frames have some hundred.
    private static let maxVisitedLayers = 100_000

    /// Calls `body` for each layer of the last evaluated frame that is visible and not transparent, including mattes and
    /// the layers of precompositions.
    ///
    /// A layer counts even if it is empty, covered or outside the picture.
    package func visitDrawnLayers(_ body: (DrawnLayer) -> Void) {
        visitDrawnNodes { body(DrawnLayer($0, transform: $1)) }
    }

    /// Calls `body` for each layer that ``visitDrawnLayers(_:)`` visits if all of its content is outside of the picture.
    ///
    /// The content is what the layer's box encloses, without its strokes and effects.
    package func visitLayersOutside(_ body: (DrawnLayer) -> Void) {
        let end = Point(Float(composition.width), Float(composition.height))
        withEvaluationBudget {
            visitDrawnNodes { node, transform in
                guard let box = node.boundingBox(frameBudget)?.mapped(by: transform) else { return }
                guard box.high.x < 0 || box.high.y < 0 || box.low.x > end.x || box.low.y > end.y else { return }
                body(DrawnLayer(node, transform: transform))
            }
        }
    }

    private func visitDrawnNodes(_ body: (LayerNode, AffineTransform) -> Void) {
        var room = Self.maxVisitedLayers
        root.visitDrawnLayers(transform: .identity, room: &room, body)
    }

    /// The number of properties with an expression, in all uses of all layers that have been built so far.
    package var boundExpressionCount: Int { expressionEnvironment?.boundCount ?? 0 }

    /// Counts the steps of each expression from now on, for ``expressionStepsByPlace``.
    package func countExpressionSteps() { expressionEnvironment?.countStepsByPlace() }

    /// The number of steps that each expression took in the frames evaluated since the count began, in the unit of the
    /// frame's budget, by the offset of its text in the document. What an expression reads of others counts as theirs.
    package var expressionStepsByPlace: [Int: Int] {
        (expressionEnvironment?.stepsByPlace ?? [:]).mapValues { $0 * DrawingCost.expressionStep }
    }

    /// The number of steps that the expressions of the last evaluated frame took, in the unit of the frame's budget.
    package var expressionSteps: Int {
        expressionEnvironment.map { $0.spentSteps * DrawingCost.expressionStep } ?? 0
    }
}

extension DrawnLayer {
    fileprivate init(_ node: LayerNode, transform: AffineTransform) {
        self.init(composition: node.compositionID, position: node.position, scale: transform.maxScale)
    }
}

extension CompositionNode {
    fileprivate func visitDrawnLayers(
        transform: AffineTransform, room: inout Int, _ body: (LayerNode, AffineTransform) -> Void
    ) {
        for layer in visibleLayers { layer.visitDrawn(transform: transform, room: &room, body) }
    }
}

extension LayerNode {
    fileprivate func visitDrawn(
        transform: AffineTransform, room: inout Int, _ body: (LayerNode, AffineTransform) -> Void
    ) {
        guard state.opacity > 0, room > 0 else { return }
        room -= 1
        let whole = state.matrix.concatenating(transform)
        body(self, whole)
        if state.isMatteVisible { matteSource?.visitDrawn(transform: transform, room: &room, body) }
        if case .composition(let node) = content {
            node.composition.visitDrawnLayers(transform: whole, room: &room, body)
        }
    }
}
