import VectorGraphics

/// The reason why a picture could not be read or written; its one-line description is suitable after the picture's
/// name.
public enum PictureError: Error, Equatable, CustomStringConvertible {
    /// The data is empty.
    case empty
    /// The first bytes do not belong to a supported format.
    case unknownFormat
    /// The picture has more pixels than ``Pixmap/maxPictureArea``, or a side of length 0.
    case invalidSize(PictureFormat, width: Int, height: Int)
    /// The data violates its format; the reason comes from the decoder.
    case corrupt(PictureFormat, reason: String)
    /// The data is well formed but uses an unsupported feature of its format.
    case unsupported(PictureFormat, reason: String)
    /// A pixmap could not be written to a file.
    case notWritable(PictureFormat, reason: String)

    /// A one-line message with the problem and, if it helps, the expected data.
    public var description: String {
        switch self {
        case .empty:
            "expected a PNG, JPEG or WebP picture, found nothing"
        case .unknownFormat:
            "expected a PNG, JPEG or WebP picture, found other data"
        case .invalidSize(let format, let width, let height):
            "expected 1 to \(Pixmap.maxPictureArea / 1_000_000) million pixels, "
                + "found a \(format) of \(width)×\(height)"
        case .corrupt(let format, let reason):
            "broken \(format): \(reason)"
        case .unsupported(let format, let reason):
            "unsupported \(format): \(reason)"
        case .notWritable(let format, let reason):
            "cannot write \(format): \(reason)"
        }
    }
}
