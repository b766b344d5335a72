import ExactNumbers
import TerminalCells

/// A progress bar that the mouse can drag.
enum ProgressBar {
    /// The minimum width, in columns.
    static let minWidth = 8

    /// Returns the bar for a position.
    ///
    /// - Parameters:
    ///   - place: The position, from 0 to `length`.
    ///   - length: The length, in nanoseconds.
    ///   - width: The width of the bar, in columns.
    ///   - symbols: The glyphs of the bar.
    static func text(at place: Nanoseconds, of length: Nanoseconds, width: Int, symbols: SymbolSet) -> StyledText {
        let done = length > 0 ? Int(Int128(place) * Int128(width) / Int128(length)) : width
        var text = StyledText(String(repeating: symbols.bar.filled, count: done), Theme.queue)
        text.add(String(repeating: symbols.bar.unfilled, count: width - done), Theme.inactive)
        return text
    }
}

extension CellRect {
    /// Returns the index of the cell of a bar at a column, counted from the bar's left edge and clamped to the bar.
    func cell(at column: Int) -> Int { max(0, min(columns - 1, column - self.column)) }
}
