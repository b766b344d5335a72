import ExactNumbers
import Testing

@Suite("Conversion of any floating-point number to an integer")
struct ClampedNumbersTests {
    @Test(
        "a number is truncated and clamped to the type's range, and NaN becomes 0",
        arguments: [
            (0.0, 0), (2.9, 2), (-2.9, -2), (.leastNonzeroMagnitude, 0), (.infinity, .max), (-.infinity, .min),
            (.nan, 0),
            (0x1p63, .max), (-0x1p63, .min), (1e300, .max), (-1e19, .min),
        ] as [(Double, Int)])
    func numberIsTruncatedAndClamped(value: Double, expected: Int) { #expect(Int(clamped: value) == expected) }

    @Test("a narrow type has its own range")
    func narrowTypeHasOwnRange() {
        #expect(UInt8(clamped: 300) == 255)
        #expect(UInt8(clamped: -1) == 0)
        #expect(Int32(clamped: 3e9) == .max)
    }
}
