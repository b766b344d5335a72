import CPlatform

/// A damped spring: `x″ = −ω²·x − 2ζω·x′` for the distance x from the rest position, solved in closed form.
public struct Spring: Hashable, Sendable {
    /// The undamped angular frequency ω, in radians per second.
    public let frequency: Double
    /// The damping ratio ζ.
    ///
    /// Below 1 the spring oscillates; at 1 it returns as fast as possible without oscillation; above 1 it returns more
    /// slowly.
    public let dampingRatio: Double

    /// Creates a spring from an angular frequency in radians per second and a damping ratio.
    ///
    /// The frequency is clamped to 0.1…1000 and the damping ratio to 0.02…50, so that the spring comes to rest in
    /// reasonable time.
    public init(frequency: Double, dampingRatio: Double) {
        self.frequency = Self.clamped(frequency, in: 0.1...1000)
        self.dampingRatio = Self.clamped(dampingRatio, in: 0.02...50)
    }

    /// Creates a spring whose undamped period is `response`.
    public init(response: Duration, dampingRatio: Double) {
        self.init(frequency: 2 * .pi / max(response.secondsValue, 1e-9), dampingRatio: dampingRatio)
    }

    /// Creates a spring from a stiffness in N/m, a damping in N·s/m and a mass in kg.
    public init(stiffness: Double, damping: Double, mass: Double = 1) {
        self.init(
            frequency: (stiffness / mass).squareRoot(), dampingRatio: damping / (2 * (stiffness * mass).squareRoot()))
    }

    /// Clamps a value to a range; NaN gives 1.
    private static func clamped(_ value: Double, in range: ClosedRange<Double>) -> Double {
        value.isNaN ? 1 : min(max(value, range.lowerBound), range.upperBound)
    }

    /// A soft spring with almost no oscillation.
    public static let gentle = Spring(response: .milliseconds(450), dampingRatio: 0.85)
    /// A spring that oscillates before it rests.
    public static let wobbly = Spring(response: .milliseconds(400), dampingRatio: 0.38)
    /// A fast spring with almost no oscillation.
    public static let stiff = Spring(response: .milliseconds(220), dampingRatio: 0.95)
    /// A slow spring without oscillation.
    public static let slow = Spring(response: .milliseconds(1100), dampingRatio: 1)
}

extension Spring {
    /// The two basic solutions, from which all others are combined, and their derivatives, at one time.
    struct Solution {
        /// The solution that starts at 1 with velocity 0.
        var initiallyDisplaced: Double
        /// The solution that starts at 0 with a velocity of 1 per second.
        var initiallyMoving: Double
        var initiallyDisplacedVelocity: Double
        var initiallyMovingVelocity: Double
    }

    /// Returns both solutions at a time in seconds, which is at least 0.
    func solution(at time: Double) -> Solution {
        let decay = dampingRatio * frequency
        let (even, odd) = parts(at: time, decay: decay)
        let displaced = even + decay * odd
        return Solution(
            initiallyDisplaced: displaced, initiallyMoving: odd,
            initiallyDisplacedVelocity: -frequency * frequency * odd,
            initiallyMovingVelocity: displaced - 2 * decay * odd)
    }

    /// Returns `e^(−ζωt)` times the cosine, and times the sine divided by its frequency.
    ///
    /// Above critical damping the functions are hyperbolic.
    private func parts(at time: Double, decay: Double) -> (even: Double, odd: Double) {
        let square = (1 - dampingRatio) * (1 + dampingRatio) * frequency * frequency
        let angle = abs(square).squareRoot() * time
        // Near critical damping both cases have the same series, whose next terms are below the precision of `Double`.
        if angle < 1e-4 {
            let turn = square < 0 ? -angle * angle : angle * angle
            let fade = exp(-decay * time)
            return (fade * (1 - turn / 2), fade * time * (1 - turn / 6))
        }
        let swing = abs(square).squareRoot()
        if square > 0 {
            let fade = exp(-decay * time)
            return (fade * cos(angle), fade * sin(angle) / swing)
        }
        // The slower root is computed as a quotient, because a difference would lose precision for strong damping.
        let slow = exp(-frequency * frequency / (decay + swing) * time)
        let rest = -expm1(-2 * angle)
        return (slow * (1 - rest / 2), slow * rest / (2 * swing))
    }
}

extension Spring {
    /// The remaining share of its distance at which a spring counts as settled.
    public static let tolerance = 1.0 / 2048

    /// Returns the time after which a spring stays at rest.
    ///
    /// From then on the spring stays within ``tolerance`` of its distance, and the effect of `initialVelocity` stays within
    /// `threshold`.
    ///
    /// - Parameters:
    ///   - initialVelocity: The initial velocity beyond that of a spring that starts at rest, in units per second.
    ///   - threshold: The largest negligible effect of `initialVelocity`, in units; above 0.
    public func settlingTime(initialVelocity: Double = 0, threshold: Double = 1) -> Duration {
        .nanoseconds(settlingNanoseconds(initialVelocity: initialVelocity, threshold: threshold))
    }

    /// Returns the settling time in nanoseconds, rounded up.
    func settlingNanoseconds(initialVelocity: Double, threshold: Double) -> Int64 {
        let decay = dampingRatio * frequency
        let square = (1 - dampingRatio) * (1 + dampingRatio) * frequency * frequency
        let swing = abs(square).squareRoot()
        // Both envelopes are valid at all times; the first is tighter far from critical damping.
        let rate = square > 0 ? decay : frequency * frequency / (decay + swing)
        let amplitude = square > 0 ? frequency / swing : (decay + swing) / (2 * swing)
        var seconds = min(
            Envelope(constant: amplitude, linear: 0, rate: rate).time(below: Self.tolerance),
            Envelope(constant: 1, linear: decay, rate: rate).time(below: Self.tolerance))
        if initialVelocity != 0, initialVelocity.isFinite {
            let share = max(threshold, 1e-9) / abs(initialVelocity)
            seconds = max(
                seconds,
                min(
                    Envelope(constant: (square > 0 ? 1 : 0.5) / swing, linear: 0, rate: rate).time(below: share),
                    Envelope(constant: 0, linear: 1, rate: rate).time(below: share)))
        }
        return Int64(clamped: (min(seconds, Self.maxSettlingTime) * 1e9).rounded(.up))
    }

    /// The upper limit of the settling time, in seconds.
    ///
    /// Even the weakest and slowest spring settles within it, unless its initial velocity is extreme.
    private static let maxSettlingTime = 86_400.0
}

/// The function `e^(−rate·t) · (constant + linear·t)`, an upper bound of a spring's distance from rest.
private struct Envelope {
    var constant: Double
    var linear: Double
    var rate: Double

    /// Returns the time after which the value stays below `share`, or infinity if there is none.
    func time(below share: Double) -> Double {
        guard constant.isFinite else { return .infinity }
        // The function decreases after its maximum.
        var low = linear > 0 ? max(0, 1 / rate - constant / linear) : 0
        guard value(at: low) > share else { return low }
        var high = low + 1 / rate
        while value(at: high) > share { high += high - low }
        for _ in 0..<64 {
            let middle = low + (high - low) / 2
            if value(at: middle) > share { low = middle } else { high = middle }
        }
        return high
    }

    private func value(at time: Double) -> Double { exp(-rate * time) * (constant + linear * time) }
}
