public import VectorGraphics

extension Pixmap {
    /// Returns the picture as a PNG file with 8-bit RGBA and straight alpha, compressed for speed rather than size.
    ///
    /// - Throws: ``PictureError/notWritable(_:reason:)`` if a side is 0, which PNG does not permit.
    public func pngBytes() throws(PictureError) -> [UInt8] {
        try encodePNG(straightPixels(of: self), width: width, height: height, effort: .fast)
    }
}
