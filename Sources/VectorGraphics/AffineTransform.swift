#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An affine map of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public struct AffineTransform: Sendable, Equatable {
    /// Image of the x unit vector, x component.
    public var a: Double
    /// Image of the x unit vector, y component.
    public var b: Double
    /// Image of the y unit vector, x component.
    public var c: Double
    /// Image of the y unit vector, y component.
    public var d: Double
    /// Translation along x.
    public var tx: Double
    /// Translation along y.
    public var ty: Double

    /// The map with these coefficients.
    @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The map that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// A translation.
    @inlinable public static func translation(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// A scaling about the origin.
    @inlinable public static func scale(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A rotation about the origin by `degrees`, clockwise on screen.
    public static func rotation(degrees: Double) -> AffineTransform {
        if degrees == 0 { return .identity }
        let radians = degrees * .pi / 180
        let sine = sin(radians)
        let cosine = cos(radians)
        return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// A shear that moves a point by `-tan(degrees)·y` along an axis turned by `axis` degrees.
    ///
    /// The angle is held off ±90°, where the tangent has no value.
    public static func skew(degrees: Double, axis: Double) -> AffineTransform {
        if degrees == 0 { return .identity }
        let bounded = max(-89.9, min(89.9, degrees))
        let shear = AffineTransform(a: 1, b: 0, c: -tan(bounded * .pi / 180), d: 1, tx: 0, ty: 0)
        return rotation(degrees: axis).concatenating(shear).concatenating(rotation(degrees: -axis))
    }

    /// The map that applies `self` first and then `next`.
    @inlinable public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    /// The signed factor by which areas grow.
    @inlinable public var determinant: Double { a * d - b * c }

    /// The map that undoes this one, or nil where it flattens the plane.
    public var inverse: AffineTransform? {
        let determinant = self.determinant
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        let reciprocal = 1 / determinant
        return AffineTransform(
            a: d * reciprocal, b: -b * reciprocal, c: -c * reciprocal, d: a * reciprocal,
            tx: (c * ty - d * tx) * reciprocal, ty: (b * tx - a * ty) * reciprocal)
    }

    /// Whether every coefficient is a finite number.
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The geometric mean of the factors by which lengths grow.
    public var meanScale: Double { abs(determinant).squareRoot() }

    /// The largest factor by which any length grows.
    public var largestScale: Double {
        let sum = a * a + b * b + c * c + d * d
        let product = determinant
        return ((sum + max(0, sum * sum - 4 * product * product).squareRoot()) / 2).squareRoot()
    }

    /// The image of a point.
    @inlinable public func apply(_ point: Point) -> Point {
        let x = Double(point.x)
        let y = Double(point.y)
        return Point(Float(a * x + c * y + tx), Float(b * x + d * y + ty))
    }

    /// The image of a vector: the translation is left out.
    @inlinable public func applyLinear(_ vector: Point) -> Point {
        let x = Double(vector.x)
        let y = Double(vector.y)
        return Point(Float(a * x + c * y), Float(b * x + d * y))
    }
}
