public import ExactNumbers
public import VectorGraphics

/// A writer of one file that shows a sequence of pictures.
///
///     var writer = GIFWriter(width: 160, height: 160, palette: survey.palette())
///     for frame in frames { try writer.show(frame.picture, at: frame.time) }
///     let file = try writer.file(endingAt: end)
///
/// Times are rounded to the format's unit, each counted from the beginning, so that rounding errors do not add up. The
/// same pictures at the same times always give the same bytes.
public protocol PictureSequenceWriter {
    /// Shows a picture from `time` until the next picture or the end.
    ///
    /// Times never decrease; the first is 0.
    mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError)
    /// Returns the file; its last picture is visible until `end`.
    ///
    /// Call this method once, after the last picture.
    mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8]
}

/// An error in the making of a moving picture; its description is one line that can follow the file's name.
public enum MovingPictureError: Error, Equatable, CustomStringConvertible {
    /// The sequence has no picture.
    case nothingToShow
    /// A picture does not have the file's size, or has a size that the format does not permit.
    case unacceptableSize(width: Int, height: Int, expected: String)
    /// The encoder failed with this reason.
    case notEncodable(String)

    /// A one-line description of what was expected and what was found.
    public var description: String {
        switch self {
        case .nothingToShow: "expected at least one frame, found none"
        case .unacceptableSize(let width, let height, let expected): "expected \(expected), found \(width)×\(height)"
        case .notEncodable(let reason): "cannot be encoded: \(reason)"
        }
    }
}
