import CPictures
public import VectorGraphics

extension Pixmap {
    /// The picture as a PNG file: 8-bit RGBA with straight alpha, compressed for speed rather than size.
    /// - Throws: ``PictureError/notWritable(_:reason:)`` for a picture with a side of no length, which PNG can't hold.
    public func pngBytes() throws(PictureError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.format = picturesFormatRGBA
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        guard width > 0, height > 0, let width = UInt32(exactly: width), let height = UInt32(exactly: height) else {
            throw .notWritable(.png, reason: "expected at least 1×1 pixels, found \(width)×\(height)")
        }
        image.width = width
        image.height = height
        defer { png_image_free(&image) }

        let pixels = straightPixels(of: self)
        var succeeded = false
        let bytes = [UInt8](unsafeUninitializedCapacity: largestPNGSize) { target, count in
            count = target.count
            succeeded = png_image_write_to_memory(&image, target.baseAddress, &count, 0, pixels, 0, nil) != 0
            if !succeeded { count = 0 }
        }
        guard succeeded else { throw .notWritable(.png, reason: message(of: image)) }
        return bytes
    }

    /// What the file can take at worst: incompressible rows with their filter bytes as zlib bounds them, and the
    /// chunks around them.
    private var largestPNGSize: Int {
        let rows = (width * 4 + 1) * height
        let compressed = rows + (rows + 7) >> 3 + (rows + 63) >> 6 + 11
        return compressed + 12 * (compressed / 8192 + 1) + 1024
    }
}
