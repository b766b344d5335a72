import TerminalCells
import Testing

/// The layout of text in cells.
struct TextTests {
    private let white = CellColor(0xFFFFFF)

    private func row(_ grid: CellGrid, _ row: Int = 0) -> [String] {
        (0..<grid.columns).map { grid[$0, row].glyph.description }
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 4), ("ｆｕｌｌ", 8), ("é", 1), ("e\u{301}", 1), ("한글", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("🎁", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("❤", 1), ("❤\u{FE0F}", 1), ("🇩🇪", 2), ("a\u{200B}b", 2), ("\u{301}a", 1),
        ("tab\tx", 5), ("line\nbreak", 9), ("\u{1B}[31m", 4), ("▀▄█", 3), ("─│┌", 3), ("ไทย", 3), ("กำ", 2),
        ("נִקּוּד", 4), ("🧑‍💻x", 3), ("☃", 1), ("⌚", 2), ("\u{AD}", 0), ("①", 1), ("〜", 2), ("\u{FEFF}x", 1),
    ])
    func columnCountMatchesTerminals(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test func regionalIndicatorHasOneColumnAndFlagTwo() {
        let indicators = (0x1F1E6...0x1F1FF).compactMap { Unicode.Scalar($0 as UInt32) }
        #expect(indicators.count == 26)
        for indicator in indicators {
            #expect(DisplayWidth.columns(of: indicator) == 1)
            #expect(DisplayWidth.columns(of: "\(indicator)\(indicator)") == 2)
        }
    }

    @Test(arguments: ["", "abc", "漢字", "e\u{301}", "🎁"])
    func fittingTextStaysAndLongerTextEndsInAnEllipsis(text: String) {
        let width = DisplayWidth.columns(of: text)
        #expect(DisplayWidth.fitted(text, toColumns: width, ellipsis: "…") == text)
        #expect(DisplayWidth.fitted(text, toColumns: text.utf8.count, ellipsis: "…") == text)
        #expect(DisplayWidth.fitted(text + "xy", toColumns: width + 1, ellipsis: "…") == text + "…")
    }

    @Test func textIsAtItsPosition() {
        var grid = CellGrid(columns: 6, rows: 1)
        let end = grid.write("a漢b", column: 1, row: 0, foreground: white, attributes: .bold)
        #expect(end == 5)
        #expect(row(grid) == [" ", "a", "漢", "", "b", " "])
        #expect(grid[1, 0].foreground == white)
        #expect(grid[1, 0].attributes.contains(.bold))
        #expect(grid[0, 0] == Cell())
    }

    @Test func marksStayWithTheirBase() {
        var grid = CellGrid(columns: 2, rows: 1)
        grid.write("e\u{301}\u{323}\u{304}x", column: 0, row: 0, foreground: white)
        #expect(row(grid) == ["e\u{301}\u{323}", "x"])
    }

    @Test(arguments: [
        (-1, ["b", "漢", "", "c"]), (-2, ["漢", "", "c", " "]), (-3, [" ", "c", " ", " "]), (1, [" ", "a", "b", " "]),
        (2, [" ", " ", "a", "b"]), (9, [" ", " ", " ", " "]), (-9, [" ", " ", " ", " "]),
    ])
    func edgesClipWholeGlyphs(column: Int, expected: [String]) {
        var grid = CellGrid(columns: 4, rows: 1)
        let end = grid.write("ab漢c", column: column, row: 0, foreground: white)
        #expect(row(grid) == expected)
        #expect(end == column + 5)
    }

    @Test func clipActsLikeAnEdge() {
        var grid = CellGrid(columns: 6, rows: 2)
        let clip = CellRect(column: 1, row: 0, columns: 3, rows: 1)
        grid.write("abc漢", column: 0, row: 0, foreground: white, within: clip)
        grid.write("abc", column: 1, row: 1, foreground: white, within: clip)
        #expect(row(grid) == [" ", "b", "c", " ", " ", " "])
        #expect(row(grid, 1) == [" ", " ", " ", " ", " ", " "])
    }

    @Test func overwritingHalfAWideGlyphRemovesTheRest() {
        for column in 0...1 {
            var grid = CellGrid(columns: 2, rows: 1)
            grid.write("漢", column: 0, row: 0, foreground: white)
            grid.write("x", column: column, row: 0, foreground: white)
            #expect(row(grid) == (column == 0 ? ["x", " "] : [" ", "x"]))
        }
        var grid = CellGrid(columns: 4, rows: 1)
        grid.write("漢字", column: 0, row: 0, foreground: white)
        grid.write("語", column: 1, row: 0, foreground: white)
        #expect(row(grid) == [" ", "語", "", " "])
    }

    @Test func textWithoutBackgroundKeepsTheOneBelow() {
        var grid = CellGrid(
            columns: 2, rows: 1, filledWith: Cell(top: CellColor(0x204060), bottom: CellColor(0x406080)))
        grid.write("ab", column: 0, row: 0, foreground: white)
        #expect(grid[0, 0].background == CellColor(0x305070))
        grid.write("c", column: 1, row: 0, foreground: white)
        #expect(grid[1, 0].background == CellColor(0x305070))
    }

    @Test func tintFadesTextAndArt() {
        var grid = CellGrid(columns: 2, rows: 1, filledWith: Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0)))
        grid.write("a", column: 1, row: 0, foreground: white, background: CellColor(0))
        grid.tint(grid.bounds, with: CellColor(0), amount: 128)
        #expect(grid[0, 0].pixels?.top == CellColor(0x7F7F7F))
        #expect(grid[0, 0].pixels?.bottom == CellColor(0))
        #expect(grid[1, 0].glyph == Glyph("a"))
        #expect(grid[1, 0].foreground == CellColor(0x7F7F7F))
    }

    @Test func placedGridHidesTheOneBelow() {
        var under = CellGrid(columns: 6, rows: 1)
        under.write("漢字語", column: 0, row: 0, foreground: white)
        var over = CellGrid(columns: 2, rows: 1)
        over.write("xy", column: 0, row: 0, foreground: white)
        under.place(over, column: 1, row: 0)
        #expect(row(under) == [" ", "x", "y", " ", "語", ""])
        var cut = CellGrid(columns: 2, rows: 1)
        cut.place(under, column: -3, row: 0)
        #expect(row(cut) == [" ", "語"].map { $0 == "語" ? " " : $0 })
    }

    @Test func fillReplacesWholeGlyphs() {
        var grid = CellGrid(columns: 6, rows: 2)
        grid.write("漢字語", column: 0, row: 0, foreground: white)
        grid.fill(
            CellRect(column: 1, row: -4, columns: 3, rows: 5), with: Cell(foreground: white, background: CellColor(7)))
        #expect(row(grid) == [" ", " ", " ", " ", "語", ""])
        #expect(grid[1, 0].background == CellColor(7))
        #expect(grid[1, 1] == Cell())
    }
}
