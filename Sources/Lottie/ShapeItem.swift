/// An item of a shape layer or group, in the order of the file: the first lies on top.
public indirect enum ShapeItem: Sendable {
    /// Items that are transformed and faded together.
    case group(ShapeGroup)
    /// A free path.
    case path(Property<BezierShape>)
    /// A rectangle.
    case rectangle(RectangleShape)
    /// An ellipse.
    case ellipse(EllipseShape)
    /// A star or a polygon.
    case polystar(PolystarShape)
    /// Fills the shapes before it.
    case fill(FillStyle)
    /// Draws along the shapes before it.
    case stroke(StrokeStyle)
    /// Keeps only a part of the paths before it.
    case trim(TrimPath)
    /// Copies the items before it.
    case repeater(Repeater)
    /// Rounds the corners of the paths before it by this radius.
    case roundedCorners(radius: Property<Double>)
    /// Pulls the vertices before it towards their centre by this percentage, and pushes the handles away.
    case puckerBloat(amount: Property<Double>)
    /// Turns the paths before it into zig-zags.
    case zigZag(ZigZag)
    /// Moves the paths before it outwards.
    case offsetPath(OffsetPath)
    /// Turns the paths before it about a centre.
    case twist(Twist)
    /// Joins the paths before it.
    case mergePaths(MergeMode)
}

/// Shape items in a space of their own.
public struct ShapeGroup: Sendable {
    /// The name given by the author, if any.
    public var name: String?
    /// The items, the first on top.
    public var items: [ShapeItem] = []
    /// The names given by the author to the items that are no groups, empty where there is none; items beyond the list have
    /// none.
    public var names: [String] = []
    /// What expressions call the items by, one for each; none where no expression looks for them.
    public var labels: [DocumentLabel] = []
    /// The group's place in its parent.
    public var transform = Transform()
    /// How the group is laid over what is below it.
    public var blendMode: BlendMode = .normal

    /// An empty group.
    public init() {}
}

/// A rectangle, drawn clockwise from the right end of its upper edge.
public struct RectangleShape: Sendable {
    /// Centre.
    public var position: PositionProperty = .fixed(.zero)
    /// Width and height.
    public var size: Property<Vector> = .fixed(.zero)
    /// Corner radius, held within half the shorter side.
    public var roundness: Property<Double> = .fixed(0)
    /// Whether it is drawn the other way round.
    public var isReversed = false

    /// A rectangle without extent.
    public init() {}
}

/// An ellipse, drawn clockwise from its top.
public struct EllipseShape: Sendable {
    /// Centre.
    public var position: PositionProperty = .fixed(.zero)
    /// Width and height.
    public var size: Property<Vector> = .fixed(.zero)
    /// Whether it is drawn the other way round.
    public var isReversed = false
}

/// A star or polygon, drawn clockwise from its top.
public struct PolystarShape: Sendable {
    /// Whether inner points alternate with outer ones.
    public var isStar = true
    /// Centre.
    public var position: PositionProperty = .fixed(.zero)
    /// Outer points; fractions are cut off.
    public var points: Property<Double> = .fixed(5)
    /// Degrees clockwise.
    public var rotation: Property<Double> = .fixed(0)
    /// Distance of the outer points from the centre.
    public var outerRadius: Property<Double> = .fixed(0)
    /// Per cent.
    public var outerRoundness: Property<Double> = .fixed(0)
    /// Distance of a star's inner points from the centre.
    public var innerRadius: Property<Double> = .fixed(0)
    /// Per cent.
    public var innerRoundness: Property<Double> = .fixed(0)
    /// Whether it is drawn the other way round.
    public var isReversed = false
}

/// Which points a path encloses.
public enum WindingRule: Sendable, Equatable {
    /// Those around which the windings don't cancel.
    case nonZero
    /// Those around which the windings are odd in number.
    case evenOdd
}

/// What a style paints with.
public enum StylePaint: Sendable {
    /// One colour.
    case color(Property<Color>)
    /// A gradient.
    case gradient(GradientPaint)
}

/// A fill.
public struct FillStyle: Sendable {
    /// Colour or gradient.
    public var paint: StylePaint = .color(.fixed(Color(0, 0, 0, 1)))
    /// Per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// What counts as inside.
    public var rule: WindingRule = .nonZero
    /// How the fill is laid over what is below it.
    public var blendMode: BlendMode = .normal

    /// A black fill.
    public init() {}
}

/// How the ends of a stroke look.
public enum StrokeCap: Sendable, Equatable {
    /// Cut off at the end.
    case butt
    /// A half disc beyond the end.
    case round
    /// Half a square beyond the end.
    case square
}

/// How the corners of a stroke look.
public enum StrokeJoin: Sendable, Equatable {
    /// Pointed, within the miter limit.
    case miter
    /// Round.
    case round
    /// Cut off.
    case bevel
}

/// A stroke.
public struct StrokeStyle: Sendable {
    /// Colour or gradient.
    public var paint: StylePaint = .color(.fixed(Color(0, 0, 0, 1)))
    /// Per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// Width in units of the style's group.
    public var width: Property<Double> = .fixed(0)
    /// The ends; round where the file is silent.
    public var cap: StrokeCap = .round
    /// The corners; round where the file is silent.
    public var join: StrokeJoin = .round
    /// Largest ratio of a miter to the width.
    public var miterLimit = 4.0
    /// Lengths of dashes and gaps in turn; empty for a whole line.
    public var dashes: [Property<Double>] = []
    /// How far into the pattern the line begins.
    public var dashOffset: Property<Double> = .fixed(0)
    /// How the stroke is laid over what is below it.
    public var blendMode: BlendMode = .normal
}

/// A gradient of colours and opacities.
public struct GradientPaint: Sendable {
    /// Whether colours lie in circles about the start, not along a line.
    public var isRadial = false
    /// Where the first colour stands; a radial gradient's centre.
    public var start: PositionProperty = .fixed(.zero)
    /// Where the last colour stands; a point on a radial gradient's circle.
    public var end: PositionProperty = .fixed(.zero)
    /// Distance of a radial gradient's focus from its centre, in per cent of the radius.
    public var highlightLength: Property<Double> = .fixed(0)
    /// Direction of the focus from the end point, in degrees.
    public var highlightAngle: Property<Double> = .fixed(0)
    /// Colour stops as groups of (offset, red, green, blue), then opacity stops as pairs (offset, alpha), all 0 to 1.
    public var stops: Property<[Float]> = .fixed([])
    /// Groups in `stops` that are colour stops.
    public var colorCount = 0
}

/// Which part of a path is kept.
public struct TrimPath: Sendable {
    /// Per cent of the length.
    public var start: Property<Double> = .fixed(0)
    /// Per cent of the length.
    public var end: Property<Double> = .fixed(100)
    /// Degrees by which both are moved along, 360 being the whole length.
    public var offset: Property<Double> = .fixed(0)
    /// Whether the shapes count as one long path, one after the other, and not each by itself.
    public var isSequential = false
}

/// Copies of items, each transformed once more than the one before.
public struct Repeater: Sendable {
    /// How many; a fraction counts as one more.
    public var copies: Property<Double> = .fixed(0)
    /// The number of transforms the first copy has.
    public var offset: Property<Double> = .fixed(0)
    /// Whether later copies lie above earlier ones.
    public var isAbove = false
    /// From one copy to the next.
    public var transform = Transform()
    /// Per cent, of the first copy.
    public var startOpacity: Property<Double> = .fixed(100)
    /// Per cent, of the last copy.
    public var endOpacity: Property<Double> = .fixed(100)
}

/// Ridges on a path.
public struct ZigZag: Sendable {
    /// Distance of the peaks from the path.
    public var amplitude: Property<Double> = .fixed(0)
    /// Ridges in a segment.
    public var frequency: Property<Double> = .fixed(0)
    /// 2 for smooth ridges, else pointed.
    public var pointType: Property<Double> = .fixed(1)
}

/// A path moved along its normals.
public struct OffsetPath: Sendable {
    /// Distance, outwards where positive.
    public var amount: Property<Double> = .fixed(0)
    /// How corners are joined.
    public var join: StrokeJoin = .miter
    /// Farthest distance of a pointed corner.
    public var miterLimit: Property<Double> = .fixed(100)
}

/// A turn about a point, the less the farther away.
public struct Twist: Sendable {
    /// Degrees clockwise, in the middle.
    public var angle: Property<Double> = .fixed(0)
    /// The middle.
    public var center: Property<Vector> = .fixed(.zero)
}

/// How paths are merged.
public enum MergeMode: Int, Sendable {
    /// One after the other.
    case merge = 1
    /// What any of them encloses.
    case add
    /// The first without the others.
    case subtract
    /// What all of them enclose.
    case intersect
    /// What an odd number of them encloses.
    case exclude
}
