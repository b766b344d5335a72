import TerminalCells
import Testing

/// Right-to-left letters in cells that are numbered from the left.
struct BidirectionalTests {
    /// Returns the glyphs of the row of cells that a text fills, without the right halves of wide glyphs.
    private func visibleGlyphs(_ text: String, _ order: TextOrder = .visual()) -> String {
        var grid = CellGrid(columns: max(1, DisplayWidth.columns(of: text)), rows: 1)
        grid.write(text, column: 0, row: 0, foreground: CellColor(0xFFFFFF), order: order)
        return grid.cells.map(\.glyph.description).joined()
    }

    /// The expected text is in the order of the cells, from left to right.
    @Test(arguments: [
        ("plain", "plain"), ("漢字 🎁", "漢字 🎁"),
        // A Hebrew name is reversed in the cells; digits and Latin words in it are not.
        ("אבג", "גבא"), ("אבג דה", "הד גבא"), ("אב 12 גד", "דג 12 בא"), ("אב abc גד", "דג abc בא"),
        ("abc אבג def", "abc גבא def"),
        // The direction of the whole text is that of the first letter.
        ("אב!", "!בא"), ("ab אב!", "ab בא!"), ("12 אב", "בא 12"),
        // Brackets are mirrored.
        ("אב (גד)", "(דג) בא"), ("ab (אב)", "ab (בא)"),
        // Marks stay with their letters, and wide glyphs stay whole.
        ("שָׁל", "לשָׁ"), ("אב🎁גד", "דג🎁בא"),
        // Spaces at the ends stay there.
        (" אב ", " בא "), ("אב  ", "בא  "), ("  אב", "  בא"),
    ])
    func lettersAreInVisualOrder(text: String, expected: String) {
        #expect(visibleGlyphs(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test func arabicLettersStayJoined() {
        // Seen, lam, alef and meem in their initial, final, medial and isolated forms, from right to left.
        #expect(visibleGlyphs("سلام") == "\u{FEE1}\u{FE8E}\u{FEE0}\u{FEB3}")
        // Lam and alef form no ligature, because each has its own column.
        #expect(DisplayWidth.columns(of: "سلام") == 4)
    }

    @Test func reportKeepsLogicalOrder() {
        #expect(visibleGlyphs("אבג (12)", .logical) == "אבג (12)")
    }

    @Test func partKeepsTheDirectionOfTheWhole() {
        #expect(visibleGlyphs("abc אב", .visual(.rightToLeft)) == "בא abc")
        #expect(visibleGlyphs("אב abc", .visual(.leftToRight)) == "בא abc")
        #expect(TextDirection(of: "12, אב abc") == .rightToLeft)
        #expect(TextDirection(of: "12, abc אב") == .leftToRight)
        #expect(TextDirection(of: "12") == .leftToRight)
    }

    @Test func textAroundANameKeepsItsPlace() {
        #expect(visibleGlyphs("sent אב ×3") == "sent 3× בא", "the count is pulled over")
        #expect(visibleGlyphs("sent \(TextDirection.isolating("אב")) ×3") == "sent בא ×3")
        let names = ["אב", "גד", "ann"].map(TextDirection.isolating).joined(separator: ", ")
        #expect(visibleGlyphs("3 wait: \(names)") == "3 wait: בא, דג, ann")
        #expect(TextDirection(of: "\(TextDirection.isolating("אב")) flies") == .leftToRight)
        #expect(TextDirection.isolating("ann") == "ann")
    }

    @Test(arguments: ["\u{202E}", "\u{2067}", "\u{2069}", "\u{202C}\u{2069}\u{202E}"])
    func nameCannotReorderSurroundingText(mark: String) {
        #expect(visibleGlyphs("\(TextDirection.isolating("אב\(mark)")) sends 3 (x)") == "בא sends 3 (x)")
        #expect(visibleGlyphs("\(TextDirection.isolating("ann\(mark)")) sends 3 (x)") == "ann sends 3 (x)")
    }

    @Test func clippingAppliesToVisualOrder() {
        var grid = CellGrid(columns: 4, rows: 1)
        let end = grid.write("אבגד", column: 2, row: 0, foreground: CellColor(0xFFFFFF))
        #expect(grid.cells.map(\.glyph.description).joined() == "  דג")
        #expect(end == 6)
    }
}
