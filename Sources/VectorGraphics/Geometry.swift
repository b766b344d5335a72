/// A position or a vector in the plane: x to the right, y downwards.
public typealias Point = SIMD2<Float>

extension SIMD2<Float> {
    /// Euclidean length.
    @inlinable public var length: Float { (self * self).sum().squareRoot() }

    /// The z component of the cross product: positive when `other` lies clockwise of `self` (y downwards).
    @inlinable public func cross(_ other: Self) -> Float { x * other.y - y * other.x }

    /// The inner product.
    @inlinable public func dot(_ other: Self) -> Float { (self * other).sum() }

    /// The point at `fraction` (0 to 1) of the way from `self` to `other`.
    @inlinable public func interpolated(to other: Self, at fraction: Float) -> Self {
        self + (other - self) * fraction
    }
}

/// A rectangle of whole pixels, from (`left`, `top`) up to but not including (`right`, `bottom`).
public struct PixelRect: Sendable, Equatable {
    /// First column.
    public var left: Int
    /// First row.
    public var top: Int
    /// One past the last column.
    public var right: Int
    /// One past the last row.
    public var bottom: Int

    /// The rectangle with these edges; it is empty when `right <= left` or `bottom <= top`.
    @inlinable public init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// No pixel.
    public static let empty = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

    /// Columns, 0 when empty.
    @inlinable public var width: Int { Swift.max(0, right - left) }
    /// Rows, 0 when empty.
    @inlinable public var height: Int { Swift.max(0, bottom - top) }
    /// Whether no pixel lies inside.
    @inlinable public var isEmpty: Bool { right <= left || bottom <= top }

    /// Whether every pixel of the other lies in this one.
    @inlinable public func contains(_ other: PixelRect) -> Bool {
        other.isEmpty || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
    }

    /// The pixels that lie in both rectangles.
    @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
        PixelRect(
            left: Swift.max(left, other.left), top: Swift.max(top, other.top),
            right: Swift.min(right, other.right), bottom: Swift.min(bottom, other.bottom))
    }

    /// The smallest rectangle that holds both.
    @inlinable public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelRect(
            left: Swift.min(left, other.left), top: Swift.min(top, other.top),
            right: Swift.max(right, other.right), bottom: Swift.max(bottom, other.bottom))
    }

    /// The rectangle with every side moved outwards by `margin` pixels.
    @inlinable public func insetBy(_ margin: Int) -> PixelRect {
        PixelRect(left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
    }
}
