/// A point or a vector in the plane, with x to the right and y downwards.
public typealias Point = SIMD2<Float>

extension SIMD2<Float> {
    /// The Euclidean length.
    @inlinable public var length: Float { (self * self).sum().squareRoot() }

    /// Returns the z component of the cross product, which is positive if `other` lies clockwise of `self` (y
    /// downwards).
    @inlinable public func cross(_ other: Self) -> Float { x * other.y - y * other.x }

    /// Returns the dot product.
    @inlinable public func dot(_ other: Self) -> Float { (self * other).sum() }

    /// Returns the point at `fraction` (0 to 1) of the way from `self` to `other`.
    @inlinable public func interpolated(to other: Self, at fraction: Float) -> Self {
        self + (other - self) * fraction
    }
}

/// A rectangle of whole pixels, from (`left`, `top`) up to but not including (`right`, `bottom`).
public struct PixelRect: Sendable, Equatable {
    /// The first column.
    public var left: Int
    /// The first row.
    public var top: Int
    /// The column after the last one.
    public var right: Int
    /// The row after the last one.
    public var bottom: Int

    /// Creates a rectangle, which is empty if `right <= left` or `bottom <= top`.
    @inlinable public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// The empty rectangle at the origin.
    public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// The number of columns; 0 if the rectangle is empty.
    @inlinable public var width: Int { Swift.max(0, right - left) }
    /// The number of rows; 0 if the rectangle is empty.
    @inlinable public var height: Int { Swift.max(0, bottom - top) }
    /// Whether the rectangle contains no pixel.
    @inlinable public var isEmpty: Bool { right <= left || bottom <= top }

    /// Returns whether the rectangle contains every pixel of `other`.
    @inlinable public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
    }

    /// Returns the rectangle of the pixels in both rectangles.
    @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: Swift.max(left, other.left), top: Swift.max(top, other.top),
            right: Swift.min(right, other.right), bottom: Swift.min(bottom, other.bottom))
    }

    /// Returns the smallest rectangle that contains both.
    @inlinable public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            left: Swift.min(left, other.left), top: Swift.min(top, other.top),
            right: Swift.max(right, other.right), bottom: Swift.max(bottom, other.bottom))
    }

    /// Returns the rectangle with every side moved inwards by `margin` pixels.
    ///
    /// A negative margin enlarges the rectangle.
    @inlinable public func inset(by margin: Int) -> PixelRect {
        PixelRect(left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
    }
}
