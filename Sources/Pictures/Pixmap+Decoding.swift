public import VectorGraphics

extension Pixmap {
    /// Most pixels a decoded picture may have. 64 million take 256 MB; no gift needs more than one of them, and a
    /// file of a few hundred bytes can ask for a million times as many.
    public static let maximumPictureArea = 64_000_000

    /// Decodes a PNG, JPEG or WebP picture, told apart by its first bytes.
    ///
    /// Colours are taken as sRGB whatever profile or gamma the file names; 16-bit channels are rounded to 8 bits.
    /// EXIF orientation is not applied. A JPEG that breaks off in the middle is shown as far as it goes.
    /// - Throws: ``PictureError`` when the bytes are no such picture, are broken, or exceed ``maximumPictureArea``.
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

/// A transparent pixmap for a picture of this size, once it is known to be within limits.
func blankPixmap(_ format: PictureFormat, width: Int, height: Int) throws(PictureError) -> Pixmap {
    guard width > 0, height > 0, width.multipliedReportingOverflow(by: height).overflow == false,
        width * height <= Pixmap.maximumPictureArea
    else { throw .unacceptableSize(format, width: width, height: height) }
    return Pixmap(width: width, height: height)
}
