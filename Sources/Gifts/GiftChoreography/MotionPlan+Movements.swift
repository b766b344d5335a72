public import Motion

/// Ready-made movements; all of them are relative to the object's position.
extension MotionPlan {
    /// The fraction of the speed that remains after a bounce.
    private static let restitution = 0.45

    /// Returns a fall from a height, a negative `offset`, to the resting position with bounces along ballistic curves.
    public static func drop(from offset: Double, bounces: Int, for duration: Duration) -> MotionPlan {
        var hops: [Double] = []
        var speed = 1.0
        for _ in 0..<max(0, bounces) {
            speed *= restitution
            hops.append(speed)
        }
        // A fall from rest takes half the time of a hop of the same height.
        let whole = 1 + 2 * hops.reduce(0, +)
        var frames = [Keyframe(at: .zero, offset)]
        var time = 1.0
        frames.append(Keyframe(at: duration * (time / whole), 0, easing: .fall))
        for hop in hops {
            frames.append(Keyframe(at: duration * ((time + hop) / whole), offset * hop * hop, easing: .rise))
            time += 2 * hop
            frames.append(Keyframe(at: hop == hops.last ? duration : duration * (time / whole), 0, easing: .fall))
        }
        return keyframes(.y, frames, added: true)
    }

    /// Returns hops of `height` pixels, each half as high as the one before.
    public static func bounce(times: Int, by height: Double, for duration: Duration) -> MotionPlan {
        guard times > 0 else { return .none }
        var frames: [Keyframe<Double>] = []
        var height = height
        let half = duration / (2 * times)
        for hop in 0..<times {
            frames.append(Keyframe(at: half * (2 * hop + 1), -height, easing: .rise))
            frames.append(Keyframe(at: hop == times - 1 ? duration : half * (2 * hop + 2), 0, easing: .fall))
            height /= 2
        }
        return keyframes(.y, frames, added: true)
    }

    /// Returns a horizontal movement to and fro.
    public static func shake(times: Int, by width: Double, each: Duration) -> MotionPlan {
        keyframes(
            .x,
            [
                Keyframe(at: each / 4, width, easing: .easeOut), Keyframe(at: each * 3 / 4, -width),
                Keyframe(at: each, 0, easing: .easeIn),
            ], added: true
        ).repeated(times)
    }

    /// Returns a growth by a fraction of the object's size, and back.
    public static func pulse(times: Int, by share: Double, each: Duration) -> MotionPlan {
        keyframes(
            .scale, [Keyframe(at: each / 2, share, easing: .easeOut), Keyframe(at: each, 0, easing: .easeIn)],
            added: true
        ).repeated(times)
    }
}
