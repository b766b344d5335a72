package import LottieDocument

/// The layers of an animation, with the layers of precompositions as children.
struct LayerTree {
    /// A layer of the tree.
    struct Node {
        let layer: Layer
        /// The index of the layer in its composition.
        let index: Int
        /// The parent, with its index in the same composition; nil if the layer has none.
        let parent: (index: Int, layer: Layer)?
        /// The layers of the precomposition that the layer shows, unless the tree lists them elsewhere.
        var children: [Node] = []
        /// Whether the layers of the precomposition are listed under an earlier layer.
        var isRepeated = false
    }

    /// The layers of the main composition.
    let nodes: [Node]
    /// The number of layers that the tree leaves out.
    private(set) var omittedCount = 0

    /// The maximum number of layers in the tree, more than a reader can use.
    private static let maxLayers = 1_000
    /// The maximum nesting depth of precompositions; malicious files contain cycles.
    private static let maxDepth = 16

    init(_ composition: Composition) {
        var walk = Builder(composition: composition)
        nodes = walk.makeNodes(of: composition.layers, depth: 0)
        omittedCount = walk.omittedCount
    }

    private struct Builder {
        let composition: Composition
        var listedIDs: Set<String> = []
        var remainingLayers = maxLayers
        var omittedCount = 0

        mutating func makeNodes(of layers: [Layer], depth: Int) -> [Node] {
            var nodes: [Node] = []
            let positions = layers.positionsByIndex
            for (index, layer) in layers.enumerated() {
                guard remainingLayers > 0 else {
                    omittedCount += layers.count - index
                    break
                }
                remainingLayers -= 1
                let parent = layer.parent.flatMap { positions[$0] }
                var node = Node(layer: layer, index: index, parent: parent.map { ($0, layers[$0]) })
                if case .precomposition(let id, _, _) = layer.content,
                    let inner = composition.assets.precompositions[id]
                {
                    node.isRepeated = !listedIDs.insert(id).inserted
                    if !node.isRepeated, depth < maxDepth {
                        node.children = self.makeNodes(of: inner, depth: depth + 1)
                    }
                }
                nodes.append(node)
            }
            return nodes
        }
    }
}

extension [Layer] {
    /// The positions of the layers of a composition, by the index with which others refer to them; of several layers with
    /// one index it is the first.
    var positionsByIndex: [Int: Int] {
        var positions: [Int: Int] = [:]
        for (position, layer) in enumerated().reversed() {
            if let index = layer.index { positions[index] = position }
        }
        return positions
    }
}

extension Layer {
    /// The kind of the layer, in one word.
    package var kindName: String {
        switch content {
        case .precomposition: "precomposition"
        case .solid: "solid"
        case .image: "image"
        case .null: "null"
        case .shapes: "shape"
        case .text: "text"
        case .unsupported: "undrawn"
        }
    }

    /// The layer's name in quotation marks, or its kind if it has no name.
    package var title: String { name.isEmpty ? kindName : "\"\(name)\"" }
}

extension LayerTree.Node {
    /// The main facts about the layer, in one line.
    var summary: String {
        var parts: [String] = []
        switch layer.content {
        case .precomposition(let id, _, _): parts.append("precomposition \(id)\(isRepeated ? ", as above" : "")")
        case .image(let id): parts.append("image \(id)")
        default: parts.append(layer.kindName)
        }
        let end = layer.timing.outPoint.isFinite ? Inspection.text(layer.timing.outPoint) : "the end"
        parts.append("\(Inspection.text(layer.timing.inPoint)) to \(end)")
        if let parent {
            parts.append("child of \(parent.index)\(parent.layer.name.isEmpty ? "" : " \"\(parent.layer.name)\"")")
        }
        if layer.isHidden { parts.append("hidden") }
        if layer.isMatteSource { parts.append("matte") }
        if let matte = layer.matte { parts.append("matted by \(DisplayNames.name(of: matte))") }
        if !layer.masks.isEmpty { parts.append(DisplayNames.counted(layer.masks.count, "mask")) }
        if !layer.effects.list.isEmpty { parts.append(DisplayNames.counted(layer.effects.list.count, "effect")) }
        if layer.blendMode != .normal { parts.append("blended by \(DisplayNames.name(of: layer.blendMode))") }
        return parts.joined(separator: ", ")
    }
}
