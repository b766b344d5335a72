import CPlatform

/// An affine transform of the plane: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public struct AffineTransform: Sendable, Equatable {
    /// The x component of the transformed x unit vector.
    public var a: Double
    /// The y component of the transformed x unit vector.
    public var b: Double
    /// The x component of the transformed y unit vector.
    public var c: Double
    /// The y component of the transformed y unit vector.
    public var d: Double
    /// The translation along x.
    public var tx: Double
    /// The translation along y.
    public var ty: Double

    /// Creates a transform with these coefficients.
    @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The identity transform.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Returns a translation by `x` and `y`.
    @inlinable public static func translation(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Returns a scaling about the origin.
    @inlinable public static func scale(x: Double, y: Double) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Returns a rotation about the origin by `degrees`, clockwise on the screen.
    public static func rotation(degrees: Double) -> AffineTransform {
        if degrees == 0 { return .identity }
        let radians = degrees * .pi / 180
        let sine = sin(radians)
        let cosine = cos(radians)
        return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Returns a shear that moves a point by `-tan(degrees)·y` along an axis that is rotated by `axis` degrees.
    ///
    /// The tangent is limited to that of 89.9°, because it is undefined at ±90°.
    public static func skew(degrees: Double, axis: Double) -> AffineTransform {
        if degrees == 0 { return .identity }
        let limit = tan(89.9 * .pi / 180)
        let tangent = max(-limit, min(limit, tan(degrees * .pi / 180)))
        let shear = AffineTransform(a: 1, b: 0, c: -tangent, d: 1, tx: 0, ty: 0)
        return rotation(degrees: axis).concatenating(shear).concatenating(rotation(degrees: -axis))
    }

    /// Returns the transform that applies `self` first and then `next`.
    @inlinable public func concatenating(_ next: AffineTransform) -> AffineTransform {
        AffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    /// The determinant: the signed factor by which the transform scales areas.
    @inlinable public var determinant: Double { a * d - b * c }

    /// The inverse transform, or nil if the transform is singular.
    ///
    /// A transform counts as singular if the absolute value of its determinant is at most 10⁻¹², or not finite.
    public var inverse: AffineTransform? {
        let determinant = self.determinant
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        let reciprocal = 1 / determinant
        return AffineTransform(
            a: d * reciprocal, b: -b * reciprocal, c: -c * reciprocal, d: a * reciprocal,
            tx: (c * ty - d * tx) * reciprocal, ty: (b * tx - a * ty) * reciprocal)
    }

    /// Whether every coefficient is finite.
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The geometric mean of the transform's scale factors.
    public var meanScale: Double { abs(determinant).squareRoot() }

    /// The largest factor by which the transform scales a length.
    public var maxScale: Double {
        let sum = a * a + b * b + c * c + d * d
        let product = determinant
        return ((sum + max(0, sum * sum - 4 * product * product).squareRoot()) / 2).squareRoot()
    }

    /// Returns the transformed point.
    @inlinable public func transformed(_ point: Point) -> Point {
        let x = Double(point.x)
        let y = Double(point.y)
        return Point(Float(a * x + c * y + tx), Float(b * x + d * y + ty))
    }

    /// Returns the transformed vector, without the translation.
    @inlinable public func transformedVector(_ vector: Point) -> Point {
        let x = Double(vector.x)
        let y = Double(vector.y)
        return Point(Float(a * x + c * y), Float(b * x + d * y))
    }
}
