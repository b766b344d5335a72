public import ExactNumbers
import TerminalCells

/// What a log said at the moments of a session, and where it differs from the rules: lines below the stage of a replay.
public struct ReplayNotes: Sendable {
    /// The lines of the log, in order of time.
    private let lines: [(at: Nanoseconds, text: String)]
    /// The session time of the line that the rules do not allow.
    let moment: Nanoseconds
    private let found: String
    private let expected: String
    private let rule: String

    /// The number of lines below the stage.
    static let rows = 4
    /// The rows of a terminal from which there is room for them.
    static let minScreenRows = 15

    /// Creates notes.
    ///
    /// - Parameters:
    ///   - lines: The lines of the log with their times.
    ///   - moment: The session time of the line that the rules do not allow.
    ///   - found: What the line says.
    ///   - expected: What would have been allowed.
    ///   - rule: The rule by which it is allowed.
    public init(
        lines: [(at: Nanoseconds, text: String)], at moment: Nanoseconds, found: String, expected: String, rule: String
    ) {
        self.lines = lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        self.moment = max(0, moment)
        self.found = found
        self.expected = expected
        self.rule = rule
    }

    /// Returns the texts at a position in the session: the log's last line before the one that is not allowed, that one,
    /// and what is allowed in its place. Before its moment, the two say when it comes.
    func texts(at position: Nanoseconds) -> [String] {
        let isReached = position >= moment
        let last = lines.last { $0.at <= position }
        let next = "\(isReached ? "the log says" : "later the log says"): \(found)"
        return ["log so far: \(last?.text ?? "nothing")", next, "the rules allow: \(expected)", "because: \(rule)"]
    }

    /// Paints the lines from a row on.
    func paint(in grid: inout CellGrid, row: Int, at position: Nanoseconds, symbols: SymbolSet) {
        let area = CellRect(column: 0, row: row, columns: grid.columns, rows: Self.rows)
        grid.fill(area, with: Cell(foreground: Theme.text, background: Theme.panel))
        let isReached = position >= moment
        let colors = [
            Theme.secondaryText, isReached ? Theme.heart : Theme.inactive, isReached ? Theme.queue : Theme.inactive,
            isReached ? Theme.text : Theme.inactive,
        ]
        for (index, text) in texts(at: position).enumerated() {
            let line = StyledText(text, colors[index], isBold: isReached && (1...2).contains(index))
            grid.write(line.fitted(to: grid.columns - 2, ellipsis: symbols.ellipsis), column: 1, row: row + index)
        }
    }
}
