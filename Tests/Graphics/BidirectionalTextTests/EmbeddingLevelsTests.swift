import BidirectionalText
import Testing

/// Tests of embedding levels, in which capital letters stand for Hebrew letters.
@Suite("Letters have their embedding levels")
struct EmbeddingLevelsTests {
    private func scalars(_ text: String) -> [UInt32] {
        text.unicodeScalars.map { (65...90).contains($0.value) ? 0x5D0 + $0.value - 65 : $0.value }
    }

    /// Returns the levels as digits.
    private func levels(_ text: String, _ direction: EmbeddingLevels.Direction? = nil) -> String {
        EmbeddingLevels(of: scalars(text), direction).levels.map { String($0) }.joined()
    }

    @Test(
        "letters, numbers and the characters between them have the levels of the Unicode algorithm",
        arguments: [
            ("abc", "000"), ("ABC", "111"), ("ab CD ef", "00011000"), ("AB cd EF", "11122111"),
            ("a CD 12", "0011122"), ("AB 12", "11122"), ("A 1.5 B", "1122211"), ("a 12 b", "000000"),
            ("A (b) C", "1112111"), ("A!", "11"), ("a B!", "0010"), ("", ""), ("a (B) c", "0001000"),
        ])
    func levelsFollowUnicodeAlgorithm(text: String, expected: String) {
        #expect(levels(text) == expected)
    }

    @Test(
        "marks change levels: an exclamation mark joins the Hebrew before it, and an isolate does not affect the rest")
    func marksChangeLevels() {
        #expect(levels("a B!\u{200F} c").prefix(4) == "0011")
        #expect(levels("a B!").suffix(1) == "0")
        // The isolate has its own direction, and the digit after it that of the line.
        #expect(levels("a \u{2068}B\u{2069} 1") == "0001000")
        #expect(levels("a B 1").suffix(1) == "2")
        // An override makes Latin letters run to the left.
        #expect(levels("\u{202E}ab\u{202C}").dropFirst().prefix(2) == "11")
    }

    @Test("the direction is that of the first letter, unless it is given")
    func directionIsThatOfFirstLetter() {
        #expect(EmbeddingLevels(of: scalars("1 A b")).direction == .rightToLeft)
        #expect(EmbeddingLevels(of: scalars("1 b A")).direction == .leftToRight)
        #expect(EmbeddingLevels(of: scalars("1")).direction == .leftToRight)
        #expect(levels("a B", .rightToLeft) == "211")
    }

    @Test("the runs are reversed level by level")
    func runsAreReversedByLevel() {
        #expect(EmbeddingLevels.visualOrder(of: [0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
        #expect(EmbeddingLevels.visualOrder(of: [1, 2, 2, 1]) == [3, 1, 2, 0])
        #expect(EmbeddingLevels.visualOrder(of: []) == [])
    }

    @Test(
        "embedding levels matter only for texts with right-to-left letters",
        arguments: [("abc 漢字 🎁 é", false), ("\u{202E}a", false), ("a א", true)])
    func levelsAreNeededOnlyForRightToLeftText(text: String, expected: Bool) {
        #expect(EmbeddingLevels.areNeeded(for: text) == expected)
    }
}
