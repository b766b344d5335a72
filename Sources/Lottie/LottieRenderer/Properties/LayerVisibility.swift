package import LottieDocument

extension Composition {
    /// Returns the animation with its layers hidden and shown as a caller's values say, for lists of its layers.
    ///
    /// A layer of a composition that is used several times is hidden if it is in all of these uses. One that a value hides
    /// at times is shown.
    package func withVisibility(of properties: DynamicProperties) -> Composition {
        let entries = properties.entries.filter { $0.path.segments.last == .name(LayerPath.hidden) }
        guard !entries.isEmpty else { return self }
        var walk = VisibilityWalk(of: self, values: entries.map(\.value))
        walk.visit(layers, of: nil, KeyPathMatchStates(entries.map(\.path)))
        var changed = self
        changed.layers = walk.applied(to: layers, of: nil)
        for (id, list) in assets.precompositions { changed.assets.precompositions[id] = walk.applied(to: list, of: id) }
        return changed
    }
}

/// A walk through all uses of all layers, which finds out whether they are hidden.
private struct VisibilityWalk {
    private let document: Composition
    private let values: [DynamicValue]
    /// Whether each layer of a composition is hidden in all uses so far; nil for a layer that was not visited.
    private var isHidden: [String?: [Bool?]] = [:]
    /// The compositions that contain the layer that is visited.
    private var open: [String] = []
    /// The compositions of which no value changes anything in a use, so that one such use is like another.
    private var unchanged: Set<String> = []
    private var remainingLayers = NodeBuilder.maxLayers

    /// Creates a walk; `values` are those of the key paths.
    init(of document: Composition, values: [DynamicValue]) {
        self.document = document
        self.values = values
    }

    /// Visits the layers of a composition in one of its uses; `states` are nil if no key path leads there.
    mutating func visit(_ layers: [Layer], of id: String?, _ states: KeyPathMatchStates?) {
        for (position, layer) in layers.enumerated() {
            // The layers inside of those before may have used up the rest.
            guard remainingLayers > 0 else { return }
            remainingLayers -= 1
            let inner = states?.afterName(layer.pathName(at: position))
            let isHiddenHere = hides(layer, inner)
            // Changed in place, as a copy of the list for each layer would take the square of their number.
            let known = (isHidden[id]?[position] ?? nil) ?? true
            isHidden[id, default: Array(repeating: nil, count: layers.count)][position] = known && isHiddenHere
            guard case .precomposition(let next, _, _) = layer.content, !open.contains(next),
                open.count + 1 < NodeBuilder.maxDepth, let content = document.assets.precompositions[next],
                inner != nil || unchanged.insert(next).inserted
            else { continue }
            open.append(next)
            visit(content, of: next, inner)
            open.removeLast()
        }
    }

    private func hides(_ layer: Layer, _ states: KeyPathMatchStates?) -> Bool {
        var last: Int?
        states?.forEachMatch(of: LayerPath.hidden) { last = max(last ?? 0, $0) }
        switch last.map({ values[$0] }) {
        case .fixed(let value): return Double(value).map { $0 != 0 } ?? layer.isHidden
        case .timeDependent: return false
        case .insertion, nil: return layer.isHidden
        }
    }

    /// Returns the layers of a composition as they were found.
    func applied(to layers: [Layer], of id: String?) -> [Layer] {
        guard let hidden = isHidden[id] else { return layers }
        return zip(layers, hidden).map { layer, isHidden in
            var layer = layer
            if let isHidden { layer.isHidden = isHidden }
            return layer
        }
    }
}
