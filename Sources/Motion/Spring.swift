#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A damped spring: `x″ = −ω²·x − 2ζω·x′` for the distance x from where it comes to rest, solved in closed form.
public struct Spring: Hashable, Sendable {
    /// ω: radians a second of the same spring without damping.
    public let frequency: Double
    /// ζ: below 1 it swings, at 1 it is back soonest without, above 1 it creeps.
    public let dampingRatio: Double

    /// A spring of a frequency in radians a second and a damping ratio, held within what comes to rest in time:
    /// 0.1 to 1000 and 0.02 to 50.
    public init(frequency: Double, dampingRatio: Double) {
        self.frequency = Self.held(frequency, in: 0.1...1000)
        self.dampingRatio = Self.held(dampingRatio, in: 0.02...50)
    }

    /// A spring that without damping would swing to and fro once in `response`.
    public init(response: Duration, dampingRatio: Double) {
        self.init(frequency: 2 * .pi / max(response.inSeconds, 1e-9), dampingRatio: dampingRatio)
    }

    /// A spring as physics has it: stiffness in N/m, damping in N·s/m, mass in kg.
    public init(stiffness: Double, damping: Double, mass: Double = 1) {
        self.init(
            frequency: (stiffness / mass).squareRoot(), dampingRatio: damping / (2 * (stiffness * mass).squareRoot()))
    }

    private static func held(_ value: Double, in range: ClosedRange<Double>) -> Double {
        value.isNaN ? 1 : min(max(value, range.lowerBound), range.upperBound)
    }

    /// Arrives softly, with hardly a swing.
    public static let gentle = Spring(response: .milliseconds(450), dampingRatio: 0.85)
    /// Swings to and fro before it rests.
    public static let wobbly = Spring(response: .milliseconds(400), dampingRatio: 0.38)
    /// Quick and straight.
    public static let stiff = Spring(response: .milliseconds(220), dampingRatio: 0.95)
    /// Takes its time.
    public static let slow = Spring(response: .milliseconds(1100), dampingRatio: 1)
}

extension Spring {
    /// The two solutions all others are made of, and their derivatives, at one time.
    struct Solution {
        /// From 1 with no velocity.
        var displaced: Double
        /// From 0 with a velocity of 1 a second.
        var pushed: Double
        var displacedVelocity: Double
        var pushedVelocity: Double
    }

    /// Both solutions at a time in seconds, 0 or later.
    func solution(at time: Double) -> Solution {
        let decay = dampingRatio * frequency
        let (even, odd) = parts(at: time, decay: decay)
        let displaced = even + decay * odd
        return Solution(
            displaced: displaced, pushed: odd, displacedVelocity: -frequency * frequency * odd,
            pushedVelocity: displaced - 2 * decay * odd)
    }

    /// `e^(−ζωt)` times the cosine and times the sine over its frequency; hyperbolic ones above critical damping.
    private func parts(at time: Double, decay: Double) -> (even: Double, odd: Double) {
        let square = (1 - dampingRatio) * (1 + dampingRatio) * frequency * frequency
        let angle = abs(square).squareRoot() * time
        // Near critical damping both are the same series; the next terms are below the last bit.
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
        // The slow root as a quotient: as a difference it would lose its digits for strong damping.
        let slow = exp(-frequency * frequency / (decay + swing) * time)
        let rest = -expm1(-2 * angle)
        return (slow * (1 - rest / 2), slow * rest / (2 * swing))
    }
}

extension Spring {
    /// The share of its way that a spring may still have to go when it is taken to have arrived.
    public static let tolerance = 1.0 / 2048

    /// When a spring has come to rest: from then on it stays within ``tolerance`` of its way, and of a push within
    /// `threshold`.
    /// - Parameters:
    ///   - push: The velocity it starts with beyond that of one at rest, in units a second.
    ///   - threshold: How little of the push's effect counts as none, in units; above 0.
    public func settlingTime(push: Double = 0, threshold: Double = 1) -> Duration {
        .nanoseconds(settlingNanoseconds(push: push, threshold: threshold))
    }

    func settlingNanoseconds(push: Double, threshold: Double) -> Int64 {
        let decay = dampingRatio * frequency
        let square = (1 - dampingRatio) * (1 + dampingRatio) * frequency * frequency
        let swing = abs(square).squareRoot()
        // Two envelopes hold for every time; the first is the better one far from critical damping.
        let rate = square > 0 ? decay : frequency * frequency / (decay + swing)
        let amplitude = square > 0 ? frequency / swing : (decay + swing) / (2 * swing)
        var seconds = min(
            Envelope(constant: amplitude, linear: 0, rate: rate).time(below: Self.tolerance),
            Envelope(constant: 1, linear: decay, rate: rate).time(below: Self.tolerance))
        if push != 0, push.isFinite {
            let share = max(threshold, 1e-9) / abs(push)
            seconds = max(
                seconds,
                min(
                    Envelope(constant: (square > 0 ? 1 : 0.5) / swing, linear: 0, rate: rate).time(below: share),
                    Envelope(constant: 0, linear: 1, rate: rate).time(below: share)))
        }
        return Int64(clamping: (min(seconds, Self.longestSettling) * 1e9).rounded(.up))
    }

    /// The weakest and slowest spring there is comes to rest within this many seconds unless it is pushed beyond reason.
    private static let longestSettling = 86_400.0
}

/// `e^(−rate·t) · (constant + linear·t)`, which bounds how far a spring is from rest.
private struct Envelope {
    var constant: Double
    var linear: Double
    var rate: Double

    /// The time after which it stays below `share`; infinite when it never falls so far.
    func time(below share: Double) -> Double {
        guard constant.isFinite else { return .infinity }
        // Behind its highest point it only falls.
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
