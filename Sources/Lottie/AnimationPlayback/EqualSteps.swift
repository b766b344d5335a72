package import ExactNumbers

/// A time in parts of a nanosecond, so that sums and multiples are rounded once, at their end.
///
/// Sums of rounded times would drift: three thirds of a second would not be a second.
package struct ExactTime: Sendable, Hashable {
    /// The number of parts, of which 2²⁴ are a nanosecond.
    package let parts: Int128

    private static let fractionBits: Int128 = 24
    /// The largest time, far from overflow in sums.
    private static let limit = Int128(Nanoseconds.max) << fractionBits

    package static let zero = ExactTime(parts: 0)
    static let nanosecond = ExactTime(1)

    private init(parts: Int128) { self.parts = parts }

    /// Creates the time of whole nanoseconds.
    package init(_ time: Nanoseconds) { parts = Int128(time) << Self.fractionBits }

    /// Creates the time of millionths of a nanosecond; they must be far from overflow.
    package init(millionths: Int128) {
        parts = (millionths << Self.fractionBits) / Int128(Millionths.one.count)
    }

    /// Creates the time of frames at a rate; at least a nanosecond, at most a day, which is longer than any animation.
    init(frames: Double, rate: Double) {
        let nanoseconds = min(PlaybackPlan.maxSegmentLength * 1e9, frames * 1e9 / rate)
        let parts = Int128((nanoseconds * Double(Int128(1) << Self.fractionBits)).rounded())
        self.parts = max(Self.nanosecond.parts, parts)
    }

    /// The time in nanoseconds, rounded half up.
    package var nanoseconds: Nanoseconds {
        Nanoseconds(clamping: (parts + (1 << (Self.fractionBits - 1))) >> Self.fractionBits)
    }

    /// Returns a multiple, which is limited to the largest time.
    package func times(_ count: Int) -> ExactTime {
        let (product, overflow) = parts.multipliedReportingOverflow(by: Int128(count))
        return ExactTime(parts: overflow ? Self.limit : min(Self.limit, product))
    }

    /// Returns the time that this playing time takes at a speed above 0; at least a nanosecond.
    func elapsed(at speed: Millionths) -> ExactTime {
        ExactTime(parts: max(Self.nanosecond.parts, divided(by: speed).parts))
    }

    /// Returns the time divided by a speed above 0.
    package func divided(by speed: Millionths) -> ExactTime {
        let rate = Int128(max(1, speed.count))
        return ExactTime(parts: (2 * parts * Int128(Millionths.one.count) + rate) / (2 * rate))
    }

    package static func + (one: ExactTime, other: ExactTime) -> ExactTime {
        ExactTime(parts: min(limit, one.parts + other.parts))
    }

    package static func - (one: ExactTime, other: ExactTime) -> ExactTime { ExactTime(parts: one.parts - other.parts) }
}

/// Steps of equal length one after the other. Each begins at a whole nanosecond, rounded from its exact beginning.
struct EqualSteps: Sendable, Hashable {
    /// The beginning of the first step.
    let origin: ExactTime
    /// The length of a step; at least a nanosecond.
    let length: ExactTime

    /// Returns the beginning of a step, counted from 0.
    func start(of step: Int) -> Nanoseconds { (origin + length.times(step)).nanoseconds }

    /// Returns the last step that has begun at a time; 0 before the first one.
    func step(at time: Nanoseconds) -> Int {
        // start(of: n) <= time where the exact beginning is before the half of the next nanosecond.
        let end = ExactTime(time).parts + ExactTime.nanosecond.parts / 2 - 1
        return Int(clamping: max(0, end - origin.parts) / length.parts)
    }
}
