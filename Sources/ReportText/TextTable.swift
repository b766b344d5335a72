import HalfBlocks

/// Rows of text in columns as wide as their widest text, for people.
package struct TextTable {
    /// At which edge a column's texts stand.
    package enum Alignment: Sendable {
        case left
        case right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// A table of so many columns.
    package init(_ alignments: [Alignment]) {
        self.alignments = alignments
    }

    /// Adds a row; it may have fewer texts than the table has columns.
    package mutating func add(_ texts: [String]) {
        rows.append(Array(texts.prefix(alignments.count)))
    }

    /// The rows as lines, columns two spaces apart, without spaces at the end.
    package var lines: [String] {
        let widths = alignments.indices.map { column in
            rows.map { $0.indices.contains(column) ? DisplayWidth.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - DisplayWidth.columns(of: text))
                line += alignments[column] == .left ? text + padding : padding + text
                if column < row.count - 1 { line += "  " }
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
