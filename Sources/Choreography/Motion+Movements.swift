public import Motion

/// Movements that are worth a name of their own; all are added to where the thing is.
extension Motion {
    /// What a bounce keeps of the speed of the one before it.
    private static let restitution = 0.45

    /// It falls to its place from a height, `offset` below 0, and bounces; the way of each hop is that of a body thrown up.
    public static func drop(from offset: Double, bounces: Int, for duration: Duration) -> Motion {
        var hops: [Double] = []
        var speed = 1.0
        for _ in 0..<max(0, bounces) {
            speed *= restitution
            hops.append(speed)
        }
        // A fall from rest takes as long as half a hop of the same height.
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

    /// It hops `height` pixels high, then half as high each time.
    public static func bounce(times: Int, by height: Double, for duration: Duration) -> Motion {
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

    /// It goes to and fro in its place.
    public static func shake(times: Int, by width: Double, each: Duration) -> Motion {
        keyframes(
            .x,
            [
                Keyframe(at: each / 4, width, easing: .easeOut), Keyframe(at: each * 3 / 4, -width),
                Keyframe(at: each, 0, easing: .easeIn),
            ], added: true
        ).repeated(times)
    }

    /// It swells by a share of its own size and shrinks again.
    public static func pulse(times: Int, by share: Double, each: Duration) -> Motion {
        keyframes(
            .scale, [Keyframe(at: each / 2, share, easing: .easeOut), Keyframe(at: each, 0, easing: .easeIn)],
            added: true
        ).repeated(times)
    }
}
