public import ExactNumbers
public import TerminalCells

/// A writer of a text with all frames one below the other, separated by empty lines.
public struct TextFramesWriter: CellSequenceWriter {
    private let depth: ColorDepth
    private var file: [UInt8] = []

    /// Creates a writer of an empty text.
    ///
    /// - Parameter depth: The color depth of the escape sequences; without colors, the text is plain and characters
    ///   represent brightness.
    public init(depth: ColorDepth) {
        self.depth = depth
    }

    /// Shows a screen from `time` until the next screen or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        if !file.isEmpty { file.append(UInt8(ascii: "\n")) }
        file += grid.escapes(depth: depth)
    }

    /// Returns the file with all screens shown before.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard !file.isEmpty else { throw .nothingToShow }
        return file
    }
}
