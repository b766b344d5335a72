import LottieDocument

/// A caller's values as applied to the nodes of a document.
///
/// Only the layers that a value affects are copied with the new values; all others stay as in the document. If values
/// change and their key paths do not, only the nodes of the affected layers are rebuilt.
struct AppliedProperties {
    var properties: DynamicProperties
    /// The affected layers in all compositions created so far.
    var affectedLayers: [AffectedLayer] = []

    init(_ properties: DynamicProperties) { self.properties = properties }
}

/// A layer that values affect.
struct AffectedLayer {
    weak var composition: CompositionNode?
    let compositionUse: CompositionUse
    let position: Int
    /// The indices of the values that affect the layer.
    let entryIndices: Set<Int>
}

extension NodeBuilder {
    /// Returns the layers of the composition at `place` with the caller's values, or none if no key path leads there.
    func replacements(in layers: ArraySlice<Layer>, at place: CompositionUse) -> [PropertyReplacement.Result] {
        guard let appliedProperties, let states = place.matchStates else { return [] }
        return layers.enumerated().map { position, layer in
            PropertyReplacement.result(of: layer, at: position, states, appliedProperties.properties)
        }
    }

    /// Records which layers of a composition are affected.
    func recordReplacements(
        _ replaced: [PropertyReplacement.Result], in composition: CompositionNode, at place: CompositionUse
    ) {
        for (position, result) in replaced.enumerated() where !result.entryIndices.isEmpty {
            appliedProperties?.affectedLayers.append(
                AffectedLayer(
                    composition: composition, compositionUse: place, position: position,
                    entryIndices: result.entryIndices))
        }
    }

    /// Replaces the current values.
    ///
    /// - Returns: False if all nodes must be rebuilt, because the key paths differ, expressions may have read a value,
    ///   or the document exceeds a limit.
    func replaceProperties(with properties: DynamicProperties) -> Bool {
        guard let old = appliedProperties?.properties, old.paths == properties.paths, canReplaceNodes else {
            return false
        }
        let changed = properties.changedEntries(from: old)
        appliedProperties?.properties = properties
        for layer in appliedProperties?.affectedLayers ?? [] where !layer.entryIndices.isDisjoint(with: changed) {
            replaceNode(of: layer)
        }
        return true
    }

    private func replaceNode(of concerned: AffectedLayer) {
        guard let appliedProperties, let composition = concerned.composition,
            let states = concerned.compositionUse.matchStates
        else { return }
        let layers = concerned.compositionUse.id.map { document.assets.precompositions[$0] ?? [] } ?? document.layers
        let position = concerned.position
        guard layers.indices.contains(position), composition.nodes.indices.contains(position) else { return }
        let result = PropertyReplacement.result(
            of: layers[position], at: position, states, appliedProperties.properties)
        var nodes = composition.nodes
        nodes[position] = withFullLimits {
            makeNode(
                of: result.layer, at: position, in: concerned.compositionUse, picture: result.picture,
                insertions: result.insertions, replacing: nodes[position])
        }
        linkNodes(nodes)
        composition.replaceNodes(nodes)
    }
}
