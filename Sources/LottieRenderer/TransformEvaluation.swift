import Lottie
import VectorGraphics

extension Transform {
    /// The map into the parent's space at `time`.
    ///
    /// - Parameters:
    ///   - turnsAlongMotion: whether the direction of the position's motion is added to the rotation.
    ///   - isThreeDimensional: whether rotations about three axes count, seen along the z axis without perspective.
    func matrix(at time: Double, turnsAlongMotion: Bool = false, isThreeDimensional: Bool = false) -> AffineTransform {
        let anchor = anchor.value(at: time)
        let scale = scale.value(at: time)
        let skew = skew.value(at: time)
        let position = self.position.value(at: time)
        var matrix = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
        if scale != Vector(100, 100, 100) {
            matrix = matrix.concatenating(.scale(x: scale.x / 100, y: scale.y / 100))
        }
        if skew != 0 { matrix = matrix.concatenating(.skew(degrees: skew, axis: skewAxis.value(at: time))) }
        if isThreeDimensional {
            matrix = matrix.concatenating(projectedRotation(at: time))
        } else {
            let degrees = rotation.value(at: time)
            if degrees != 0 { matrix = matrix.concatenating(.rotation(degrees: degrees)) }
        }
        if turnsAlongMotion {
            matrix = matrix.concatenating(.rotation(degrees: self.position.direction(at: time)))
        }
        matrix.tx += position.x
        matrix.ty += position.y
        return matrix
    }

    /// What the rotations about three axes do to the layer's plane, seen along the z axis.
    private func projectedRotation(at time: Double) -> AffineTransform {
        let orientation = self.orientation.value(at: time)
        let turns: [(axis: Int, degrees: Double)] = [
            (2, rotation.value(at: time)), (1, rotationY.value(at: time)), (0, rotationX.value(at: time)),
            (2, orientation.z), (1, orientation.y), (0, orientation.x),
        ]
        var x = Vector(1, 0, 0)
        var y = Vector(0, 1, 0)
        for turn in turns where turn.degrees != 0 {
            x = x.rotated(about: turn.axis, degrees: turn.degrees)
            y = y.rotated(about: turn.axis, degrees: turn.degrees)
        }
        return AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: 0, ty: 0)
    }
}

extension SIMD3<Double> {
    /// The vector turned about x (0), y (1) or z (2).
    fileprivate func rotated(about axis: Int, degrees: Double) -> Vector {
        let turn = AffineTransform.rotation(degrees: axis == 1 ? -degrees : degrees)
        let (first, second) = axis == 0 ? (1, 2) : axis == 1 ? (0, 2) : (0, 1)
        var result = self
        result[first] = self[first] * turn.a + self[second] * turn.c
        result[second] = self[first] * turn.b + self[second] * turn.d
        return result
    }
}

/// A transform's map, found anew only when it may have changed.
struct TransformMemo {
    let transform: Transform
    let turnsAlongMotion: Bool
    let isThreeDimensional: Bool
    let isAnimated: Bool
    private(set) var matrix = AffineTransform.identity
    /// Grows whenever the matrix changes.
    private(set) var version = 0

    init(_ transform: Transform, turnsAlongMotion: Bool = false, isThreeDimensional: Bool = false) {
        self.transform = transform
        self.turnsAlongMotion = turnsAlongMotion
        self.isThreeDimensional = isThreeDimensional
        isAnimated = transform.isAnimated
    }

    mutating func evaluate(at time: Double) {
        if version > 0 && !isAnimated { return }
        let next = transform.matrix(
            at: time, turnsAlongMotion: turnsAlongMotion, isThreeDimensional: isThreeDimensional)
        if version == 0 || next != matrix {
            matrix = next
            version += 1
        }
    }
}

extension Property<Double> {
    /// The value, a percentage, as 0 to 255.
    func opacityByte(at time: Double) -> UInt8 {
        let value = value(at: time)
        return value.isFinite ? UInt8(max(0, min(255, (value * 2.55).rounded()))) : 255
    }
}
