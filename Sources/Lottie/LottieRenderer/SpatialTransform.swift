import LottieDocument
import VectorGraphics

/// An affine map of three-dimensional space: x points right, y down, and z away from the viewer.
struct SpatialTransform {
    /// The images of the unit vectors.
    var x: Vector
    var y: Vector
    var z: Vector
    /// The image of the origin.
    var origin: Vector

    /// The identity map.
    static let identity = SpatialTransform(
        x: Vector(1, 0, 0), y: Vector(0, 1, 0), z: Vector(0, 0, 1), origin: .zero)

    init(x: Vector, y: Vector, z: Vector, origin: Vector) {
        self.x = x
        self.y = y
        self.z = z
        self.origin = origin
    }

    /// Creates a map from one of the plane; it does not change z.
    init(_ flat: AffineTransform) {
        self.init(
            x: Vector(flat.a, flat.b, 0), y: Vector(flat.c, flat.d, 0), z: Vector(0, 0, 1),
            origin: Vector(flat.tx, flat.ty, 0))
    }

    /// The map of the plane z = 0, projected along the z axis without perspective, as in lottie-web's SVG renderer.
    var projected: AffineTransform {
        AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// Returns this map followed by a translation.
    func translated(by offset: Vector) -> SpatialTransform {
        SpatialTransform(x: x, y: y, z: z, origin: origin + offset)
    }

    /// Returns this map followed by a scaling about the origin.
    func scaled(by factors: Vector) -> SpatialTransform {
        SpatialTransform(x: x * factors, y: y * factors, z: z * factors, origin: origin * factors)
    }

    /// Returns this map followed by a rotation about x (0), y (1) or z (2).
    func rotated(about axis: Int, degrees: Double) -> SpatialTransform {
        if degrees == 0 { return self }
        let turn = AffineTransform.rotation(degrees: axis == 1 ? -degrees : degrees)
        func turned(_ vector: Vector) -> Vector {
            let (first, second) = axis == 0 ? (1, 2) : axis == 1 ? (0, 2) : (0, 1)
            var result = vector
            result[first] = vector[first] * turn.a + vector[second] * turn.c
            result[second] = vector[first] * turn.b + vector[second] * turn.d
            return result
        }
        return SpatialTransform(x: turned(x), y: turned(y), z: turned(z), origin: turned(origin))
    }

    /// Returns the map that applies `self` first and then `next`.
    func concatenating(_ next: SpatialTransform) -> SpatialTransform {
        func mapped(_ vector: Vector) -> Vector { next.x * vector.x + next.y * vector.y + next.z * vector.z }
        return SpatialTransform(x: mapped(x), y: mapped(y), z: mapped(z), origin: mapped(origin) + next.origin)
    }
}
