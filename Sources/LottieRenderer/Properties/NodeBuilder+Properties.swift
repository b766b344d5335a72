import Lottie

/// A caller's values at work in the nodes of a document.
///
/// A layer that they concern has its node made of a layer with these values; all others are made as without. When values
/// change and their paths don't, the layers concerned alone get new nodes.
struct PropertyUse {
    var properties: DynamicProperties
    /// The layers that are concerned, of the compositions that have been made so far.
    var concerned: [ConcernedLayer] = []

    init(_ properties: DynamicProperties) { self.properties = properties }
}

/// A layer that values concern.
struct ConcernedLayer {
    weak var composition: CompositionNode?
    let place: CompositionPlace
    let position: Int
    /// The values, by their places in the list.
    let touching: Set<Int>
}

extension NodeBuilder {
    /// The layers of the composition at `place` with the values in use; none where no path leads there.
    func replacements(in layers: ArraySlice<Layer>, at place: CompositionPlace) -> [PropertyReplacement.Result] {
        guard let use, let states = place.states else { return [] }
        return layers.enumerated().map { position, layer in
            PropertyReplacement.result(of: layer, at: position, states, use.properties)
        }
    }

    /// Remembers which layers of a composition are concerned.
    func note(_ replaced: [PropertyReplacement.Result], in composition: CompositionNode, at place: CompositionPlace) {
        for (position, result) in replaced.enumerated() where !result.touching.isEmpty {
            use?.concerned.append(
                ConcernedLayer(composition: composition, place: place, position: position, touching: result.touching))
        }
    }

    /// Puts other values in the place of those in use.
    /// - Returns: false where all nodes have to be made anew: the paths are others, an expression may have looked at a value,
    ///   or the document is too large for all of it to be made.
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
