/// What of a matte's pixels decides how much shows.
public enum MatteChannel: Sendable {
    /// Its opacity.
    case alpha
    /// Its luminance times its opacity, with the Rec. 709 weights on encoded values.
    case luminance
}

extension Surface {
    /// Draws another surface over this one.
    /// - Parameters:
    ///   - clip: the only pixels that are drawn on, nil for all.
    ///   - opacity: 0 to 255, of the whole.
    ///   - mask: where given, multiplies.
    public func draw(_ source: Surface, within clip: PixelRect? = nil, opacity: UInt8 = 255, mask: AlphaMask? = nil) {
        var area = bounds.intersection(source.bounds)
        if let clip { area = area.intersection(clip) }
        if let mask { area = area.intersection(mask.bounds) }
        if area.isEmpty || opacity == 0 { return }
        let mask = mask?.bytes
        for y in area.top..<area.bottom {
            let from = source.row(y)
            let to = row(y)
            if let mask {
                let factors = mask.row(y)
                for x in area.left..<area.right where from[x] != 0 {
                    let factor = PixelArithmetic.product(UInt32(factors[x]), UInt32(opacity))
                    to[x] = PixelArithmetic.over(PixelArithmetic.scale(from[x], by: factor), to[x])
                }
            } else if opacity == 255 {
                for x in area.left..<area.right where from[x] != 0 { to[x] = PixelArithmetic.over(from[x], to[x]) }
            } else {
                for x in area.left..<area.right where from[x] != 0 {
                    to[x] = PixelArithmetic.over(PixelArithmetic.scale(from[x], by: UInt32(opacity)), to[x])
                }
            }
        }
    }

    /// Multiplies every pixel by what `matte` lets through; outside the matte's bounds its pixels are transparent.
    public func apply(_ matte: Surface, channel: MatteChannel, isInverted: Bool) {
        for y in bounds.top..<bounds.bottom {
            let pixels = row(y)
            let isInside = y >= matte.bounds.top && y < matte.bounds.bottom
            let mattePixels = isInside ? matte.row(y) : pixels
            for x in bounds.left..<bounds.right where pixels[x] != 0 {
                let other = isInside && x >= matte.bounds.left && x < matte.bounds.right ? mattePixels[x] : 0
                let value = channel == .alpha ? other >> 24 : Self.luminance(other)
                pixels[x] = PixelArithmetic.scale(pixels[x], by: isInverted ? 255 &- value : value)
            }
        }
    }

    /// Multiplies every pixel by the mask's; outside the mask's bounds nothing is left.
    public func apply(_ mask: AlphaMask) {
        let mask = mask.bytes
        for y in bounds.top..<bounds.bottom {
            let pixels = row(y)
            let isInside = y >= mask.bounds.top && y < mask.bounds.bottom
            for x in bounds.left..<bounds.right where pixels[x] != 0 {
                let factor = isInside && x >= mask.bounds.left && x < mask.bounds.right ? UInt32(mask.row(y)[x]) : 0
                pixels[x] = PixelArithmetic.scale(pixels[x], by: factor)
            }
        }
    }

    /// Rec. 709 luminance of a premultiplied pixel, 0 to 255.
    @inline(__always)
    static func luminance(_ pixel: UInt32) -> UInt32 {
        let red = pixel & 0xFF
        let green = (pixel >> 8) & 0xFF
        let blue = (pixel >> 16) & 0xFF
        // 0.2126, 0.7152 and 0.0722 in 65 536ths; they add up to all of them.
        return (red &* 13_933 &+ green &* 46_871 &+ blue &* 4_732 &+ 32_768) >> 16
    }
}
