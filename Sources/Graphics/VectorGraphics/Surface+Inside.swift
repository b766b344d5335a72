extension Surface {
    /// Draws one color over this surface, but only where there is something: the surface becomes nowhere more opaque.
    ///
    /// - Parameters:
    ///   - color: The color, as a premultiplied pixel.
    ///   - mask: A mask that multiplies the color's opacity; its bounds limit what is drawn.
    public func fillInside(_ color: UInt32, through mask: AlphaMask) {
        let area = painted.intersection(mask.bounds)
        if area.isEmpty || color == 0 { return }
        defer { withExtendedLifetime(mask) {} }
        let mask = mask.bytes
        for y in area.top..<area.bottom {
            let (pixels, factors) = (row(y), mask.row(y))
            for x in area.left..<area.right where pixels[x] != 0 && factors[x] != 0 {
                pixels[x] = PixelArithmetic.inside(PixelArithmetic.scaled(color, by: UInt32(factors[x])), pixels[x])
            }
        }
    }

    /// Draws another surface over this one, but only where there is something: the surface becomes nowhere more opaque.
    public func drawInside(_ source: Surface) {
        let area = painted.intersection(source.painted)
        if area.isEmpty { return }
        for y in area.top..<area.bottom {
            let (pixels, colors) = (row(y), source.row(y))
            for x in area.left..<area.right where pixels[x] != 0 && colors[x] != 0 {
                pixels[x] = PixelArithmetic.inside(colors[x], pixels[x])
            }
        }
    }
}

extension PixelArithmetic {
    /// Returns a premultiplied pixel over another one, with the alpha of the latter.
    fileprivate static func inside(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        let alpha = destination >> 24
        let rest = scaled(destination, by: 255 - source >> 24)
        let sum = scaled(source, by: alpha) &+ rest
        // Both are rounded, so the sum can miss the alpha by one; no color exceeds the alpha.
        func channel(_ shift: UInt32) -> UInt32 { min(sum >> shift & 0xFF, alpha) << shift }
        return channel(0) | channel(8) | channel(16) | alpha << 24
    }
}
