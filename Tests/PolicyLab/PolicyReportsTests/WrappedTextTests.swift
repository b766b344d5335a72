import PolicyReports
import Testing

/// Tests of text that is divided into lines.
@Suite struct WrappedTextTests {
    @Test func shortLineStaysAsItIs() {
        let line = "  " + String(repeating: "a  b ", count: 15)
        #expect(WrappedText.lines(line) == [line])
        #expect(WrappedText.lines("") == [""])
    }

    @Test func longLineGoesOnWithMoreIndent() {
        let word = String(repeating: "x", count: 30)
        #expect(WrappedText.lines("  \(word) \(word) \(word)") == ["  \(word) \(word)", "    \(word)"])
        #expect(WrappedText.lines("1  \(word)  \(word)  \(word)") == ["1  \(word)  \(word)", "  \(word)"])
    }

    @Test func wordThatIsTooLongStaysWhole() {
        let word = String(repeating: "x", count: 100)
        #expect(WrappedText.lines("a \(word) b") == ["a", "  \(word)", "  b"])
    }

    @Test func wideCharactersCountTwice() {
        let word = String(repeating: "花", count: 20)
        #expect(WrappedText.lines("\(word) \(word)") == ["\(word)", "  \(word)"])
    }
}
