/// A layer of a composition.
public struct Layer: Sendable {
    /// What a layer shows.
    public enum Content: Sendable {
        /// A composition among the assets, in a box of this size.
        case precomposition(id: String, width: Double, height: Double)
        /// A rectangle of one colour.
        case solid(color: Color, width: Double, height: Double)
        /// A picture among the assets.
        case image(id: String)
        /// Nothing; it is there to be a parent.
        case null
        /// Shape items, the first on top.
        case shapes(ShapeGroup)
        /// Text, whose letters have outlines in the file.
        case text(TextLayer)
        /// Something this version does not draw.
        case undrawn
    }

    /// The name given by the author, empty if none.
    public var name = ""
    /// The number by which other layers of the list refer to it.
    public var index: Int?
    /// The `index` of the layer whose space this one stands in.
    public var parent: Int?
    /// What it shows.
    public var content: Content = .undrawn
    /// First frame at which it shows, in its composition's time.
    public var inPoint = 0.0
    /// First frame at which it no longer shows.
    public var outPoint = Double.infinity
    /// Frame at which its content's time is 0.
    public var startTime = 0.0
    /// Frames of the composition to one of the content; never 0.
    public var stretch = 1.0
    /// Seconds of the content's time, in place of start time and stretch.
    public var timeRemap: Property<Double>?
    /// Its place in its parent.
    public var transform = Transform()
    /// Whether it turns with the direction its position moves in.
    public var isAutoOriented = false
    /// How it is laid over what is below it.
    public var blendMode: BlendMode = .normal
    /// Whether it is not drawn, though it may be a parent or a matte.
    public var isHidden = false
    /// How another layer's picture lets this one show.
    public var matte: Matte?
    /// The `index` of the layer that is the matte; without it the one before in the list.
    public var matteParent: Int?
    /// Whether it is only a matte and not drawn by itself.
    public var isMatteSource = false
    /// Masks, in order of application.
    public var masks: [Mask] = []
    /// What changes its picture, in order of application, after the masks.
    public var effects: [Effect] = []
    /// The names given by the author to the effects, one for each.
    public var effectNames: [String] = []
    /// Shadows that the layer's picture casts, after masks and effects, the lowest last.
    public var shadows: [DropShadowStyle] = []

    /// The effects as expressions see them; only where expressions look for them.
    public var effectControls: [EffectControl] = []

    /// A layer that shows nothing.
    public init() {}
}

/// How a matte's picture decides what shows.
public enum Matte: Int, Sendable {
    /// Where the matte is opaque.
    case alpha = 1
    /// Where the matte is transparent.
    case invertedAlpha
    /// Where the matte is bright.
    case luma
    /// Where the matte is dark.
    case invertedLuma
}

/// A path that limits where a layer shows.
public struct Mask: Sendable {
    /// How a mask is combined with those before it.
    public enum Mode: Sendable, Equatable {
        /// Not at all.
        case none
        /// What either shows.
        case add
        /// What those before show, without this.
        case subtract
        /// What both show.
        case intersect
        /// The stronger of the two.
        case lighten
        /// The weaker of the two.
        case darken
        /// What one shows and the other doesn't.
        case difference
    }

    /// The name given by the author, empty if none.
    public var name = ""
    /// How it is combined with the masks before it.
    public var mode: Mode = .add
    /// The path, in the layer's space.
    public var path: Property<BezierShape> = .fixed(BezierShape(points: [], isClosed: true))
    /// Per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// Distance by which the path is grown, or shrunk where negative.
    public var expansion: Property<Double> = .fixed(0)
    /// Width of the soft edge along x and y.
    public var feather: Property<Vector> = .fixed(.zero)
    /// Whether it shows what lies outside the path.
    public var isInverted = false
}

/// How something is laid over what is below it; by number as in the format.
public enum BlendMode: Int, Sendable {
    /// Over it.
    case normal
    /// Colours multiplied.
    case multiply
    /// Inverted colours multiplied.
    case screen
    /// Multiplied where the ground is dark, screened where it is bright.
    case overlay
    /// The darker of the two.
    case darken
    /// The lighter of the two.
    case lighten
    /// The ground brightened by the colour.
    case colorDodge
    /// The ground darkened by the colour.
    case colorBurn
    /// Multiplied where the colour is dark, screened where it is bright.
    case hardLight
    /// A gentler hard light.
    case softLight
    /// The difference of the two.
    case difference
    /// A gentler difference.
    case exclusion
    /// Hue of the colour, saturation and luminosity of the ground.
    case hue
    /// Saturation of the colour, hue and luminosity of the ground.
    case saturation
    /// Hue and saturation of the colour, luminosity of the ground.
    case color
    /// Luminosity of the colour, hue and saturation of the ground.
    case luminosity
    /// The sum of the two.
    case add
    /// Each channel full or empty, as the sum decides.
    case hardMix
}
