import HalfBlocks
import Testing

@testable import Stage

/// Hebrew names and words in lines that run from left to right.
struct RightToLeftTests {
    private func seen(_ line: StyledText, columns: Int = 30) -> String {
        var grid = CellGrid(columns: columns, rows: 1)
        grid.write(line, column: 0, row: 0)
        var text = grid.cells.map(\.glyph.description).joined()
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }

    private func line(_ pieces: String...) -> StyledText {
        var line = StyledText()
        for piece in pieces { line.add(piece, Theme.text) }
        return line
    }

    @Test func piecesStayWhereTheyAre() {
        #expect(seen(line("אבג", " ", "דהו 12 ok", " ×3")) == "גבא ok 12 והד ×3")
        #expect(seen(line("★ ", "אבג", " sent ", "דה", " ×3")) == "★ גבא sent הד ×3")
    }

    @Test func aCutTakesTheEndAndSaysSoThere() {
        #expect(seen(line("אבגדה").fitted(to: 4, ellipsis: "…")) == "…גבא")
        #expect(seen(line("ann ", "אבגדה").fitted(to: 8, ellipsis: "...")) == "ann ...א")
        // The rest of a cut Hebrew sentence keeps its direction, although only digits of it remain.
        #expect(seen(line("12 אב abc").fitted(to: 3, ellipsis: "…")) == "…12")
    }

    @Test func aBrokenSentenceGoesOnAsItBegan() {
        let rows = line("ann", " ", "אבג דהו abc def!").wrapped(to: 11, limit: 3, ellipsis: "…")
        #expect(rows.map { seen($0) } == ["ann והד גבא", "!abc def"])
        // The words of a row follow each other from right to left.
        let whole = line("אבג דהו זחט").wrapped(to: 30, limit: 2, ellipsis: "…")
        #expect(whole.map { seen($0) } == ["טחז והד גבא"])
    }
}
