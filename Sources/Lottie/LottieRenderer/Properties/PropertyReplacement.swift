import LottieDocument
import VectorGraphics

/// A visitor that replaces the properties of a layer by a caller's values.
struct PropertyReplacement: PropertyVisitor {
    private let entries: [DynamicProperties.Entry]
    /// The states after each name on the current path; after an optional name, they equal those before it if it does
    /// not match.
    private var states: [KeyPathMatchStates]
    private var optionalElements: [Bool]
    /// The indices of the entries whose key paths lead to a property of the layer.
    private(set) var entryIndices: Set<Int> = []
    /// What replaces the layer's own picture, if anything does.
    private var picture: PictureReplacement?

    /// A layer with a caller's values.
    struct Result {
        var layer: Layer
        /// What replaces the layer's own picture, if anything does.
        var picture: PictureReplacement?
        /// What is inserted into the layer, in order.
        var insertions: [LayerInsertion] = []
        /// The indices of the values that affect the layer; empty if it is unchanged.
        var entryIndices: Set<Int> = []
    }

    private init(_ entries: [DynamicProperties.Entry], _ states: KeyPathMatchStates) {
        self.entries = entries
        self.states = [states]
        optionalElements = [false]
    }

    /// Returns the layer at `position` of a composition with the caller's values; `states` are those of the
    /// composition.
    static func result(of layer: Layer, at position: Int, _ states: KeyPathMatchStates, _ properties: DynamicProperties)
        -> Result
    {
        var walk = PropertyWalk(PropertyReplacement(properties.entries, states))
        var replaced = layer
        let name = layer.pathName(at: position)
        walk.visit(&replaced, name: name)
        let visitor = walk.visitor
        var indices = visitor.entryIndices
        let insertions = insertions(into: name, states, properties.entries, &indices)
        // An unaffected layer is returned as it is, so that it shares its memory with the document.
        if indices.isEmpty { return Result(layer: layer) }
        replaced.effects.shareDrawnParameters()
        return Result(layer: replaced, picture: visitor.picture, insertions: insertions, entryIndices: indices)
    }

    mutating func enter(_ name: String, isOptional: Bool) -> Bool {
        let next = states[states.count - 1].afterName(name)
        // An optional name that does not match may be omitted, so the states before it remain valid.
        guard next != nil || isOptional else { return false }
        states.append(next ?? states[states.count - 1])
        optionalElements.append(isOptional)
        return true
    }

    mutating func leave() {
        states.removeLast()
        optionalElements.removeLast()
    }

    mutating func visit(
        _ name: String, alias: String?, _ kind: PropertyKind, isAnimated: Bool, expressionPlaces: [Int],
        value: (Double) -> PropertyValue, replace: (DynamicValue) -> Void
    ) {
        var last = -1
        for level in max(0, states.count - (optionalElements[states.count - 1] ? 2 : 1))..<states.count {
            for name in [name, alias] {
                guard let name else { continue }
                states[level].forEachMatch(of: name) { index in
                    entryIndices.insert(index)
                    if index > last, entries[index].value.isCompatible(with: kind) { last = index }
                }
            }
        }
        guard last >= 0 else { return }
        replace(entries[last].value)
        guard kind == .image else { return }
        switch entries[last].value {
        case .fixed(.image(let pixmap)): picture = .fixed(pixmap)
        case .timeDependent(let supply): picture = .timeDependent(supply)
        case .fixed, .insertion: picture = nil
        }
    }
}

/// What replaces the picture of a layer: a picture, or a caller's function of time.
enum PictureReplacement {
    case fixed(Pixmap)
    case timeDependent(@Sendable (Double) -> PropertyValue)
}
