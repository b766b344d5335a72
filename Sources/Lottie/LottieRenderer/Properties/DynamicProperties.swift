import LottieDocument
public import VectorGraphics

/// Values that replace those of an animation's properties.
///
///     var properties = DynamicProperties()
///     try properties.set("Balloon.**.Fill 1.Color", to: .color(Color(1, 0, 0, 1)))
///     try properties.set("Balloon.Rotation") { frame in .number(frame * 6) }
///     let renderer = AnimationRenderer(composition, width: 60, height: 40, properties: properties)
///
/// A fixed value replaces the property at all times, including its keyframes and expression. If several key paths lead
/// to a property, the last one with a value of the property's kind applies. A key path has no effect if it leads to no
/// property, or only to properties of another kind. `AnimationRenderer.properties(at:)` lists the properties.
public struct DynamicProperties: Sendable {
    /// A key path with the value of all properties that it leads to.
    struct Entry: Sendable {
        let path: PropertyPath
        var value: DynamicValue
    }

    private(set) var entries: [Entry] = []

    /// Creates an empty list, which leaves the animation unchanged.
    public init() {}

    /// Whether there are no values.
    public var isEmpty: Bool { entries.isEmpty }

    /// Whether no value changes with time, and nothing is inserted into layers.
    var isFixed: Bool {
        entries.allSatisfy { entry in
            if case .fixed = entry.value { true } else { false }
        }
    }

    /// Returns the picture that is set for a key path, or the last one if there are several.
    public func picture(of path: PropertyPath) -> Pixmap? {
        entries.lazy.reversed().compactMap { entry in
            guard entry.path == path, case .fixed(.image(let picture)) = entry.value else { return nil }
            return picture
        }.first
    }

    /// The key paths in the order of the values; later ones take precedence.
    public var paths: [PropertyPath] { entries.map(\.path) }

    /// Sets a fixed value for the properties of a key path.
    ///
    /// It replaces the first value of the same path, or is appended if there is none.
    public mutating func set(_ path: PropertyPath, to value: PropertyValue) { setEntry(path, .fixed(value)) }

    /// Sets a function of time for the properties of a key path.
    ///
    /// It replaces the first value of the same path, or is appended if there is none.
    ///
    /// - Parameters:
    ///   - path: The key path.
    ///   - value: The closure that returns the value at a frame, numbered like the keyframes of the composition that
    ///     contains the property. It must always return the same value for a frame. If the value is of another kind
    ///     than the property, the property keeps its own. A picture is prepared for drawing in each frame in which it is
    ///     another one than in the frame before.
    public mutating func set(_ path: PropertyPath, to value: @escaping @Sendable (Double) -> PropertyValue) {
        setEntry(path, .timeDependent(value))
    }

    /// Parses a key path and sets a fixed value for its properties.
    ///
    /// - Throws: `PropertyPathError` if the text is not a valid key path.
    public mutating func set(_ path: String, to value: PropertyValue) throws(PropertyPathError) {
        set(try PropertyPath(parsing: path), to: value)
    }

    /// Parses a key path and sets a function of time for its properties.
    ///
    /// - Throws: `PropertyPathError` if the text is not a valid key path.
    public mutating func set(
        _ path: String, to value: @escaping @Sendable (Double) -> PropertyValue
    ) throws(PropertyPathError) {
        set(try PropertyPath(parsing: path), to: value)
    }

    /// Appends a fixed value, even if there is already one with the same key path, for properties of another kind.
    public mutating func append(_ path: PropertyPath, _ value: PropertyValue) {
        entries.append(Entry(path: path, value: .fixed(value)))
    }

    /// Appends a value for layers, even if there is already one with the same key path.
    mutating func append(_ path: PropertyPath, _ value: DynamicValue) {
        entries.append(Entry(path: path, value: value))
    }

    /// Appends all values of another list, which take precedence over the existing ones.
    public mutating func append(contentsOf others: DynamicProperties) {
        if !others.isEmpty { entries += others.entries }
    }

    /// Removes all values of a key path.
    public mutating func remove(_ path: PropertyPath) { entries.removeAll { $0.path == path } }

    private mutating func setEntry(_ path: PropertyPath, _ value: DynamicValue) {
        if let index = entries.firstIndex(where: { $0.path == path }) {
            entries[index].value = value
        } else {
            entries.append(Entry(path: path, value: value))
        }
    }

    /// Returns the indices of the entries whose values differ from those in `old`, which must have the same key paths.
    ///
    /// Closures cannot be compared and always count as different.
    func changedEntries(from old: DynamicProperties) -> Set<Int> {
        Set(
            entries.indices.filter { index in
                switch (old.entries[index].value, entries[index].value) {
                case (.fixed(let before), .fixed(let now)): before != now
                default: true
                }
            })
    }
}

/// A fixed value, a function of time, or what is inserted into layers.
enum DynamicValue: Sendable {
    case fixed(PropertyValue)
    case timeDependent(@Sendable (Double) -> PropertyValue)
    case insertion(LayerInsertion)

    /// Returns whether a property of `kind` accepts the value.
    func isCompatible(with kind: PropertyKind) -> Bool {
        switch self {
        case .fixed(let value): value.isCompatible(with: kind)
        case .timeDependent: true
        case .insertion: false
        }
    }
}

/// A binding to a caller's function of time, which is safe to share because it only stores a `Sendable` constant.
final class ClosureBinding<Value>: PropertyBinding<Value>, @unchecked Sendable {
    private let compute: @Sendable (Double) -> Value

    init(_ supply: @escaping @Sendable (Double) -> Value) { self.compute = supply }

    override func value(at time: Double) -> Value { compute(time) }
}
