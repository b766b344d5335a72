import JSON
public import LottieExpressions

/// An object that computes the values of a property, by an expression or in a way that the caller chooses.
///
/// - Note: A subclass may cache values, so a binding belongs to one renderer. Bindings exist only in the layers that a
///   renderer creates for itself, and a renderer is not passed to another task while it works. Therefore the class is
///   `@unchecked Sendable`, as properties have to be.
open class PropertyBinding<Value>: @unchecked Sendable {
    /// Creates a binding.
    public init() {}

    /// Returns the value at `time`, or the value without the binding if it has none of its own.
    open func value(at time: Double) -> Value { preconditionFailure("derived bindings have values") }
}

/// A property with an expression.
public final class ScriptedProperty<Value: Sendable>: Sendable {
    /// The expression.
    public let script: Script
    /// The value or keyframes without the expression, which are also its input.
    public let plain: Property<Value>
    /// The binding that evaluates the expression; `nil` until a renderer binds the property.
    public let binding: PropertyBinding<Value>?

    /// Creates a property from its value without the expression, and the expression.
    public init(_ plain: Property<Value>, script: Script, binding: PropertyBinding<Value>? = nil) {
        self.plain = plain
        self.script = script
        self.binding = binding
    }
}

extension ScriptedProperty where Value: Interpolatable {
    /// Returns the value at `time`.
    public func value(at time: Double) -> Value { binding?.value(at: time) ?? plain.value(at: time) }
}

/// A position with an expression.
public final class ScriptedPosition: Sendable {
    /// The expression.
    public let script: Script
    /// The position without the expression, which is also its input.
    public let plain: PositionProperty
    /// The binding that evaluates the expression; `nil` until a renderer binds the property.
    public let binding: PropertyBinding<Vector>?

    /// Creates a position from its value without the expression, and the expression.
    public init(_ plain: PositionProperty, script: Script, binding: PropertyBinding<Vector>? = nil) {
        self.plain = plain
        self.script = script
        self.binding = binding
    }

    /// Returns the position at `time`.
    public func value(at time: Double) -> Vector { binding?.value(at: time) ?? plain.value(at: time) }
}

/// The expression of a text, with its binding.
public struct ScriptedText: Sendable {
    /// The expression.
    public let script: Script
    /// The binding that evaluates the expression; `nil` until a renderer binds the text.
    public let binding: PropertyBinding<String>?

    /// Creates an expression of a text.
    public init(_ script: Script, binding: PropertyBinding<String>? = nil) {
        self.script = script
        self.binding = binding
    }
}

/// The names with which expressions refer to an item or effect.
public struct DocumentLabel: Sendable, Equatable {
    /// The name that the author gave to it.
    public var name = ""
    /// The name that After Effects gives to its type.
    public var matchName = ""
    /// Its number among its siblings, counted from 1; `nil` if the file does not contain it.
    public var index: Int?

    /// Creates a label without names.
    public init() {}
}

/// An effect, or a parameter or parameter group of an effect, in the form that expressions need.
public struct EffectControl: Sendable {
    /// The content of a control.
    public enum Content: Sendable {
        /// A group of controls.
        case group([EffectControl])
        /// A value with the given number of components.
        case value(Property<EffectValue>, components: Int)
        /// The `index` of a layer.
        case layer(Property<EffectValue>)
        /// Nothing that an expression can read.
        case none
    }

    /// The names with which expressions refer to the control.
    public var label = DocumentLabel()
    /// The content.
    public var content: Content = .none
    /// The number of its type in files, such as 0 for a slider, 5 for a group of controls, and 21 for a fill.
    public var type = 0
    /// Whether the effect is switched on.
    public var isEnabled = true
    /// Whether the layer's drawn effects have the effect, so that its parameters are also there.
    public var isDrawn: Bool { JSONReader.supportsEffect(ofType: type) }

    /// Creates an empty control.
    public init() {}
}
