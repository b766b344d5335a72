import AnimationExport
import ExactNumbers
import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

@Suite("Animated SVG shows sequences of cells")
struct SVGTests {
    private func expected(_ grid: CellGrid) -> SVGReader.Screen { SVGReader.Screen(grid) }

    private func svg(_ film: CellFilm, _ frame: AnimatedSVGWriter.Frame = .init()) throws -> String {
        try film.file(AnimatedSVGWriter(columns: 17, rows: 6, palette: film.palette, frame: frame))
    }

    @Test("at every time the visible cells are exact", arguments: 0..<60 as Range<UInt64>)
    func cells(seed: UInt64) throws {
        let film = CellFilm(seed: seed)
        let reader = try #require(SVGReader(svg(film)))
        for (index, frame) in film.frames.enumerated() {
            let wanted = expected(frame.grid)
            for delay in [0.5, 99.5] {
                let found = reader.screen(at: Double(index) * 100 + delay)
                #expect(found.differences(from: wanted) == [], "seed \(seed), frame \(index)")
            }
        }
    }

    @Test("the file is valid XML with any title")
    func title() throws {
        let title = "a\u{1}b\u{1B}[31m\r\u{FFFE}\u{FFFF}\tc\n& <d>"
        let text = try svg(CellFilm(seed: 1, count: 2), AnimatedSVGWriter.Frame(title: title))
        #expect(text.contains("<title>a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\tc\n&amp; &lt;d&gt;</title>"))
        #expect(SVGReader(text) != nil)
    }

    @Test("a part that is repainted many times starts again and stays exact")
    func crowdedPartStartsAgain() throws {
        var film = CellFilm(seed: 1, count: 2)
        let colors = [CellColor(0xFF0000), CellColor(0x00FF00), CellColor(0x0000FF)]
        film.frames = (0..<40).map { step in
            let cell = Cell(top: colors[step % 3], bottom: colors[(step + 1) % 3])
            return (CellGrid(columns: 17, rows: 6, filledWith: cell), Nanoseconds(step) * .second / 10)
        }
        film.end = 4 * .second
        let reader = try #require(SVGReader(svg(film)))
        for (index, frame) in film.frames.enumerated() {
            #expect(reader.screen(at: Double(index) * 100 + 50).differences(from: expected(frame.grid)) == [])
        }
    }

    @Test("a still sequence has no animation, and unchanged parts appear once")
    func stillSequenceHasNoAnimation() throws {
        var film = CellFilm(seed: 4, count: 30)
        film.frames = film.frames.map { (film.frames[29].grid, $0.time) }
        let document = try svg(film)
        #expect(!document.contains("animation") && document.components(separatedBy: "<path").count < 20)
    }

    @Test("colors that look the same are merged, so that nothing flickers")
    func similarColorsAreMerged() throws {
        var film = CellFilm(seed: 4, count: 10)
        film.frames = (0..<10).map { step in
            var grid = CellGrid(columns: 17, rows: 6)
            for index in 0..<17 * 6 {
                let color = CellColor(UInt32(0x40_4040 + index * 0x01_0201 + step % 2))
                grid[index % 17, index / 17] = Cell(top: color, bottom: color)
            }
            return (grid, Nanoseconds(step) * .second)
        }
        film.end = 10 * .second
        #expect(try !svg(film).contains("animation"))
    }

    @Test(
        "xmllint finds the file well-formed with any content",
        .enabled(if: Programs.find("xmllint") != nil, "xmllint is not installed"),
        arguments: 0..<4 as Range<UInt64>)
    func wellFormed(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let frame = AnimatedSVGWriter.Frame(title: "a < b & c", background: 0x0D1117)
        let file = try folder.write(svg(CellFilm(seed: seed), frame), to: "film.svg")
        let xmllint = try ChildProgram.run(["xmllint", "--noout", file])
        #expect(xmllint.status == 0, "\(xmllint.errors)")
    }

    @Test("equal screens make equal bytes, however often they are shown")
    func deterministic() throws {
        var film = CellFilm(seed: 9)
        let document = try svg(film)
        film.frames = film.frames.flatMap { [$0, ($0.grid, $0.time + 50_000_000)] }
        #expect(try svg(film) == document)
    }
}
