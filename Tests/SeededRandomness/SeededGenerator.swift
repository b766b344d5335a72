/// SplitMix64: a small generator whose whole state is its seed, so that a test fails again with the seed it printed.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// The generator that begins at `seed`.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `bound`, which is above 0.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
