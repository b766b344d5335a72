import Testing

@testable import Typography

@Suite("How the letters of a line are ordered")
struct LineOrderTests {
    /// The levels as digits.
    private func levels(_ letters: [String]) -> String {
        LineSetter(letters: letters, fit: .joined, faces: []).levels().map { String($0) }.joined()
    }

    @Test("letters of several scalars have one level each")
    func marks() {
        #expect(levels(["a", " ", "שָׁ", "ל", " ", "1"]) == "001112")
        #expect(levels(["é", "", "אָ"]) == "001")
    }

    @Test(
        "blanks at the end stay there, whatever is before them",
        arguments: [(["א", " ", " "], "100"), (["a", " "], "00")])
    func blanks(letters: [String], expected: String) {
        #expect(levels(letters) == expected)
    }
}
