public import VectorGraphics

/// A palette of up to 256 colors, which makes the file of a picture much smaller.
public struct PNGPalette: Sendable {
    /// The largest number of colors in a PNG palette.
    public static let maxColorCount = 256

    /// The colors with straight alpha, in the byte order red, green, blue, alpha.
    ///
    /// The first color is always transparent; in frames of an animation it leaves a pixel unchanged.
    let entries: [UInt32]
    private let indices: [UInt32: UInt8]

    /// Creates a palette of all colors of `pictures` in the order of their occurrence.
    ///
    /// The initialiser returns nil if there are more than 255 colors in addition to full transparency.
    public init?(of pictures: some Sequence<Pixmap>) {
        var entries: [UInt32] = [0]
        var indices: [UInt32: UInt8] = [0: 0]
        for picture in pictures {
            var last: UInt32 = 0
            for color in straightPixels(of: picture) where color != last {
                last = color
                guard indices[color] == nil else { continue }
                guard let index = UInt8(exactly: entries.count) else { return nil }
                indices[color] = index
                entries.append(color)
            }
        }
        self.entries = entries
        self.indices = indices
    }

    /// Returns the index of every pixel's color, or nil if a color is not in the palette.
    func indices(of pixels: [UInt32]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(pixels.count)
        var last: (color: UInt32, index: UInt8) = (0, 0)
        for color in pixels {
            if color != last.color {
                guard let index = indices[color] else { return nil }
                last = (color, index)
            }
            result.append(last.index)
        }
        return result
    }
}
