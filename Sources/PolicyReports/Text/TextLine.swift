import HalfBlocks

/// A line of a report, in cells, from left to right; nothing goes beyond its width.
struct TextLine {
    private(set) var cells: CellGrid
    /// The column after what was written last.
    private(set) var end = 0

    init(columns: Int) {
        cells = CellGrid(columns: columns, rows: 1)
    }

    /// Writes after what was written last, at most as far as `limit`.
    mutating func write(
        _ text: some StringProtocol, _ color: CellColor = .terminalDefault, on background: CellColor? = nil,
        _ attributes: CellAttributes = [], limit: Int? = nil
    ) {
        end = write(text, at: end, color, on: background, attributes, limit: limit)
    }

    /// Writes at a column, at most as far as `limit`. Returns the column after it.
    @discardableResult
    mutating func write(
        _ text: some StringProtocol, at column: Int, _ color: CellColor = .terminalDefault,
        on background: CellColor? = nil, _ attributes: CellAttributes = [], limit: Int? = nil
    ) -> Int {
        let clip = CellRect(column: 0, row: 0, columns: min(limit ?? cells.columns, cells.columns), rows: 1)
        // A line of a report goes through pipes and files to whoever puts letters in order.
        let next = cells.write(
            text, column: column, row: 0, foreground: color, background: background, attributes: attributes,
            order: .stored, within: clip)
        end = max(end, min(next, clip.columns))
        return next
    }

    /// Goes to a column; what is written next stands there.
    mutating func move(to column: Int) {
        end = max(0, min(column, cells.columns))
    }

    /// The line without spaces at its end and without a line break, with escapes where there are colours.
    func text(_ style: TextStyle) -> String {
        var used = cells.columns
        while used > 0, cells[used - 1, 0].isBlank { used -= 1 }
        var line = CellGrid(columns: used, rows: 1)
        line.place(cells, column: 0, row: 0)
        guard style.hasColors else {
            let plain = line.adapted(to: .none, repertoire: style.repertoire)
            return plain.cells.map(\.glyph.description).joined()
        }
        guard used > 0 else { return "" }
        let bytes = line.escapes(depth: style.depth, repertoire: style.repertoire)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

extension Cell {
    fileprivate var isBlank: Bool { glyph == .space && background == .terminalDefault }
}

/// Texts made to fit.
enum Fitted {
    /// A text of at most so many columns, its end given for an ellipsis where it is longer.
    static func text(_ text: String, columns: Int, _ style: TextStyle) -> String {
        guard DisplayWidth.columns(of: text) > columns else { return text }
        let ellipsis = style.glyph("…", "~")
        var kept = ""
        var used = 1
        for character in text {
            used += DisplayWidth.columns(of: String(character))
            guard used <= columns else { break }
            kept.append(character)
        }
        return columns > 0 ? kept + ellipsis : ""
    }

    /// A text in lines of at most so many columns, broken between words; longer words are cut.
    static func lines(_ text: String, columns: Int, _ style: TextStyle) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let word = Fitted.text(String(word), columns: columns, style)
            let longer = line.isEmpty ? word : line + " " + word
            if DisplayWidth.columns(of: longer) <= columns {
                line = longer
            } else {
                lines.append(line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
