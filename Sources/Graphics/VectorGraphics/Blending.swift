/// A blend mode.
///
/// The modes are those of W3C's Compositing and Blending, applied to sRGB-encoded colors, and After Effects' `add` and
/// `hardMix`.
public enum CompositingMode: Sendable, Equatable {
    /// Separable modes: each color channel is blended on its own.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
    /// Separable modes: each color channel is blended on its own.
    case exclusion, add, hardMix
    /// Non-separable modes: all color channels are blended together.
    case hue, saturation, color, luminosity
}

extension Surface {
    /// Draws another surface over this one with a blend mode.
    ///
    /// - Parameters:
    ///   - source: The surface to draw.
    ///   - blendMode: The way in which overlapping colors mix.
    ///   - opacity: The opacity of the whole source, 0 to 255.
    ///   - mask: A mask that multiplies the source's opacity, or nil for none.
    public func draw(_ source: Surface, blendMode: CompositingMode, opacity: UInt8 = 255, mask: AlphaMask? = nil) {
        if blendMode == .normal { return draw(source, opacity: opacity, mask: mask) }
        var area = bounds.intersection(source.painted)
        if let mask { area = area.intersection(mask.bounds) }
        if area.isEmpty || opacity == 0 { return }
        recordPainted(area)
        defer { withExtendedLifetime(mask) {} }
        let mask = mask?.bytes
        for y in area.top..<area.bottom {
            let row = BlendingRow(
                source: source.row(y) + area.left, target: row(y) + area.left, count: area.width, opacity: opacity,
                mask: mask.map { UnsafePointer($0.row(y) + area.left) })
            row.blend(blendMode)
        }
    }
}

extension CompositingMode {
    /// Returns a premultiplied pixel blended over another: `(1 − αb)·S + (1 − αs)·B + αs·αb·mix(B, S)`.
    func blended(_ source: UInt32, over backdrop: UInt32) -> UInt32 {
        let s = SIMD4<Float>(premultiplied: source)
        let b = SIMD4<Float>(premultiplied: backdrop)
        if s.w == 0 { return backdrop }
        if b.w == 0 { return source }
        if self == .add {
            return (s + b).clamped(lowerBound: .zero, upperBound: .one).premultipliedPixel
        }
        let mixed = mix(backdrop: b / b.w, source: s / s.w)
        var result = s * (1 - b.w) + b * (1 - s.w) + mixed * (s.w * b.w)
        result.w = s.w + b.w - s.w * b.w
        return result.premultipliedPixel
    }

    private func mix(backdrop: SIMD4<Float>, source: SIMD4<Float>) -> SIMD4<Float> {
        switch self {
        case .hue: source.with(saturation: backdrop.saturation).with(luminosity: backdrop.luminosity)
        case .saturation: backdrop.with(saturation: source.saturation).with(luminosity: backdrop.luminosity)
        case .color: source.with(luminosity: backdrop.luminosity)
        case .luminosity: backdrop.with(luminosity: source.luminosity)
        default:
            SIMD4(channel(backdrop.x, source.x), channel(backdrop.y, source.y), channel(backdrop.z, source.z), 1)
        }
    }

    private func channel(_ b: Float, _ s: Float) -> Float {
        switch self {
        case .multiply: b * s
        case .screen: b + s - b * s
        case .overlay: Self.hardLight.channel(s, b)
        case .darken: min(b, s)
        case .lighten: max(b, s)
        case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
        case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
        case .hardLight: s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
        case .softLight: Self.softLight(b, s)
        case .difference: abs(b - s)
        case .exclusion: b + s - 2 * b * s
        case .hardMix: b + s >= 1 ? 1 : 0
        default: s
        }
    }

    private static func softLight(_ b: Float, _ s: Float) -> Float {
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
    }
}

extension SIMD4<Float> {
    /// Creates the channels of a premultiplied pixel, from 0 to 1: red, green, blue, alpha.
    fileprivate init(premultiplied pixel: UInt32) {
        self =
            SIMD4(
                Float(pixel & 0xFF), Float((pixel >> 8) & 0xFF), Float((pixel >> 16) & 0xFF), Float(pixel >> 24)) / 255
    }

    /// The premultiplied pixel with these channels; no color channel exceeds the alpha.
    fileprivate var premultipliedPixel: UInt32 {
        let alpha = Self.byte(w)
        let (red, green, blue) = (Self.byte(x), Self.byte(y), Self.byte(z))
        return Swift.min(red, alpha) | Swift.min(green, alpha) << 8 | Swift.min(blue, alpha) << 16 | alpha << 24
    }

    /// Returns the byte nearest to a channel.
    ///
    /// It converts one channel at a time, because the standard library's functions for whole vectors are not inlined.
    @inline(__always)
    private static func byte(_ channel: Float) -> UInt32 {
        UInt32((Swift.max(0, Swift.min(1, channel)) * 255).rounded(.toNearestOrAwayFromZero))
    }

    /// The luminosity with the specification's weights: 0.3 red, 0.59 green and 0.11 blue.
    fileprivate var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }

    fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

    fileprivate func with(luminosity target: Float) -> Self {
        let shift = target - luminosity
        var color = SIMD4(x + shift, y + shift, z + shift, 1)
        let light = color.luminosity
        let low = Swift.min(color.x, color.y, color.z)
        let high = Swift.max(color.x, color.y, color.z)
        let grey = SIMD4(light, light, light, 1)
        if low < 0 { color = grey + (color - grey) * (light / (light - low)) }
        if high > 1 { color = grey + (color - grey) * ((1 - light) / (high - light)) }
        return SIMD4(color.x, color.y, color.z, 1)
    }

    fileprivate func with(saturation target: Float) -> Self {
        let low = Swift.min(x, y, z)
        let range = saturation
        if range == 0 { return SIMD4(0, 0, 0, 1) }
        return SIMD4((x - low) * target / range, (y - low) * target / range, (z - low) * target / range, 1)
    }
}
