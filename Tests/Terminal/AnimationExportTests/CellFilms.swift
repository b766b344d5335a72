import AnimationExport
import ExactNumbers
import SeededRandomness
import TerminalCells

/// A sequence of screens with their times.
struct CellFilm {
    var frames: [(grid: CellGrid, time: Nanoseconds)] = []
    var end: Nanoseconds = 0

    private static let sampleTexts = ["gift", "ünï", "小雨", "🚀", "e\u{301}a\u{308}", "<&>", "━━─", " "]

    /// Creates a random sequence in which pixels, letters and empty cells appear and disappear.
    init(seed: UInt64, count: Int = 25, columns: Int = 17, rows: Int = 6, colors: Int = 12) {
        var chance = SeededGenerator(seed: seed)
        // The colors differ enough that no two are merged.
        let palette = (0..<colors).map { CellColor(UInt32(($0 * 0x33_55AA + 0x20_4060) & 0xF0_F0F0)) }
        func color() -> CellColor {
            chance.next(below: 6) == 0 ? .terminalDefault : palette[chance.next(below: colors)]
        }
        var grid = CellGrid(columns: columns, rows: rows)
        for step in 0..<count {
            for _ in 0..<chance.next(below: 5) {
                let (column, row) = (chance.next(below: columns), chance.next(below: rows))
                switch chance.next(below: 4) {
                case 0:
                    let attributes: [CellAttributes] = [[], .bold, .underline, [.italic, .dim], .reverse]
                    grid.write(
                        Self.sampleTexts[chance.next(below: Self.sampleTexts.count)], column: column - 1, row: row,
                        foreground: color(), background: color(), attributes: attributes[chance.next(below: 5)])
                case 1:
                    grid.fill(
                        CellRect(
                            column: column, row: row, columns: 1 + chance.next(below: 7),
                            rows: 1 + chance.next(below: 3)),
                        with: Cell(background: color()))
                default: grid[column, row] = Cell(top: color(), bottom: color())
                }
            }
            frames.append((grid, Nanoseconds(step) * .second / 10))
        }
        end = Nanoseconds(count) * .second / 10
    }

    func file(_ writer: some CellSequenceWriter) throws -> String {
        var writer = writer
        for frame in frames { try writer.show(frame.grid, at: frame.time) }
        return String(decoding: try writer.file(endingAt: end), as: UTF8.self)
    }

    var palette: ColorPalette {
        var survey = ColorHistogram()
        for frame in frames { survey.add(frame.grid) }
        return survey.palette()
    }
}
