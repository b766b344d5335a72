import Lottie

/// A caller's values as applied to the nodes of a document.
///
/// Only the layers that a value affects are copied with the new values; all others stay as in the document. If values
/// change and their key paths do not, only the nodes of the affected layers are rebuilt.
struct PropertyUse {
    var properties: DynamicProperties
    /// The affected layers in all compositions created so far.
    var concerned: [ConcernedLayer] = []

    init(_ properties: DynamicProperties) { self.properties = properties }
}

/// A layer that values affect.
struct ConcernedLayer {
    weak var composition: CompositionNode?
    let place: CompositionPlace
    let position: Int
    /// The indices of the values that affect the layer.
    let touching: Set<Int>
}

extension NodeBuilder {
    /// Returns the layers of the composition at `place` with the caller's values, or none if no key path leads there.
    func replacements(in layers: ArraySlice<Layer>, at place: CompositionPlace) -> [PropertyReplacement.Result] {
        guard let use, let states = place.states else { return [] }
        return layers.enumerated().map { position, layer in
            PropertyReplacement.result(of: layer, at: position, states, use.properties)
        }
    }

    /// Records which layers of a composition are affected.
    func note(_ replaced: [PropertyReplacement.Result], in composition: CompositionNode, at place: CompositionPlace) {
        for (position, result) in replaced.enumerated() where !result.touching.isEmpty {
            use?.concerned.append(
                ConcernedLayer(composition: composition, place: place, position: position, touching: result.touching))
        }
    }

    /// Replaces the current values.
    ///
    /// - Returns: False if all nodes must be rebuilt, because the key paths differ, expressions may have read a value,
    ///   or the document exceeds a limit.
    func change(to properties: DynamicProperties) -> Bool {
        guard let old = use?.properties, old.paths == properties.paths, canReplaceNodes else { return false }
        let changed = properties.changes(from: old)
        use?.properties = properties
        for layer in use?.concerned ?? [] where !layer.touching.isDisjoint(with: changed) { replaceNode(of: layer) }
        return true
    }

    private func replaceNode(of concerned: ConcernedLayer) {
        guard let use, let composition = concerned.composition, let states = concerned.place.states else { return }
        let layers = concerned.place.id.map { document.precompositions[$0] ?? [] } ?? document.layers
        let position = concerned.position
        guard layers.indices.contains(position), composition.nodes.indices.contains(position) else { return }
        let result = PropertyReplacement.result(of: layers[position], at: position, states, use.properties)
        var nodes = composition.nodes
        nodes[position] = withRoom {
            node(
                of: result.layer, at: position, in: concerned.place, picture: result.picture,
                instead: nodes[position])
        }
        tie(nodes)
        composition.replace(nodes)
    }
}
