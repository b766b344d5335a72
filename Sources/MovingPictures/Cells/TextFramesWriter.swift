public import HalfBlocks
public import Playback

/// Makes a text of frames one below the other, an empty line between them.
public struct TextFramesWriter: CellSequenceWriter {
    private let depth: ColorDepth
    private var file: [UInt8] = []

    /// A text of nothing yet.
    /// - Parameter depth: the colours of its escapes; without any it is plain, and shades are characters.
    public init(depth: ColorDepth) {
        self.depth = depth
    }

    /// Shows a screen from `time` on, until the next one or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        if !file.isEmpty { file.append(UInt8(ascii: "\n")) }
        file += grid.escapes(depth: depth)
    }

    /// The file, whose last screen is shown until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard !file.isEmpty else { throw .nothingToShow }
        return file
    }
}
