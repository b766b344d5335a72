import ExactNumbers
import Terminal
import TerminalCells

/// The answers to inputs that change nothing: the reason, for about two seconds.
struct InputAnswers {
    /// The time for which a reason is shown.
    static let displayTime: Nanoseconds = 2 * .second
    /// The time after the closing of a panel or a screen in which Esc does not dismiss a gift.
    ///
    /// A second press within it was meant for the panel.
    static let escapeGuard: Nanoseconds = 300_000_000

    /// The reason that is shown, and the time until which it is.
    private(set) var notice: (text: String, end: Nanoseconds)?
    /// The time at which a panel or a screen was closed last.
    private var closedAt: Nanoseconds?

    /// Returns whether the picture at a time differs because a reason is no longer shown.
    func changes(at time: Nanoseconds) -> Bool { notice.map { time >= $0.end } ?? false }

    /// Shows why an input did nothing.
    mutating func refuse(_ reason: String, at time: Nanoseconds) { notice = (reason, time + Self.displayTime) }

    /// Shows a text until a time.
    mutating func show(_ text: String, until end: Nanoseconds) { notice = (text, end) }

    /// Ends the answer to an earlier input, as another input arrives.
    mutating func removeNotice() { notice = nil }

    /// Records that a panel or a screen was closed.
    mutating func recordClosing(at time: Nanoseconds) { closedAt = time }

    /// Returns why an event must not dismiss a gift, or `nil` if it may.
    func refusal(ofClosingBy event: InputEvent, at time: Nanoseconds) -> String? {
        guard case .key(.escape, _) = event, let closedAt, time - closedAt < Self.escapeGuard, time >= closedAt
        else { return nil }
        return "a panel has just closed; Esc again closes the gift"
    }

    /// Paints the reason over a row while it is shown.
    mutating func paint(in grid: inout CellGrid, row: Int, at time: Nanoseconds, symbols: SymbolSet) {
        if changes(at: time) { notice = nil }
        guard let notice, row >= 0, row < grid.rows else { return }
        let line = StyledText(" \(notice.text) ", Theme.textOnColor, isBold: true)
            .fitted(to: grid.columns, ellipsis: symbols.ellipsis)
        let place = CellRect(column: (grid.columns - line.width) / 2, row: row, columns: line.width, rows: 1)
        grid.fill(place, with: Cell(background: Theme.accent))
        grid.write(line, column: place.column, row: row)
    }
}

extension InputEvent {
    /// Whether the event is a new input: a key, or a press of a mouse button.
    var isPress: Bool {
        switch self {
        case .character, .key: true
        case .mouse(let mouse): mouse.action == .press
        default: false
        }
    }
}
