/// A run of pixels of one row that a shape covers to the same degree.
public struct Span: Sendable, Equatable {
    /// First column.
    public var x: Int16
    /// Row.
    public var y: Int16
    /// Pixels, at least 1.
    public var length: UInt16
    /// How much of each pixel is covered, 1 to 255.
    public var coverage: UInt8

    /// The run of `length` pixels from column `x` in row `y`.
    @inlinable init(x: Int, y: Int, length: Int, coverage: UInt8) {
        // The rasterizer's clip keeps columns, rows and lengths within these types.
        self.x = Int16(truncatingIfNeeded: x)
        self.y = Int16(truncatingIfNeeded: y)
        self.length = UInt16(truncatingIfNeeded: length)
        self.coverage = coverage
    }
}

/// What a shape covers of the pixel grid: spans from the top row to the bottom, from left to right, none overlapping.
public struct Coverage: Sendable {
    /// The runs that are covered at all.
    public internal(set) var spans: [Span] = []
    /// A rectangle that holds all spans.
    public internal(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// Coverage of nothing.
    public init() {}

    /// Forgets the spans and keeps their memory.
    public mutating func removeAll() {
        spans.removeAll(keepingCapacity: true)
        bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    }

    /// A whole rectangle.
    public init(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        bounds = rect
        for y in rect.top..<rect.bottom {
            spans.append(Span(x: rect.left, y: y, length: rect.width, coverage: 255))
        }
    }
}

/// Which points a path encloses: the sum of its windings is not zero, or is odd.
public enum FillRule: Sendable {
    /// Enclosed where the windings don't cancel.
    case nonZero
    /// Enclosed where the windings are odd in number.
    case evenOdd
}
