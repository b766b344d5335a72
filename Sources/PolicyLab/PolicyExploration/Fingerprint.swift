/// A 128-bit hash of a state.
///
/// Of these, 86 bits are kept: the probability of any collision among ten million states is below 10⁻¹². The hash is the same in every run and on
/// every machine, so that explorations are reproducible.
struct Fingerprint: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Creates the fingerprint of a list of numbers.
    init(_ numbers: [Int64]) {
        // Two independent multiply-and-fold chains. The constants are odd, from the digits of π.
        var high: UInt64 = 0x243F_6A88_85A3_08D3
        var low: UInt64 = 0x1319_8A2E_0370_7345
        for number in numbers {
            let bits = UInt64(bitPattern: number)
            high = Self.fold(high ^ bits, 0xA409_3822_299F_31D1)
            low = Self.fold(low &+ bits, 0x082E_FA98_EC4E_6C8B) ^ bits.byteSwapped
        }
        let count = UInt64(numbers.count)
        self.high = Self.fold(high ^ count, 0x4528_21E6_38D0_1377)
        self.low = Self.fold(low ^ count, 0xBE54_66CF_34E9_0C6D)
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ (left << 32 | left >> 32) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right)
        return product.high ^ product.low ^ left
    }
}
