import CPlatform
import LottieDocument

/// A rotation in three dimensions.
///
/// The order of the three angles and the signs are those of lottie-web (`createQuaternion` in `PropertyFactory.js`).
struct Quaternion {
    /// The imaginary parts x, y and z, and the real part.
    private var parts: SIMD4<Double>

    /// Creates the rotation with an orientation's three angles, in degrees.
    init(degrees: Vector) {
        let half = degrees * (.pi / 360)
        let (c1, c2, c3) = (cos(half.x), cos(half.y), cos(half.z))
        let (s1, s2, s3) = (sin(half.x), sin(half.y), sin(half.z))
        parts = SIMD4(
            s1 * s2 * c3 + c1 * c2 * s3, s1 * c2 * c3 + c1 * s2 * s3, c1 * s2 * c3 - s1 * c2 * s3,
            c1 * c2 * c3 - s1 * s2 * s3)
    }

    /// The three angles, in degrees.
    var degrees: Vector {
        let (x, y, z, w) = (parts.x, parts.y, parts.z, parts.w)
        let heading = atan2(2 * y * w - 2 * x * z, 1 - 2 * y * y - 2 * z * z)
        let attitude = asin(max(-1, min(1, 2 * x * y + 2 * z * w)))
        let bank = atan2(2 * x * w - 2 * y * z, 1 - 2 * x * x - 2 * z * z)
        return Vector(heading, attitude, bank) * (180 / .pi)
    }

    /// Returns the rotation between this one (0) and another one (1), at a constant speed along the shorter way.
    func interpolated(to end: Quaternion, at share: Double) -> Quaternion {
        var target = end.parts
        var cosine = (parts * target).sum()
        if cosine < 0 {
            cosine = -cosine
            target = -target
        }
        var result = self
        if 1 - cosine > 0.000_001 {
            let angle = acos(cosine)
            let sine = sin(angle)
            result.parts = parts * (sin((1 - share) * angle) / sine) + target * (sin(share * angle) / sine)
        } else {
            result.parts = parts * (1 - share) + target * share
        }
        return result
    }
}

extension Property<Vector> {
    /// Returns the orientation at `time`, in degrees.
    ///
    /// Between two keyframes an orientation rotates at a constant speed about one axis, whatever the easing
    /// (lottie-web, `PropertyFactory.js`).
    func orientation(at time: Double) -> Vector {
        guard case .animated(let track) = self else { return value(at: time) }
        let (index, progress) = track.position(at: time)
        let keyframe = track.keyframes[index]
        if progress == 0 || keyframe.easing == .hold { return keyframe.start }
        return Quaternion(degrees: keyframe.start)
            .interpolated(to: Quaternion(degrees: keyframe.end), at: progress).degrees
    }
}
