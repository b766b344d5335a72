import AnimationExport
import ExactNumbers
import TerminalCells
import TerminalEmulation
import Testing

@Suite("Asciicast files record a terminal")
struct AsciicastTests {
    @Test("each screen of the played file has the exact cells", arguments: 0..<80 as Range<UInt64>)
    func cells(seed: UInt64) throws {
        let film = CellFilm(seed: seed)
        let cast = try Asciicast(film.file(AsciicastWriter(columns: 17, rows: 6)))
        #expect((cast.columns, cast.rows, cast.duration) == (17, 6, 2.5))
        var terminal = EmulatedTerminal(columns: 17, rows: 6)
        var events = cast.events.dropLast()[...]
        for (index, frame) in film.frames.enumerated() {
            let time = Double(index) / 10
            while let event = events.first, event.time <= time + 0.000_001 {
                try terminal.process(event.text)
                events = events.dropFirst()
            }
            #expect(terminal.screen.differences(from: frame.grid) == [], "seed \(seed), frame \(index)")
        }
        #expect(events.isEmpty && !terminal.isCursorVisible)
        try terminal.process(try #require(cast.events.last).text)
        #expect(terminal.isCursorVisible && cast.events.last?.time == 2.5)
    }

    @Test("the file contains only the changes, and nothing while nothing changes")
    func changes() throws {
        var grid = CellGrid(columns: 30, rows: 10, filledWith: Cell(top: CellColor(0x102030), bottom: CellColor(0)))
        var writer = AsciicastWriter(columns: 30, rows: 10, title: "a \"b\" \\ c")
        try writer.show(grid, at: 0)
        try writer.show(grid, at: .second)
        grid[4, 2] = Cell(top: CellColor(0xFF0000), bottom: CellColor(0))
        try writer.show(grid, at: 1_500_000_400)
        let cast = try Asciicast(String(decoding: try writer.file(endingAt: 2 * .second), as: UTF8.self))
        #expect(cast.title == "a \"b\" \\ c")
        #expect(cast.events.map(\.time) == [0, 1.5, 2])
        #expect(cast.events[1].text == "\u{1B}[3;5H\u{1B}[38;2;255;0;0m▀")
    }

    @Test("equal screens make equal bytes, however often they are shown")
    func deterministic() throws {
        var film = CellFilm(seed: 3)
        let file = try film.file(AsciicastWriter(columns: 17, rows: 6))
        film.frames = film.frames.flatMap { [$0, ($0.grid, $0.time + 33_000_000), ($0.grid, $0.time + 66_000_000)] }
        #expect(try film.file(AsciicastWriter(columns: 17, rows: 6)) == file)
    }

    @Test("a text file has the frames one below the other")
    func text() throws {
        var grid = CellGrid(columns: 3, rows: 1)
        var writer = TextFramesWriter(depth: .none)
        grid[1, 0] = Cell(top: CellColor(0xFFFFFF), bottom: CellColor(0xFFFFFF))
        try writer.show(grid, at: 0)
        grid[2, 0] = grid[1, 0]
        try writer.show(grid, at: .second)
        #expect(String(decoding: try writer.file(endingAt: 2 * .second), as: UTF8.self) == " @ \n\n @@\n")
    }

    @Test("a file without frames and frames of another size are rejected")
    func failures() throws {
        var writer = AsciicastWriter(columns: 2, rows: 2)
        #expect(throws: MovingPictureError.nothingToShow) { try writer.file(endingAt: .second) }
        #expect(throws: MovingPictureError.self) { try writer.show(CellGrid(columns: 3, rows: 2), at: 0) }
    }
}
