/// The slow swell of a room: how lively it is at a time, 0.4 to 1.6 of its mean, as a pure function of seed and time.
///
/// Every half minute has a level of its own; in between it goes over in steps of 5 s.
struct Swell: Sendable {
    let seed: UInt64

    private static let step: Int64 = 5_000_000_000
    private static let stepsToALevel: Int64 = 6

    /// When something comes next that comes after `variate` mean waits (in units of 2⁻³²) of `mean` nanoseconds, as
    /// the swell stretches and shrinks them. Exact for a rate that changes: the wait is used up step by step.
    func time(after time: Int64, mean: Int64, variate: UInt64) -> Int64 {
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
            if rest <= used / Self.one { return now + rest * Self.one / level }
            rest -= used / Self.one
            now = end
        }
    }

    private static let one: Int64 = 1 << 16

    /// The level of a step in units of 2⁻¹⁶.
    private func level(ofStep index: Int64) -> Int64 {
        let knot = index / Self.stepsToALevel
        let fraction = index % Self.stepsToALevel
        return (level(ofKnot: knot) * (Self.stepsToALevel - fraction) + level(ofKnot: knot + 1) * fraction)
            / Self.stepsToALevel
    }

    private func level(ofKnot knot: Int64) -> Int64 {
        let hash = SeededRandom.mixed(seed ^ SeededRandom.mixed(UInt64(bitPattern: knot)))
        return Self.one * 4 / 10 + Int64(hash % UInt64(Self.one * 12 / 10 + 1))
    }
}
