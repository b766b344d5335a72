/// A horizontal run of pixels with equal coverage.
public struct Span: Sendable, Equatable {
    /// The first column.
    public var x: Int16
    /// The row.
    public var y: Int16
    /// The number of pixels, at least 1.
    public var length: UInt16
    /// The coverage of each pixel, 1 to 255.
    public var coverage: UInt8

    /// The range of pixels that spans can address.
    ///
    /// The code that creates spans leaves out pixels beyond it. Truncating a column to 16 bits would address a
    /// different column, and code that has found a coverage's bounds inside its surface writes spans without checking
    /// each.
    static let representable = PixelRect(
        left: Int(Int16.min), top: Int(Int16.min), right: Int(Int16.max), bottom: Int(Int16.max))

    /// Creates a run of `length` pixels from column `x` in row `y`, all of them inside `representable`.
    @inlinable init(x: Int, y: Int, length: Int, coverage: UInt8) {
        self.x = Int16(truncatingIfNeeded: x)
        self.y = Int16(truncatingIfNeeded: y)
        self.length = UInt16(truncatingIfNeeded: length)
        self.coverage = coverage
    }
}

/// The coverage of a shape on the pixel grid.
///
/// Spans are ordered from top to bottom and from left to right, and do not overlap.
public struct Coverage: Sendable {
    /// The runs of pixels with a coverage above 0.
    public internal(set) var spans: [Span] = []
    /// A rectangle that contains all spans.
    public internal(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    /// The indices of the spans in each row that an ``EdgeTally`` samples, from top to bottom; rows without spans are left
    /// out. They are kept because searching for them would take longer than counting them.
    var sampledSpans: [Range<Int32>] = []

    /// Creates an empty coverage.
    public init() {}

    /// Removes all spans and keeps their memory.
    public mutating func removeAll() {
        spans.removeAll(keepingCapacity: true)
        sampledSpans.removeAll(keepingCapacity: true)
        bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    }

    /// Replaces the contents with those of another coverage, without new memory if there is room.
    public mutating func set(to other: borrowing Coverage) {
        removeAll()
        bounds = other.bounds
        spans.append(contentsOf: other.spans)
        sampledSpans.append(contentsOf: other.sampledSpans)
    }

    /// The memory of a kept coverage, in spans, with that of its lists.
    package var memoryInSpans: Int { spans.count + sampledSpans.count + 16 }

    /// Moves all pixels to the right.
    ///
    /// - Parameter distance: The distance, in pixels; a negative one moves them to the left.
    /// - Precondition: No moved pixel is more than 32,767 pixels from the origin.
    public mutating func moveRight(by distance: Int) {
        if distance == 0 || spans.isEmpty { return }
        bounds = PixelRect(
            left: bounds.left + distance, top: bounds.top, right: bounds.right + distance, bottom: bounds.bottom)
        precondition(Span.representable.contains(bounds), "spans can address the moved pixels")
        let step = Int16(truncatingIfNeeded: distance)
        spans.withUnsafeMutableBufferPointer { spans in
            for index in spans.indices { spans[index].x &+= step }
        }
    }

    /// Creates the coverage of a whole rectangle.
    ///
    /// Pixels more than 32,767 pixels from the origin are left out.
    public init(_ rect: PixelRect) {
        let rect = rect.intersection(Span.representable)
        guard !rect.isEmpty else { return }
        bounds = rect
        for y in rect.top..<rect.bottom {
            spans.append(Span(x: rect.left, y: y, length: rect.width, coverage: 255))
            keepSample(ofRow: y, from: spans.count - 1, to: spans.count)
        }
    }

    /// Keeps the indices of the spans of a complete row if the row is sampled.
    @inline(__always)
    mutating func keepSample(ofRow y: Int, from start: Int, to end: Int) {
        if EdgeSampling.isSampled(y), end > start {
            sampledSpans.append(Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end))
        }
    }
}

/// The rule that determines which points a path encloses.
public enum FillRule: Sendable {
    /// Points with a winding number other than 0 are inside.
    case nonZero
    /// Points with an odd winding number are inside.
    case evenOdd
}
