public import VectorGraphics

extension Pixmap {
    /// The largest number of pixels in a decoded picture.
    ///
    /// 64 million pixels need 256 MB, and no gift needs more. A file of a few hundred bytes can request a million times
    /// as many.
    public static let maxPictureArea = 64_000_000

    /// Decodes a PNG, JPEG or WebP picture, whose format its first bytes determine.
    ///
    /// Colors are converted to sRGB if the file has a profile of curves and a matrix, or a gamma; 16-bit channels are
    /// rounded to 8 bits. EXIF orientation is not applied. A truncated JPEG is decoded as far as possible.
    ///
    /// - Throws: ``PictureError`` if the bytes are not such a picture, are damaged, or exceed ``maxPictureArea``.
    public init(decoding bytes: [UInt8]) throws(PictureError) {
        guard !bytes.isEmpty else { throw .empty }
        switch PictureFormat(signatureOf: bytes) {
        case .png: self = try decodePNG(bytes)
        case .jpeg: self = try decodeJPEG(bytes)
        case .webp: self = try decodeWebP(bytes)
        case nil: throw .unknownFormat
        }
    }
}

/// Returns a transparent pixmap of a picture's size.
///
/// - Throws: `PictureError.invalidSize` if the size exceeds the limits.
func blankPixmap(_ format: PictureFormat, width: Int, height: Int) throws(PictureError) -> Pixmap {
    guard width > 0, height > 0, width.multipliedReportingOverflow(by: height).overflow == false,
        width * height <= Pixmap.maxPictureArea
    else { throw .invalidSize(format, width: width, height: height) }
    return Pixmap(width: width, height: height)
}
