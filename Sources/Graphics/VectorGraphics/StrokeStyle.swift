/// The shape of the ends of an open stroke.
public enum LineCap: Sendable {
    /// The stroke ends at the end point.
    case butt
    /// The stroke ends with a half disc around the end point.
    case round
    /// The stroke ends with half a square beyond the end point.
    case square
}

/// The shape of the corners of a stroke.
public enum LineJoin: Sendable {
    /// The outer edges extend until they meet, within the miter limit.
    case miter
    /// The corner is a disc.
    case round
    /// The outer corners are connected with a straight line.
    case bevel
}

/// The style of a stroke, in the path's own units.
public struct StrokeStyle: Sendable, Equatable {
    /// The width of the line; nothing is drawn unless it is above 0.
    public var width: Float
    /// The shape of the ends of open contours and of dashes.
    public var cap: LineCap
    /// The shape of the corners.
    public var join: LineJoin
    /// The largest ratio of a miter's length to the line width; sharper corners are bevelled. SVG's default is 4.
    public var miterLimit: Float
    /// The alternating lengths of dashes and gaps; empty for a solid line.
    ///
    /// The array has an even number of elements. None is negative and not all are 0.
    public private(set) var dashes: [Float] = []
    /// The offset into the dash pattern at which the line begins.
    public private(set) var dashOffset: Float = 0

    /// Creates a style without dashes.
    public init(width: Float, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Float = 4) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
    }

    /// Sets the dashes as in SVG.
    ///
    /// An odd number of lengths is repeated once. A negative length, or a total that is 0 or not finite, gives a solid
    /// line.
    public mutating func setDashes(_ lengths: [Float], offset: Float) {
        let total = lengths.reduce(0, +)
        guard total > 0, total.isFinite, lengths.allSatisfy({ $0 >= 0 }) else {
            dashes = []
            dashOffset = 0
            return
        }
        dashes = lengths.count % 2 == 0 ? lengths : lengths + lengths
        dashOffset = offset.isFinite ? offset : 0
    }
}
