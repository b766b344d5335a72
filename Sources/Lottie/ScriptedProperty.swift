public import Expressions

/// Finds the values of a property: by an expression that has been tied to a place in a document, or as a caller wants them.
///
/// - Note: Whoever derives from it may keep what it found, so a binding belongs to one renderer. It is only ever in
///   the layers that the renderer has made for itself, and a renderer can't be handed from task to task while it works:
///   that is what makes it `Sendable`, as properties are.
open class PropertyBinding<Value>: @unchecked Sendable {
    /// A binding.
    public init() {}

    /// The value at `time`; the plain value where there is no other.
    open func value(at time: Double) -> Value { preconditionFailure("derived bindings have values") }
}

/// A property with an expression.
public final class ScriptedProperty<Value: Sendable>: Sendable {
    /// The expression.
    public let script: Script
    /// The value or keyframes that the expression starts from, and that count without it.
    public let plain: Property<Value>
    /// What finds the expression's values; nil until the property is tied to its place.
    public let binding: PropertyBinding<Value>?

    /// The property `plain` with an expression.
    public init(_ plain: Property<Value>, script: Script, binding: PropertyBinding<Value>? = nil) {
        self.plain = plain
        self.script = script
        self.binding = binding
    }
}

extension ScriptedProperty where Value: Interpolatable {
    /// The value at `time`.
    public func value(at time: Double) -> Value { binding?.value(at: time) ?? plain.value(at: time) }
}

/// A position with an expression.
public final class ScriptedPosition: Sendable {
    /// The expression.
    public let script: Script
    /// The position that the expression starts from, and that counts without it.
    public let plain: PositionProperty
    /// What finds the expression's values; nil until the property is tied to its place.
    public let binding: PropertyBinding<Vector>?

    /// The position `plain` with an expression.
    public init(_ plain: PositionProperty, script: Script, binding: PropertyBinding<Vector>? = nil) {
        self.plain = plain
        self.script = script
        self.binding = binding
    }

    /// The position at `time`.
    public func value(at time: Double) -> Vector { binding?.value(at: time) ?? plain.value(at: time) }
}

/// The expression of a text, and what finds its values.
public struct ScriptedText: Sendable {
    /// The expression.
    public let script: Script
    /// What finds the text; nil until it is tied to its place.
    public let binding: PropertyBinding<String>?

    /// The expression `script`.
    public init(_ script: Script, binding: PropertyBinding<String>? = nil) {
        self.script = script
        self.binding = binding
    }
}

/// What expressions call an item or effect by.
public struct DocumentLabel: Sendable, Equatable {
    /// The name given by the author.
    public var name = ""
    /// The name that After Effects gives to its kind.
    public var matchName = ""
    /// Its number among its siblings, from 1; nil where the file is silent.
    public var index: Int?

    /// No names.
    public init() {}
}

/// An effect, or a value or group of one, for expressions to read.
public struct EffectControl: Sendable {
    /// What it holds.
    public enum Content: Sendable {
        /// Others.
        case group([EffectControl])
        /// So many numbers.
        case value(Property<EffectValue>, components: Int)
        /// The `index` of a layer.
        case layer(Property<EffectValue>)
        /// Nothing that can be read.
        case none
    }

    /// What it is called by.
    public var label = DocumentLabel()
    /// What it holds.
    public var content: Content = .none
    /// Whether it is switched on.
    public var isOn = true

    /// An empty control.
    public init() {}
}
