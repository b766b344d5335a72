public import LottieDocument
public import VectorGraphics

/// A picture or another animation inside a layer.
///
///     let face = LayerInsertion(.picture(pixmap), x: -20, y: -20, width: 40, height: 40, order: .above)
///     properties.insert(face, into: try LayerPath(parsing: "Balloon"))
///     properties.insert(LayerInsertion(.picture(pixmap), order: .below), into: try LayerPath(parsing: "Cap"))
///
/// It moves, fades and blends with the layer, and the layer's masks, mattes and effects apply to it.
public struct LayerInsertion: Sendable {
    /// What is inserted.
    public enum Content: Sendable {
        /// A picture; its pixels cover the box, and what is outside is cut off.
        case picture(Pixmap)
        /// An animation, scaled uniformly to fit the box. It begins at the layer's in point and repeats.
        case animation(Composition)
    }

    /// The place among the layer's own content.
    public enum Order: String, Sendable, CaseIterable {
        /// Below the layer's content.
        case below
        /// Above the layer's content.
        case above
    }

    /// A rectangle in a layer's space.
    public struct Box: Sendable, Hashable {
        /// The left edge, in the layer's space.
        public var x: Double
        /// The top edge, in the layer's space.
        public var y: Double
        /// The width, in the layer's units.
        public var width: Double
        /// The height, in the layer's units.
        public var height: Double

        /// Creates a box.
        public init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// What is inserted.
    public var content: Content
    /// The box into which it is inserted; `nil` for the box of the layer's own content in each frame.
    ///
    /// The content of a picture, a solid or a composition has the layer's size, that of a layer without content 100 × 100
    /// units, as the null layers of After Effects. Shapes and letters have the smallest box around their outlines, without
    /// strokes; while it is empty, nothing is shown.
    public var box: Box?
    /// The place among the layer's own content.
    public var order: Order

    /// Creates an insertion into a box of the layer's space, or into the box of the layer's own content.
    public init(_ content: Content, box: Box? = nil, order: Order = .above) {
        self.content = content
        self.box = box
        self.order = order
    }

    /// Creates an insertion into a box of the layer's space.
    public init(_ content: Content, x: Double, y: Double, width: Double, height: Double, order: Order = .above) {
        self.init(content, box: Box(x: x, y: y, width: width, height: height), order: order)
    }

    /// The name that stands for insertions in key paths; it is not a property that a path can name in a file.
    static let property = "\u{0}insertion"
}

extension Composition {
    /// Why the animation cannot be put inside a layer; `nil` if it can.
    ///
    /// The renderer leaves such an animation out, and one that exceeds the limit together with the others.
    public var insertionProblem: String? {
        let extent = DocumentExtent(self, copiesLayers: hasExpressions)
        if extent.isTooDeep {
            return "expected compositions of up to \(NodeBuilder.maxDepth) levels and none that contains itself"
        }
        return extent.isWithinLimits ? nil : "expected up to \(NodeBuilder.maxLayers) layers, found a larger animation"
    }
}

extension DynamicProperties {
    /// Inserts a picture or an animation into all layers of a key path, above earlier insertions of the same order.
    public mutating func insert(_ insertion: LayerInsertion, into layers: LayerPath) {
        append(layers.property.replacingProperty(with: LayerInsertion.property), .insertion(insertion))
    }

    /// All insertions, in the order in which they were made.
    public var insertions: [LayerInsertion] {
        entries.compactMap { if case .insertion(let insertion) = $0.value { insertion } else { nil } }
    }

    /// Removes all insertions into the layers of a key path.
    public mutating func removeInsertions(from layers: LayerPath) {
        remove(layers.property.replacingProperty(with: LayerInsertion.property))
    }
}

extension PropertyReplacement {
    /// Returns the insertions into a layer, and adds their indices to `entryIndices`.
    static func insertions(
        into name: String, _ states: KeyPathMatchStates, _ entries: [DynamicProperties.Entry],
        _ entryIndices: inout Set<Int>
    ) -> [LayerInsertion] {
        var indices: Set<Int> = []
        states.afterName(name)?.forEachMatch(of: LayerInsertion.property) { indices.insert($0) }
        entryIndices.formUnion(indices)
        return indices.sorted().compactMap { index in
            if case .insertion(let insertion) = entries[index].value { insertion } else { nil }
        }
    }
}
