/// A key path to layers: like a ``PropertyPath``, but without the name of a property.
///
///     Balloon                  the layer of this name
///     Scene.Balloon            that layer in the composition that the layer Scene shows
///     Scene.*                  all layers in it
///     **.Balloon               all layers of this name, at any depth
public struct LayerPath: Sendable, Hashable, CustomStringConvertible {
    /// The path of a property that all layers have.
    let property: PropertyPath

    /// The name of the property that hides a layer.
    static let hidden = "Hidden"

    /// Creates a key path from the names that lead to a layer and the layer's own name.
    ///
    /// - Precondition: There are 1 to 62 names.
    public init(names: [String]) { property = PropertyPath(names: names + [Self.hidden]) }

    /// Parses a key path.
    ///
    /// - Throws: `PropertyPathError` with the column if the text is not a valid key path.
    public init(parsing text: some StringProtocol) throws(PropertyPathError) {
        property = try PropertyPath(parsingLayer: text, property: Self.hidden)
    }

    /// Parses an assignment of the form `LAYER=VALUE`; the path ends at the first `=` outside quotes.
    ///
    /// - Parameter text: The assignment.
    /// - Returns: The path and the text after the sign, which is nil if there is no sign.
    /// - Throws: `PropertyPathError` with the column if the path is not valid.
    public static func parse(
        assignment text: String
    ) throws(PropertyPathError) -> (layers: LayerPath, value: String?) {
        let (path, value) = try PropertyPath.parse(assignment: text, endsInName: false, appending: Self.hidden)
        return (LayerPath(property: path), value)
    }

    private init(property: PropertyPath) { self.property = property }

    /// The number of names and wildcards in the path.
    package var nameCount: Int { property.segments.count - 1 }

    /// Returns whether a layer whose key path consists of names is one of those that this path selects.
    public func matches(_ layer: LayerPath) -> Bool {
        var states: KeyPathMatchStates? = KeyPathMatchStates([property])
        for segment in layer.property.segments.dropLast() {
            guard case .name(let name) = segment else { return false }
            states = states?.afterName(name)
        }
        var isReached = false
        states?.forEachMatch(of: Self.hidden) { _ in isReached = true }
        return isReached
    }

    /// The key path as text that can be parsed again.
    public var description: String { property.containerDescription }
}

extension DynamicProperties {
    /// Hides the layers of a key path, or shows layers that the file hides.
    ///
    /// A hidden layer still moves its children and limits others as their matte. It is the property `Hidden` of the
    /// layer, so a later value for the same layer takes precedence.
    public mutating func set(_ layers: LayerPath, isHidden: Bool) {
        set(layers.property, to: .number(isHidden ? 1 : 0))
    }
}

extension AnimationRenderer {
    /// The key paths of all layers, from the top, each once; layers of the same name have the same path.
    public var layerPaths: [LayerPath] {
        var seen: Set<LayerPath> = []
        return allLayerPaths.filter { seen.insert($0).inserted }
    }

    /// The key paths of all uses of all layers, from the top.
    package var allLayerPaths: [LayerPath] { properties(at: composition.inPoint).compactMap { $0.layerPath } }
}

extension AnimationProperty {
    /// The layer whose visibility the property is; nil for other properties.
    var layerPath: LayerPath? {
        guard names == [LayerPath.hidden], kind == .flag, !pathElements.contains(where: \.isOptional) else {
            return nil
        }
        return LayerPath(names: pathElements.map(\.name))
    }
}
