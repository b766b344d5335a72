public import VectorGraphics

/// Up to 256 colours that all pixels of a picture are of, which makes its file a good deal smaller.
public struct PNGPalette: Sendable {
    /// Most colours a PNG can have in its palette.
    public static let largestCount = 256

    /// The colours, straight, in the byte order red, green, blue, alpha. The first is always the transparent one, which
    /// frames of an animation leave as it was.
    let entries: [UInt32]
    private let indices: [UInt32: UInt8]

    /// The colours of all `pictures`, in the order in which they are met; nil when there are more than 255 beside
    /// full transparency.
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

    /// The index of every pixel, or nil when the colour of one is missing.
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
