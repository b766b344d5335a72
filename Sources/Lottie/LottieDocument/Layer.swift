/// A layer of a composition.
public struct Layer: Sendable {
    /// The content of a layer.
    public enum Content: Sendable {
        /// A precomposition among the assets, clipped to a box of the given size.
        case precomposition(id: String, width: Double, height: Double)
        /// A rectangle of one color.
        case solid(color: Color, width: Double, height: Double)
        /// An image among the assets.
        case image(id: String)
        /// No content; the layer only serves as a parent.
        case null
        /// Shape items; the first one is on top. A layer is copied often, so that it only refers to them.
        indirect case shapes(ShapeGroup)
        /// Text, whose glyph outlines are in the file or come from fonts.
        indirect case text(TextLayer)
        /// Content that this version does not draw.
        case unsupported
    }

    /// The name that the author gave to the layer, or an empty string.
    public var name = ""
    /// The number with which other layers of the same list refer to this one.
    public var index: Int?
    /// The `index` of the parent layer, in whose space this layer is.
    public var parent: Int?
    /// The content.
    public var content: Content = .unsupported
    /// When the layer is visible, and the time of its content.
    public var timing = LayerTiming()
    /// The transform from the layer's space to its parent's.
    public var transform = Transform()
    /// Whether the layer rotates with the direction of its motion.
    public var isAutoOriented = false
    /// How the layer is blended with what is below it.
    public var blendMode: BlendMode = .normal
    /// Whether the layer is not drawn; it can still be a parent or a matte.
    public var isHidden = false
    /// How the matte limits where this layer is visible; `nil` without a matte.
    public var matte: Matte?
    /// The `index` of the matte layer; `nil` for the layer before this one in the list.
    public var matteParent: Int?
    /// Whether the layer is only a matte and is not drawn itself.
    public var isMatteSource = false
    /// The masks, in the order of their application.
    public var masks: [Mask] = []
    /// The effects, which are applied after the masks.
    public var effects = LayerEffects()
    /// The layer styles, which are applied after masks and effects; of several shadows, the lowest one is last.
    public var styles: [LayerStyle] = []

    /// Creates a layer without content.
    public init() {}
}

/// When a layer is visible, and the time of its content.
public struct LayerTiming: Sendable {
    /// The first frame at which the layer is visible, in the time of its composition.
    public var inPoint = 0.0
    /// The first frame at which the layer is no longer visible.
    public var outPoint = Double.infinity
    /// The frame at which the time of the content is 0.
    public var startTime = 0.0
    /// The number of frames of the composition per frame of the content; never 0.
    public var stretch = 1.0
    /// The time of the content in seconds, which replaces `startTime` and `stretch`.
    public var timeRemap: Property<Double>?
}

/// The effects of a layer.
public struct LayerEffects: Sendable {
    /// The effects, in the order of their application.
    public var list: [Effect] = []
    /// The indices of the effects that the author has switched off. lottie-web draws them all the same.
    public var disabled: Set<Int> = []
    /// The names that the author gave to the effects, one for each.
    public var names: [String] = []
    /// The effects in the form that expressions need. Empty unless an expression refers to objects by name.
    public var controls: [EffectControl] = []
}

/// How a matte limits where another layer is visible.
public enum Matte: Int, Sendable {
    /// The other layer is visible where the matte is opaque.
    case alpha = 1
    /// The other layer is visible where the matte is transparent.
    case invertedAlpha
    /// The other layer is visible where the matte is bright.
    case luma
    /// The other layer is visible where the matte is dark.
    case invertedLuma
}

/// A path that limits where a layer is visible.
public struct Mask: Sendable {
    /// How a mask is combined with the masks before it.
    public enum Mode: Sendable, Equatable {
        /// The mask is ignored.
        case none
        /// The union of both.
        case add
        /// The masks before this one, without this mask.
        case subtract
        /// The intersection of both.
        case intersect
        /// The higher of both opacities.
        case lighten
        /// The lower of both opacities.
        case darken
        /// The area of exactly one of both.
        case difference
    }

    /// The name that the author gave to the mask, or an empty string.
    public var name = ""
    /// How the mask is combined with the masks before it.
    public var mode: Mode = .add
    /// The path, in the layer's space.
    public var path: Property<BezierShape> = .fixed(BezierShape(points: [], isClosed: true))
    /// The opacity, in per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// The distance by which the path grows; negative to shrink.
    public var expansion: Property<Double> = .fixed(0)
    /// The width of the soft edge along x and y.
    public var feather: Property<Vector> = .fixed(.zero)
    /// Whether the mask shows what is outside its path.
    public var isInverted = false
}

/// A blend mode, with the number of Lottie's format. The backdrop is what is below the drawn object.
public enum BlendMode: Int, Sendable {
    /// The color replaces the backdrop.
    case normal
    /// Multiplies the colors.
    case multiply
    /// Multiplies the inverted colors.
    case screen
    /// Multiplies where the backdrop is dark and screens where it is bright.
    case overlay
    /// The darker of the two colors.
    case darken
    /// The lighter of the two colors.
    case lighten
    /// Brightens the backdrop by the color.
    case colorDodge
    /// Darkens the backdrop by the color.
    case colorBurn
    /// Multiplies where the color is dark and screens where it is bright.
    case hardLight
    /// A softer version of `hardLight`.
    case softLight
    /// The difference of the colors.
    case difference
    /// A version of `difference` with less contrast.
    case exclusion
    /// The hue of the color, with the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the color, with the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the color, with the luminosity of the backdrop.
    case color
    /// The luminosity of the color, with the hue and saturation of the backdrop.
    case luminosity
    /// The sum of the colors.
    case add
    /// Each channel is 0 or 1, depending on the sum of the colors.
    case hardMix
}
