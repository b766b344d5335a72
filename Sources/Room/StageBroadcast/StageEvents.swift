import JSON
import TerminalCells

/// The pictures of a stage as server-sent events with one line of JSON each:
///
///     data: {"columns":80,"rows":24,"isWhole":true,"runs":[[0,16777215,0,0,"giftty"],…]}
///
/// A run is the index of its first cell, the foreground and the background as `0xRRGGBB` or -1 for the terminal's
/// default, the attributes, and one glyph a cell. The bits of the attributes are those of ``CellAttributes``; bit 8 says
/// that the run is one glyph, of two columns if bit 9 is set too. Runs of a whole picture cover all cells that are not
/// empty; the others have the cells that changed.
///
/// - SeeAlso: HTML, section 9.2, "Server-sent events".
enum StageEvents {
    /// The bit of a run that is one glyph, which may have several scalars.
    private static let oneGlyph = 256
    /// The bit of a run with one glyph of two columns.
    private static let wideGlyph = 512

    /// Returns the event that changes a page from one picture to another.
    ///
    /// - Parameters:
    ///   - grid: The picture.
    ///   - before: The picture that the page shows, of the same size; `nil` if it is unknown.
    static func event(showing grid: CellGrid, after before: CellGrid?) -> [UInt8] {
        var runs: [[UInt8]] = []
        var run = Run()
        grid.forEachChange(since: before ?? CellGrid(columns: grid.columns, rows: grid.rows)) { index, cell in
            if run.append(cell, at: index) { return }
            if !run.isEmpty { runs.append(run.json) }
            run = Run(cell, at: index)
        }
        if !run.isEmpty { runs.append(run.json) }
        var bytes = Array("data: ".utf8)
        bytes.appendObject { json in
            json.add("columns", number: grid.columns)
            json.add("rows", number: grid.rows)
            json.add("isWhole", flag: before == nil)
            json.begin("runs")
            json.appendArray(runs) { $0 += $1 }
        }
        return bytes + Array("\n\n".utf8)
    }

    /// Neighbouring cells with the same colors and attributes.
    private struct Run {
        private var start = 0
        private var count = 0
        private var style = Cell()
        private var text = ""
        private var flags = 0

        init() {}

        init(_ cell: Cell, at index: Int) {
            start = index
            count = 1
            style = cell
            style.attributes.subtract(.hints)
            text = cell.glyph.description
            flags = Self.flags(of: cell.glyph)
        }

        var isEmpty: Bool { count == 0 }

        /// Adds a cell at the end, and returns whether it belongs to the run.
        mutating func append(_ cell: Cell, at index: Int) -> Bool {
            guard count > 0, index == start + count, flags == 0, Self.flags(of: cell.glyph) == 0 else { return false }
            var next = cell
            next.attributes.subtract(.hints)
            next.glyph = style.glyph
            guard next == style else { return false }
            count += 1
            text += cell.glyph.description
            return true
        }

        private static func flags(of glyph: Glyph) -> Int {
            let hasMarks = glyph.scalarValues.firstMark != 0
            return glyph.columns == 2 ? oneGlyph | wideGlyph : hasMarks ? oneGlyph : 0
        }

        var json: [UInt8] {
            let numbers = [start, number(style.foreground), number(style.background)]
            var json = Array(
                "[\((numbers + [Int(style.attributes.rawValue) | flags]).map(String.init).joined(separator: ",")),".utf8
            )
            json.append(jsonString: text)
            json.append(UInt8(ascii: "]"))
            return json
        }

        private func number(_ color: CellColor) -> Int { color.rgb.map { Int($0) } ?? -1 }
    }
}
