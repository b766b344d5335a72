import VectorGraphics

/// Why a picture could not be read or written. Its description is one line, made to follow the picture's name.
public enum PictureError: Error, Equatable, CustomStringConvertible {
    /// There are no bytes at all.
    case empty
    /// The first bytes are those of no format this module reads.
    case unknownFormat
    /// The picture has more pixels than ``Pixmap/maximumPictureArea`` or a side of no length.
    case unacceptableSize(PictureFormat, width: Int, height: Int)
    /// The bytes break the rules of their format; the reason is the decoder's own.
    case corrupt(PictureFormat, reason: String)
    /// The bytes are well formed, but use a part of their format that is not read.
    case unsupported(PictureFormat, reason: String)
    /// A pixmap could not be turned into a file.
    case notWritable(PictureFormat, reason: String)

    /// One line: what is wrong and, where it helps, what was expected.
    public var description: String {
        switch self {
        case .empty:
            "expected a PNG, JPEG or WebP picture, found nothing"
        case .unknownFormat:
            "expected a PNG, JPEG or WebP picture, found other data"
        case .unacceptableSize(let format, let width, let height):
            "expected 1 to \(Pixmap.maximumPictureArea / 1_000_000) million pixels, "
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
