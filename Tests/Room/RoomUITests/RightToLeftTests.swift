import TerminalCells
import Testing

@testable import RoomUI

/// Hebrew names and words in lines that run from left to right.
struct RightToLeftTests {
    private func visibleText(_ line: StyledText, columns: Int = 30) -> String {
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

    @Test func piecesKeepTheirOrder() {
        #expect(visibleText(line("אבג", " ", "דהו 12 ok", " ×3")) == "גבא ok 12 והד ×3")
        #expect(visibleText(line("★ ", "אבג", " sent ", "דה", " ×3")) == "★ גבא sent הד ×3")
    }

    @Test func truncationRemovesTheEndOfTheText() {
        #expect(visibleText(line("אבגדה").fitted(to: 4, ellipsis: "…")) == "…גבא")
        #expect(visibleText(line("ann ", "אבגדה").fitted(to: 8, ellipsis: "...")) == "ann ...א")
        // The rest of a cut Hebrew sentence keeps its direction, although only digits of it remain.
        #expect(visibleText(line("12 אב abc").fitted(to: 3, ellipsis: "…")) == "…12")
    }

    @Test func aPieceThatIsAppendedKeepsTheDirectionOfItsText() {
        var line = line("→ ")
        for piece in self.line("12 אב abc").fitted(to: 3, ellipsis: "…").pieces { line.append(piece) }
        #expect(visibleText(line) == "→ …12")
    }

    @Test func theEndOfATypedTextKeepsTheDirectionOfTheWhole() {
        var line = StyledText()
        line.add(endOf: "אבג abc", width: 3, Theme.text)
        #expect(line.text == "abc" && line.pieces.map(\.direction) == [.rightToLeft])
        line.add(endOf: "阿杰", width: 3, Theme.text)
        #expect(line.text == "abc杰" && line.pieces.last?.direction == nil)
    }

    /// Paints a palette with one hit, and returns the rows of the query and of the hit.
    private func palette(_ query: String, hit name: String, places: [Int]) throws -> [String] {
        var palette = Palette()
        for character in query { palette.append(character) }
        let hit = Palette.Hit(
            command: .session(.leave), name: name, positions: places, key: nil, summary: "leave", refusal: nil)
        let layout = PaletteLayout(try #require(StageLayout(columns: 80, rows: 24)))
        var grid = CellGrid(columns: 80, rows: 24)
        PalettePainter(palette: palette, hits: [hit], symbols: .symbols(for: .unicode)).paint(in: &grid, layout)
        return [layout.input.row, layout.list.cells.row].map { Room.text(grid, row: $0) }
    }

    @Test func theNameOfAHitReadsFromRightToLeftAlthoughLettersOfItMatch() throws {
        let rows = try palette("דה", hit: "Send אבגדה", places: [8, 9])
        #expect(rows[0].contains(": הד"))
        #expect(rows[1].contains("Send הדגבא"))
        let long = try palette("", hit: String(repeating: "אב", count: 20), places: [])
        #expect(long[1].contains(" …" + String(repeating: "בא", count: 12) + " "))
    }

    @Test func theCursorOfThePaletteStaysInSight() throws {
        let rows = try palette(String(repeating: "阿", count: 60) + "杰", hit: "Quit", places: [])
        #expect(rows[0].contains("阿杰" + SymbolSet.symbols(for: .unicode).cursor))
    }

    @Test func wrappedTextKeepsItsDirection() {
        let rows = line("ann", " ", "אבג דהו abc def!").wrapped(to: 11, maxLines: 3, ellipsis: "…")
        #expect(rows.map { visibleText($0) } == ["ann והד גבא", "!abc def"])
        // The words of a row follow each other from right to left.
        let whole = line("אבג דהו זחט").wrapped(to: 30, maxLines: 2, ellipsis: "…")
        #expect(whole.map { visibleText($0) } == ["טחז והד גבא"])
    }
}
