public import Playback
public import VectorGraphics

/// Makes one file of pictures that follow one another.
///
///     var writer = GIFWriter(width: 160, height: 160, palette: survey.palette())
///     for frame in frames { try writer.show(frame.picture, at: frame.time) }
///     let file = try writer.file(endingAt: end)
///
/// Times are rounded to what the format counts in, each from the beginning, so that the lengths of all pictures add up to
/// the whole. The same pictures at the same times always give the same bytes.
public protocol PictureSequenceWriter {
    /// Shows a picture from `time` on, until the next one or the end. Times never fall; the first is 0.
    mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError)
    /// The file, whose last picture is shown until `end`. To be asked once, after the last picture.
    mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8]
}

/// Why a moving picture could not be made; its description is one line, made to follow the file's name.
public enum MovingPictureError: Error, Equatable, CustomStringConvertible {
    /// There is no picture to show.
    case nothingToShow
    /// A picture has not the size of the file, or one that its format can't have.
    case unacceptableSize(width: Int, height: Int, expected: String)
    /// The encoder gave up; the reason is its own.
    case notEncodable(String)

    /// One line: what was expected, and what was found.
    public var description: String {
        switch self {
        case .nothingToShow: "expected at least one frame, found none"
        case .unacceptableSize(let width, let height, let expected): "expected \(expected), found \(width)×\(height)"
        case .notEncodable(let reason): "cannot be encoded: \(reason)"
        }
    }
}
