import LottieDocument
import VectorGraphics

extension Transform {
    /// Returns the map to the parent's space at `time`; rotations in three dimensions are projected along the z axis.
    ///
    /// - Parameters:
    ///   - time: The time, in frames.
    ///   - autoOrients: Whether to add the direction of the position's motion to the rotation.
    func matrix(at time: Double, autoOrients: Bool = false) -> AffineTransform {
        if axes != nil { return spatialMatrix(at: time, autoOrients: autoOrients).projected }
        let anchor = anchor.value(at: time)
        let position = self.position.value(at: time)
        var matrix = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
        let scale = scale.value(at: time)
        if scale != Vector(100, 100, 100) {
            matrix = matrix.concatenating(.scale(x: scale.x / 100, y: scale.y / 100))
        }
        let skew = skew.value(at: time)
        if skew != 0 { matrix = matrix.concatenating(.skew(degrees: skew, axis: skewAxis.value(at: time))) }
        var degrees = rotation.value(at: time)
        if autoOrients { degrees += self.position.direction(at: time) }
        if degrees != 0 { matrix = matrix.concatenating(.rotation(degrees: degrees)) }
        matrix.tx += position.x
        matrix.ty += position.y
        return matrix
    }

    /// Returns the map to the parent's space in three dimensions, with z away from the viewer.
    func spatialMatrix(at time: Double, autoOrients: Bool = false) -> SpatialTransform {
        guard let axes else {
            let flat = SpatialTransform(matrix(at: time, autoOrients: autoOrients))
            return flat.translated(by: Vector(0, 0, position.value(at: time).z - anchor.value(at: time).z))
        }
        let scale = scale.value(at: time) / 100
        var matrix = SpatialTransform.identity.translated(by: -anchor.value(at: time)).scaled(by: scale)
        let skew = skew.value(at: time)
        if skew != 0 {
            let shear = AffineTransform.skew(degrees: skew, axis: skewAxis.value(at: time))
            matrix = matrix.concatenating(SpatialTransform(shear))
        }
        let orientation = axes.orientation.orientation(at: time)
        matrix = matrix.rotated(about: 2, degrees: axes.z.value(at: time))
            .rotated(about: 1, degrees: axes.y.value(at: time))
            .rotated(about: 0, degrees: axes.x.value(at: time))
            .rotated(about: 2, degrees: orientation.z)
            .rotated(about: 1, degrees: orientation.y)
            .rotated(about: 0, degrees: orientation.x)
        if autoOrients { matrix = matrix.rotated(about: 2, degrees: position.direction(at: time)) }
        return matrix.translated(by: position.value(at: time))
    }
}

/// The matrix of a transform, recomputed only when it may have changed.
struct CachedTransform {
    let transform: Transform
    let autoOrients: Bool
    let isAnimated: Bool
    private let isScripted: Bool
    private(set) var matrix = AffineTransform.identity
    /// A number that increases whenever the matrix changes.
    private(set) var version = 0
    private var evaluatedTime = Double.nan

    init(_ transform: Transform, autoOrients: Bool = false) {
        self.transform = transform
        self.autoOrients = autoOrients
        isAnimated = transform.isAnimated
        isScripted = isAnimated && transform.isScripted
    }

    mutating func evaluate(at time: Double) {
        // A parent is evaluated once for each of its children. Expressions keep their values only for a frame, so that
        // each frame costs the same.
        if version > 0 && (!isAnimated || (time == evaluatedTime && !isScripted)) { return }
        evaluatedTime = time
        let next = transform.matrix(at: time, autoOrients: autoOrients)
        if version == 0 || next != matrix {
            matrix = next
            version += 1
        }
    }
}

extension Property<Double> {
    /// Returns the value, a percentage, converted to 0–255.
    func opacityByte(at time: Double) -> UInt8 {
        let value = value(at: time)
        return value.isFinite ? UInt8(max(0, min(255, (value * 2.55).rounded()))) : 255
    }
}
