import Lottie

/// The layers of an animation, with the layers of precompositions as children.
struct LayerTree {
    /// A layer of the tree.
    struct Node {
        let layer: Layer
        /// The index of the layer in its composition.
        let index: Int
        /// The layers of the precomposition that the layer shows, unless the tree lists them elsewhere.
        var children: [Node] = []
        /// Whether the layers of the precomposition are listed under an earlier layer.
        var isRepeated = false
    }

    /// The layers of the main composition.
    let nodes: [Node]
    /// The number of layers that the tree leaves out.
    private(set) var omitted = 0

    /// The maximum number of layers in the tree, more than a reader can use.
    private static let most = 1_000
    /// The maximum nesting depth of precompositions; malicious files contain cycles.
    private static let deepest = 16

    init(_ composition: Composition) {
        var walk = Walk(composition: composition)
        nodes = walk.nodes(of: composition.layers, depth: 0)
        omitted = walk.omitted
    }

    private struct Walk {
        let composition: Composition
        var shown: Set<String> = []
        var room = most
        var omitted = 0

        mutating func nodes(of layers: [Layer], depth: Int) -> [Node] {
            var nodes: [Node] = []
            for (index, layer) in layers.enumerated() {
                guard room > 0 else {
                    omitted += layers.count - index
                    break
                }
                room -= 1
                var node = Node(layer: layer, index: index)
                if case .precomposition(let id, _, _) = layer.content, let inner = composition.precompositions[id] {
                    node.isRepeated = !shown.insert(id).inserted
                    if !node.isRepeated, depth < deepest { node.children = self.nodes(of: inner, depth: depth + 1) }
                }
                nodes.append(node)
            }
            return nodes
        }
    }
}

extension Layer {
    /// The kind of the layer, in one word.
    var kindName: String {
        switch content {
        case .precomposition: "precomposition"
        case .solid: "solid"
        case .image: "image"
        case .null: "null"
        case .shapes: "shape"
        case .text: "text"
        case .undrawn: "undrawn"
        }
    }

    /// The layer's name in quotation marks, or its kind if it has no name.
    var title: String { name.isEmpty ? kindName : "\"\(name)\"" }
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
        let end = layer.outPoint.isFinite ? Inspection.text(layer.outPoint) : "the end"
        parts.append("\(Inspection.text(layer.inPoint)) to \(end)")
        if let parent = layer.parent { parts.append("child of \(parent)") }
        if layer.isHidden { parts.append("hidden") }
        if layer.isMatteSource { parts.append("matte") }
        if let matte = layer.matte { parts.append("matted by \(Words.of(matte))") }
        if !layer.masks.isEmpty { parts.append(Words.count(layer.masks.count, "mask")) }
        if !layer.effects.isEmpty { parts.append(Words.count(layer.effects.count, "effect")) }
        if layer.blendMode != .normal { parts.append("blended by \(Words.of(layer.blendMode))") }
        return parts.joined(separator: ", ")
    }
}
