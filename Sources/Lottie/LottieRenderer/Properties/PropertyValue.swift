public import LottieDocument
public import VectorGraphics

/// The kind of a property's values, for callers that read and write them.
public enum PropertyKind: String, Sendable, CaseIterable {
    /// A number.
    case number
    /// A percentage, with 100 for the whole.
    case percent
    /// An angle in degrees.
    case degrees
    /// A Boolean value as a number; 0 is false, any other number true.
    case flag
    /// Two or three coordinates.
    case vector
    /// Scale factors along the axes, in per cent.
    case scale
    /// A color.
    case color
    /// The stops of a gradient.
    case gradient
    /// A path.
    case path
    /// A text.
    case text
    /// A picture.
    case image
}

/// A value of a property.
public enum PropertyValue: Sendable, Equatable {
    /// A number, a percentage, an angle in degrees, or 1 for true and 0 for false.
    case number(Double)
    /// A position, a size, or a scale in per cent.
    case vector(Vector)
    /// A color.
    case color(Color)
    /// The stops of a gradient, in ascending order.
    case gradient([GradientStop])
    /// A path.
    case path(BezierShape)
    /// A text; a line feed or a carriage return ends a line.
    case text(String)
    /// A picture, drawn into the box of the one that it replaces.
    case image(Pixmap)
    /// The id of a picture among the animation's assets.
    case asset(String)

    /// Returns whether a property of `kind` accepts the value.
    func isCompatible(with kind: PropertyKind) -> Bool {
        switch self {
        case .number: kind == .number || kind == .percent || kind == .degrees || kind == .flag
        case .vector: kind == .vector || kind == .scale
        case .color: kind == .color
        case .gradient: kind == .gradient
        case .path: kind == .path
        case .text: kind == .text
        case .image, .asset: kind == .image
        }
    }

    /// Returns a position or another value with two coordinates.
    public static func vector(x: Double, y: Double) -> PropertyValue { .vector(Vector(x, y, 0)) }

    /// Returns a uniform scale, in per cent.
    public static func scale(_ percent: Double) -> PropertyValue { .vector(Vector(percent, percent, percent)) }
}

/// A type of a property's values.
protocol PropertyValueType: Interpolatable {
    /// Converts `value` to this type, or returns nil for another kind of value.
    init?(_ value: PropertyValue)
    /// Returns this value as a property value of `kind`.
    func value(as kind: PropertyKind) -> PropertyValue
}

extension Double: PropertyValueType {
    init?(_ value: PropertyValue) {
        guard case .number(let number) = value else { return nil }
        self = number
    }

    func value(as kind: PropertyKind) -> PropertyValue { .number(self) }
}

extension SIMD3<Double>: PropertyValueType {
    init?(_ value: PropertyValue) {
        guard case .vector(let vector) = value else { return nil }
        self = vector
    }

    func value(as kind: PropertyKind) -> PropertyValue { .vector(self) }
}

extension SIMD4<Float>: PropertyValueType {
    init?(_ value: PropertyValue) {
        guard case .color(let color) = value else { return nil }
        self = color.clamped(lowerBound: .zero, upperBound: .one)
    }

    func value(as kind: PropertyKind) -> PropertyValue { .color(self) }
}

extension BezierShape: PropertyValueType {
    init?(_ value: PropertyValue) {
        guard case .path(let path) = value else { return nil }
        self = path
    }

    func value(as kind: PropertyKind) -> PropertyValue { .path(self) }
}

extension EffectValue: PropertyValueType {
    init?(_ value: PropertyValue) {
        switch value {
        case .number(let number): self.init(number)
        case .vector(let vector): self.init(SIMD4(vector.x, vector.y, vector.z, 1))
        case .color(let color): self.init(SIMD4<Double>(color))
        default: return nil
        }
    }

    func value(as kind: PropertyKind) -> PropertyValue {
        switch kind {
        case .color: .color(color)
        case .vector: .vector(Vector(numbers.x, numbers.y, numbers.z))
        default: .number(number)
        }
    }
}
