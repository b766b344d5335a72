public import HalfBlocks
public import Playback

/// Makes one file of screens of cells that follow one another. The same screens at the same times always give the same
/// bytes.
public protocol CellSequenceWriter {
    /// Shows a screen from `time` on, until the next one or the end. Times never fall; the first is 0.
    mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError)
    /// The file, whose last screen is shown until `end`. To be asked once, after the last screen.
    mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8]
}
