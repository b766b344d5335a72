/// A supported picture file format.
public enum PictureFormat: String, Sendable, CustomStringConvertible {
    /// Portable Network Graphics.
    case png = "PNG"
    /// JPEG, baseline or progressive.
    case jpeg = "JPEG"
    /// WebP, lossy or lossless.
    case webp = "WebP"

    /// The usual name of the format.
    public var description: String { rawValue }

    /// Creates the format that the signature of `bytes` indicates, or returns nil for another signature.
    ///
    /// File names and media types are not used: exporters label embedded pictures incorrectly, and browsers also
    /// inspect the data.
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
