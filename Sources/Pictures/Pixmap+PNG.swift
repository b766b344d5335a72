public import VectorGraphics

extension Pixmap {
    /// The picture as a PNG file: 8-bit RGBA with straight alpha, compressed for speed rather than size.
    /// - Throws: ``PictureError/notWritable(_:reason:)`` for a picture with a side of no length, which PNG can't hold.
    public func pngBytes() throws(PictureError) -> [UInt8] {
        try encodePNG(straightPixels(of: self), width: width, height: height, effort: .fast)
    }
}
