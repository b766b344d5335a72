public import ExactNumbers
public import TerminalCells

/// A writer of one file that shows a sequence of screens of cells.
///
/// The same screens at the same times always give the same bytes.
public protocol CellSequenceWriter {
    /// Shows a screen from `time` until the next screen or the end.
    ///
    /// Times never decrease; the first is 0.
    mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError)
    /// Returns the file; its last screen is visible until `end`.
    ///
    /// Call this method once, after the last screen.
    mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8]
}
