public import LottieDocument
public import VectorGraphics

/// A picture or another animation inside a layer.
///
///     let face = LayerInsertion(.picture(pixmap), x: -20, y: -20, width: 40, height: 40, order: .above)
///     properties.insert(face, into: try LayerPath(parsing: "Balloon"))
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
    public enum Order: Sendable {
        /// Below the layer's content.
        case below
        /// Above the layer's content.
        case above
    }

    /// What is inserted.
    public var content: Content
    /// The left edge of the box, in the layer's space.
    public var x: Double
    /// The top edge of the box, in the layer's space.
    public var y: Double
    /// The width of the box, in the layer's units.
    public var width: Double
    /// The height of the box, in the layer's units.
    public var height: Double
    /// The place among the layer's own content.
    public var order: Order

    /// Creates an insertion into a box of the layer's space.
    public init(_ content: Content, x: Double, y: Double, width: Double, height: Double, order: Order = .above) {
        self.content = content
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.order = order
    }

    /// The name that stands for insertions in key paths; it is not a property that a path can name in a file.
    static let property = "\u{0}insertion"
}

extension DynamicProperties {
    /// Inserts a picture or an animation into all layers of a key path, above earlier insertions of the same order.
    public mutating func insert(_ insertion: LayerInsertion, into layers: LayerPath) {
        append(layers.property.replacingProperty(with: LayerInsertion.property), .insertion(insertion))
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
