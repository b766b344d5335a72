/// A seeded SplitMix64 generator that gives the same numbers on every machine.
///
/// The algorithms that the standard library uses to draw from a generator may change between versions, but a seed must
/// keep its meaning. Nothing here uses logarithm or sine functions, because their last bit differs between systems.
///
/// - SeeAlso: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014.
package struct SeededRandom: Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a uniform random number from 0 to `bound` - 1; 0 if `bound` is 1 or less.
    package mutating func nextInt(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    package mutating func nextInt(in range: ClosedRange<Int>) -> Int {
        let (size, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard !overflow, size < Int.max else { return range.lowerBound }
        return range.lowerBound + nextInt(below: size + 1)
    }

    /// Returns true with a probability of `millionths` / 1,000,000.
    package mutating func nextBool(millionths: Int) -> Bool {
        nextInt(below: 1_000_000) < millionths
    }

    /// Returns a random index into `weights`, each with a probability in proportion to its weight (0 or more); nil if
    /// all weights are 0.
    package mutating func nextIndex(weights: [Int]) -> Int? {
        var total = 0
        for weight in weights { total += weight }
        guard total > 0 else { return nil }
        var rest = nextInt(below: total)
        for index in weights.indices {
            if rest < weights[index] { return index }
            rest -= weights[index]
        }
        return nil
    }

    /// Returns an exponential variate of mean 1, in units of 2⁻³²: -ln of a uniform number in (0, 1].
    package mutating func nextExponential() -> UInt64 {
        let ln2: UInt64 = 0xB172_17F8
        let product = Self.negativeLog2(next()).multipliedFullWidth(by: ln2)
        return product.high << 32 | product.low >> 32
    }

    /// Returns -log₂((bits + 1) / 2⁶⁴) in units of 2⁻³², with the fraction computed bit by bit by squaring.
    private static func negativeLog2(_ bits: UInt64) -> UInt64 {
        let number = bits == .max ? bits : bits + 1
        let leadingZeros = UInt64(number.leadingZeroBitCount)
        var mantissa = number << leadingZeros
        var fraction: UInt64 = 0
        for _ in 0..<32 {
            let square = mantissa.multipliedFullWidth(by: mantissa)
            fraction <<= 1
            if square.high >> 63 == 1 {
                fraction |= 1
                mantissa = square.high
            } else {
                mantissa = square.high << 1 | square.low >> 63
            }
        }
        return (leadingZeros + 1) << 32 - fraction
    }

    /// Returns the generator's output function of `value`, a good hash of 64 bits.
    package static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
