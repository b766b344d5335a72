import PolicyComparison
import TerminalCells

/// The figures of sessions as text tables with a row per figure and a column per policy, split to fit the width.
struct FiguresText {
    private let sessions: [PolicySession]
    private let style: TextStyle
    private let table: FiguresTable

    private static let gap = 3
    /// The maximum width of a policy's name; a longer one is truncated.
    private static let maxNameWidth = 24

    init(_ sessions: [PolicySession], _ style: TextStyle) {
        self.sessions = sessions
        self.style = style
        table = FiguresTable(sessions.map(\.figures))
    }

    var lines: [String] {
        let labels = table.rows.map { ($0.isPart ? "  " : "") + $0.label }
        let margin = labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let names = sessions.map { TextFitting.text($0.policy.name, columns: Self.maxNameWidth, style) }
        let columns = names.indices.map { index in
            [names[index]] + table.rows.map { style.isASCII ? $0.values[index].inASCII : $0.values[index] }
        }
        let widths = columns.map { $0.map { DisplayWidth.columns(of: $0) }.max() ?? 0 }
        let blocks = FiguresTable.columnBlocks(
            widths.map(Double.init), margin: Double(margin), gap: Double(Self.gap), width: Double(style.columns))
        var lines: [String] = []
        for block in blocks {
            if !lines.isEmpty { lines.append("") }
            for row in 0...labels.count {
                var line = TextLine(columns: style.columns)
                if row > 0 {
                    line.write(labels[row - 1], table.rows[row - 1].isPart ? TextColors.faint : .terminalDefault)
                }
                var column = margin
                for index in block {
                    let text = columns[index][row]
                    column += Self.gap + widths[index]
                    line.move(to: column - DisplayWidth.columns(of: text))
                    line.write(text, .terminalDefault, on: nil, row == 0 ? .bold : [])
                }
                lines.append(line.text(style))
            }
        }
        return lines
    }
}

extension String {
    /// The text with a hyphen in place of each en dash.
    fileprivate var inASCII: String { String(map { $0 == "–" ? "-" : $0 }) }
}
