import RoomEvents

/// How often sessions are in each resample of a bootstrap.
///
/// The numbers have a Poisson distribution of mean 1, as if sessions were drawn with replacement from very many. They
/// depend on nothing but the seed and what is drawn, so that each part of the sessions can be resampled alone.
package struct ResampleWeights {
    private var state: UInt64

    private init(seed: UInt64, unit: UInt64) { state = SeededRandom.mixed(seed) ^ unit }

    /// The upper limits, in 65536ths, of the draws for 0, 1, 2, … times.
    private static let limits: [UInt16] = [24_109, 48_219, 60_273, 64_291, 65_296, 65_497, 65_530, 65_535]

    /// Returns how often a session is in each resample.
    ///
    /// - Parameters:
    ///   - seed: The seed of the resamples.
    ///   - units: The numbers of what is drawn as a whole: the session, or the groups that it is in. If it is in several
    ///     groups, it is drawn as often as the product of theirs, as rooms and days that cross need it (Owen, Eckles:
    ///     Bootstrapping Data Arrays of Arbitrary Order, 2012). Their variance is then a little too high, never too low.
    package static func weights(seed: UInt64, units: [UInt64]) -> [UInt16] {
        var product = [UInt16](repeating: 1, count: DifferenceSums.resamples)
        for (place, unit) in units.enumerated() {
            var draws = ResampleWeights(seed: seed, unit: unit)
            let weights = draws.weights()
            if place == 0 {
                product = weights
            } else {
                for index in product.indices {
                    product[index] = product[index].multipliedSaturating(by: weights[index])
                }
            }
        }
        return product
    }

    private mutating func weights() -> [UInt16] {
        var weights: [UInt16] = []
        weights.reserveCapacity(DifferenceSums.resamples)
        while weights.count < DifferenceSums.resamples {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = SeededRandom.mixed(state)
            for _ in 0..<4 {
                let draw = UInt16(truncatingIfNeeded: bits)
                weights.append(UInt16(Self.limits.firstIndex { draw < $0 } ?? Self.limits.count))
                bits >>= 16
            }
        }
        return Array(weights.prefix(DifferenceSums.resamples))
    }
}

/// The ends of the middle 95 % of the figures of resamples.
package struct BootstrapInterval: Sendable {
    /// The ends.
    package let low: Double
    package let high: Double

    /// Creates the interval; `nil` with fewer than two figures.
    package init?(_ figures: [Double]) {
        guard figures.count > 1 else { return nil }
        let sorted = figures.sorted()
        let tail = sorted.count / 40
        (low, high) = (sorted[tail], sorted[sorted.count - 1 - tail])
    }
}
