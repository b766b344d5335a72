import TerminalCells
import TerminalText

/// A text table for people, with columns as wide as their widest text.
package struct TextTable {
    /// The alignment of the texts in a column.
    package enum Alignment: Sendable {
        case left
        case right
    }

    /// A text of the table and its width in terminal columns, which is measured once.
    private struct Cell {
        var text: String
        var width: Int
    }

    private let alignments: [Alignment]
    private var rows: [[Cell]] = []

    /// The maximum width of a text, in terminal columns; longer texts are truncated.
    private let maxCellWidth: Int

    /// Creates a table with one column per alignment.
    ///
    /// - Parameters:
    ///   - alignments: The alignments.
    ///   - maxCellWidth: The maximum width of a text, in terminal columns. Longer texts are truncated, so that one long
    ///     name does not push the other columns off the screen.
    package init(_ alignments: [Alignment], maxCellWidth: Int = 400) {
        self.alignments = alignments
        self.maxCellWidth = maxCellWidth
    }

    /// Adds a row, which may have fewer texts than the table has columns; untrusted text is made safe for the terminal.
    package mutating func add(_ texts: [String]) {
        rows.append(
            texts.prefix(alignments.count).map {
                let text = DisplayWidth.fitted($0.terminalSafe(), toColumns: maxCellWidth, ellipsis: "…")
                return Cell(text: text, width: DisplayWidth.columns(of: text))
            })
    }

    /// The rows as lines, with two spaces between columns and no trailing spaces.
    package var lines: [String] {
        let widths = alignments.indices.map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.width)
                line += alignments[column] == .left ? cell.text + padding : padding + cell.text
                if column < row.count - 1 { line += "  " }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
