import LottieDocument

/// A layer in a use of a composition, as seen by expressions.
final class LayerScope {
    unowned let composition: CompositionScope
    unowned let environment: ExpressionEnvironment
    /// The layer, whose expressions are bound to this scope.
    var layer: Layer {
        didSet { knownContents = nil }
    }
    private var knownContents: GroupScope?

    init(_ layer: Layer, in composition: CompositionScope) {
        self.layer = layer
        self.composition = composition
        environment = composition.environment
    }

    /// The shapes of the layer; nil if it has another content.
    var contents: GroupScope? {
        if let knownContents { return knownContents }
        guard case .shapes(let group) = layer.content else { return nil }
        knownContents = GroupScope(group)
        return knownContents
    }

    /// The parent layer, in whose space this one is placed.
    var parent: LayerScope? { layer.parent.flatMap { composition.layer(index: $0) } }

    /// The width and height of the layer's content.
    var size: (width: Double, height: Double) {
        switch layer.content {
        case .precomposition(_, let width, let height), .solid(_, let width, let height): (width, height)
        case .image(let id):
            environment.document.assets.images[id].map { ($0.width, $0.height) } ?? (0, 0)
        case .null: (100, 100)
        case .shapes, .text, .unsupported: (composition.width, composition.height)
        }
    }
}
