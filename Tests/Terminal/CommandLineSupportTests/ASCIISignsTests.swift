import Testing

@testable import CommandLineSupport

@Suite("Signs in ASCII")
struct ASCIISignsTests {
    @Test(
        "what the programs write between words becomes ASCII, and letters stay",
        arguments: [
            ("100 × 100", "100 x 100"), ("0°", "0 deg"), ("0.001 µs", "0.001 us"), ("a; …", "a; ..."),
            ("2 sessions · 2 policies", "2 sessions, 2 policies"), ("−0.31 (−0.46 to −0.18)", "-0.31 (-0.46 to -0.18)"),
            ("R² ≥ 0.5", "R^2 >= 0.5"), ("하늘 sent Größe", "하늘 sent Größe"), ("plain", "plain"),
        ])
    func signsBecomeASCII(text: String, expected: String) {
        #expect(ASCIISigns.substituted(text) == expected)
    }
}
