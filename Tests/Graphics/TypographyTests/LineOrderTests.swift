import Testing

@testable import Typography

@Suite("The letters of a line are ordered by embedding levels")
struct LineOrderTests {
    /// Returns the levels as digits.
    private func levels(_ letters: [String]) -> String {
        LineTypesetter(letters: letters, spacing: .kerningAndLigatures, faces: []).levels().map { String($0) }.joined()
    }

    @Test("a letter of several scalars has one level")
    func multiScalarLetterHasOneLevel() {
        #expect(levels(["a", " ", "שָׁ", "ל", " ", "1"]) == "001112")
        #expect(levels(["é", "", "אָ"]) == "001")
    }

    @Test(
        "spaces at the end of the line stay there, whatever precedes them",
        arguments: [(["א", " ", " "], "100"), (["a", " "], "00")])
    func trailingSpacesStayAtEnd(letters: [String], expected: String) {
        #expect(levels(letters) == expected)
    }
}
