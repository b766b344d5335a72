/// A picture of premultiplied 8-bit RGBA pixels, row by row from the top left.
///
/// A pixel is one word, `0xAABBGGRR`: red in the lowest byte, alpha in the highest, each 0 to 255, and no color channel
/// above its alpha. Blending uses these sRGB-encoded values, as browsers do.
public struct Pixmap: Sendable, Equatable {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// The `width × height` pixels; the pixel at (x, y) is `pixels[y * width + x]`.
    public var pixels: [UInt32]

    /// Creates a transparent picture.
    ///
    /// - Precondition: Neither side is negative.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt32](repeating: 0, count: width * height)
    }

    /// Makes every pixel transparent.
    public mutating func clear() {
        pixels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// The pixel at column `x` and row `y`, both counted from 0 at the top left.
    public subscript(x: Int, y: Int) -> UInt32 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}
