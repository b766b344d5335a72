import Lottie
import VectorGraphics

/// Layers with a caller's values in place of their own.
struct PropertyReplacement: PropertyVisitor {
    private let entries: [DynamicProperties.Entry]
    /// The states behind each name on the way, with what is open behind names that may be left away.
    private var states: [PathStates]
    private var optional: [Bool]
    /// Entries whose paths lead to a property of the layer.
    private(set) var touching: Set<Int> = []
    /// The picture that the layer shows in place of its own.
    private var picture: Pixmap?

    /// A layer with a caller's values.
    struct Result {
        var layer: Layer
        /// The picture in place of its own, if any.
        var picture: Pixmap?
        /// The values that concern it, by their places in the list; none where it is as it was.
        var touching: Set<Int> = []
    }

    private init(_ entries: [DynamicProperties.Entry], _ states: PathStates) {
        self.entries = entries
        self.states = [states]
        optional = [false]
    }

    /// The layer at `position` of a composition, to which `states` lead.
    static func result(of layer: Layer, at position: Int, _ states: PathStates, _ properties: DynamicProperties)
        -> Result
    {
        var walk = PropertyWalk(PropertyReplacement(properties.entries, states))
        var replaced = layer
        walk.visit(&replaced, name: layer.pathName(at: position))
        let visitor = walk.visitor
        // What is not concerned stays the very layer, which shares its memory with the document.
        if visitor.touching.isEmpty { return Result(layer: layer) }
        return Result(layer: replaced, picture: visitor.picture, touching: visitor.touching)
    }

    mutating func enter(_ name: String, isOptional: Bool) -> Bool {
        let next = states[states.count - 1].entering(name)
        // Behind a name that may be left away the states before it are open too.
        guard next != nil || isOptional else { return false }
        states.append(next ?? states[states.count - 1])
        optional.append(isOptional)
        return true
    }

    mutating func leave() {
        states.removeLast()
        optional.removeLast()
    }

    mutating func visit(
        _ name: String, or alias: String?, _ kind: PropertyKind, isAnimated: Bool, value: (Double) -> PropertyValue,
        replace: (DynamicValue) -> Void
    ) {
        var last = -1
        for level in max(0, states.count - (optional[states.count - 1] ? 2 : 1))..<states.count {
            for name in [name, alias] {
                guard let name else { continue }
                states[level].reaching(name) { index in
                    touching.insert(index)
                    if index > last, entries[index].value.fits(kind) { last = index }
                }
            }
        }
        guard last >= 0 else { return }
        replace(entries[last].value)
        guard kind == .image else { return }
        if case .fixed(.image(let pixmap)) = entries[last].value { picture = pixmap } else { picture = nil }
    }
}
