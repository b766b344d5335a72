import TerminalCells
import Testing

@testable import RoomUI

@Suite("Lines of text in several colors")
struct StyledTextTests {
    private func line(_ parts: String...) -> StyledText {
        var line = StyledText()
        for part in parts { line.add(part, Theme.text) }
        return line
    }

    @Test(
        "a line that is too long is cut and ends with the ellipsis",
        arguments: [(9, "heart bob"), (8, "heart b…"), (3, "he…"), (1, "…"), (0, "")])
    func longLineIsTruncated(width: Int, expected: String) {
        let fitted = line("heart ", "bob").fitted(to: width, ellipsis: "…")
        #expect(fitted.text == expected)
        #expect(fitted.width <= width)
    }

    @Test("a wide character is never cut in half")
    func wideCharacterStaysWhole() {
        #expect(line("阿杰阿杰").fitted(to: 6, ellipsis: "…").text == "阿杰…")
        #expect(line("阿杰阿杰").fitted(to: 6, ellipsis: "…").width == 5)
    }

    @Test("lines break at spaces, and the last one is cut")
    func wrap() {
        let lines = line("the whale was the best thing").wrapped(to: 10, maxLines: 2, ellipsis: "…")
        #expect(lines.map(\.text) == ["the whale ", "was the b…"])
        let narrow = line("the whale was the").wrapped(to: 9, maxLines: 2, ellipsis: "…")
        #expect(narrow.map(\.text) == ["the whale", "was the"], "the space between them needs no room")
        #expect(line("short").wrapped(to: 10, maxLines: 2, ellipsis: "…").map(\.text) == ["short"])
        #expect(line("unbreakable-word").wrapped(to: 6, maxLines: 3, ellipsis: "…").map(\.text) == ["unbre…"])
        #expect(line("any").wrapped(to: 0, maxLines: 2, ellipsis: "…").isEmpty)
    }
}
