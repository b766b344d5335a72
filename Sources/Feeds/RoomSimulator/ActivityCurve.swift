import RoomEvents

/// The slow variation of a room's activity: a factor from 0.4 to 1.6 as a pure function of seed and time.
///
/// Every half minute has a level of its own. In between, the level changes linearly in steps of 5 s.
struct ActivityCurve: Sendable {
    let seed: UInt64

    private static let step: Int64 = 5_000_000_000
    private static let stepsPerLevel: Int64 = 6

    /// Returns the time of the next event of a Poisson process whose rate follows the swell.
    ///
    /// The method consumes the interval step by step, so the result is exact for the changing rate.
    ///
    /// - Parameters:
    ///   - time: The time of the previous event, in nanoseconds.
    ///   - mean: The mean interval at level 1, in nanoseconds.
    ///   - variate: The exponential variate, in units of 2⁻³² mean intervals.
    /// - Returns: The time in nanoseconds; `Int64.max` if it is out of range.
    func nextEventTime(after time: Int64, mean: Int64, variate: UInt64) -> Int64 {
        let product = UInt64(mean).multipliedFullWidth(by: variate)
        guard product.high < 1 << 31 else { return .max }
        var rest = Int64(product.high << 32 | product.low >> 32)
        var now = time
        while true {
            let index = now / Self.step
            let level = level(ofStep: index)
            let end = (index + 1) * Self.step
            let (used, overflow) = (end - now).multipliedReportingOverflow(by: level)
            guard !overflow, end < .max - Self.step else { return .max }
            if rest <= used / Self.unit { return now + rest * Self.unit / level }
            rest -= used / Self.unit
            now = end
        }
    }

    private static let unit: Int64 = 1 << 16

    /// Returns the level of a step in units of 2⁻¹⁶.
    private func level(ofStep index: Int64) -> Int64 {
        let knot = index / Self.stepsPerLevel
        let fraction = index % Self.stepsPerLevel
        return (level(ofKnot: knot) * (Self.stepsPerLevel - fraction) + level(ofKnot: knot + 1) * fraction)
            / Self.stepsPerLevel
    }

    private func level(ofKnot knot: Int64) -> Int64 {
        let hash = SeededRandom.mixed(seed ^ SeededRandom.mixed(UInt64(bitPattern: knot)))
        return Self.unit * 4 / 10 + Int64(hash % UInt64(Self.unit * 12 / 10 + 1))
    }
}
