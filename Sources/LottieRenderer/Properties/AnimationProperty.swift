import Lottie

/// A property of an animation, as it stands at some time.
public struct AnimationProperty: Sendable {
    /// The path that leads to it, and to those that are called the same.
    public let path: PropertyPath
    /// What its values are.
    public let kind: PropertyKind
    /// Its value; `asset` for a picture.
    public let value: PropertyValue
    /// Whether it changes with time, by keyframes, an expression or a closure.
    public let isAnimated: Bool
    /// The names on the way, and for each whether paths may leave it away; then its own and what it is called too.
    let way: [(name: String, isOptional: Bool)]
    let names: [String]

    /// Whether `path` leads to it.
    public func matches(_ path: PropertyPath) -> Bool { matches(PathStates([path]), way[...]) }

    private func matches(_ states: PathStates, _ way: ArraySlice<(name: String, isOptional: Bool)>) -> Bool {
        guard let next = way.first else {
            var isReached = false
            for name in names { states.reaching(name) { _ in isReached = true } }
            return isReached
        }
        if next.isOptional, matches(states, way.dropFirst()) { return true }
        return states.entering(next.name).map { matches($0, way.dropFirst()) } ?? false
    }
}

extension AnimationRenderer {
    /// The properties that paths lead to, layer by layer from the top, each with its value at a frame.
    ///
    /// Those of a composition that several layers show are listed for each. Values are those in use, and what expressions make
    /// of them.
    /// - Parameter frame: in the composition's own numbers.
    public func properties(at frame: Double) -> [AnimationProperty] {
        var walk = PropertyWalk(PropertyList(time: frame))
        expressions?.beginFrame()
        walk.visit(root)
        return walk.visitor.properties
    }
}

/// The properties met so far.
private struct PropertyList: PropertyVisitor {
    var time: Double
    var properties: [AnimationProperty] = []
    private var way: [(name: String, isOptional: Bool)] = []

    init(time: Double) { self.time = time }

    mutating func enter(_ name: String, isOptional: Bool) -> Bool {
        // One for the property's own name.
        guard way.count < PropertyPath.mostSegments - 1 else { return false }
        way.append((name, isOptional))
        return true
    }

    mutating func leave() { way.removeLast() }

    mutating func visit(
        _ name: String, or alias: String?, _ kind: PropertyKind, isAnimated: Bool, value: (Double) -> PropertyValue,
        replace: (DynamicValue) -> Void
    ) {
        properties.append(
            AnimationProperty(
                path: PropertyPath(names: way.map(\.name) + [name]), kind: kind, value: value(time),
                isAnimated: isAnimated, way: way, names: [name] + (alias.map { [$0] } ?? [])))
    }
}

extension PropertyWalk<PropertyList> {
    fileprivate mutating func visit(_ composition: CompositionNode) {
        for (position, node) in composition.nodes.enumerated() {
            let name = node.layer.pathName(at: position)
            var layer = node.layer
            visit(&layer, name: name)
            guard case .composition(let shown) = node.content else { continue }
            within(name) { walk in
                let time = walk.visitor.time
                walk.visitor.time = shown.contentTime(at: time)
                walk.visit(shown.composition)
                walk.visitor.time = time
            }
        }
    }
}
