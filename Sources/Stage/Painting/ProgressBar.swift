import HalfBlocks
import Playback

/// A bar that says how far something has come, and takes the mouse.
enum ProgressBar {
    /// Fewest columns that say anything.
    static let least = 8

    /// The bar of something of a length.
    static func text(at place: Nanoseconds, of length: Nanoseconds, width: Int, signs: Signs) -> StyledText {
        let done = length > 0 ? Int(Int128(place) * Int128(width) / Int128(length)) : width
        var text = StyledText(String(repeating: signs.done, count: done), Theme.queue)
        text.add(String(repeating: signs.rest, count: width - done), Theme.faint)
        return text
    }
}

extension CellRect {
    /// The cell of a bar that a column points at, counted from its left edge; columns beside it point at its ends.
    func cell(at column: Int) -> Int { max(0, min(columns - 1, column - self.column)) }
}
