/// The property of a matte's pixels that determines how much of a layer is visible.
public enum MatteChannel: Sendable {
    /// The alpha of the pixel.
    case alpha
    /// The luminance times the alpha, with the Rec. 709 weights applied to encoded values.
    case luminance
}

extension Surface {
    /// Draws another surface over this one.
    ///
    /// - Parameters:
    ///   - source: The surface to draw.
    ///   - clip: The only area to draw in, or nil for no limit.
    ///   - opacity: The opacity of the whole source, 0 to 255.
    ///   - mask: A mask that multiplies the source's opacity, or nil for none.
    public func draw(_ source: Surface, within clip: PixelRect? = nil, opacity: UInt8 = 255, mask: AlphaMask? = nil) {
        var area = bounds.intersection(source.painted)
        if let clip { area = area.intersection(clip) }
        if let mask { area = area.intersection(mask.bounds) }
        if area.isEmpty || opacity == 0 { return }
        recordPainted(area)
        defer { withExtendedLifetime(mask) {} }
        let mask = mask?.unlessShowing(area)?.bytes
        for y in area.top..<area.bottom {
            let from = UnsafePointer(source.row(y) + area.left)
            let to = row(y) + area.left
            if let mask {
                RowCompositing.draw(
                    from, over: to, count: area.width, opacity: UInt32(opacity), mask: mask.row(y) + area.left)
            } else {
                RowCompositing.draw(from, over: to, count: area.width, opacity: UInt32(opacity))
            }
        }
    }

    /// Draws one color below this surface.
    ///
    /// - Parameters:
    ///   - color: The color, as a premultiplied pixel.
    ///   - mask: A mask that multiplies the color's opacity; its bounds limit what is drawn.
    public func fillBelow(_ color: UInt32, through mask: AlphaMask) {
        let area = bounds.intersection(mask.bounds)
        if area.isEmpty || color == 0 { return }
        recordPainted(area)
        defer { withExtendedLifetime(mask) {} }
        let mask = mask.bytes
        for y in area.top..<area.bottom {
            RowCompositing.fill(color, below: row(y) + area.left, count: area.width, mask: mask.row(y) + area.left)
        }
    }

    /// Multiplies every pixel by the value of a matte.
    ///
    /// The matte is transparent outside its bounds.
    ///
    /// - Parameters:
    ///   - matte: The matte.
    ///   - channel: The property of the matte's pixels to use.
    ///   - isInverted: Whether to use `255 − v` in place of each value `v`.
    public func apply(_ matte: Surface, channel: MatteChannel, isInverted: Bool) {
        let flip: UInt32 = isInverted ? 255 : 0
        let area = painted
        let common = area.intersection(matte.painted)
        // Outside the matte nothing is visible, or everything if the matte is inverted.
        if !isInverted { clear(around: common) }
        for y in common.top..<max(common.top, common.bottom) {
            let pixels = row(y)
            let columns = common.left..<max(common.left, common.right)
            if columns.isEmpty { continue }
            let other = UnsafePointer(matte.row(y))
            var x = columns.lowerBound
            while x + PixelVector.scalarCount <= columns.upperBound {
                let source = PixelVector(loading: pixels + x)
                if !source.isZero {
                    let factors = Self.factors(PixelVector(loading: other + x), channel)
                    source.scaled(by: factors ^ PixelVector(repeating: flip)).store(to: pixels + x)
                }
                x += PixelVector.scalarCount
            }
            while x < columns.upperBound {
                let value = channel == .alpha ? other[x] >> 24 : Self.luminance(other[x])
                pixels[x] = PixelArithmetic.scaled(pixels[x], by: value ^ flip)
                x += 1
            }
        }
    }

    /// Returns the matte values, 0 to 255, of eight pixels.
    @inline(__always)
    private static func factors(_ pixels: PixelVector, _ channel: MatteChannel) -> PixelVector {
        if channel == .alpha { return pixels &>> 24 }
        let byte = PixelVector(repeating: 0xFF)
        let red = (pixels & byte) &* 13_933
        let green = ((pixels &>> 8) & byte) &* 46_871
        let blue = ((pixels &>> 16) & byte) &* 4_732
        return (red &+ green &+ blue &+ 32_768) &>> 16
    }

    /// Multiplies every pixel by the mask, which hides everything outside its bounds.
    public func apply(_ mask: AlphaMask) {
        defer { withExtendedLifetime(mask) {} }
        let mask = mask.bytes
        let common = painted.intersection(mask.bounds)
        clear(around: common)
        for y in common.top..<max(common.top, common.bottom) {
            let pixels = row(y)
            let factors = mask.row(y)
            for x in common.left..<max(common.left, common.right) where pixels[x] != 0 {
                pixels[x] = PixelArithmetic.scaled(pixels[x], by: UInt32(factors[x]))
            }
        }
    }

    /// Clears every painted pixel outside `area`.
    ///
    /// - Parameter area: An area inside `painted`, or an empty one.
    func clear(around area: PixelRect) {
        if area.isEmpty { return clear() }
        let all = painted
        for y in all.top..<all.bottom {
            let pixels = row(y)
            if y < area.top || y >= area.bottom {
                (pixels + all.left).update(repeating: 0, count: all.width)
            } else {
                (pixels + all.left).update(repeating: 0, count: area.left - all.left)
                (pixels + area.right).update(repeating: 0, count: all.right - area.right)
            }
        }
        paintedMemory.pointee = area
    }

    /// Returns the Rec. 709 luminance of a premultiplied pixel, 0 to 255.
    @inline(__always)
    static func luminance(_ pixel: UInt32) -> UInt32 {
        let red = pixel & 0xFF
        let green = (pixel >> 8) & 0xFF
        let blue = (pixel >> 16) & 0xFF
        // 0.2126, 0.7152 and 0.0722 in units of 1/65,536; the three integers sum to 65,536.
        return (red &* 13_933 &+ green &* 46_871 &+ blue &* 4_732 &+ 32_768) >> 16
    }
}
