/// An item of a shape layer or group. Items have the order of the file, in which the first one is on top.
public indirect enum ShapeItem: Sendable {
    /// Items with a common transform and opacity.
    case group(ShapeGroup)
    /// A Bézier path.
    case path(Property<BezierShape>)
    /// A rectangle.
    case rectangle(RectangleShape)
    /// An ellipse.
    case ellipse(EllipseShape)
    /// A star or a polygon.
    case polystar(PolystarShape)
    /// Fills the shapes before it.
    case fill(FillStyle)
    /// Strokes the shapes before it.
    case stroke(StrokeStyle)
    /// Keeps only a part of the paths before it.
    case trim(TrimPath)
    /// Repeats the items before it.
    case repeater(Repeater)
    /// Rounds the corners of the paths before it by the given radius.
    case roundedCorners(radius: Property<Double>)
    /// Moves the vertices of the paths before it towards their centre by the given percentage, and moves the control
    /// points away from it.
    case puckerBloat(amount: Property<Double>)
    /// Turns the paths before it into zigzag lines.
    case zigZag(ZigZag)
    /// Moves the paths before it outwards.
    case offsetPath(OffsetPath)
    /// Twists the paths before it about a centre.
    case twist(Twist)
    /// Merges the paths before it.
    case mergePaths(MergeMode)
}

/// A group of shape items with a transform.
public struct ShapeGroup: Sendable {
    /// The name that the author gave to the group, if any.
    public var name: String?
    /// The items; the first one is on top.
    public var items: [ShapeItem] = []
    /// The names that the author gave to the items, empty for groups and unnamed items. The list can be shorter than
    /// `items`.
    public var names: [String] = []
    /// The names with which expressions refer to the items, one for each. Empty unless an expression refers to objects
    /// by name.
    public var labels: [DocumentLabel] = []
    /// The transform from the group's space to its parent's.
    public var transform = Transform()
    /// How the group is blended with what is below it.
    public var blendMode: BlendMode = .normal
    /// Whether the author has hidden the group.
    public var isHidden = false

    /// Creates an empty group.
    public init() {}
}

/// A rectangle, drawn clockwise from the right end of its upper edge.
public struct RectangleShape: Sendable {
    /// The centre.
    public var position: PositionProperty = .fixed(.zero)
    /// The width and height.
    public var size: Property<Vector> = .fixed(.zero)
    /// The corner radius; at most half of the shorter side takes effect.
    public var roundness: Property<Double> = .fixed(0)
    /// Whether the rectangle is drawn anticlockwise.
    public var isReversed = false

    /// Creates an empty rectangle.
    public init() {}
}

/// An ellipse, drawn clockwise from its top.
public struct EllipseShape: Sendable {
    /// The centre.
    public var position: PositionProperty = .fixed(.zero)
    /// The width and height.
    public var size: Property<Vector> = .fixed(.zero)
    /// Whether the ellipse is drawn anticlockwise.
    public var isReversed = false
}

/// A star or polygon, drawn clockwise from its top.
public struct PolystarShape: Sendable {
    /// Whether inner points alternate with outer points.
    public var isStar = true
    /// The centre.
    public var position: PositionProperty = .fixed(.zero)
    /// The number of outer points; its fraction is ignored.
    public var points: Property<Double> = .fixed(5)
    /// The rotation, in degrees clockwise.
    public var rotation: Property<Double> = .fixed(0)
    /// The distance of the outer points from the centre.
    public var outerRadius: Property<Double> = .fixed(0)
    /// The roundness of the outer points, in per cent.
    public var outerRoundness: Property<Double> = .fixed(0)
    /// The distance of a star's inner points from the centre.
    public var innerRadius: Property<Double> = .fixed(0)
    /// The roundness of the inner points, in per cent.
    public var innerRoundness: Property<Double> = .fixed(0)
    /// Whether the shape is drawn anticlockwise.
    public var isReversed = false
}

/// The rule that decides which points a path encloses.
public enum WindingRule: Sendable, Equatable {
    /// The points with a winding number other than zero.
    case nonZero
    /// The points with an odd winding number.
    case evenOdd
}

/// The paint of a style.
public enum StylePaint: Sendable {
    /// One color.
    case color(Property<Color>)
    /// A gradient.
    case gradient(GradientPaint)
}

/// A fill.
public struct FillStyle: Sendable {
    /// The color or gradient.
    public var paint: StylePaint = .color(.fixed(Color(0, 0, 0, 1)))
    /// The opacity, in per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// The rule that decides which points are filled.
    public var rule: WindingRule = .nonZero
    /// How the fill is blended with what is below it.
    public var blendMode: BlendMode = .normal

    /// Creates a black fill.
    public init() {}
}

/// The form of the ends of a stroke.
public enum StrokeCap: Sendable, Equatable {
    /// The stroke ends at the end point.
    case butt
    /// The stroke has a semicircle beyond the end point.
    case round
    /// The stroke has half a square beyond the end point.
    case square
}

/// The form of the corners of a stroke.
public enum StrokeJoin: Sendable, Equatable {
    /// Pointed, within the miter limit.
    case miter
    /// Rounded.
    case round
    /// Cut off.
    case bevel
}

/// A stroke.
public struct StrokeStyle: Sendable {
    /// The color or gradient.
    public var paint: StylePaint = .color(.fixed(Color(0, 0, 0, 1)))
    /// The opacity, in per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// The width, in units of the group that contains the stroke.
    public var width: Property<Double> = .fixed(0)
    /// The form of the ends; round if the file does not contain it.
    public var cap: StrokeCap = .round
    /// The form of the corners; round if the file does not contain it.
    public var join: StrokeJoin = .round
    /// The largest ratio of miter length to stroke width.
    public var miterLimit = 4.0
    /// The alternating lengths of dashes and gaps; empty for a continuous line.
    public var dashes: [Property<Double>] = []
    /// The position in the dash pattern at which the line begins.
    public var dashOffset: Property<Double> = .fixed(0)
    /// How the stroke is blended with what is below it.
    public var blendMode: BlendMode = .normal
}

/// A gradient of colors and opacities.
public struct GradientPaint: Sendable {
    /// Whether the gradient is radial about the start point; otherwise it is linear.
    public var isRadial = false
    /// The position of the first color; the centre of a radial gradient.
    public var start: PositionProperty = .fixed(.zero)
    /// The position of the last color; a point on the circle of a radial gradient.
    public var end: PositionProperty = .fixed(.zero)
    /// The distance of a radial gradient's focus from its centre, in per cent of the radius.
    public var highlightLength: Property<Double> = .fixed(0)
    /// The direction of the focus, in degrees from the direction of the end point.
    public var highlightAngle: Property<Double> = .fixed(0)
    /// The color stops as groups of (offset, red, green, blue), then the opacity stops as pairs of (offset, alpha), all
    /// from 0 to 1.
    public var stops: Property<[Float]> = .fixed([])
    /// The number of color stops in `stops`.
    public var colorCount = 0
}

/// A trim of paths, which keeps only a part of them.
public struct TrimPath: Sendable {
    /// The start of the part, in per cent of the length.
    public var start: Property<Double> = .fixed(0)
    /// The end of the part, in per cent of the length.
    public var end: Property<Double> = .fixed(100)
    /// The shift of start and end, in degrees; 360 degrees are the whole length.
    public var offset: Property<Double> = .fixed(0)
    /// Whether the paths are trimmed as one long path; otherwise each path is trimmed separately.
    public var isSequential = false
}

/// Copies of items, to each of which the transform is applied once more than to the copy before.
public struct Repeater: Sendable {
    /// The number of copies; a fraction is rounded up.
    public var copies: Property<Double> = .fixed(0)
    /// The number of times the transform is applied to the first copy.
    public var offset: Property<Double> = .fixed(0)
    /// Whether later copies are above earlier ones.
    public var isAbove = false
    /// The transform from one copy to the next.
    public var transform = Transform()
    /// The opacity of the first copy, in per cent.
    public var startOpacity: Property<Double> = .fixed(100)
    /// The opacity of the last copy, in per cent.
    public var endOpacity: Property<Double> = .fixed(100)
}

/// A zigzag along a path.
public struct ZigZag: Sendable {
    /// The distance of the peaks from the path.
    public var amplitude: Property<Double> = .fixed(0)
    /// The number of ridges per segment.
    public var frequency: Property<Double> = .fixed(0)
    /// 2 for smooth peaks; pointed otherwise.
    public var pointType: Property<Double> = .fixed(1)
}

/// A path that is moved along its normals.
public struct OffsetPath: Sendable {
    /// The distance; positive is outwards.
    public var amount: Property<Double> = .fixed(0)
    /// The form of the corners.
    public var join: StrokeJoin = .miter
    /// The greatest distance of a pointed corner.
    public var miterLimit: Property<Double> = .fixed(100)
}

/// A rotation about a point that decreases with the distance from it.
public struct Twist: Sendable {
    /// The angle at the centre, in degrees clockwise.
    public var angle: Property<Double> = .fixed(0)
    /// The centre.
    public var center: Property<Vector> = .fixed(.zero)
}

/// How paths are merged.
public enum MergeMode: Int, Sendable {
    /// The paths are concatenated.
    case merge = 1
    /// The union of the paths.
    case add
    /// The first path without the others.
    case subtract
    /// The intersection of the paths.
    case intersect
    /// The area that an odd number of paths encloses.
    case exclude
}
