import VectorGraphics

/// A conversion of pictures for formats in which a pixel is either opaque or transparent.
///
/// At an edge, pixels of at least half coverage are opaque, so edges stay sharp. In a fade over several pixels, such as
/// a glow, an ordered dither pattern fixed to the picture makes as many pixels opaque as the opacity requires.
enum BinaryTransparency {
    /// The value of a transparent pixel; all other values are `0x00RRGGBB`.
    static let transparentPixel: UInt32 = 0xFFFF_FFFF

    /// Returns the pixels of a picture, row by row.
    static func pixels(of picture: Pixmap) -> [UInt32] {
        let (width, height) = (picture.width, picture.height)
        // Makes the unchecked reads valid and guarantees that each element of the result is initialised.
        precondition(picture.pixels.count == width * height, "a picture has as many pixels as its sides say")
        return picture.pixels.withUnsafeBufferPointer { pixels in
            [UInt32](unsafeUninitializedCapacity: pixels.count) { result, count in
                for y in 0..<height {
                    for x in 0..<width {
                        let index = y * width + x
                        let pixel = pixels[index]
                        let alpha = pixel >> 24
                        if alpha == 255 {
                            result[index] = rgb(fromPixel: pixel)
                        } else if alpha < minVisibleAlpha {
                            result[index] = transparentPixel
                        } else {
                            let isEdge = hasEdge(pixels, x, y, width, height)
                            let threshold = isEdge ? 128 : DitherMatrix.threshold(x: x, y: y, of: 255) + 1
                            result[index] = alpha >= threshold ? rgb(unpremultiplying: pixel) : transparentPixel
                        }
                    }
                }
                count = pixels.count
            }
        }
    }

    /// The alpha below which a pixel is invisible; a pattern of such pixels would be noise.
    private static let minVisibleAlpha: UInt32 = 12

    /// Whether the pixel has both an opaque and a transparent pixel among its neighbours, itself and the picture's
    /// border.
    private static func hasEdge(
        _ pixels: UnsafeBufferPointer<UInt32>, _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) -> Bool {
        var (isFull, isEmpty) = (false, x == 0 || y == 0 || x + 1 == width || y + 1 == height)
        for row in max(0, y - 1)...min(height - 1, y + 1) {
            for column in max(0, x - 1)...min(width - 1, x + 1) {
                let alpha = pixels[row * width + column] >> 24
                isFull = isFull || alpha > 240
                isEmpty = isEmpty || alpha < 16
            }
        }
        return isFull && isEmpty
    }

    private static func rgb(fromPixel pixel: UInt32) -> UInt32 {
        (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
    }

    private static func rgb(unpremultiplying pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        func channel(_ value: UInt32) -> UInt32 { min(255, (value * 255 + alpha / 2) / alpha) }
        return channel(pixel & 0xFF) << 16 | channel(pixel >> 8 & 0xFF) << 8 | channel(pixel >> 16 & 0xFF)
    }
}

/// Bayer's 8 × 8 dither matrix, fixed to the picture, so that unchanged areas keep their pattern.
enum DitherMatrix {
    /// Returns a threshold from 0 to `limit - 1` for the pixel at a position.
    @inline(__always)
    static func threshold(x: Int, y: Int, of limit: UInt32) -> UInt32 {
        UInt32(values[(y & 7) << 3 | x & 7]) * limit / 64
    }

    private static let values: [UInt8] = (0..<64).map { index in
        let (x, y) = (index & 7, index >> 3)
        return (0..<3).reduce(UInt8(0)) { value, bit in
            value << 2 | UInt8((x ^ y) >> bit & 1) << 1 | UInt8(y >> bit & 1)
        }
    }
}
