/// A layer effect.
public enum Effect: Sendable {
    /// Fills the opaque part of the layer with one color, at the given opacity (0 to 1).
    case fill(color: Property<EffectValue>, opacity: Property<EffectValue>)
    /// Maps greys to colors between two colors; `amount` is the share of the effect, in per cent.
    case tint(black: Property<EffectValue>, white: Property<EffectValue>, amount: Property<EffectValue>)
    /// Maps greys to colors between three colors.
    case tritone(bright: Property<EffectValue>, middle: Property<EffectValue>, dark: Property<EffectValue>)
    /// Adjusts the brightness levels of all channels together and of each channel.
    case levels(LevelsEffect)
    /// Draws a shadow of the layer below it.
    case dropShadow(DropShadowEffect)
    /// Blurs the layer.
    case gaussianBlur(
        blurriness: Property<EffectValue>, dimensions: Property<EffectValue>, repeatsEdges: Property<EffectValue>)
    /// Draws lines along the layer's masks.
    case stroke(StrokeEffect)
    /// Wipes the layer away with a line that rotates about a point.
    case radialWipe(RadialWipeEffect)
    /// Limits the layer to the area where another layer is opaque, or is not opaque if `isInverted` is not 0.
    ///
    /// `layer` is the index of a layer in the same composition.
    case setMatte(layer: Property<EffectValue>, isInverted: Property<EffectValue>)
    /// Moves, scales, skews, rotates and fades the layer, before its own transform and without its children.
    case transform(TransformEffect)
}

/// The value of an effect parameter: one number in the first component, or up to four numbers.
public struct EffectValue: Interpolatable, Equatable {
    /// The numbers. Missing ones are 0, except a missing opacity of a color, which is 1.
    public var numbers: SIMD4<Double>

    /// Creates a value from its numbers.
    public init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

    /// Creates a value from one number.
    public init(_ number: Double) { numbers = SIMD4(number, 0, 0, 1) }

    /// The first number.
    @inlinable public var number: Double { numbers.x }

    /// The numbers as an opaque color, clamped to the range of colors.
    public var color: Color {
        Color(Float(numbers.x), Float(numbers.y), Float(numbers.z), 1).clamped(lowerBound: .zero, upperBound: .one)
    }

    /// Returns the value at `progress`; the fourth number uses the third component of `progress`.
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let shares = SIMD4(progress.x, progress.y, progress.z, progress.z)
        return EffectValue(start.numbers + (end.numbers - start.numbers) * shares)
    }
}

/// A drop shadow: the shape of a layer, moved and blurred.
public struct DropShadowEffect: Sendable {
    /// The color of the shadow.
    public var color: Property<EffectValue> = .fixed(EffectValue(0))
    /// The opacity, from 0 to 255.
    public var opacity: Property<EffectValue> = .fixed(EffectValue(255))
    /// The direction, in degrees clockwise from upwards.
    public var direction: Property<EffectValue> = .fixed(EffectValue(0))
    /// The distance of the shadow from the layer.
    public var distance: Property<EffectValue> = .fixed(EffectValue(0))
    /// The softness: four times the standard deviation of the blur.
    public var softness: Property<EffectValue> = .fixed(EffectValue(0))
    /// Not 0 if only the shadow is visible.
    public var isShadowOnly: Property<EffectValue> = .fixed(EffectValue(0))
}

/// Dotted lines along the layer's masks.
public struct StrokeEffect: Sendable {
    /// The number of the mask; the first one is 1.
    public var mask: Property<EffectValue> = .fixed(EffectValue(1))
    /// Not 0 if all masks have lines.
    public var isForAllMasks: Property<EffectValue> = .fixed(EffectValue(0))
    /// Not 0 if `start` and `end` refer to the total length of all masks, one after the other.
    public var isSequential: Property<EffectValue> = .fixed(EffectValue(0))
    /// The color of the lines.
    public var color: Property<EffectValue> = .fixed(EffectValue(0))
    /// Half of the width of the lines.
    public var brushSize: Property<EffectValue> = .fixed(EffectValue(0))
    /// The opacity, from 0 to 1.
    public var opacity: Property<EffectValue> = .fixed(EffectValue(1))
    /// The start of the lines, in per cent of the length.
    public var start: Property<EffectValue> = .fixed(EffectValue(0))
    /// The end of the lines, in per cent of the length.
    public var end: Property<EffectValue> = .fixed(EffectValue(100))
    /// The distance between dots, in per cent of the width of the lines.
    public var spacing: Property<EffectValue> = .fixed(EffectValue(0))
    /// The paint style: 1 paints on the layer, 2 replaces the layer, 3 shows the layer only below the lines.
    public var paintStyle: Property<EffectValue> = .fixed(EffectValue(1))
}

/// A wipe by a line that rotates about a point.
public struct RadialWipeEffect: Sendable {
    /// The completed part of the rotation, in per cent.
    public var completion: Property<EffectValue> = .fixed(EffectValue(0))
    /// The start angle, in degrees clockwise from upwards.
    public var startAngle: Property<EffectValue> = .fixed(EffectValue(0))
    /// The centre of the rotation, in the layer's space.
    public var center: Property<EffectValue> = .fixed(EffectValue(0))
    /// The direction: 1 clockwise, 2 anticlockwise, 3 both at once.
    public var direction: Property<EffectValue> = .fixed(EffectValue(1))
    /// The width of the soft edge.
    public var feather: Property<EffectValue> = .fixed(EffectValue(0))
}

/// A transform of a layer that its children do not share.
public struct TransformEffect: Sendable {
    /// The point of the layer that is moved to `position`, in the layer's space.
    public var anchor: Property<EffectValue> = .fixed(EffectValue(0))
    /// The place of the anchor, in the layer's space.
    public var position: Property<EffectValue> = .fixed(EffectValue(0))
    /// 1 if `scaleHeight` is the scale of the width, too.
    public var isUniform: Property<EffectValue> = .fixed(EffectValue(0))
    /// The scale of the height, in per cent.
    public var scaleHeight: Property<EffectValue> = .fixed(EffectValue(100))
    /// The scale of the width, in per cent.
    public var scaleWidth: Property<EffectValue> = .fixed(EffectValue(100))
    /// The skew, in degrees.
    public var skew: Property<EffectValue> = .fixed(EffectValue(0))
    /// The direction of the skew, in degrees from a quarter turn.
    public var skewAxis: Property<EffectValue> = .fixed(EffectValue(0))
    /// The rotation, in degrees clockwise; it comes before the skew.
    public var rotation: Property<EffectValue> = .fixed(EffectValue(0))
    /// The opacity, in per cent.
    public var opacity: Property<EffectValue> = .fixed(EffectValue(100))
}

/// A levels adjustment: maps an input range of brightness to an output range, along a gamma curve.
public struct LevelsEffect: Sendable {
    /// The adjustment of one channel; all numbers except `gamma` range from 0 to 1.
    public struct Channel: Sendable {
        /// The input that is mapped to `outputBlack`.
        public var inputBlack: Property<EffectValue> = .fixed(EffectValue(0))
        /// The input that is mapped to `outputWhite`.
        public var inputWhite: Property<EffectValue> = .fixed(EffectValue(1))
        /// The exponent of the curve; values above 1 brighten the midtones.
        public var gamma: Property<EffectValue> = .fixed(EffectValue(1))
        /// The output for `inputBlack`.
        public var outputBlack: Property<EffectValue> = .fixed(EffectValue(0))
        /// The output for `inputWhite`.
        public var outputWhite: Property<EffectValue> = .fixed(EffectValue(1))
    }

    /// The adjustment of red, green and blue together.
    public var composite = Channel()
    /// The adjustments of red, green, blue and opacity.
    public var channels = [Channel](repeating: Channel(), count: 4)
}
