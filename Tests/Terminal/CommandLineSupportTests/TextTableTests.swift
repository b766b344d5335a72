import CommandLineSupport
import Testing

@Suite("Text tables")
struct TextTableTests {
    private func lines(_ alignments: [TextTable.Alignment], _ rows: [[String]]) -> [String] {
        var table = TextTable(alignments)
        for row in rows { table.add(row) }
        return table.lines
    }

    @Test("columns are as wide as their widest text on the screen, and lines end in no spaces")
    func columnsAreAligned() {
        #expect(
            lines([.left, .right, .left], [["Ball", "7", "red"], ["漢字漢字", "100", ""], ["e\u{301}", "", "x"]])
                == ["Ball        7  red", "漢字漢字  100", "e\u{301}              x"])
        #expect(lines([.left, .left], [["a", "b  "], ["long"]]) == ["a     b", "long"])
    }

    @Test("a long text is cut off, and control characters cannot reach the terminal")
    func textsAreSafe() {
        let long = String(repeating: "a", count: 401)
        #expect(lines([.left], [[long]]) == [String(repeating: "a", count: 399) + "…"])
        #expect(lines([.left], [[String(long.dropLast())]]) == [String(long.dropLast())])
        #expect(lines([.left, .left], [["a\u{1B}[2Jb", "c"]]) == ["a [2Jb  c"])
    }
}
