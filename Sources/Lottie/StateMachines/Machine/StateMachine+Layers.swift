package import LottieDocument

extension StateMachine {
    /// The names of all layers of the animations that the machine can show.
    package var layerNames: Set<String> {
        animations.values.reduce(into: []) { $0.formUnion($1.layerNames) }
    }
}

extension Composition {
    /// The names of the layers, also of those in precompositions.
    package var layerNames: Set<String> {
        ([layers] + assets.precompositions.values).reduce(into: []) { $0.formUnion($1.map(\.name)) }
    }
}
