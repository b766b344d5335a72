import TerminalCells

/// A line of a report in character cells, with a fixed width.
struct TextLine {
    private(set) var cells: CellGrid
    /// The column after the text that was written last.
    private(set) var end = 0

    init(columns: Int) {
        cells = CellGrid(columns: columns, rows: 1)
    }

    /// Writes text after the text that was written last, up to column `limit`.
    mutating func write(
        _ text: some StringProtocol, _ color: CellColor = .terminalDefault, on background: CellColor? = nil,
        _ attributes: CellAttributes = [], limit: Int? = nil
    ) {
        end = write(text, at: end, color, on: background, attributes, limit: limit)
    }

    /// Writes text at a column, up to column `limit`, and returns the column after it.
    @discardableResult
    mutating func write(
        _ text: some StringProtocol, at column: Int, _ color: CellColor = .terminalDefault,
        on background: CellColor? = nil, _ attributes: CellAttributes = [], limit: Int? = nil
    ) -> Int {
        let clip = CellRect(column: 0, row: 0, columns: min(limit ?? cells.columns, cells.columns), rows: 1)
        // The text keeps its logical order: reports go through pipes and files to programs that apply the bidirectional
        // algorithm.
        let next = cells.write(
            text, column: column, row: 0, foreground: color, background: background, attributes: attributes,
            order: .logical, within: clip)
        end = max(end, min(next, clip.columns))
        return next
    }

    /// Moves to a column, where the next text is written.
    mutating func move(to column: Int) {
        end = max(0, min(column, cells.columns))
    }

    /// Returns the line without spaces at its end and without a line break, with escape sequences if the style has
    /// colors.
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

/// Functions that fit text into a width.
enum TextFitting {
    /// Returns a text of at most `columns` columns; a longer one is truncated and ends with an ellipsis.
    static func text(_ text: String, columns: Int, _ style: TextStyle) -> String {
        DisplayWidth.fitted(text, toColumns: columns, ellipsis: style.glyph("…", "~"))
    }

    /// Returns a text broken between words into lines of at most `columns` columns. Longer words are truncated.
    static func lines(_ text: String, columns: Int, _ style: TextStyle) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let word = TextFitting.text(String(word), columns: columns, style)
            let width = DisplayWidth.columns(of: word)
            if !line.isEmpty, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
            } else {
                if !line.isEmpty { lines.append(line) }
                (line, used) = (word, width)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
