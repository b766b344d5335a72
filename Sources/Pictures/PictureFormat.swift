/// A picture file format this module knows.
public enum PictureFormat: String, Sendable, CustomStringConvertible {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, baseline or progressive.
    case jpeg = "JPEG"
    /// WebP, lossy or lossless.
    case webp = "WebP"

    /// The format's usual name.
    public var description: String { rawValue }

    /// The format that `bytes` claim to be by their signature, or nil when they are of none of these.
    ///
    /// Names and media types are not asked: exporters label embedded pictures wrongly, and browsers sniff as well.
    public init?(signatureOf bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}
