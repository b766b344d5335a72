import Lottie
public import VectorGraphics

/// Values in place of those that an animation has for its properties.
///
///     var properties = DynamicProperties()
///     try properties.set("Balloon.**.Fill 1.Color", to: .color(Color(1, 0, 0, 1)))
///     try properties.set("Balloon.Rotation") { frame in .number(frame * 6) }
///     let renderer = AnimationRenderer(composition, width: 60, height: 40, properties: properties)
///
/// A property that has such a value is as if the file had that value at all times, without keyframes and expressions. Of several
/// paths that lead to a property the last one counts whose value is of the property's kind; a path that leads nowhere, or only
/// to properties of another kind, changes nothing (`AnimationRenderer.properties(at:)` lists what there is).
public struct DynamicProperties: Sendable {
    /// A path and the value of all properties that it leads to.
    struct Entry: Sendable {
        let path: PropertyPath
        var value: DynamicValue
    }

    private(set) var entries: [Entry] = []

    /// No values: the animation is as its file has it.
    public init() {}

    /// Whether there are no values.
    public var isEmpty: Bool { entries.isEmpty }

    /// The picture that a path has as its value, the last of several.
    public func picture(of path: PropertyPath) -> Pixmap? {
        entries.lazy.reversed().compactMap { entry in
            guard entry.path == path, case .fixed(.image(let picture)) = entry.value else { return nil }
            return picture
        }.first
    }

    /// The paths, in the order in which they count.
    public var paths: [PropertyPath] { entries.map(\.path) }

    /// Gives properties one value for all times; in the place of an earlier value of the same path, else as the last.
    public mutating func set(_ path: PropertyPath, to value: PropertyValue) { put(path, .fixed(value)) }

    /// Gives properties values over time; in the place of earlier ones of the same path, else as the last.
    ///
    /// - Parameter value: The value at a frame, in the numbers of the composition that the property stands in, as keyframes
    ///   have them; it has to be the same whenever it is asked for a frame. Where it is of another kind than the property, that
    ///   keeps its own. Pictures and gradients take no values over time, only new ones.
    public mutating func set(_ path: PropertyPath, to value: @escaping @Sendable (Double) -> PropertyValue) {
        put(path, .changing(value))
    }

    /// Reads the path and gives the properties that it leads to one value for all times.
    /// - Throws: `PropertyPathError` for a text that is no path.
    public mutating func set(_ path: String, to value: PropertyValue) throws(PropertyPathError) {
        set(try PropertyPath(parsing: path), to: value)
    }

    /// Reads the path and gives the properties that it leads to values over time.
    /// - Throws: `PropertyPathError` for a text that is no path.
    public mutating func set(
        _ path: String, to value: @escaping @Sendable (Double) -> PropertyValue
    ) throws(PropertyPathError) {
        set(try PropertyPath(parsing: path), to: value)
    }

    /// Adds a value after all others, though there may be one of the same path already, for properties of another kind.
    public mutating func append(_ path: PropertyPath, _ value: PropertyValue) {
        entries.append(Entry(path: path, value: .fixed(value)))
    }

    /// Adds other values after all of these, so that they count before them.
    public mutating func append(contentsOf others: DynamicProperties) { entries += others.entries }

    /// Takes all values of a path away.
    public mutating func remove(_ path: PropertyPath) { entries.removeAll { $0.path == path } }

    private mutating func put(_ path: PropertyPath, _ value: DynamicValue) {
        if let index = entries.firstIndex(where: { $0.path == path }) {
            entries[index].value = value
        } else {
            entries.append(Entry(path: path, value: value))
        }
    }

    /// The entries whose values are others than in `old`, which has the same paths; closures can't be compared and always are.
    func changes(from old: DynamicProperties) -> Set<Int> {
        Set(
            entries.indices.filter { index in
                switch (old.entries[index].value, entries[index].value) {
                case (.fixed(let before), .fixed(let now)): before != now
                default: true
                }
            })
    }
}

/// A value for all times, or values over time.
enum DynamicValue: Sendable {
    case fixed(PropertyValue)
    case changing(@Sendable (Double) -> PropertyValue)

    /// Whether a property of `kind` takes it.
    func fits(_ kind: PropertyKind) -> Bool {
        switch self {
        case .fixed(let value): value.fits(kind)
        case .changing: kind != .gradient && kind != .image
        }
    }
}

/// Values of a property that a caller finds; nothing in it changes, so that it may go from task to task.
final class SuppliedBinding<Value>: PropertyBinding<Value>, @unchecked Sendable {
    private let supply: @Sendable (Double) -> Value

    init(_ supply: @escaping @Sendable (Double) -> Value) { self.supply = supply }

    override func value(at time: Double) -> Value { supply(time) }
}
