import ExactNumbers
import Testing

/// Tests of exact decimals.
@Suite struct ExactDecimalTests {
    @Test(
        arguments: [
            (0, 6, "0"), (1, 9, "0.000000001"), (1_250_000, 6, "1.25"), (-1_500, 3, "-1.5"), (60, 0, "60"),
            (-1, 18, "-0.000000000000000001"), (.max, 9, "9223372036.854775807"), (.min, 0, "-9223372036854775808"),
            (.min, 18, "-9.223372036854775808"), (7, -3, "7000"), (1_000, 3, "1"), (5, 19, "0.0000000000000000005"),
            (5, 20, "5e-20"), (5, -20, "5e20"), (0, -20, "0"),
        ] as [(Int64, Int, String)])
    func textIsExactWithoutTrailingZeros(value: Int64, digits: Int, text: String) {
        #expect(ExactDecimal(value, digits: digits).description == text)
    }

    @Test(arguments: [(0, 1, "0.0"), (15, 1, "1.5"), (20, 1, "2.0"), (1_002, 3, "1.002"), (-5, 2, "-0.05")])
    func textCanHaveTrailingZeros(value: Int64, digits: Int, text: String) {
        #expect(ExactDecimal(value, digits: digits).fixedText == text)
    }

    @Test(
        arguments: [
            ("0", 0), ("1.25", 1_250_000_000), ("-1.25e0", -1_250_000_000), ("0.0000000005", 1), ("0.0000000004999", 0),
            ("-0.0000000005", -1), ("9223372036.854775807", .max), ("9223372036.8547758074999999999999999", .max),
            ("9223372036.8547758075", nil), ("12E-1", 1_200_000_000), ("1e+2", 100_000_000_000),
            ("1e9", 1_000_000_000_000_000_000),
            ("1e10", nil), ("0e999999999999999", 0), ("1e-999999999999999", 0), ("1e999999999999999", nil),
            ("0." + String(repeating: "0", count: 2_000) + "1e2001", 1_000_000_000),
        ] as [(String, Nanoseconds?)])
    func secondsAreRoundedOnce(text: String, time: Nanoseconds?) throws {
        #expect(try #require(ExactDecimal(text)).nanoseconds == time)
    }

    @Test(
        arguments: [
            ("12", 12), ("-0", 0), ("1e3", 1_000), ("1200e-2", 12), ("1.0", 1), ("1.5", nil), ("1e19", nil),
            ("1e-1", nil),
            ("9223372036854775807", .max), ("9223372036854775808", nil), ("1.00000000000000000000000000001", nil),
            ("1.00000000000000000000000000000", 1), ("99999999999999999999999999", nil), ("0e5", 0), ("1e-99", nil),
        ] as [(String, Int64?)])
    func integerIsExact(text: String, integer: Int64?) throws {
        #expect(try #require(ExactDecimal(text)).integer == integer)
    }

    @Test(arguments: [
        "", "-", ".", "+1", "1e", "1e+", "1.e", "1 ", " 1", "0x1", "nan", "1.2.3", "--1", "1e1.5", "e1", "١", "1e١",
    ])
    func otherTextsAreNotNumbers(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test(arguments: [(".5", "0.5"), ("2.", "2"), ("007", "7"), ("-.50", "-0.5"), ("-0", "-0"), ("1.e1", "10")])
    func zerosAndDigitsBesidePointCanBeAbsent(text: String, number: String) {
        #expect(ExactDecimal(text)?.description == number)
    }

    @Test func numbersCompareByValue() throws {
        let ascending = [
            "-1e30", "-99999999999999999999999.5", "-10", "-9.99", "-0.1", "-1e-30", "0", "1e-30", "0.099", "0.1", "1",
            "1.5", "2", "10",
            "9999999999999999999", "10000000000000000000", "99999999999999999999999.5", "1e30",
        ]
        let numbers = try ascending.map { try #require(ExactDecimal($0)) }
        for (index, number) in numbers.enumerated() {
            for (other, second) in numbers.enumerated() {
                #expect((number < second) == (index < other) && (number == second) == (index == other))
            }
        }
        #expect(
            ExactDecimal(100, digits: 2) == ExactDecimal(1, digits: 0)
                && ExactDecimal(0, digits: 3) == ExactDecimal(0, digits: 0))
    }
}
