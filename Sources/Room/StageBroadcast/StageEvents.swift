import ExactNumbers
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
    ///   - expectedLength: About the length of the event, which saves copies while it grows.
    static func event(showing grid: CellGrid, after before: CellGrid?, expectedLength: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expectedLength)
        bytes += "data: ".utf8
        bytes.appendObject { json in
            json.add("columns", number: grid.columns)
            json.add("rows", number: grid.rows)
            json.add("isWhole", flag: before == nil)
            json.begin("runs")
            json.append(UInt8(ascii: "["))
            var runs = Runs()
            grid.forEachChange(since: before ?? CellGrid(columns: grid.columns, rows: grid.rows)) { index, cell in
                runs.append(cell, at: index, to: &json)
            }
            runs.end(in: &json)
            json.append(UInt8(ascii: "]"))
        }
        bytes += "\n\n".utf8
        return bytes
    }

    /// The runs of neighbouring cells with the same colors and attributes, written cell by cell: a picture may have many
    /// thousand cells, thirty times a second.
    private struct Runs {
        /// The cell that continues the run, apart from its glyph; `nil` if none can.
        private var next: (index: Int, style: Cell)?
        private var isEmpty = true

        /// Writes a cell, at the end of the run or at the beginning of a new one.
        mutating func append(_ cell: Cell, at index: Int, to json: inout [UInt8]) {
            var style = cell
            style.glyph = .space
            style.attributes.subtract(.hints)
            let flags = Self.flags(of: cell.glyph)
            if flags != 0 || next?.index != index || next?.style != style {
                end(in: &json)
                begin(style, flags, at: index, in: &json)
            }
            Self.append(cell.glyph, to: &json)
            next = flags == 0 ? (index + 1, style) : nil
        }

        private mutating func begin(_ style: Cell, _ flags: Int, at index: Int, in json: inout [UInt8]) {
            if !isEmpty { json.append(UInt8(ascii: ",")) }
            isEmpty = false
            json.append(UInt8(ascii: "["))
            Self.append(index, to: &json)
            Self.append(Self.number(style.foreground), to: &json)
            Self.append(Self.number(style.background), to: &json)
            Self.append(Int(style.attributes.rawValue) | flags, to: &json)
            json.append(UInt8(ascii: "\""))
        }

        /// Ends the run, if there is one.
        mutating func end(in json: inout [UInt8]) {
            guard !isEmpty else { return }
            json.append(UInt8(ascii: "\""))
            json.append(UInt8(ascii: "]"))
        }

        private static func flags(of glyph: Glyph) -> Int {
            let hasMarks = glyph.scalarValues.firstMark != 0
            return glyph.columns == 2 ? oneGlyph | wideGlyph : hasMarks ? oneGlyph : 0
        }

        private static func number(_ color: CellColor) -> Int { color.rgb.map { Int($0) } ?? -1 }

        private static func append(_ number: Int, to json: inout [UInt8]) {
            json.append(integer: number)
            json.append(UInt8(ascii: ","))
        }

        /// Writes the scalars of a glyph, which has no control characters, as a part of a string.
        private static func append(_ glyph: Glyph, to json: inout [UInt8]) {
            let scalars = glyph.scalarValues
            append(scalar: scalars.base, to: &json)
            if scalars.firstMark != 0 { append(scalar: scalars.firstMark, to: &json) }
            if scalars.secondMark != 0 { append(scalar: scalars.secondMark, to: &json) }
        }

        private static func append(scalar value: UInt32, to json: inout [UInt8]) {
            guard let scalar = Unicode.Scalar(value) else { return }
            if scalar == "\"" || scalar == "\\" { json.append(UInt8(ascii: "\\")) }
            json.append(contentsOf: scalar.utf8)
        }
    }
}
