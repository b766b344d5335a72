extension Pixmap {
    /// Replaces a share of the picture, from 0 to 1, by another one of its size.
    public mutating func mix(_ other: Pixmap, share: Double) {
        let share = UInt32((max(0, min(1, share)) * 255).rounded())
        for index in pixels.indices {
            pixels[index] =
                PixelArithmetic.scaled(pixels[index], by: 255 - share)
                + PixelArithmetic.scaled(other.pixels[index], by: share)
        }
    }

    /// Puts a color beneath the picture, from the first byte: red, green, blue, opacity.
    package mutating func underlay(rgba: UInt32) {
        let alpha = rgba & 0xFF
        let opaque = rgba.byteSwapped | 0xFF00_0000
        let color = PixelArithmetic.scaled(opaque, by: alpha)
        for index in pixels.indices {
            pixels[index] += PixelArithmetic.scaled(color, by: 255 - pixels[index] >> 24)
        }
    }
}
