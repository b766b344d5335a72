/// A change of a layer's picture.
public enum Effect: Sendable {
    /// One colour where the layer is opaque, at this opacity (0 to 1).
    case fill(color: Property<EffectValue>, opacity: Property<EffectValue>)
    /// Greys mapped to colours between two, in this share (per cent).
    case tint(black: Property<EffectValue>, white: Property<EffectValue>, amount: Property<EffectValue>)
    /// Greys mapped to colours between three.
    case tritone(bright: Property<EffectValue>, middle: Property<EffectValue>, dark: Property<EffectValue>)
    /// Brightnesses moved, all channels and each one by itself.
    case levels(LevelsEffect)
    /// The layer's shape, moved and softened, below it.
    case dropShadow(DropShadowEffect)
    /// Softened.
    case gaussianBlur(
        blurriness: Property<EffectValue>, dimensions: Property<EffectValue>, repeatsEdges: Property<EffectValue>)
    /// Lines along the layer's masks.
    case stroke(StrokeEffect)
    /// Wiped away by a hand that goes round.
    case radialWipe(RadialWipeEffect)
    /// Shown only where another layer of the composition, named by its index, is opaque; or where it isn't, if not 0.
    case setMatte(layer: Property<EffectValue>, isInverted: Property<EffectValue>)
}

/// A value of an effect: a number in the first component, or up to four of them.
public struct EffectValue: Interpolatable, Equatable {
    /// The numbers; missing ones are 0, but for a missing opacity of a colour, which is 1.
    public var numbers: SIMD4<Double>

    /// The value of these numbers.
    public init(_ numbers: SIMD4<Double>) { self.numbers = numbers }

    /// The value of one number.
    public init(_ number: Double) { numbers = SIMD4(number, 0, 0, 1) }

    /// The first number.
    @inlinable public var number: Double { numbers.x }

    /// The numbers as a colour, held to its range; opaque.
    public var color: Color {
        Color(Float(numbers.x), Float(numbers.y), Float(numbers.z), 1).clamped(lowerBound: .zero, upperBound: .one)
    }

    /// The value at `progress`, number by number.
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let shares = SIMD4(progress.x, progress.y, progress.z, progress.z)
        return EffectValue(start.numbers + (end.numbers - start.numbers) * shares)
    }
}

/// The shape of a layer, moved and softened.
public struct DropShadowEffect: Sendable {
    /// Colour of the shadow.
    public var color: Property<EffectValue> = .fixed(EffectValue(0))
    /// 0 to 255.
    public var opacity: Property<EffectValue> = .fixed(EffectValue(255))
    /// Degrees clockwise from upwards.
    public var direction: Property<EffectValue> = .fixed(EffectValue(0))
    /// How far it is moved.
    public var distance: Property<EffectValue> = .fixed(EffectValue(0))
    /// How soft it is: four times the deviation.
    public var softness: Property<EffectValue> = .fixed(EffectValue(0))
    /// Not 0 where only the shadow shows.
    public var isShadowOnly: Property<EffectValue> = .fixed(EffectValue(0))
}

/// Lines of dots along the layer's masks.
public struct StrokeEffect: Sendable {
    /// Which mask, the first being 1.
    public var mask: Property<EffectValue> = .fixed(EffectValue(1))
    /// Not 0 where all masks have lines.
    public var isForAllMasks: Property<EffectValue> = .fixed(EffectValue(0))
    /// Not 0 where start and end count along all masks one after the other.
    public var isSequential: Property<EffectValue> = .fixed(EffectValue(0))
    /// Colour of the lines.
    public var color: Property<EffectValue> = .fixed(EffectValue(0))
    /// Half of the lines' width.
    public var brushSize: Property<EffectValue> = .fixed(EffectValue(0))
    /// 0 to 1.
    public var opacity: Property<EffectValue> = .fixed(EffectValue(1))
    /// Per cent of the length where lines begin.
    public var start: Property<EffectValue> = .fixed(EffectValue(0))
    /// Per cent of the length where lines end.
    public var end: Property<EffectValue> = .fixed(EffectValue(100))
    /// Distance of the dots, in per cent of the lines' width.
    public var spacing: Property<EffectValue> = .fixed(EffectValue(0))
    /// 1 on the layer's picture, 2 in its place, 3 to show the picture only below the lines.
    public var paintStyle: Property<EffectValue> = .fixed(EffectValue(1))
}

/// A hand that wipes a layer away as it goes round a point.
public struct RadialWipeEffect: Sendable {
    /// Per cent of the way round.
    public var completion: Property<EffectValue> = .fixed(EffectValue(0))
    /// Degrees clockwise from upwards.
    public var startAngle: Property<EffectValue> = .fixed(EffectValue(0))
    /// The point, in the layer's space.
    public var center: Property<EffectValue> = .fixed(EffectValue(0))
    /// 1 clockwise, 2 the other way, 3 both ways at once.
    public var direction: Property<EffectValue> = .fixed(EffectValue(1))
    /// Width of the soft edge.
    public var feather: Property<EffectValue> = .fixed(EffectValue(0))
}

/// Brightnesses moved: what lies between two values is spread between two others, along a curve.
public struct LevelsEffect: Sendable {
    /// The change of one channel; all numbers but the exponent are 0 to 1.
    public struct Channel: Sendable {
        /// What becomes black.
        public var inputBlack: Property<EffectValue> = .fixed(EffectValue(0))
        /// What becomes white.
        public var inputWhite: Property<EffectValue> = .fixed(EffectValue(1))
        /// Above 1 brightens the middle.
        public var gamma: Property<EffectValue> = .fixed(EffectValue(1))
        /// What black becomes.
        public var outputBlack: Property<EffectValue> = .fixed(EffectValue(0))
        /// What white becomes.
        public var outputWhite: Property<EffectValue> = .fixed(EffectValue(1))
    }

    /// All three colours.
    public var composite = Channel()
    /// Red, green, blue and opacity.
    public var channels = [Channel](repeating: Channel(), count: 4)
}
