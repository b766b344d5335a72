import LottieDocument

/// A property of an animation, with its value at one time.
public struct AnimationProperty: Sendable {
    /// The key path of the property, and of others with the same names.
    public let path: PropertyPath
    /// The kind of the property's values.
    public let kind: PropertyKind
    /// The value; `asset` for a picture.
    public let value: PropertyValue
    /// Whether the property changes with time because of keyframes, an expression or a closure.
    public let isAnimated: Bool
    /// The offsets of the property's expressions in the document, in bytes; several if each component has one.
    package let expressionPlaces: [Int]
    /// The names that lead to the property, each with whether key paths may omit it, and the property's own name and
    /// alias.
    let pathElements: [(name: String, isOptional: Bool)]
    let names: [String]

    /// Returns whether `path` leads to the property.
    public func matches(_ path: PropertyPath) -> Bool { matches(KeyPathMatchStates([path]), pathElements[...]) }

    private func matches(_ states: KeyPathMatchStates, _ way: ArraySlice<(name: String, isOptional: Bool)>) -> Bool {
        guard let next = way.first else {
            var isReached = false
            for name in names { states.forEachMatch(of: name) { _ in isReached = true } }
            return isReached
        }
        if next.isOptional, matches(states, way.dropFirst()) { return true }
        return states.afterName(next.name).map { matches($0, way.dropFirst()) } ?? false
    }
}

extension AnimationRenderer {
    /// Returns the properties that key paths can address, layer by layer from the top, with their values at a frame.
    ///
    /// The properties of a precomposition are listed once for each layer that shows it. The values include replacements
    /// and the results of expressions.
    ///
    /// - Parameter frame: The frame in the composition's own numbers.
    public func properties(at frame: Double) -> [AnimationProperty] {
        var walk = PropertyWalk(PropertyList(time: frame))
        expressionEnvironment?.beginFrame()
        walk.visit(root)
        return walk.visitor.properties
    }
}

/// A visitor that lists the properties.
private struct PropertyList: PropertyVisitor {
    var time: Double
    var properties: [AnimationProperty] = []
    private var pathElements: [(name: String, isOptional: Bool)] = []
    /// The maximum number of listed properties, some hundred megabytes; only a malicious file has more.
    private static let maxProperties = 200_000

    init(time: Double) { self.time = time }

    mutating func enter(_ name: String, isOptional: Bool) -> Bool {
        // One segment is left for the property's own name. After the last listed property, the rest need not be visited.
        guard pathElements.count < PropertyPath.maxSegments - 1, properties.count < Self.maxProperties else {
            return false
        }
        pathElements.append((name, isOptional))
        return true
    }

    mutating func leave() { pathElements.removeLast() }

    mutating func visit(
        _ name: String, alias: String?, _ kind: PropertyKind, isAnimated: Bool, expressionPlaces: [Int],
        value: (Double) -> PropertyValue, replace: (DynamicValue) -> Void
    ) {
        guard properties.count < Self.maxProperties else { return }
        properties.append(
            AnimationProperty(
                path: PropertyPath(names: pathElements.map(\.name) + [name]), kind: kind, value: value(time),
                isAnimated: isAnimated, expressionPlaces: expressionPlaces, pathElements: pathElements,
                names: [name] + (alias.map { [$0] } ?? [])))
    }
}

extension PropertyWalk<PropertyList> {
    fileprivate mutating func visit(_ composition: CompositionNode) {
        for (position, node) in composition.nodes.enumerated() {
            let name = node.layer.pathName(at: position)
            var layer = node.layer
            visit(&layer, name: name)
            guard case .composition(let shown) = node.content else { continue }
            visitElement(name) { walk in
                let time = walk.visitor.time
                walk.visitor.time = shown.contentTime(at: time)
                walk.visit(shown.composition)
                walk.visitor.time = time
            }
        }
    }
}
