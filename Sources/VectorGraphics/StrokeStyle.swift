/// How the ends of an open stroke look.
public enum LineCap: Sendable {
    /// Cut off at the end point.
    case butt
    /// A half disc around the end point.
    case round
    /// Half a square beyond the end point.
    case square
}

/// How two segments of a stroke meet.
public enum LineJoin: Sendable {
    /// The outer edges run on until they meet, within the miter limit.
    case miter
    /// A disc around the corner.
    case round
    /// The outer corners joined straight.
    case bevel
}

/// The pen that draws along a path, in the path's own units.
public struct StrokeStyle: Sendable, Equatable {
    /// Width of the line; nothing is drawn unless it is above 0.
    public var width: Float
    /// The ends of open contours and of dashes.
    public var cap: LineCap
    /// The corners.
    public var join: LineJoin
    /// Largest ratio of a miter's length to the width; sharper corners are bevelled. SVG's default is 4.
    public var miterLimit: Float
    /// Lengths of dashes and gaps in turn, an even number of them, none negative and not all 0; empty for a whole line.
    public private(set) var dashes: [Float] = []
    /// How far into the pattern the line begins.
    public private(set) var dashOffset: Float = 0

    /// A pen without dashes.
    public init(width: Float, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Float = 4) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
    }

    /// Sets the dashes as SVG reads them: an odd number of lengths counts twice; a negative length, or lengths that add up
    /// to nothing, mean a whole line.
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
