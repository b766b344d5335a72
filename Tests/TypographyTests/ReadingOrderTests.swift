import Testing

@testable import Typography

@Suite("The order of reading")
struct ReadingOrderTests {
    /// Levels as digits; letters of the Hebrew alphabet are written as capitals.
    private func levels(_ text: String) -> String {
        let letters = text.map { letter -> String in
            guard let value = letter.asciiValue, (65...90).contains(value) else { return String(letter) }
            return Unicode.Scalar(0x5D0 + UInt32(value) - 65).map { String($0) } ?? ""
        }
        return ReadingOrder(letters).levels.map { String($0) }.joined()
    }

    @Test(
        "Levels of letters, numbers and what stands between them",
        arguments: [
            ("abc", "000"), ("ABC", "111"), ("ab CD ef", "00011000"), ("AB cd EF", "11122111"),
            ("a CD 12", "0011122"), ("AB 12", "11122"), ("A 1.5 B", "1122211"), ("a 12 b", "000000"),
            ("A (b) C", "1112111"), ("A!", "11"), ("a B!", "0010"), ("", ""), ("A ", "10"),
        ])
    func levels(text: String, expected: String) {
        #expect(levels(text) == expected)
    }

    @Test("Runs are turned round level by level")
    func order() {
        #expect(ReadingOrder.visualOrder(ofLevels: [0, 1, 2, 1, 0]) == [0, 3, 2, 1, 4])
        #expect(ReadingOrder.visualOrder(ofLevels: [1, 2, 2, 1]) == [3, 1, 2, 0])
        #expect(ReadingOrder.visualOrder(ofLevels: []) == [])
    }
}
