import ExactNumbers
import Testing

/// Tests of exact decimals.
@Suite struct ExactDecimalTests {
    @Test(
        arguments: [
            (0, 6, "0"), (1, 9, "0.000000001"), (1_250_000, 6, "1.25"), (-1_500, 3, "-1.5"),
            (-1, 18, "-0.000000000000000001"),
            (60, 0, "60"), (.max, 9, "9223372036.854775807"), (.min, 0, "-9223372036854775808"),
            (.min, 18, "-9.223372036854775808"),
        ] as [(Int64, Int, String)])
    func textIsExactWithoutTrailingZeros(value: Int64, digits: Int, text: String) {
        #expect(ExactDecimal(value, digits: digits).description == text)
    }
}
